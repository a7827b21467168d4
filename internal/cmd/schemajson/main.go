// Command schemajson writes the provider's schema to standard output, in the format of "terraform
// providers schema -json", for the documentation generator.
//
// It starts the provider itself rather than an engine. So it needs neither an engine nor a network,
// and exports features that the installed engine does not know. Terraform 1.11 exports neither
// actions nor list resources.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
)

// providerKey is one of the two provider names that tfplugindocs accepts.
const providerKey = "videoindexer"

func main() {
	server := providerserver.NewProtocol6(provider.New("dev")())()
	err := export(context.Background(), server, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// export writes the server's schemas to w.
func export(ctx context.Context, server tfprotov6.ProviderServer, out io.Writer) error {
	schemas, err := server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return fmt.Errorf("asking for the provider's schemas: %w", err)
	}
	identities, err := server.GetResourceIdentitySchemas(ctx, &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		return fmt.Errorf("asking for the provider's identity schemas: %w", err)
	}
	for _, d := range append(schemas.Diagnostics, identities.Diagnostics...) {
		err = errors.Join(err, fmt.Errorf("%s: %s", d.Summary, d.Detail))
	}
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(tfjson.ProviderSchemas{FormatVersion: "1.0", Schemas: map[string]*tfjson.ProviderSchema{providerKey: {
		ConfigSchema:             schemaOf(schemas.Provider),
		ResourceSchemas:          each(schemas.ResourceSchemas, schemaOf),
		DataSourceSchemas:        each(schemas.DataSourceSchemas, schemaOf),
		EphemeralResourceSchemas: each(schemas.EphemeralResourceSchemas, schemaOf),
		ListResourceSchemas:      each(schemas.ListResourceSchemas, schemaOf),
		ActionSchemas:            each(schemas.ActionSchemas, actionOf),
		Functions:                each(schemas.Functions, functionOf),
		ResourceIdentitySchemas:  each(identities.IdentitySchemas, identityOf),
	}}})
}

// each applies convert to every value of m.
func each[From, To any](m map[string]From, convert func(From) To) map[string]To {
	converted := map[string]To{}
	for name, value := range m {
		converted[name] = convert(value)
	}
	return converted
}

func schemaOf(s *tfprotov6.Schema) *tfjson.Schema {
	return &tfjson.Schema{Version: uint64(s.Version), Block: blockOf(s.Block)} //nolint:gosec // never below 0
}

func actionOf(a *tfprotov6.ActionSchema) *tfjson.ActionSchema {
	return &tfjson.ActionSchema{Block: blockOf(a.Schema.Block)}
}

func blockOf(b *tfprotov6.SchemaBlock) *tfjson.SchemaBlock {
	blocks := map[string]*tfjson.SchemaBlockType{}
	for _, nested := range b.BlockTypes {
		blocks[nested.TypeName] = &tfjson.SchemaBlockType{
			NestingMode: mode(nested.Nesting), Block: blockOf(nested.Block),
		}
	}
	return &tfjson.SchemaBlock{
		Attributes: attributesOf(b.Attributes), NestedBlocks: blocks, Description: b.Description,
		Deprecated: b.Deprecated,
	}
}

func attributesOf(attributes []*tfprotov6.SchemaAttribute) map[string]*tfjson.SchemaAttribute {
	converted := map[string]*tfjson.SchemaAttribute{}
	for _, from := range attributes {
		attribute := &tfjson.SchemaAttribute{
			Description: from.Description, Deprecated: from.Deprecated,
			Required: from.Required, Optional: from.Optional, Computed: from.Computed,
			Sensitive: from.Sensitive, WriteOnly: from.WriteOnly,
		}
		if from.NestedType != nil {
			attribute.AttributeNestedType = &tfjson.SchemaNestedAttributeType{
				Attributes: attributesOf(from.NestedType.Attributes), NestingMode: mode(from.NestedType.Nesting),
			}
		} else {
			attribute.AttributeType = inprocess.TypeOf(from.Type)
		}
		converted[from.Name] = attribute
	}
	return converted
}

func functionOf(f *tfprotov6.Function) *tfjson.FunctionSignature {
	function := &tfjson.FunctionSignature{
		Description: f.Description, Summary: f.Summary, DeprecationMessage: f.DeprecationMessage,
		ReturnType: inprocess.TypeOf(f.Return.Type),
	}
	for _, p := range f.Parameters {
		function.Parameters = append(function.Parameters, parameterOf(p))
	}
	if f.VariadicParameter != nil {
		function.VariadicParameter = parameterOf(f.VariadicParameter)
	}
	return function
}

func parameterOf(p *tfprotov6.FunctionParameter) *tfjson.FunctionParameter {
	return &tfjson.FunctionParameter{
		Name: p.Name, Description: p.Description, IsNullable: p.AllowNullValue, Type: inprocess.TypeOf(p.Type),
	}
}

func identityOf(s *tfprotov6.ResourceIdentitySchema) *tfjson.IdentitySchema {
	attributes := map[string]*tfjson.IdentityAttribute{}
	for _, a := range s.IdentityAttributes {
		attributes[a.Name] = &tfjson.IdentityAttribute{
			IdentityType: inprocess.TypeOf(a.Type), Description: a.Description,
			RequiredForImport: a.RequiredForImport, OptionalForImport: a.OptionalForImport,
		}
	}
	return &tfjson.IdentitySchema{Version: uint64(s.Version), Attributes: attributes} //nolint:gosec // never below 0
}

// mode returns the nesting mode of a block or a nested attribute, as engines spell it.
func mode(nesting fmt.Stringer) tfjson.SchemaNestingMode {
	return tfjson.SchemaNestingMode(strings.ToLower(nesting.String()))
}
