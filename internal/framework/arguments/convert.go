package arguments

import (
	"reflect"

	actionschema "github.com/hashicorp/terraform-plugin-framework/action/schema"
	dataschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	ephemeralschema "github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

// DataSourceAttributes converts attributes of a managed resource into those of a data source.
func DataSourceAttributes(attributes map[string]schema.Attribute) map[string]dataschema.Attribute {
	return converted[dataschema.Attribute](attributes,
		dataschema.StringAttribute{}, dataschema.BoolAttribute{}, dataschema.NumberAttribute{},
		dataschema.Int64Attribute{}, dataschema.Float64Attribute{},
		dataschema.SetAttribute{}, dataschema.MapAttribute{}, dataschema.ListNestedAttribute{},
		dataschema.SingleNestedAttribute{})
}

// EphemeralAttributes converts attributes of a managed resource into those of an ephemeral
// resource.
func EphemeralAttributes(attributes map[string]schema.Attribute) map[string]ephemeralschema.Attribute {
	return converted[ephemeralschema.Attribute](
		attributes, ephemeralschema.StringAttribute{}, ephemeralschema.BoolAttribute{},
	)
}

// ActionAttributes converts attributes of a managed resource into arguments of an action.
func ActionAttributes(attributes map[string]schema.Attribute) map[string]actionschema.Attribute {
	return converted[actionschema.Attribute](attributes,
		actionschema.StringAttribute{}, actionschema.BoolAttribute{}, actionschema.NumberAttribute{},
		actionschema.Float64Attribute{},
		actionschema.SetAttribute{}, actionschema.SingleNestedAttribute{})
}

// ListAttributes converts attributes of a managed resource into arguments of a list.
func ListAttributes(attributes map[string]schema.Attribute) map[string]listschema.Attribute {
	return converted[listschema.Attribute](attributes, listschema.StringAttribute{}, listschema.BoolAttribute{})
}

// converted converts attributes of a managed resource into those of another schema, whose types
// have the same names. of are the types that occur.
//
// An attribute of another type becomes nil, so that no engine gets a schema that lacks it.
func converted[A any](attributes map[string]schema.Attribute, of ...A) map[string]A {
	all := make(map[string]A, len(attributes))
	for name, attribute := range attributes {
		var none A
		all[name] = none
		from := reflect.ValueOf(attribute)
		for _, typ := range of {
			to := reflect.New(reflect.TypeOf(typ)).Elem()
			if to.Type().Name() == from.Type().Name() {
				copyFields(to, from, of)
				all[name], _ = reflect.TypeAssert[A](to)
			}
		}
	}
	return all
}

// copyFields sets the fields that two attributes have in common. What only those of managed
// resources have, such as plan modifiers, is left out.
func copyFields[A any](to, from reflect.Value, of []A) {
	for i := range to.NumField() {
		value := from.FieldByName(to.Type().Field(i).Name)
		if !value.IsValid() {
			continue
		}
		switch {
		case value.Type() == reflect.TypeFor[map[string]schema.Attribute]():
			nested, _ := reflect.TypeAssert[map[string]schema.Attribute](value)
			to.Field(i).Set(reflect.ValueOf(converted(nested, of...)))
		case value.Type() == reflect.TypeFor[schema.NestedAttributeObject]():
			copyFields(to.Field(i), value, of)
		default:
			to.Field(i).Set(value)
		}
	}
}
