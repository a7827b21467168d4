package main

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

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
