package importid_test

import (
	"context"
	"math/big"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

const account = "2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b"

var (
	oneInt  = importid.Keys{{Name: "brand_id", IsInt32: true}}
	pair    = importid.Keys{{Name: "video_id"}, {Name: "language"}}
	guid    = importid.Keys{{Name: "model_id", Check: validate.GUID().Check}}
	nothing = importid.Keys{}
	found   = importid.Keys{{Name: "model_id"}, {Name: "thing_id", Find: importid.ByName((*videoindexer.Client).FindBrands)}}
)

// TestImport reads import ids of every form; want joins location, account and keys with spaces.
func TestImport(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		keys       importid.Keys
		id         string
		want, fail string
	}{
		"bare number":               {oneInt, "42", "trial " + account + " 42", ""},
		"full number":               {oneInt, "westus2/" + account + "/42", "westus2 " + account + " 42", ""},
		"bare pair":                 {pair, "v1/en-US", "trial " + account + " v1 en-US", ""},
		"full pair":                 {pair, "westus2/" + account + "/v1/en-US", "westus2 " + account + " v1 en-US", ""},
		"the account alone":         {nothing, account, "trial " + account, ""},
		"location and account":      {nothing, "westus2/" + account, "westus2 " + account, ""},
		"the account as its own id": {nothing, "westus2/" + account + "/" + account, "westus2 " + account, ""},
		"its own id in capitals":    {nothing, "westus2/" + account + "/" + strings.ToUpper(account), "westus2 " + account, ""},
		"another account's id":      {nothing, "westus2/" + account + "/7d9e6f10-1111-4222-8333-444455556666", "", "cannot be read"},
		"an empty part":             {oneInt, "westus2//42", "", "cannot be read"},
		"nothing":                   {oneInt, "", "", "It is empty. Expected <brand_id>, in the account"},
		"nothing for an account":    {nothing, "", "", "It is empty. Expected <account_id>, in the location"},
		"a name alone":              {found, "name:a b", "", `"name:a b" cannot be read. Expected <model_id>/<thing_id>`},
		"a name without its prefix": {found, account + "/a b", "", "To import by name, write name:<name>."},
		"too few parts":             {pair, "v1", "", "Expected <video_id>/<language>"},
		"too many parts":            {oneInt, "a/b/c/42", "", "cannot be read"},
		"no number":                 {oneInt, "brand", "", "is not a whole number"},
		"a number out of range":     {oneInt, "2147483648", "", "is not a whole number"},
		"no GUID":                   {guid, "model", "", `model_id "model" is not a GUID`},
		"an account without a GUID": {oneInt, "westus2/mine/42", "", `account_id "mine" is not a GUID`},
		"a location that is a path": {oneInt, "../" + account + "/42", "", `location ".." is not an identifier`},
		"in capitals":               {oneInt, "WESTUS2/" + strings.ToUpper(account) + "/42", "WESTUS2 " + strings.ToUpper(account) + " 42", ""},
		"a key of two segments":     {pair, `v\1/en-US`, "", `contains a slash`},
		"a key that cannot be seen": {pair, "v\x7f1/en-US", "", "contains a control character"},
		"a key that breaks a line":  {pair, "v\n1/en-US", "", "contains a control character"},
		"a key that is a path":      {pair, "../en-US", "", `video_id ".." is not an identifier`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := context.Background()
			attributes := map[string]schema.Attribute{}
			for _, key := range test.keys {
				if key.IsInt32 {
					attributes[key.Name] = schema.NumberAttribute{Required: true}
				} else {
					attributes[key.Name] = schema.StringAttribute{Required: true}
				}
			}
			s := schema.Schema{Attributes: providerdata.ResourceAttributes(attributes)}
			state := tfsdk.State{Schema: s, Raw: tftypes.NewValue(s.Type().TerraformType(ctx), nil)}
			resp := resource.ImportStateResponse{State: state}
			client, err := videoindexer.New(videoindexer.Config{Endpoint: "http://localhost", SubscriptionKey: "key"})
			check.MustSucceed(t, err, "the client")
			data := providerdata.NewData(client, nil, types.StringValue("trial"), types.StringValue(account))
			identity := tfsdk.ResourceIdentity{Schema: test.keys.Schema()}
			identity.Raw = tftypes.NewValue(identity.Schema.Type().TerraformType(ctx), nil)
			test.keys.Import(ctx, data, resource.ImportStateRequest{ID: test.id, Identity: &identity}, &resp)
			if test.fail != "" {
				if !resp.Diagnostics.HasError() || !strings.Contains(resp.Diagnostics[0].Detail(), test.fail) {
					t.Errorf("import of %q: want an error that has %q. Got: %v", test.id, test.fail, resp.Diagnostics)
				}
				return
			}
			if resp.Diagnostics.HasError() {
				t.Fatalf("import of %q: want no errors. Got: %v", test.id, resp.Diagnostics)
			}
			var imported map[string]tftypes.Value
			err = resp.State.Raw.As(&imported)
			check.MustSucceed(t, err, "import of %q: the object of the state %s", test.id, resp.State.Raw)
			names := []string{"location", "account_id"}
			for _, key := range test.keys {
				names = append(names, key.Name)
			}
			for i, name := range names {
				var text string
				var number big.Float
				if imported[name].As(&text) != nil && imported[name].As(&number) == nil {
					text = number.Text('f', -1)
				}
				names[i] = text
			}
			check.Equal(t, test.want, strings.Join(names, " "), "%q is imported as", test.id)
		})
	}
}

// TestIsMapKey knows the texts that engines cannot write as keys of maps. (A test of
// internal/examples has an engine write many more.)
func TestIsMapKey(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Velora": true, `"5" \ wheels`: true, "two\nlines": true, "$5 {a}": true, "100%": true, "名前": true, "": true, "a\\x41": true, "\u00a0\u202e": true,
		"a${b}": false, "%{if true}x%{endif}": false, "$${a}": false, "bell\a": false, "\\\x7f": false,
	} {
		check.Equal(t, want, importid.IsMapKey(text), "%q is a key", text)
	}
}
