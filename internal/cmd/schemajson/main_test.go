package main

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
)

func TestExportHasEverythingTheProviderOffers(t *testing.T) {
	t.Parallel()
	server := providerserver.NewProtocol6(provider.New("test")())()

	var out bytes.Buffer
	if err := export(t.Context(), server, &out); err != nil {
		t.Fatal(err)
	}

	var got document
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	exported := got.Providers[providerKey]
	want, err := server.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string][2]int{
		"provider arguments":  {len(exported.Provider.Block.Attributes), len(want.Provider.Block.Attributes)},
		"resources":           {len(exported.Resources), len(want.ResourceSchemas)},
		"data sources":        {len(exported.DataSources), len(want.DataSourceSchemas)},
		"ephemeral resources": {len(exported.EphemeralResources), len(want.EphemeralResourceSchemas)},
		"list resources":      {len(exported.ListResources), len(want.ListResourceSchemas)},
		"actions":             {len(exported.Actions), len(want.ActionSchemas)},
		"functions":           {len(exported.Functions), len(want.Functions)},
	}
	for what, count := range counts {
		if count[0] != count[1] {
			t.Errorf("exported %d %s, the provider has %d", count[0], what, count[1])
		}
	}
	if len(exported.Resources) == 0 || len(exported.Identities) == 0 {
		t.Errorf("exported %d resources and %d identities, want some of both", len(exported.Resources), len(exported.Identities))
	}
}

func TestTypesAreSpelledAsEnginesDo(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		in   tftypes.Type
		want string
	}{
		"string":  {tftypes.String, `"string"`},
		"number":  {tftypes.Number, `"number"`},
		"bool":    {tftypes.Bool, `"bool"`},
		"dynamic": {tftypes.DynamicPseudoType, `"dynamic"`},
		"list":    {tftypes.List{ElementType: tftypes.String}, `["list","string"]`},
		"set":     {tftypes.Set{ElementType: tftypes.Number}, `["set","number"]`},
		"map":     {tftypes.Map{ElementType: tftypes.Bool}, `["map","bool"]`},
		"tuple":   {tftypes.Tuple{ElementTypes: []tftypes.Type{tftypes.String, tftypes.Bool}}, `["tuple",["string","bool"]]`},
		"list of objects": {
			tftypes.List{ElementType: tftypes.Object{AttributeTypes: map[string]tftypes.Type{
				"start": tftypes.String,
				"range": tftypes.Map{ElementType: tftypes.Number},
			}}},
			`["list",["object",{"range":["map","number"],"start":"string"}]]`,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, string(typeOf(test.in))); diff != "" {
				t.Errorf("type (-want +got):\n%s", diff)
			}
		})
	}
}
