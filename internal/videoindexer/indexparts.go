package videoindexer

import (
	"cmp"
	"io"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// indexWire is an index as answers hold it. Only what it names is held.
type indexWire struct {
	State              string
	DurationInSeconds  *float64
	SummarizedInsights struct {
		Duration struct{ Seconds *float64 }
		Brands   growingPart[IndexedBrand]
		Faces    growingPart[IndexedFace]
	}
	Videos indexedVideos
}

// indexedVideos are the insights of all videos of an index together.
type indexedVideos struct {
	Insights struct {
		Transcript growingPart[TranscriptLine]
		Brands     growingPart[IndexedBrand]
		Faces      growingPart[IndexedFace]
	}
}

// UnmarshalJSONFrom reads the videos one by one.
func (v *indexedVideos) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	type video indexedVideos
	_, err := eachElement(d, func() error { return json.UnmarshalDecode(d, (*video)(v)) })
	return err
}

// readIndex reads an index as it comes.
func readIndex(body io.Reader, q IndexQuery) (*VideoIndex, error) {
	kept := &keptText{limit: q.MaxJSON}
	var wire indexWire
	summary, insights := &wire.SummarizedInsights, &wire.Videos.Insights
	insights.Transcript.max = q.MaxElements
	insights.Brands.max, insights.Faces.max = q.MaxElements, q.MaxElements
	summary.Brands.max, summary.Faces.max = q.MaxElements, q.MaxElements
	if err := decodeStream(io.TeeReader(body, kept), &wire); err != nil {
		return nil, err
	}
	if wire.State == "" {
		return nil, errNoState
	}
	index := &VideoIndex{
		State: wire.State, DurationInSeconds: cmp.Or(wire.DurationInSeconds, summary.Duration.Seconds), Size: kept.size,
		Transcript: insights.Transcript.IndexPart, Brands: insights.Brands.IndexPart, Faces: insights.Faces.IndexPart,
	}
	// The summary may have what the insights leave out.
	if !insights.Brands.isThere {
		index.Brands = summary.Brands.IndexPart
	}
	if !insights.Faces.isThere {
		index.Faces = summary.Faces.IndexPart
	}
	var err error
	index.JSON, err = kept.text()
	return index, err
}

// growingPart is a part of an index while it is read. If it has more than max elements, it has none.
type growingPart[T any] struct {
	IndexPart[T]

	max     int
	isThere bool
}

// UnmarshalJSONFrom reads the elements one by one, and skips them once they are too many.
func (g *growingPart[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	isArray, err := eachElement(d, func() error {
		if len(g.Elements) >= g.max {
			g.Elements, g.IsTooLong = nil, true
		}
		if g.IsTooLong {
			return d.SkipValue()
		}
		var element T
		err := json.UnmarshalDecode(d, &element)
		g.Elements = append(g.Elements, element)
		return err
	})
	g.isThere = g.isThere || isArray
	if g.isThere && g.Elements == nil && !g.IsTooLong {
		g.Elements = []T{}
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

// UnmarshalJSONFrom reads a line, whose times are those of its instances.
func (l *TranscriptLine) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	type line TranscriptLine
	wire := struct {
		*line
		Instances []Appearance
	}{line: (*line)(l)}
	err := json.UnmarshalDecode(d, &wire)
	if n := len(wire.Instances); n > 0 {
		l.Start, l.End = wire.Instances[0].Start, wire.Instances[n-1].End
	}
	return err
}

// UnmarshalJSONFrom reads a brand, whose appearances have two names.
func (b *IndexedBrand) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	type brand IndexedBrand
	wire := struct {
		*brand
		Instances []Appearance
	}{brand: (*brand)(b)}
	err := json.UnmarshalDecode(d, &wire)
	b.Appearances = slices.Concat(wire.Instances, b.Appearances)
	return err
}

// UnmarshalJSONFrom reads a face, whose appearances have two names.
func (f *IndexedFace) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	type face IndexedFace
	wire := struct {
		*face
		Instances []Appearance
	}{face: (*face)(f)}
	err := json.UnmarshalDecode(d, &wire)
	f.Appearances = slices.Concat(wire.Instances, f.Appearances)
	return err
}
