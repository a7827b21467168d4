package mockserver

import (
	"fmt"
	"maps"
	"net/http"
	"time"
)

// getVideoIndex is X35.
func getVideoIndex(_ *Server, c *call) {
	language, ok := c.enumQuery("language", captionLanguages...)
	if !ok {
		return
	}
	v := c.video()
	if v == nil {
		return
	}
	if language == "" {
		language = v.SourceLanguage
	}
	insights := c.insights(v, language)
	body := c.videoItem(v)
	body["accountId"] = c.account.ID
	body["videos"] = []map[string]any{{
		"id": v.ID, "accountId": c.account.ID, "state": v.listedState(), "sourceLanguage": v.SourceLanguage,
		"language": language, "insights": insights,
	}}
	summary := map[string]any{"name": v.Name, "id": v.ID, "duration": map[string]any{"seconds": v.DurationInSeconds}}
	for _, name := range []string{"brands", "faces"} {
		if value, has := insights[name]; has {
			summary[name] = value
		}
	}
	body["summarizedInsights"] = summary
	c.json(http.StatusOK, body)
}

// insights returns the insights of a video in a language, which are empty until it was indexed.
func (c *call) insights(v *video, language string) map[string]any {
	transcript := []map[string]any{}
	if v.State == VideoProcessed {
		for _, cue := range v.in(language) {
			transcript = append(transcript, transcriptLine(len(transcript)+1, cue, language))
		}
		transcript = c.padded(transcript, language)
	}
	insights := map[string]any{
		"language": language, "sourceLanguage": v.SourceLanguage, "transcript": transcript,
		"brands": []any{}, "faces": []any{},
	}
	if v.State == VideoProcessed {
		maps.Copy(insights, v.Insights)
	}
	for _, name := range c.opts.extended.videos.indexLacks {
		delete(insights, name)
	}
	return insights
}

func transcriptLine(id int, cue Cue, language string) map[string]any {
	return map[string]any{
		"id": id, "text": cue.Text, "confidence": 0.9, "language": language,
		"instances": []map[string]string{{"start": clockTime(cue.Start), "end": clockTime(cue.End)}},
	}
}

// padded adds lines to a transcript until it is as long as the variant wants the index.
func (c *call) padded(transcript []map[string]any, language string) []map[string]any {
	const line = 160 // no line is shorter than this
	for i := 0; i*line < c.opts.extended.videos.indexSize; i++ {
		start := time.Duration(len(transcript)) * time.Second
		text := fmt.Sprintf("Line %08d of a long recording, in which much is said.", i)
		transcript = append(transcript, transcriptLine(len(transcript)+1, Cue{Start: start, End: start + time.Second, Text: text}, language))
	}
	return transcript
}

// clockTime writes a moment of a video as h:mm:ss with a fraction.
func clockTime(d time.Duration) string {
	return fmt.Sprintf("%d:%02d:%02d.%03d", int(d.Hours()), int(d.Minutes())%60, int(d.Seconds())%60, d.Milliseconds()%1000)
}
