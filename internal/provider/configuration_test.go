package provider_test

import (
	"context"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	videoindexerprovider "github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
)

const (
	testEndpoint = "https://api.example.com/base/"
	testAccount  = "2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b"
	testKey      = "key-from-a-profile"
)

// unknown stands for a value that is not known while planning.
var unknown = struct{}{}

// arguments are a provider block: strings, numbers, lists of strings, or unknown.
type arguments map[string]any

// TestConfigure walks through every way the provider can be configured. It sets environment
// variables, and so cannot run in parallel with other tests.
func TestConfigure(t *testing.T) {
	full := func(changes arguments) arguments {
		a := arguments{"endpoint": testEndpoint, "location": "trial", "account_id": testAccount, "subscription_key": testKey}
		for name, value := range changes {
			if value == nil {
				delete(a, name)
			} else {
				a[name] = value
			}
		}
		return a
	}
	tests := map[string]struct {
		arguments   arguments
		environment map[string]string
		// errors and warnings must each be found in the text of one diagnostic; none are expected
		// where the list is empty.
		errors   []string
		warnings []string
		// known reports whether the provider has a client afterwards.
		known    bool
		extended bool   // whether it may use extended operations
		account  string // of the default account; checked where set
		deferral bool
	}{
		"arguments alone": {arguments: full(nil), known: true, account: testAccount},
		"variables alone": {
			arguments: arguments{},
			environment: map[string]string{
				"VIDEOINDEXER_ENDPOINT": testEndpoint, "VIDEOINDEXER_LOCATION": "trial", "VIDEOINDEXER_ACCOUNT_ID": testAccount,
				"VIDEOINDEXER_SUBSCRIPTION_KEY": testKey, "VIDEOINDEXER_MAX_RETRIES": "3", "VIDEOINDEXER_REQUEST_TIMEOUT": "90s",
				"VIDEOINDEXER_REQUESTS_PER_MINUTE": "100", "VIDEOINDEXER_EXTENDED_OPERATIONS": "true",
			},
			known: true, account: testAccount, extended: true,
		},
		"an argument wins over its variable": {
			arguments:   full(nil),
			environment: map[string]string{"VIDEOINDEXER_ACCOUNT_ID": "00000000-0000-0000-0000-000000000000", "VIDEOINDEXER_ENDPOINT": "nonsense"},
			known:       true, account: testAccount,
		},
		"an access token in place of a key": {arguments: full(arguments{"subscription_key": nil, "access_token": "a-token"}), known: true},
		"an access token by variable": {
			arguments:   full(arguments{"subscription_key": nil}),
			environment: map[string]string{"VIDEOINDEXER_ACCESS_TOKEN": "a-token"},
			known:       true,
		},
		"an access token in another spelling": {arguments: full(arguments{"access_token": "Bearer \"a-token\"\n"}), known: true},
		"an access token that is none": {
			arguments: full(arguments{"access_token": `{"accessToken":"a-token"}`}),
			errors:    []string{"the access token cannot be used: this is not a token, but an object"},
		},
		"a program in place of a key": {arguments: full(arguments{"subscription_key": nil, "access_token_command": []any{"get-token"}}), known: true},
		"a program, whatever the variable of a token": {
			arguments:   full(arguments{"access_token_command": []any{"get-token", ""}}),
			environment: map[string]string{"VIDEOINDEXER_ACCESS_TOKEN": "a b"}, known: true,
		},
		"a program beside a token": {
			arguments: full(arguments{"access_token_command": []any{"get-token"}, "access_token": "a-token"}),
			errors:    []string{`"access_token" cannot be specified when "access_token_command" is specified`},
		},
		"no program":                         {arguments: full(arguments{"access_token_command": []any{}}), errors: []string{"access_token_command list must contain at least 1 elements"}},
		"an empty program":                   {arguments: full(arguments{"access_token_command": []any{" ", "a"}}), errors: []string{`The first element of "access_token_command" is empty`}},
		"an unknown program":                 {arguments: full(arguments{"subscription_key": nil, "access_token_command": unknown})},
		"a program with an unknown argument": {arguments: full(arguments{"access_token_command": []any{"get-token", unknown}})},
		"no default account is no error":     {arguments: full(arguments{"account_id": nil, "location": nil}), known: true},
		"neither key nor token": {
			arguments: full(arguments{"subscription_key": nil}),
			errors:    []string{"subscription_key (VIDEOINDEXER_SUBSCRIPTION_KEY), or access_token (VIDEOINDEXER_ACCESS_TOKEN)"},
		},
		"nothing at all: one error names both": {
			arguments: arguments{},
			errors:    []string{"endpoint (VIDEOINDEXER_ENDPOINT)"},
		},
		"an empty key": {
			arguments: full(arguments{"subscription_key": ""}),
			errors:    []string{`"subscription_key" is set to an empty value`},
		},
		"a key that no header can carry": {
			arguments: full(arguments{"subscription_key": "two words"}),
			errors:    []string{"Correct the provider's configuration: the subscription key contains a space"},
		},
		"an endpoint that is no URL":    {arguments: full(arguments{"endpoint": "api.example.com"}), errors: []string{`endpoint "api.example.com" does not begin with http`}},
		"an endpoint with a password":   {arguments: full(arguments{"endpoint": "https://me:secret@api.example.com"}), errors: []string{`"https://(hidden)@api.example.com" contains a user name or password`}},
		"a variable with a password":    {arguments: full(arguments{"endpoint": nil}), environment: map[string]string{"VIDEOINDEXER_ENDPOINT": "https://me:sec/ret@api.example.com"}, errors: []string{`is "https://(hidden)@api.example.com", which`}},
		"an endpoint with a query":      {arguments: full(arguments{"endpoint": "https://api.example.com/a?code=secret"}), errors: []string{`endpoint "https://api.example.com/a?(hidden)" has a query or fragment`}},
		"a variable with a query":       {arguments: full(arguments{"endpoint": nil}), environment: map[string]string{"VIDEOINDEXER_ENDPOINT": "https://api.example.com/a?code=secret"}, errors: []string{`VIDEOINDEXER_ENDPOINT is "https://api.example.com/a?(hidden)", which has a query or fragment`}},
		"an account that is no GUID":    {arguments: full(arguments{"account_id": "my-account"}), errors: []string{"account_id \"my-account\" is not a GUID"}},
		"a location with a slash":       {arguments: full(arguments{"location": "a/b"}), errors: []string{`location "a/b" contains a slash`}},
		"a timeout that is no duration": {arguments: full(arguments{"request_timeout": "60"}), errors: []string{`request_timeout "60" is not a duration; write "60s"`}},
		"a negative number of retries":  {arguments: full(arguments{"max_retries": -1}), errors: []string{"max_retries must be a whole number from 0"}},
		"a ceiling of zero":             {arguments: full(arguments{"requests_per_minute": 0}), errors: []string{"requests_per_minute must be a whole number from 1 to 2147483647"}},
		"a variable below its least value": {
			arguments:   full(nil),
			environment: map[string]string{"VIDEOINDEXER_REQUESTS_PER_MINUTE": "0"},
			errors:      []string{`VIDEOINDEXER_REQUESTS_PER_MINUTE is "0", which is not a whole number of at least 1`},
		},
		"plain http to another host": {arguments: full(arguments{"endpoint": "http://api.example.com"}), known: true, warnings: []string{"uses plain http"}},
		"plain http to this machine": {arguments: full(arguments{"endpoint": "http://127.0.0.1:8080"}), known: true},
		"extended operations":        {arguments: full(arguments{"extended_operations": true}), known: true, extended: true},
		"extended operations, whatever the variable": {
			arguments:   full(arguments{"extended_operations": true}),
			environment: map[string]string{"VIDEOINDEXER_EXTENDED_OPERATIONS": "false"},
			known:       true, extended: true,
		},
		"no extended operations, whatever the variable": {
			arguments:   full(arguments{"extended_operations": false}),
			environment: map[string]string{"VIDEOINDEXER_EXTENDED_OPERATIONS": "true"},
			known:       true,
		},
		"a variable with space around it": {
			arguments:   full(nil),
			environment: map[string]string{"VIDEOINDEXER_EXTENDED_OPERATIONS": " TRUE\n"},
			known:       true, extended: true,
		},
		"a variable that is neither true nor false": {
			arguments:   full(nil),
			environment: map[string]string{"VIDEOINDEXER_EXTENDED_OPERATIONS": "yes"},
			errors:      []string{`VIDEOINDEXER_EXTENDED_OPERATIONS is "yes", which is neither true nor false`},
		},
		"a bad variable and an argument": {
			arguments:   full(arguments{"extended_operations": true}),
			environment: map[string]string{"VIDEOINDEXER_EXTENDED_OPERATIONS": "yes"},
			known:       true, extended: true,
		},
		"extended operations that are unknown": {
			arguments:   full(arguments{"extended_operations": unknown}),
			environment: map[string]string{"VIDEOINDEXER_EXTENDED_OPERATIONS": "true"},
		},
		"an unknown endpoint":                {arguments: full(arguments{"endpoint": unknown})},
		"an unknown key":                     {arguments: full(arguments{"subscription_key": unknown})},
		"an unknown key, deferral allowed":   {arguments: full(arguments{"subscription_key": unknown}), deferral: true},
		"known values, deferral allowed":     {arguments: full(nil), deferral: true, known: true},
		"an unknown account leaves a client": {arguments: full(arguments{"account_id": unknown}), known: true},
		"an unknown argument wins over its variable": {
			arguments:   full(arguments{"endpoint": unknown}),
			environment: map[string]string{"VIDEOINDEXER_ENDPOINT": testEndpoint},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			clearEnvironment(t)
			for variable, value := range test.environment {
				t.Setenv(variable, value)
			}
			resp, diags := configure(t, test.arguments, test.deferral)
			wantDiagnostics(t, "error", diags.Errors(), test.errors)
			wantDiagnostics(t, "warning", diags.Warnings(), test.warnings)
			if strings.Contains(strings.Join(textsOf(diags), "\n"), testKey) {
				t.Errorf("want no key in a message. Got: %v", textsOf(diags))
			}
			check.Equal(t, test.deferral && !test.known, resp.Deferred != nil, "it is deferred")
			if len(test.errors) > 0 {
				return
			}
			data, isData := resp.ResourceData.(*providerdata.Data)
			if !isData {
				t.Fatalf("resources get %T, want *providerdata.Data", resp.ResourceData)
			}
			check.Equal(t, test.known, data.IsConfigured(), "a client was made")
			check.Equal(t, test.extended, data.HasExtended(), "extended operations are allowed")
			if test.account != "" {
				var found diag.Diagnostics
				account, _ := (&providerdata.AccountFields{}).Resolve(data, &found)
				check.Equal(t, test.account, account.ID, "the default account")
				check.Equal(t, 0, len(found), "messages about the default account: %v", textsOf(found))
			}
		})
	}
}

