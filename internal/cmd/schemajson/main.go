// Command schemajson writes the provider's schema to standard output, in the
// format of "terraform providers schema -json", for the documentation generator.
//
// It asks the provider itself rather than an engine: no engine and no network
// are needed, and what the installed engine is too old to know is there all the
// same. Terraform 1.11 exports neither actions nor list resources.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
)

// providerKey is one of the two names that tfplugindocs looks for.
const providerKey = "videoindexer"

func main() {
	server := providerserver.NewProtocol6(provider.New("dev")())()
	if err := export(context.Background(), server, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// export writes the server's schemas to w.
func export(ctx context.Context, server tfprotov6.ProviderServer, w io.Writer) error {
	schemas, err := server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err := failure(err, schemas.Diagnostics); err != nil {
		return fmt.Errorf("asking for the provider's schemas: %w", err)
	}
	identities, err := server.GetResourceIdentitySchemas(ctx, &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err := failure(err, identities.Diagnostics); err != nil {
		return fmt.Errorf("asking for the provider's identity schemas: %w", err)
	}

	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(object{
		"format_version": "1.0",
		"provider_schemas": object{providerKey: of(object{
			"provider":                   schemaOf(schemas.Provider),
			"resource_schemas":           each(schemas.ResourceSchemas, schemaOf),
			"data_source_schemas":        each(schemas.DataSourceSchemas, schemaOf),
			"ephemeral_resource_schemas": each(schemas.EphemeralResourceSchemas, schemaOf),
			"list_resource_schemas":      each(schemas.ListResourceSchemas, schemaOf),
			"action_schemas":             each(schemas.ActionSchemas, actionOf),
			"functions":                  each(schemas.Functions, functionOf),
			"resource_identity_schemas":  each(identities.IdentitySchemas, identityOf),
		})},
	})
}

// failure returns err, or the diagnostics that are errors, or nil.
func failure(err error, diagnostics []*tfprotov6.Diagnostic) error {
	for _, d := range diagnostics {
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			err = errors.Join(err, fmt.Errorf("%s: %s", d.Summary, d.Detail))
		}
	}
	return err
}
