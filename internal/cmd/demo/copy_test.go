package main

import (
	"fmt"
	"strings"
	"testing"
)

// stateOf is what the service reports of three accounts, each with a brand and a person.
func stateOf(brands, persons [3]string) []byte {
	var accounts []string
	for i := range 3 {
		accounts = append(accounts, fmt.Sprintf(`{"id": "%d", "brands": [{"id": %d, "name": %q}],
			"languageModels": [{"id": "m%d", "name": "Talk", "language": "en-GB", "files": [{"name": "a.txt", "sha256": "1"}]}, {"name": "emptied", "files": []}],
			"personModels": [{"name": "Presenters", "persons": [%q]}]}`, i, 1000+i, brands[i], i, persons[i]))
	}
	return []byte(`{"accounts": [` + strings.Join(accounts, ",") + `]}`)
}

func TestCopyIsCompared(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		state []byte
		want  string
	}{
		"the same":      {stateOf([3]string{"Velora", "Halden", "Velora"}, [3]string{"Ada", "Ada", "Ada"}), ""},
		"another brand": {stateOf([3]string{"Velora", "Velora", "Halden"}, [3]string{"Ada", "Ada", "Ada"}), "brand {Velora"},
		"no person":     {stateOf([3]string{"Velora", "Velora", "Velora"}, [3]string{"Ada", "Ada", "Ben"}), "person Presenters"},
		"two accounts":  {[]byte(`{"accounts": [{}, {}]}`), "2 accounts"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			held, err := customizations(test.state)
			if err != nil {
				t.Fatal(err)
			}
			err = isCopied(held)
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
	if _, err := customizations([]byte(`[`)); err == nil {
		t.Error("an answer that cannot be read is no error")
	}
}
