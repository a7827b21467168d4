package videoindexer

import "strings"

// The values that the contract lists for parameters, in its spelling, for checks of input.
var (
	// IndexingPresets are the values of indexingPreset (7).
	IndexingPresets = []string{
		"Default", "AudioOnly", "VideoOnly", "BasicAudio", "Advanced", "AdvancedAudio", "AdvancedVideo",
	}
	// StreamingPresets are the values of streamingPreset (7).
	StreamingPresets = []string{"NoStreaming", "Default", "SingleBitrate", "AdaptiveBitrate"}
	// Priorities are the values of priority (7; paid regions only).
	Priorities = []string{"Low", "Normal", "High"}
	// CaptionFormats are the values of format (8).
	CaptionFormats = []string{"Vtt", "Ttml", "Srt", "Txt", "Csv"}
	// FaceSourceTypes are the values of sourceType (22).
	FaceSourceTypes = []string{"UploadedPicture", "UploadedVideo"}
	// VideoStates are the values of a video's state (X34, X35).
	VideoStates = []string{"Uploaded", "Processing", "Processed", "Failed", "Quarantined"}

	// LanguageModelLanguages are the languages a language model can be made for (19).
	LanguageModelLanguages = []string{
		"zh-Hans", "en-GB", "en-AU", "en-US", "es-ES", "es-MX", "fr-FR", "ar-SY",
		"ar-EG", "de-DE", "it-IT", "ja-JP", "hi-IN", "ko-KR", "ru-RU", "pt-BR",
	}
	// ReindexLanguages are the values of sourceLanguage (7): "auto" detects one language, "multi"
	// several.
	ReindexLanguages = append([]string{"auto", "multi"}, LanguageModelLanguages...)

	// CaptionLanguages are the languages of captions and transcripts (8 and 9). Bahrain is spelled
	// ar-BH throughout; GetCaptions sends the spelling that its operation wants.
	CaptionLanguages = []string{
		"sr-Cyrl-RS", "sr-Latn-RS", "bs-Latn", "zh-Hans", "zh-Hant", "fil-PH",
		"en-GB", "en-FJ", "en-AU", "en-WS", "en-US", "el-GR", "es-ES", "es-MX",
		"et-EE", "fa-IR", "fi-FI", "fr-CA", "fr-FR", "fr-HT", "af-ZA",
		"ar-SA", "ar-SY", "ar-QA", "ar-EG", "ar-BH", "ar-OM", "ar-LB", "ar-KW", "ar-JO", "ar-IQ",
		"da-DK", "de-DE", "bg-BG", "bn-BD", "mg-MG", "ms-MY", "mt-MT", "ca-ES", "cs-CZ",
		"nl-NL", "nb-NO", "id-ID", "it-IT", "lt-LT", "lv-LV", "ja-JP", "ur-PK", "uk-UA",
		"hi-IN", "he-IL", "hu-HU", "hr-HR", "ko-KR", "vi-VN", "tr-TR", "ta-IN", "th-TH",
		"to-TO", "ru-RU", "ro-RO", "pt-BR", "pl-PL", "sv-SE", "sw-KE", "sl-SI", "sk-SK",
	}
)

// canonicalSpelling returns a value in the spelling of a list, which ignores letter case. It
// returns a value that is not listed unchanged.
func canonicalSpelling[T ~string](list []T, value T) T {
	for _, listed := range list {
		if strings.EqualFold(string(listed), string(value)) {
			return listed
		}
	}
	return value
}