// configure validates and configures the provider as Terraform does, and returns both steps'
// diagnostics.
func configure(t *testing.T, block arguments, deferral bool) (provider.ConfigureResponse, diag.Diagnostics) {
	t.Helper()
	ctx := context.Background()
	p := videoindexerprovider.New("test")()
	var schema provider.SchemaResponse
	p.Schema(ctx, provider.SchemaRequest{}, &schema)
	objectType, _ := schema.Schema.Type().TerraformType(ctx).(tftypes.Object)
	values := make(map[string]tftypes.Value, len(objectType.AttributeTypes))
	for name, attributeType := range objectType.AttributeTypes {
		values[name] = tfValue(attributeType, block[name])
	}
	raw := tftypes.NewValue(objectType, values)

	server := providerserver.NewProtocol6(p)()
	dynamic, err := tfprotov6.NewDynamicValue(objectType, raw)
	check.MustSucceed(t, err, "%v as a configuration", block)
	validated, err := server.ValidateProviderConfig(ctx, &tfprotov6.ValidateProviderConfigRequest{Config: &dynamic})
	check.MustSucceed(t, err, "the validation of the provider's configuration")
	var diags diag.Diagnostics
	for _, d := range acctest.Errors(validated.Diagnostics) {
		diags.AddError(d.Summary, d.Detail)
	}
	if diags.HasError() {
		return provider.ConfigureResponse{}, diags
	}
	req := provider.ConfigureRequest{
		Config:             tfsdk.Config{Raw: raw, Schema: schema.Schema},
		ClientCapabilities: provider.ConfigureProviderClientCapabilities{DeferralAllowed: deferral},
	}
	var resp provider.ConfigureResponse
	p.Configure(ctx, req, &resp)
	return resp, append(diags, resp.Diagnostics...)
}

