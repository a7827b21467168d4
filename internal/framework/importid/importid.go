// Package importid has the names of objects outside of a configuration: the import id, and the
// resource identity of Terraform 1.12 and later.
//
// An import id is the object's own id, in the provider's account, or <location>/<account_id>/<id>.
// If an object needs two ids, a slash joins them. If the last key can be found by the name of its
// object, name:<name> can replace it, up to the end of the import id.
package importid

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Key is one of the ids that name an object inside its account, and the name of its attribute.
type Key struct {
	Name        string
	Description string
	// Check returns what is wrong with a value; "" if it is valid. If Check is nil, the value must
	// be a path segment, and must not look like a name.
	Check func(value string) string
	// ListedAs is the type, without the provider's name, whose data source and list resource show
	// the ids; "" if there is none.
	ListedAs string
	// IsInt32 marks a key that is an int32 in the schema.
	IsInt32 bool
	// Find returns the values of the key for a name of its object, with an extended operation; nil
	// if an import id cannot contain the name.
	Find Finder
}

// Finder returns the ids of the objects with a name. Within has, by name, other values that
// distinguish objects: the preceding keys and, while planning, the other arguments whose change
// replaces an object.
type Finder func(
	ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef,
	within map[string]string, name string,
) (ids []string, err error)

// ByName makes a Finder of a method of the client, for objects of an account.
func ByName(
	find func(*videoindexer.Client, context.Context, videoindexer.AccountRef, string) ([]string, error),
) Finder {
	return func(
		ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef,
		_ map[string]string, name string,
	) ([]string, error) {
		return find(client, ctx, account, name)
	}
}

// invalidSummary is the summary of an import that is refused.
const invalidSummary = "Invalid import"

// namePrefix begins the part of an import id that is a name.
const namePrefix = "name:"

// Keys name an object inside its account, in the order of the import id. If an account has only one
// such object, there are no keys, and the import id is that of the account.
type Keys []Key

// Schema returns the identity of a resource: its account and keys, without derived values.
func (k Keys) Schema() identityschema.Schema {
	attributes := map[string]identityschema.Attribute{
		"location":   identityschema.StringAttribute{OptionalForImport: true, Description: "Region of the account. Default: the provider's location."},
		"account_id": identityschema.StringAttribute{OptionalForImport: true, Description: "Id of the account. Default: the provider's account_id."},
	}
	if len(k) == 0 {
		attributes["account_id"] = identityschema.StringAttribute{
			RequiredForImport: true, Description: "Id of the account.",
		}
	}
	for _, key := range k {
		attributes[key.Name] = identityschema.StringAttribute{RequiredForImport: true, Description: key.Description}
		if key.IsInt32 {
			attributes[key.Name] = identityschema.NumberAttribute{RequiredForImport: true, Description: key.Description}
		}
	}
	return identityschema.Schema{Attributes: attributes}
}

// Publish writes the account and the keys of a state into the identity, if the engine supports
// identities. It completes an identity that a user has given in part.
func (k Keys) Publish(
	ctx context.Context, state tfsdk.State, identity *tfsdk.ResourceIdentity,
) (diags diag.Diagnostics) {
	if identity == nil || state.Raw.IsNull() {
		return nil
	}
	for _, name := range append([]string{"location", "account_id"}, k.Names()...) {
		var value attr.Value
		diags.Append(state.GetAttribute(ctx, path.Root(name), &value)...)
		diags.Append(identity.SetAttribute(ctx, path.Root(name), value)...)
	}
	return diags
}

// Import writes account and keys into the state of an import, from its id or its identity. It
// refuses empty and malformed parts.
func (k Keys) Import(
	ctx context.Context, data *providerdata.Data, req resource.ImportStateRequest, resp *resource.ImportStateResponse,
) {
	fields, values := k.Read(ctx, data, req, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, providerdata.LocationArgument.Path, fields.Location)...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, providerdata.AccountIDArgument.Path, fields.AccountID)...)
	for i, key := range k {
		resp.Diagnostics.Append(key.set(ctx, &resp.State, values[i])...)
	}
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(k.Publish(ctx, resp.State, resp.Identity)...)
	}
}

// Read returns the account and the values of the keys that an import names.
func (k Keys) Read(
	ctx context.Context, data *providerdata.Data, req resource.ImportStateRequest, diags *diag.Diagnostics,
) (fields providerdata.AccountFields, values []string) {
	if !data.RequireConfigured(diags) {
		return fields, nil
	}
	id, name, hasName := k.splitName(req.ID)
	if id != "" {
		fields, values = k.parse(id, req.ID, diags)
	} else {
		fields, values = k.readIdentity(req.Identity, diags)
	}
	if diags.HasError() {
		return fields, nil
	}
	account, isResolved := fields.Resolve(data, diags)
	if isResolved {
		diags.Append(accountErrors(account)...)
	}
	if hasName && !diags.HasError() {
		values[len(k)-1] = k.find(ctx, data, account, values, name, diags)
	}
	return fields, values
}

