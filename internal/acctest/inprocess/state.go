package inprocess

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"

	"github.com/hashicorp/terraform-plugin-testing/terraform"
)

// keyed is the end of an address with a key: checks of a state write "a.b[0]" and `a.b["x"]` as "a.b.0" and "a.b.x".
var keyed = regexp.MustCompile(`\["?([^"\]]*)"?\]$`)

// checked is the state as the test framework shows it to checks: every value as a text below a path with dots.
func (d *Directory) checked() *terraform.State {
	resources := map[string]*terraform.ResourceState{}
	for address, o := range d.state {
		resources[keyed.ReplaceAllString(address, ".$1")] = &terraform.ResourceState{Type: o.Kind, Primary: o.instance()}
	}
	return &terraform.State{Modules: []*terraform.ModuleState{{Path: []string{"root"}, Resources: resources}}}
}

func (o *Object) instance() *terraform.InstanceState {
	attributes := map[string]string{}
	value, _ := plain(o.Value)
	flatten(attributes, "", value)
	return &terraform.InstanceState{ID: attributes["id"], Attributes: attributes, Tainted: o.IsTainted}
}

// flatten adds the texts of a value to those of an object. Null is left out.
func flatten(into map[string]string, at string, value any) {
	below := func(name string) string {
		if at == "" {
			return name
		}
		return at + "." + name
	}
	switch value := value.(type) {
	case nil:
	case map[string]any:
		if at != "" {
			into[below("%")] = strconv.Itoa(len(value))
		}
		for name, element := range value {
			flatten(into, below(name), element)
		}
	case []any:
		into[below("#")] = strconv.Itoa(len(value))
		for i, element := range value {
			flatten(into, below(strconv.Itoa(i)), element)
		}
	case json.Number:
		into[at] = value.String()
	default:
		into[at] = fmt.Sprint(value)
	}
}
