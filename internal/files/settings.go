package files

import "go.yaml.in/yaml/v4"

// BrandsModelSettings are the brand settings.
type BrandsModelSettings struct {
	Enabled    bool `tfsdk:"enabled"`
	UseBuiltIn bool `tfsdk:"use_built_in"`
}

// ParseBrandsModelSettings reads the brand settings. Both are required.
func ParseBrandsModelSettings(content string) (BrandsModelSettings, error) {
	var mistakes mistakeList
	root, hasValue := readDocument(content, "write enabled: true or false, and use_built_in: true or false", &mistakes)
	if !hasValue {
		return BrandsModelSettings{}, mistakes.err()
	}
	flags := make(map[string]*bool)
	readFlagOf := func(name string) fieldReader {
		return fieldReader{name, func(v value) { flags[name] = v.flag() }}
	}
	root.readFields("the file", readFlagOf("enabled"), readFlagOf("use_built_in"))
	for _, name := range []string{"enabled", "use_built_in"} {
		if flags[name] == nil && root.node.Kind == yaml.MappingNode {
			root.noteProblem("%s is missing; write %s: true or %s: false", name, name, name)
		}
	}
	err := mistakes.err()
	if err != nil {
		return BrandsModelSettings{}, err
	}
	return BrandsModelSettings{*flags["enabled"], *flags["use_built_in"]}, nil
}