// canFind reports whether an import id can end with a name instead of the last key.
func (k Keys) canFind() bool { return len(k) > 0 && k[len(k)-1].Find != nil }

// splitName splits an import id that ends with a name into the name, and the id with only the
// prefix in place of the name.
func (k Keys) splitName(id string) (rest, name string, hasName bool) {
	before, name, hasName := strings.Cut("/"+id, "/"+namePrefix)
	if !hasName || !k.canFind() {
		return id, "", false
	}
	return strings.TrimPrefix(before+"/"+namePrefix, "/"), name, true
}

// find returns the value of the last key for the name of its object. Exactly one object must have
// this name.
func (k Keys) find(
	ctx context.Context, data *providerdata.Data, account videoindexer.AccountRef, values []string, name string,
	diags *diag.Diagnostics,
) string {
	key := k[len(k)-1]
	before := k[:len(k)-1]
	within := make(map[string]string)
	for i, outer := range before {
		problem := outer.problemWithAdvice(values[i])
		if problem != "" {
			diags.AddError(invalidSummary, problem)
			return ""
		}
		within[outer.Name] = values[i]
	}
	refusal := data.RequireExtended(path.Empty(), "An import by name")
	if refusal.HasError() {
		diags.Append(refusal...)
		return ""
	}
	kind := strings.ReplaceAll(key.ListedAs, "_", " ")
	subject := apidiag.Subject{Kind: kind, Name: name, Account: account}
	if strings.TrimSpace(name) == "" {
		diags.AddError(invalidSummary, "The name is empty. "+k.expectedText())
		return ""
	}
	client := data.RequireClient(diags)
	ids, err := key.Find(ctx, client, account, within, name)
	switch {
	case err != nil:
		diags.Append(apidiag.Error("look for", subject, err))
	case len(ids) == 1:
		return ids[0]
	case len(ids) == 0:
		problem := fmt.Sprintf("There is no %s.%s", subject, IDSourceText(key.ListedAs))
		diags.AddError(invalidSummary, subject.WithIDs(problem))
	default:
		diags.AddError(invalidSummary, subject.WithIDs(fmt.Sprintf(
			"%d %s are named %q. Import one of them by its id: %s.", len(ids), apidiag.Plural(kind), name, apidiag.List(ids))))
	}
	return ""
}

// idGuideText ends messages about ids, which the base API cannot list.
func idGuideText() string {
	return "\n\nWhere to find ids: " + apidiag.GuideURL("where-values-come-from#ids-of-objects")
}

// IDSourceText says which data source shows the ids of a type, "" for no type.
func IDSourceText(typeName string) string {
	if typeName == "" {
		return ""
	}
	needs := " (with extended_operations)"
	if typeName == "account" {
		needs = ""
	}
	return fmt.Sprintf(" The data source videoindexer_%s shows ids%s.", apidiag.Plural(typeName), needs)
}

// accountErrors says what is wrong with the account of an import, which no validator has checked.
func accountErrors(account videoindexer.AccountRef) diag.Diagnostics {
	var diags diag.Diagnostics
	if !videoindexer.IsGUID(account.ID) {
		problem := fmt.Sprintf("account_id %q is not a GUID.%s", account.ID, IDSourceText("account"))
		diags.AddError(invalidSummary, problem)
	}
	problem := validate.PathSegment().Check(account.Location)
	if problem != "" {
		diags.AddError(invalidSummary, fmt.Sprintf("location %q %s.", account.Location, problem))
	}
	return diags
}

func (key Key) set(ctx context.Context, state *tfsdk.State, value string) (diags diag.Diagnostics) {
	problem := key.problemWithAdvice(value)
	if problem != "" {
		diags.AddError(invalidSummary, problem)
		return diags
	}
	if key.IsInt32 {
		i, _ := number.Parse(value)
		return state.SetAttribute(ctx, path.Root(key.Name), i)
	}
	return state.SetAttribute(ctx, path.Root(key.Name), value)
}

// problemWithAdvice returns the refusal of a value, with what to do about it; "" if the value is
// valid.
func (key Key) problemWithAdvice(value string) string {
	problem := key.problem(value)
	if problem == "" {
		return ""
	}
	byNameHint := ""
	if key.Find != nil {
		byNameHint = " To import by name, write " + namePrefix + "<name>."
	}
	return fmt.Sprintf("%s %s.%s%s%s", key.Name, problem, IDSourceText(key.ListedAs), byNameHint, idGuideText())
}

