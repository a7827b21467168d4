package providerdata_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

const (
	one   = "2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b"
	other = "7D9E6F10-1111-4222-8333-444455556666"
)

// TestPlanAccount plans account_id from what is configured, what the provider defaults to, and what
// the state has. "?" stands for unknown and "" for null.
func TestPlanAccount(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		configured, fallback string
		prior                string // "" is a create
		planned              string
		replaces             bool
		elsewhere            string // the default, where the state has another account
		err                  string
	}{
		"create with the default":                    {fallback: one, planned: one},
		"create with its own":                        {configured: other, fallback: one, planned: other},
		"create, default unknown":                    {fallback: "?", planned: "?"},
		"create, own unknown":                        {configured: "?", fallback: one, planned: "?"},
		"create without any":                         {err: "VIDEOINDEXER_ACCOUNT_ID"},
		"update with the same default":               {fallback: one, prior: one, planned: one},
		"update, default moved":                      {fallback: other, prior: one, planned: one, elsewhere: other},
		"update, default in another case":            {fallback: strings.ToUpper(one), prior: one, planned: one},
		"update, default unknown: stays where it is": {fallback: "?", prior: one, planned: one},
		"update, default gone: stays where it is":    {prior: one, planned: one},
		"update, own moved":                          {configured: other, fallback: one, prior: one, planned: other, replaces: true},
		"update, own in another case":                {configured: strings.ToUpper(one), prior: one, planned: one},
		"update, own unknown":                        {configured: "?", prior: one, planned: "?", replaces: true},
	}
	wantPlanned := func(t *testing.T, name, location string) {
		test := tests[name]
		ctx := t.Context()
		s := schema.Schema{Attributes: providerdata.ResourceAttributes(map[string]schema.Attribute{})}
		object := func(location, account string) tftypes.Value {
			accountID, err := text(account).ToTerraformValue(ctx)
			check.MustSucceed(t, err, "the account %q", account)
			return tftypes.NewValue(s.Type().TerraformType(ctx), map[string]tftypes.Value{
				"location": tftypes.NewValue(tftypes.String, location), "account_id": accountID,
			})
		}
		state := tfsdk.State{Schema: s, Raw: tftypes.NewValue(s.Type().TerraformType(ctx), nil)}
		if test.prior != "" {
			state.Raw = object("trial", test.prior)
		}
		req := resource.ModifyPlanRequest{
			Config: tfsdk.Config{Schema: s, Raw: object(location, test.configured)}, State: state,
			Plan: tfsdk.Plan{Schema: s, Raw: object(location, test.configured)},
		}
		resp := resource.ModifyPlanResponse{Plan: req.Plan}
		data := providerdata.NewData(nil, nil, types.StringNull(), text(test.fallback))
		account := data.PlanAccount(req, &resp)

		check.Equal(t, test.elsewhere, account.OtherDefault.ID, "in %s: the default elsewhere", location)
		if test.err != "" {
			if !resp.Diagnostics.HasError() || !strings.Contains(resp.Diagnostics[0].Detail(), test.err) {
				t.Errorf("in %s: want an error that has %q. Got: %v", location, test.err, resp.Diagnostics)
			}
			return
		}
		if resp.Diagnostics.HasError() {
			t.Fatalf("in %s: want no errors. Got: %v", location, resp.Diagnostics)
		}
		var planned types.String
		resp.Plan.GetAttribute(ctx, path.Root("account_id"), &planned)
		check.Equal(t, text(test.planned), planned, "in %s: account_id", location)
		check.Equal(t, test.replaces, len(resp.RequiresReplace) > 0, "in %s: it replaces", location)
	}
	for name := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wantPlanned(t, name, "trial")
			wantPlanned(t, name, "TRIAL") // which changes its letter case alone
		})
	}
}

// TestAccount prefers the account of the arguments to that of the provider block, and reports that
// neither is there.
func TestAccount(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		own, fallback string
		want          string
		err           string
	}{
		"its own":            {own: one, fallback: other, want: one},
		"the default":        {fallback: one, want: one},
		"planned as unknown": {own: "?", fallback: one, want: one},
		"default unknown":    {fallback: "?", err: "known only after apply"},
		"none":               {err: "VIDEOINDEXER_ACCOUNT_ID"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := providerdata.NewData(nil, []string{"endpoint"}, types.StringValue("trial"), text(test.fallback))
			fields := providerdata.AccountFields{Location: types.StringNull(), AccountID: text(test.own)}
			var diags diag.Diagnostics
			account, ok := fields.Resolve(data, &diags)
			if test.err != "" {
				if ok || !strings.Contains(fmt.Sprint(diags), test.err) {
					t.Errorf("resolved to %+v, want the error %q. Got: %v", account, test.err, diags)
				}
				return
			}
			check.Equal(t, true, ok, "it is resolved, with %v", diags)
			check.Equal(t, (videoindexer.AccountRef{Location: "trial", ID: test.want}), account, "resolved to")
			filled := fields.Location.ValueString() + "/" + fields.AccountID.ValueString()
			check.Equal(t, "trial/"+test.want, filled, "the fields are filled in as")
			client := data.RequireClient(&diags)
			if client != nil || !strings.Contains(fmt.Sprint(diags), `"endpoint"`) {
				t.Errorf("the client is %v, want none and an error about the endpoint. Got: %v", client, diags)
			}
		})
	}
}

func text(value string) types.String {
	switch value {
	case "":
		return types.StringNull()
	case "?":
		return types.StringUnknown()
	}
	return types.StringValue(value)
}
