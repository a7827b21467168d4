package videoindexer

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// readIndex reads an index as it comes.
func readIndex(body io.Reader, q IndexQuery) (*VideoIndex, error) {
	kept := &keptText{limit: q.MaxJSON}
	found := &indexReading{walk: walkJSON(io.TeeReader(body, kept)), max: q.MaxElements}
	isObject, err := found.walk.object(found.member)
	switch {
	case err != nil:
		return nil, err
	case !isObject:
		return nil, errors.New("an index was expected, which is an object")
	case found.state == "":
		return nil, errNoState
	}
	if err := found.walk.end(); err != nil {
		return nil, err
	}
	index := &VideoIndex{
		State: found.state, DurationInSeconds: found.duration, Size: kept.size,
		Transcript: found.transcript.part(), Brands: found.brands.part(), Faces: found.faces.part(),
	}
	if index.DurationInSeconds == nil {
		index.DurationInSeconds = found.summaryDuration
	}
	// The summary may have what the insights leave out.
	if !found.brands.isThere {
		index.Brands = found.summaryBrands.part()
	}
	if !found.faces.isThere {
		index.Faces = found.summaryFaces.part()
	}
	if index.JSON, err = kept.text(); err != nil {
		return nil, err
	}
	return index, nil
}

// indexReading is what was read of an index so far.
type indexReading struct {
	walk *jsonWalk
	max  int

	state                     string
	duration, summaryDuration *float64
	transcript                growingPart[TranscriptLine]
	brands, summaryBrands     growingPart[IndexedBrand]
	faces, summaryFaces       growingPart[IndexedFace]
}

func (r *indexReading) member(name string) error {
	var err error
	switch strings.ToLower(name) {
	case "state":
		return r.walk.value(&r.state)
	case "durationinseconds":
		return r.walk.value(&r.duration)
	case "videos":
		_, err = r.walk.array(func() error {
			_, err := r.walk.object(r.video)
			return err
		})
	case "summarizedinsights":
		_, err = r.walk.object(r.summary)
	default:
		return r.walk.skip()
	}
	return err
}

func (r *indexReading) video(name string) error {
	if !strings.EqualFold(name, "insights") {
		return r.walk.skip()
	}
	_, err := r.walk.object(func(name string) error {
		switch strings.ToLower(name) {
		case "transcript":
			return readPart(r, &r.transcript, transcriptWire.line)
		case "brands":
			return readPart(r, &r.brands, indexedBrandWire.brand)
		case "faces":
			return readPart(r, &r.faces, indexedFaceWire.face)
		}
		return r.walk.skip()
	})
	return err
}

func (r *indexReading) summary(name string) error {
	switch strings.ToLower(name) {
	case "brands":
		return readPart(r, &r.summaryBrands, indexedBrandWire.brand)
	case "faces":
		return readPart(r, &r.summaryFaces, indexedFaceWire.face)
	case "duration":
		_, err := r.walk.object(func(name string) error {
			if strings.EqualFold(name, "seconds") {
				return r.walk.value(&r.summaryDuration)
			}
			return r.walk.skip()
		})
		return err
	}
	return r.walk.skip()
}

// growingPart is a part of an index while it is read.
type growingPart[T any] struct {
	elements  []T
	isThere   bool
	isTooLong bool
}

func (g *growingPart[T]) part() IndexPart[T] {
	if g.isTooLong {
		return IndexPart[T]{IsTooLong: true}
	}
	return IndexPart[T]{Elements: g.elements}
}

// readPart reads the next value, an array, into a part. Once the part is too long, the elements are skipped.
func readPart[W, T any](r *indexReading, into *growingPart[T], convert func(W) T) error {
	isArray, err := r.walk.array(func() error {
		if len(into.elements) >= r.max {
			into.elements, into.isTooLong = nil, true
		}
		if into.isTooLong {
			return r.walk.skip()
		}
		var wire W
		if err := r.walk.value(&wire); err != nil {
			return err
		}
		into.elements = append(into.elements, convert(wire))
		return nil
	})
	into.isThere = into.isThere || isArray
	if into.isThere && into.elements == nil && !into.isTooLong {
		into.elements = []T{}
	}
	return err
}

// UnmarshalJSONFrom reads an appearance, whose members have two names.
func (a *Appearance) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	var wire struct{ Start, End, StartTime, EndTime string }
	err := json.UnmarshalDecode(d, &wire)
	if *a = (Appearance{wire.Start, wire.End}); *a == (Appearance{}) {
		*a = Appearance{wire.StartTime, wire.EndTime}
	}
	return err
}

type transcriptWire struct {
	TranscriptLine
	Instances []Appearance `json:"instances"`
}

func (w transcriptWire) line() TranscriptLine {
	if n := len(w.Instances); n > 0 {
		w.Start, w.End = w.Instances[0].Start, w.Instances[n-1].End
	}
	return w.TranscriptLine
}

type indexedBrandWire struct {
	IndexedBrand
	Instances []Appearance `json:"instances"`
}

func (w indexedBrandWire) brand() IndexedBrand {
	w.Appearances = slices.Concat(w.Instances, w.Appearances)
	return w.IndexedBrand
}

type indexedFaceWire struct {
	IndexedFace
	Instances []Appearance `json:"instances"`
}

func (w indexedFaceWire) face() IndexedFace {
	w.Appearances = slices.Concat(w.Instances, w.Appearances)
	return w.IndexedFace
}
