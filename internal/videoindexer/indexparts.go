package videoindexer

import (
	"errors"
	"fmt"
	"io"
	"strings"
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
		State: string(found.state), DurationInSeconds: found.duration, Size: kept.size,
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

	state                     looseString
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
			return readPart(r, &r.transcript, "line of the transcript", transcriptWire.line)
		case "brands":
			return readPart(r, &r.brands, "brand", indexedBrandWire.brand)
		case "faces":
			return readPart(r, &r.faces, "face", indexedFaceWire.face)
		}
		return r.walk.skip()
	})
	return err
}

func (r *indexReading) summary(name string) error {
	switch strings.ToLower(name) {
	case "brands":
		return readPart(r, &r.summaryBrands, "brand of the summary", indexedBrandWire.brand)
	case "faces":
		return readPart(r, &r.summaryFaces, "face of the summary", indexedFaceWire.face)
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
func readPart[W, T any](r *indexReading, into *growingPart[T], noun string, convert func(W) T) error {
	count := 0
	isArray, err := r.walk.array(func() error {
		count++
		if len(into.elements) >= r.max {
			into.elements, into.isTooLong = nil, true
		}
		if into.isTooLong {
			return r.walk.skip()
		}
		var wire W
		if err := r.walk.value(&wire); err != nil {
			return fmt.Errorf("%s %d: %w", noun, count, err)
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

type appearanceWire struct {
	Start     looseString `json:"start"`
	End       looseString `json:"end"`
	StartTime looseString `json:"startTime"`
	EndTime   looseString `json:"endTime"`
}

func (w appearanceWire) appearance() Appearance {
	if w.Start == "" && w.End == "" {
		return Appearance{string(w.StartTime), string(w.EndTime)}
	}
	return Appearance{string(w.Start), string(w.End)}
}

func appearances(instances, summed []appearanceWire) []Appearance {
	all := make([]Appearance, 0, len(instances)+len(summed))
	for _, wires := range [][]appearanceWire{instances, summed} {
		for _, wire := range wires {
			all = append(all, wire.appearance())
		}
	}
	return all
}

type transcriptWire struct {
	Text       looseString      `json:"text"`
	Confidence *float64         `json:"confidence"`
	SpeakerID  looseString      `json:"speakerId"`
	Language   looseString      `json:"language"`
	Instances  []appearanceWire `json:"instances"`
}

func (w transcriptWire) line() TranscriptLine {
	line := TranscriptLine{Text: string(w.Text), Language: string(w.Language), SpeakerID: string(w.SpeakerID), Confidence: w.Confidence}
	if n := len(w.Instances); n > 0 {
		line.Start, line.End = w.Instances[0].appearance().Start, w.Instances[n-1].appearance().End
	}
	return line
}

type indexedBrandWire struct {
	Name         looseString      `json:"name"`
	Description  looseString      `json:"description"`
	ReferenceURL looseString      `json:"referenceUrl"`
	Confidence   *float64         `json:"confidence"`
	Instances    []appearanceWire `json:"instances"`
	Appearances  []appearanceWire `json:"appearances"`
}

func (w indexedBrandWire) brand() IndexedBrand {
	return IndexedBrand{
		Name: string(w.Name), Description: string(w.Description), ReferenceURL: string(w.ReferenceURL), Confidence: w.Confidence,
		Appearances: appearances(w.Instances, w.Appearances),
	}
}

type indexedFaceWire struct {
	ID            looseString      `json:"id"`
	Name          looseString      `json:"name"`
	Description   looseString      `json:"description"`
	Title         looseString      `json:"title"`
	KnownPersonID looseString      `json:"knownPersonId"`
	Confidence    *float64         `json:"confidence"`
	Instances     []appearanceWire `json:"instances"`
	Appearances   []appearanceWire `json:"appearances"`
}

func (w indexedFaceWire) face() IndexedFace {
	return IndexedFace{
		ID: string(w.ID), Name: string(w.Name), Description: string(w.Description), Title: string(w.Title),
		KnownPersonID: string(w.KnownPersonID), Confidence: w.Confidence, Appearances: appearances(w.Instances, w.Appearances),
	}
}