// tfValue returns an argument as Terraform has it.
func tfValue(of tftypes.Type, value any) tftypes.Value {
	switch value := value.(type) {
	case []any:
		elements := []tftypes.Value{}
		for _, element := range value {
			elements = append(elements, tfValue(tftypes.String, element))
		}
		return tftypes.NewValue(of, elements)
	case struct{}:
		return tftypes.NewValue(of, tftypes.UnknownValue)
	}
	return tftypes.NewValue(of, value)
}

func wantDiagnostics(t *testing.T, severity string, got []diag.Diagnostic, want []string) {
	t.Helper()
	texts := textsOf(got)
	if len(texts) != len(want) {
		t.Errorf("%d %ss, want %d: %q. Got: %v", len(texts), severity, len(want), want, texts)
		return
	}
	for i, text := range want {
		if !strings.Contains(texts[i], text) {
			t.Errorf("want %q in %s %d. Got: %v", text, severity, i+1, texts)
		}
	}
}

func textsOf(diags diag.Diagnostics) (texts acctest.Messages) {
	for _, d := range diags {
		texts = append(texts, d.Summary()+": "+d.Detail())
	}
	return texts
}

func clearEnvironment(t *testing.T) {
	t.Helper()
	for _, argument := range acctest.Schema(t).Provider.Block.Attributes {
		t.Setenv(variableOf(argument), "")
	}
}

