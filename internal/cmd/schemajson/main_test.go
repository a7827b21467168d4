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

	var got struct {
		Providers map[string]map[string]map[string]any `json:"provider_schemas"`
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	exported := got.Providers[providerKey]
	want, err := server.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	block, _ := exported["provider"]["block"].(map[string]any)
	arguments, _ := block["attributes"].(map[string]any)
	counts := map[string][2]int{
		"provider arguments":  {len(arguments), len(want.Provider.Block.Attributes)},
		"resources":           {len(exported["resource_schemas"]), len(want.ResourceSchemas)},
		"data sources":        {len(exported["data_source_schemas"]), len(want.DataSourceSchemas)},
		"ephemeral resources": {len(exported["ephemeral_resource_schemas"]), len(want.EphemeralResourceSchemas)},
		"list resources":      {len(exported["list_resource_schemas"]), len(want.ListResourceSchemas)},
		"actions":             {len(exported["action_schemas"]), len(want.ActionSchemas)},
		"functions":           {len(exported["functions"]), len(want.Functions)},
		"identities":          {len(exported["resource_identity_schemas"]), len(want.ResourceSchemas)},
	}
	for what, count := range counts {
		if count[0] != count[1] {
			t.Errorf("exported %d %s, the provider has %d", count[0], what, count[1])
		}
	}
	if len(want.ResourceSchemas) == 0 {
		t.Error("the provider has no resources")
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
			exported, err := json.Marshal(attributesOf([]*tfprotov6.SchemaAttribute{{Name: "it", Type: test.in}}))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(`{"it":{"description_kind":"plain","type":`+test.want+`}}`, string(exported)); diff != "" {
				t.Errorf("type (-want +got):\n%s", diff)
			}
		})
	}
}
