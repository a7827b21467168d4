package provider

import (
	"cmp"
	"fmt"
	"strings"
)

// SetLogLevels sets the log levels of the libraries that serve the provider, in the environment of the process, before it
// serves. What the user has set stays.
//
// Otherwise they write every line, and the engine throws it away. The framework alone writes a line for each value
// that it visits in a plan, with a context that grows with each of them: that time grows with the square of a
// resource's size. It was most of the time of a plan of a thousand brands.
func SetLogLevels(getenv func(name string) string, setenv func(name, value string) error) error {
	wanted := cmp.Or(getenv("TF_LOG_PROVIDER"), getenv("TF_LOG"), "off")
	if strings.EqualFold(wanted, "json") { // a form, of the level trace
		wanted = "trace"
	}
	sdk := cmp.Or(getenv("TF_LOG_SDK"), wanted)
	own := cmp.Or(getenv("TF_LOG_PROVIDER_VIDEOINDEXER"), wanted)
	for _, variable := range []struct{ name, level string }{
		{"TF_LOG_SDK", sdk},
		{"TF_LOG_SDK_FRAMEWORK", sdk},
		{"TF_LOG_SDK_PROTO", sdk},
		{"TF_LOG_PROVIDER_VIDEOINDEXER", own},
		{"TF_LOG_PROVIDER_VIDEOINDEXER_HTTP", own},
	} {
		if getenv(variable.name) != "" {
			continue
		}
		if err := setenv(variable.name, variable.level); err != nil {
			return fmt.Errorf("set %s: %w", variable.name, err)
		}
	}
	return nil
}
