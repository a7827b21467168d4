package provider_test

import (
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"

	videoindexerprovider "github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
)

func TestSetLogLevels(t *testing.T) {
	t.Parallel()
	const sdk, framework, proto, own, http = "TF_LOG_SDK", "TF_LOG_SDK_FRAMEWORK", "TF_LOG_SDK_PROTO", "TF_LOG_PROVIDER_VIDEOINDEXER", "TF_LOG_PROVIDER_VIDEOINDEXER_HTTP"
	all := func(level string) map[string]string {
		return map[string]string{sdk: level, framework: level, proto: level, own: level, http: level}
	}
	for name, test := range map[string]struct{ environment, want map[string]string }{
		"nothing asked for":      {nil, all("off")},
		"TF_LOG":                 {map[string]string{"TF_LOG": "DEBUG"}, all("DEBUG")},
		"TF_LOG as JSON":         {map[string]string{"TF_LOG": "JSON"}, all("trace")},
		"of the provider alone":  {map[string]string{"TF_LOG_PROVIDER": "WARN", "TF_LOG": "TRACE"}, all("WARN")},
		"one library":            {map[string]string{framework: "TRACE"}, map[string]string{sdk: "off", framework: "TRACE", proto: "off", own: "off", http: "off"}},
		"all libraries":          {map[string]string{sdk: "INFO"}, map[string]string{sdk: "INFO", framework: "INFO", proto: "INFO", own: "off", http: "off"}},
		"requests alone":         {map[string]string{http: "DEBUG"}, map[string]string{sdk: "off", framework: "off", proto: "off", own: "off", http: "DEBUG"}},
		"the provider's own log": {map[string]string{own: "DEBUG"}, map[string]string{sdk: "off", framework: "off", proto: "off", own: "DEBUG", http: "DEBUG"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			environment := map[string]string{}
			maps.Copy(environment, test.environment)
			err := videoindexerprovider.SetLogLevels(
				func(name string) string { return environment[name] },
				func(name, value string) error { environment[name] = value; return nil },
			)
			if err != nil {
				t.Fatal(err)
			}
			delete(environment, "TF_LOG")
			delete(environment, "TF_LOG_PROVIDER")
			if diff := cmp.Diff(test.want, environment); diff != "" {
				t.Error(diff)
			}
		})
	}
}