func variableOf(argument *tfprotov6.SchemaAttribute) string {
	return "VIDEOINDEXER_" + strings.ToUpper(argument.Name)
}

// TestVariables has each argument of the provider but the list read its variable, which its
// description names. What it does not take, it refuses by that name; a secret takes anything, and
// completes the configuration.
func TestVariables(t *testing.T) {
	for _, argument := range acctest.Schema(t).Provider.Block.Attributes {
		if argument.Type.Is(tftypes.List{}) {
			continue
		}
		t.Run(argument.Name, func(t *testing.T) {
			clearEnvironment(t)
			t.Setenv(variableOf(argument), "a/b")
			configured := arguments{"endpoint": testEndpoint}
			if !argument.Sensitive {
				configured = arguments{"subscription_key": testKey}
			}
			_, diags := configure(t, configured, false)
			messages := textsOf(diags)
			named := "The environment variable " + variableOf(argument) + " is"
			switch {
			case argument.Sensitive:
				check.Equal(t, 0, len(messages), "%s = a/b: messages, of which %q", variableOf(argument), messages)
			case !strings.Contains(strings.Join(messages, "\n"), named):
				t.Errorf("%s = a/b: want %q in a message. Got: %q", variableOf(argument), named, messages)
			}
			in := "Environment variable: `" + variableOf(argument) + "`."
			check.Contains(t, in, argument.Description, "the description")
		})
	}
}
