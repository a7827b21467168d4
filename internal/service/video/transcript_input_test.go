package video_test

import (
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

func TestAccTranscript_badInput(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	for name, test := range map[string]struct{ config, expect string }{
		"empty":           {transcriptBlock("de-DE", ""), `(?s)Invalid transcript.*content must be WebVTT with\s+at least one cue: line 1`},
		"no cue":          {transcriptBlock("de-DE", "WEBVTT\n\nNOTE later\n"), `(?s)there is no cue`},
		"prose":           {transcriptBlock("de-DE", "WEBVTT\n\nGuten Tag.\n"), `(?s)content.*line 3: expected a\s+line`},
		"SubRip":          {transcriptBlock("de-DE", "1\n00:00:00,000 --> 00:00:01,000\nHi\n"), `(?s)line 2: expected\s+"hh:mm:ss.mmm`},
		"cue of no time":  {transcriptBlock("de-DE", "00:00:01.000 --> 00:00:01.000\nHi\n"), `the cue ends when it\s+starts`},
		"language":        {transcriptBlock("de-XX", german), `(?s)language.*value must be one of`},
		"other spelling":  {transcriptBlock("br-BH", german), `(?s)language.*value must be one of`},
		"callback":        {transcriptBlock("de-DE", german, `callback_url = "ftp://example.com"`), `(?s)callback_url must be an absolute\s+http or https URL`},
		"deletion policy": {transcriptBlock("de-DE", german, `deletion_policy = "delete"`), `(?s)deletion_policy.*abandon`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{{Config: server.Config(test.config), PlanOnly: true, ExpectError: regexp.MustCompile(test.expect)}},
			})
		})
	}
}