// problem returns what is wrong with a value, and names the value; "" if the value is valid.
func (key Key) problem(value string) string {
	if key.IsInt32 {
		_, err := number.Parse(value)
		if err != nil {
			return err.Error()
		}
		return ""
	}
	check := key.Check
	if check == nil {
		check = idProblem
	}
	problem := check(value)
	if problem == "" {
		return ""
	}
	return fmt.Sprintf("%q %s", value, problem)
}

// idProblem says what is wrong with an id of any form. Many names have white space, so that a name
// in place of an id is found here.
func idProblem(value string) string {
	problem := validate.PathSegment().Check(value)
	if problem == "" && strings.ContainsFunc(value, unicode.IsSpace) {
		return "contains white space, so it is not an id"
	}
	return problem
}

// parse splits an import id into the account, if it names one, and the keys. whole is the import id
// as the user has written it, for the error.
func (k Keys) parse(
	id, whole string, diags *diag.Diagnostics,
) (fields providerdata.AccountFields, values []string) {
	parts := strings.Split(id, "/")
	// Where the account is the object itself, its id is both <account_id> and <id>.
	mayRepeatID := len(k) == 0 && len(parts) == 3
	if mayRepeatID && strings.EqualFold(parts[1], parts[2]) {
		parts = parts[:2]
	}
	switch {
	case slices.Contains(parts, ""):
		// An empty part stands for no value, wherever it is.
	case len(parts) == len(k)+2:
		fields.Location = types.StringValue(parts[0])
		fields.AccountID = types.StringValue(parts[1])
		return fields, parts[2:]
	case len(parts) == 1 && len(k) == 0:
		fields.AccountID = types.StringValue(id)
		return fields, nil
	case len(parts) == len(k):
		return fields, parts
	}
	diags.AddError("Invalid import id", fmt.Sprintf("%q cannot be read. %s", whole, k.expectedText()))
	return fields, nil
}

// HasIdentity reports whether an import has an identity. Engines send one without values together
// with an empty import id.
func HasIdentity(identity *tfsdk.ResourceIdentity) bool {
	return identity != nil && !identity.Raw.IsFullyNull()
}

// readIdentity reads account and keys from an identity.
func (k Keys) readIdentity(
	identity *tfsdk.ResourceIdentity, diags *diag.Diagnostics,
) (providerdata.AccountFields, []string) {
	if !HasIdentity(identity) {
		diags.AddError("Invalid import id", "It is empty. "+k.expectedText())
		return providerdata.AccountFields{}, nil
	}
	attributes := model.Attributes(identity.Raw)
	return providerdata.AccountFieldsOf(attributes), k.Values(attributes)
}

// Values returns the values of the keys in a plan, state or identity, as texts of an import id: ""
// if a value is null or unknown.
func (k Keys) Values(attributes map[string]tftypes.Value) []string {
	values := make([]string, len(k))
	for i, key := range k {
		values[i] = model.ReadString(attributes[key.Name]).ValueString()
		id := model.Value[types.Number](types.NumberType, attributes[key.Name])
		if nullable.IsSet(id) {
			values[i] = id.ValueBigFloat().Text('f', -1)
		}
	}
	return values
}

// Names returns the names of the attributes of the keys.
func (k Keys) Names() []string {
	names := make([]string, len(k))
	for i, key := range k {
		names[i] = key.Name
	}
	return names
}

// expectedText says what an import id looks like, and where to find the ids.
func (k Keys) expectedText() string {
	if len(k) == 0 {
		return "Expected <account_id>, in the location of the provider's configuration, " +
			"or <location>/<account_id>." + IDSourceText("account")
	}
	placeholders := make([]string, len(k))
	var idSources strings.Builder
	for i, key := range k {
		placeholders[i] = "<" + key.Name + ">"
		idSources.WriteString(IDSourceText(key.ListedAs))
	}
	id := strings.Join(placeholders, "/")
	byNameHint := ""
	if k.canFind() {
		byNameHint = fmt.Sprintf(" %s<name> can stand for %s.", namePrefix, placeholders[len(k)-1])
	}
	return fmt.Sprintf("Expected %s, in the account of the provider's configuration, "+
		"or <location>/<account_id>/%s.%s%s",
		id, id, byNameHint, idSources.String()) + idGuideText()
}

// IsMapKey reports whether engines can write a text as a key of a map in generated configuration.
// They quote the key as Go does. If the key contains the beginning of a template, or needs an
// escape that their language does not have, the whole generated file is invalid.
func IsMapKey(text string) bool {
	isTemplate := strings.Contains(text, "${") || strings.Contains(text, "%{")
	return !isTemplate && !foreignEscape.MatchString(strconv.Quote(text))
}

// foreignEscape finds an escape of Go that the configuration language does not have.
var foreignEscape = regexp.MustCompile(`^"([^\\]|\\[^abfvx])*\\[abfvx]`)
