package model

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

var (
	_ basetypes.MapTypable  = opaqueType{}
	_ basetypes.MapValuable = opaque{}
)

// opaqueType is a map of objects that keeps the values of the protocol, which a Raw model reads and
// writes. The framework would convert every field of every entry a dozen times in a plan.
type opaqueType struct {
	attr.Type  // the framework does not visit its elements
	element    attr.Type
	inProtocol tftypes.Type
}

func (t opaqueType) Equal(o attr.Type) bool {
	other, isOpaqueType := o.(opaqueType)
	return isOpaqueType && t.Type.Equal(other.Type)
}

func (t opaqueType) TerraformType(context.Context) tftypes.Type { return t.inProtocol }

func (t opaqueType) ValueType(context.Context) attr.Value { return opaque{typ: t} }

func (t opaqueType) ValueFromTerraform(_ context.Context, from tftypes.Value) (attr.Value, error) {
	return opaque{t, &from}, nil
}

func (t opaqueType) ValueFromMap(
	ctx context.Context, from basetypes.MapValue,
) (basetypes.MapValuable, diag.Diagnostics) {
	value, err := from.ToTerraformValue(ctx)
	if err != nil {
		return opaque{}, diag.Diagnostics{diag.NewErrorDiagnostic("Unable to convert a value", err.Error())}
	}
	return opaque{t, &value}, nil
}

// opaque is a value of an opaqueType. The zero value is null.
type opaque struct {
	typ   opaqueType
	value *tftypes.Value
}

func (v opaque) Type(context.Context) attr.Type { return v.typ }

func (v opaque) IsNull() bool { return v.value == nil || v.value.IsNull() }

func (v opaque) IsUnknown() bool { return v.value != nil && !v.value.IsKnown() }

func (v opaque) Equal(o attr.Value) bool {
	other, isOpaque := o.(opaque)
	switch {
	case !isOpaque:
		return false
	case v.IsNull() || other.IsNull():
		return v.IsNull() == other.IsNull()
	}
	// The framework often compares a value with itself, which the pointers show at once.
	return v.value == other.value || v.value.Equal(*other.value)
}

// String serves the framework's own messages.
func (v opaque) String() string { return "<opaque>" }

func (v opaque) ToTerraformValue(context.Context) (tftypes.Value, error) {
	if v.value == nil {
		return tftypes.NewValue(v.typ.inProtocol, nil), nil
	}
	return *v.value, nil
}

// ToMapValue shows the entries to the framework as unknown when it searches for nested attributes
// to validate or to plan. Resources do both for all entries at once.
func (v opaque) ToMapValue(context.Context) (basetypes.MapValue, diag.Diagnostics) {
	if v.IsNull() {
		return basetypes.NewMapNull(v.typ.element), nil
	}
	return basetypes.NewMapUnknown(v.typ.element), nil
}

// OpaqueMap is a map of nested attributes. Engines see these attributes. The framework does not
// find them when it walks the values of a configuration, plan or state. Therefore it does not
// search each entry for defaults, blocks and write-only fields, and does not mark values as unknown
// that ModifyPlan plans anyway.
type OpaqueMap struct{ schema.MapNestedAttribute }

// NewOpaqueMap returns a map of objects with some attributes.
func NewOpaqueMap(description string, attributes map[string]schema.Attribute) OpaqueMap {
	nested := schema.NestedAttributeObject{Attributes: attributes}
	typ := types.MapType{ElemType: nested.Type()}
	return OpaqueMap{schema.MapNestedAttribute{
		MarkdownDescription: description, NestedObject: nested,
		CustomType: opaqueType{Type: typ, element: nested.Type(), inProtocol: typ.TerraformType(context.Background())},
	}}
}

// ApplyTerraform5AttributePathStep returns, for every entry, a type without attributes. Therefore a
// path into an entry can be neither read nor set.
func (OpaqueMap) ApplyTerraform5AttributePathStep(tftypes.AttributePathStep) (any, error) {
	return types.DynamicType, nil
}

// Hidden is an OpaqueMap that a call hides from the framework: the state that the call writes has
// null instead, because the framework would visit each value of the map six times. The caller then
// puts the map into the response.
type Hidden struct {
	Name  string
	Value tftypes.Value // null as long as nothing is left out
}

type hiddenKey struct{}

// In returns a context for the call.
func (h *Hidden) In(ctx context.Context) context.Context {
	return context.WithValue(ctx, hiddenKey{}, h)
}

// ReadOnlySummary is what the framework says of a configured attribute that only the provider sets.
const ReadOnlySummary = "Invalid Configuration for Read-Only Attribute"

// Validate checks a value of an entry of an OpaqueMap at a path, with the same checks as the
// framework for nested attributes.
func Validate(
	ctx context.Context, config tfsdk.Config, attribute schema.Attribute, argument path.Path, value tftypes.Value,
) (diags diag.Diagnostics) {
	switch {
	case value.IsNull():
		return nil
	case !attribute.IsOptional():
		diags.AddAttributeError(argument, ReadOnlySummary,
			"Cannot set value for this attribute as the provider has marked it as read-only. "+
				"Remove the configuration line setting the value.\n\n"+
				"Refer to the provider documentation or contact the provider developers for additional information "+
				"about configurable and read-only attributes that are supported.")
		return diags
	}
	expression := argument.Expression()
	switch typed := attribute.(type) {
	case schema.NumberAttribute:
		return run(ctx, typed.Validators, validator.Number.ValidateNumber, validator.NumberRequest{
			Path: argument, PathExpression: expression, Config: config,
			ConfigValue: Value[types.Number](types.NumberType, value),
		})
	case schema.StringAttribute:
		return run(ctx, typed.Validators, validator.String.ValidateString, validator.StringRequest{
			Path: argument, PathExpression: expression, Config: config, ConfigValue: ReadString(value),
		})
	case schema.SetAttribute:
		typ := types.SetType{ElemType: types.StringType}
		return run(ctx, typed.Validators, validator.Set.ValidateSet, validator.SetRequest{
			Path: argument, PathExpression: expression, Config: config, ConfigValue: Value[types.Set](typ, value),
		})
	case schema.BoolAttribute:
		// Attributes of these types have no validators.
	default:
		diags.AddAttributeError(argument, "Unable to check a value",
			fmt.Sprintf("The provider does not check a %T. This is a bug in the provider.", attribute))
	}
	return diags
}

// run runs validators of one type, and returns what they report.
func run[Validator, Request any, Response ~struct{ Diagnostics diag.Diagnostics }](
	ctx context.Context, validators []Validator, validate func(Validator, context.Context, Request, *Response),
	request Request,
) (diags diag.Diagnostics) {
	for _, v := range validators {
		var response Response
		validate(v, ctx, request, &response)
		// All responses have the same fields.
		diags.Append(validator.StringResponse(response).Diagnostics...)
	}
	return diags
}
