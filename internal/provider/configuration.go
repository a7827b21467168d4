package provider

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

const (
	defaultMaxRetries     = 8
	defaultRequestTimeout = 60 * time.Second
)

// configuration is the provider's block as written: null where an argument is not set.
type configuration struct {
	Endpoint          types.String    `tfsdk:"endpoint"`
	Location          types.String    `tfsdk:"location"`
	AccountID         types.String    `tfsdk:"account_id"`
	SubscriptionKey   types.String    `tfsdk:"subscription_key"`
	AccessToken       types.String    `tfsdk:"access_token"`
	MaxRetries        int32type.Value `tfsdk:"max_retries"`
	RequestTimeout    types.String    `tfsdk:"request_timeout"`
	RequestsPerMinute int32type.Value `tfsdk:"requests_per_minute"`

	ExtendedOperations types.Bool `tfsdk:"extended_operations"`
}

// The environment variables, one an argument.
const (
	endpointVariable          = "VIDEOINDEXER_ENDPOINT"
	locationVariable          = "VIDEOINDEXER_LOCATION"
	accountIDVariable         = "VIDEOINDEXER_ACCOUNT_ID"
	subscriptionKeyVariable   = "VIDEOINDEXER_SUBSCRIPTION_KEY"
	accessTokenVariable       = "VIDEOINDEXER_ACCESS_TOKEN" //nolint:gosec // the name of a variable
	maxRetriesVariable        = "VIDEOINDEXER_MAX_RETRIES"
	requestTimeoutVariable    = "VIDEOINDEXER_REQUEST_TIMEOUT"
	requestsPerMinuteVariable = "VIDEOINDEXER_REQUESTS_PER_MINUTE"
	extendedVariable          = "VIDEOINDEXER_EXTENDED_OPERATIONS"
)

func configurationAttributes() map[string]schema.Attribute {
	text := func(description, variable string, validators ...validator.String) schema.StringAttribute {
		return schema.StringAttribute{MarkdownDescription: description + environment(variable), Optional: true, Validators: validators}
	}
	secret := func(description, variable string) schema.StringAttribute {
		attribute := text(description, variable)
		attribute.Sensitive = true
		return attribute
	}
	number := func(description, variable string, low int64) schema.NumberAttribute {
		return schema.NumberAttribute{
			MarkdownDescription: description + environment(variable), Optional: true, CustomType: int32type.Type{},
			Validators: []validator.Number{validate.AtLeast(low)},
		}
	}
	return map[string]schema.Attribute{
		"endpoint":   text("Base URL of the service (`http` or `https`), with or without a path prefix. Required, as an argument or environment variable.", endpointVariable, validate.Endpoint()),
		"location":   text("Default region of the account, or `trial`, for everything that does not set its own `location`.", locationVariable, validate.PathSegment()),
		"account_id": text("Id of the default account (GUID), for everything that does not set its own `account_id`.", accountIDVariable, validate.GUID()),
		"subscription_key": secret("Subscription key of the user's profile, with which the provider obtains and renews access tokens. "+
			"Either this or `access_token` is required.", subscriptionKeyVariable),
		"access_token": secret("Account access token that was obtained elsewhere, valid for at most one hour, for every call within an account. Calls outside an account, and the check that a project exists, "+
			"still need `subscription_key`.", accessTokenVariable),
		"max_retries": number(fmt.Sprintf("Number of further attempts after the first, for requests that can be repeated; `0` for none. Default: `%d`.", defaultMaxRetries), maxRetriesVariable, 0),
		"request_timeout": text("Maximum time of one attempt, as a Go duration such as `90s` or `2m`. For an upload, the time without progress counts. Default: `60s`.",
			requestTimeoutVariable, validate.Duration()),
		"requests_per_minute": number("Maximum number of requests a minute, including those for tokens and retries. Terraform starts a process for each provider configuration, "+
			"so each alias has its own limit. Default: none; the provider adapts to the limit of the service.", requestsPerMinuteVariable, 1),
		"extended_operations": schema.BoolAttribute{
			MarkdownDescription: "Whether to use operations of the service beyond the described API, such as those that create, list and delete brands. Default: `false`: the provider uses none of them. " +
				"See [Extended operations](guides/extended-operations.md)." + environment(extendedVariable),
			Optional: true,
		},
	}
}

func environment(variable string) string {
	return fmt.Sprintf(" Environment variable: `%s`.", variable)
}

// withEnvironment fills what is not set from the environment. A set argument, unknown ones
// included, wins over its variable.
func (c *configuration) withEnvironment(diags *diag.Diagnostics) {
	fillText(&c.Endpoint, endpointVariable, validate.CheckEndpoint, diags)
	fillText(&c.Location, locationVariable, validate.CheckPathSegment, diags)
	fillText(&c.AccountID, accountIDVariable, validate.CheckGUID, diags)
	fillText(&c.SubscriptionKey, subscriptionKeyVariable, nil, diags)
	fillText(&c.AccessToken, accessTokenVariable, nil, diags)
	fillText(&c.RequestTimeout, requestTimeoutVariable, validate.CheckDuration, diags)
	fillNumber(&c.MaxRetries, maxRetriesVariable, 0, diags)
	fillNumber(&c.RequestsPerMinute, requestsPerMinuteVariable, 1, diags)
	fillBool(&c.ExtendedOperations, extendedVariable, diags)
}

func fillBool(value *types.Bool, variable string, diags *diag.Diagnostics) {
	text := strings.TrimSpace(os.Getenv(variable))
	if !value.IsNull() || text == "" {
		return
	}
	set, err := strconv.ParseBool(text)
	if err != nil {
		diags.AddError("Invalid "+variable, fmt.Sprintf("The environment variable %s is %q, which is neither true nor false.", variable, text))
		return
	}
	*value = types.BoolValue(set)
}

func fillText(value *types.String, variable string, check func(string) string, diags *diag.Diagnostics) {
	if !value.IsNull() {
		return
	}
	text := strings.TrimSpace(os.Getenv(variable))
	if text == "" {
		return
	}
	if check != nil {
		if wrong := check(text); wrong != "" {
			diags.AddError("Invalid "+variable, fmt.Sprintf("The environment variable %s is %q, which %s.", variable, validate.Shown(text), wrong))
		}
	}
	*value = types.StringValue(text)
}

func fillNumber(value *int32type.Value, variable string, low int32, diags *diag.Diagnostics) {
	text := strings.TrimSpace(os.Getenv(variable))
	if !value.IsNull() || text == "" {
		return
	}
	number, err := strconv.ParseInt(text, 10, 32)
	if err != nil || number < int64(low) {
		diags.AddError("Invalid "+variable, fmt.Sprintf("The environment variable %s is %q, which is not a whole number of at least %d.", variable, text, low))
		return
	}
	*value = int32type.New(int32(number))
}

// pending names the arguments that are still unknown and that a client needs.
func (c *configuration) pending() []string {
	var names []string
	for _, argument := range []struct {
		name  string
		value attr.Value
	}{
		{"endpoint", c.Endpoint},
		{"subscription_key", c.SubscriptionKey},
		{"access_token", c.AccessToken},
		{"max_retries", c.MaxRetries},
		{"request_timeout", c.RequestTimeout},
		{"requests_per_minute", c.RequestsPerMinute},
		{"extended_operations", c.ExtendedOperations},
	} {
		if argument.value.IsUnknown() {
			names = append(names, argument.name)
		}
	}
	return names
}

// requireWhatIsMissing reports, in one error, the arguments without which nothing can be asked.
func (c *configuration) requireWhatIsMissing(diags *diag.Diagnostics) {
	var missing []string
	if c.Endpoint.IsNull() {
		missing = append(missing, fmt.Sprintf("  - endpoint (%s): the service's base URL", endpointVariable))
	}
	if c.SubscriptionKey.IsNull() && c.AccessToken.IsNull() {
		missing = append(missing, fmt.Sprintf("  - subscription_key (%s), or access_token (%s)", subscriptionKeyVariable, accessTokenVariable))
	}
	if len(missing) > 0 {
		diags.AddError("The provider's configuration is not complete",
			"Set each of these as an argument of the provider block or as an environment variable:\n"+strings.Join(missing, "\n"))
	}
}

// refuseEmptySecrets reports secrets that are set to nothing, which is what a missing CI variable looks like.
func (c *configuration) refuseEmptySecrets(diags *diag.Diagnostics) {
	for name, value := range map[string]types.String{"subscription_key": c.SubscriptionKey, "access_token": c.AccessToken} {
		if !value.IsNull() && !value.IsUnknown() && strings.TrimSpace(value.ValueString()) == "" {
			diags.AddAttributeError(path.Root(name), "Empty "+name,
				fmt.Sprintf("%q is set to an empty value. Leave it out, or give it one.", name))
		}
	}
}

// warnOfPlainHTTP says that keys and tokens would cross the network unencrypted.
func (c *configuration) warnOfPlainHTTP(diags *diag.Diagnostics) {
	u, err := url.Parse(c.Endpoint.ValueString())
	if err != nil || u.Scheme != "http" || isLoopback(u.Hostname()) {
		return
	}
	diags.AddAttributeWarning(path.Root("endpoint"), "Key and tokens are sent unencrypted",
		fmt.Sprintf("The endpoint %s uses plain http to a host that is not this machine: whoever can read the traffic can read the subscription key and the access tokens. Use https.", c.Endpoint.ValueString()))
}

func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") || strings.HasSuffix(strings.ToLower(host), ".localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// client makes the API client of a configuration that is known; it sends nothing.
func (c *configuration) client(userAgent string, dial videoindexer.DialFunc) (*videoindexer.Client, error) {
	config := videoindexer.Config{
		Endpoint:          c.Endpoint.ValueString(),
		SubscriptionKey:   strings.TrimSpace(c.SubscriptionKey.ValueString()),
		AccessToken:       strings.TrimSpace(c.AccessToken.ValueString()),
		MaxRetries:        defaultMaxRetries,
		RequestTimeout:    defaultRequestTimeout,
		RequestsPerMinute: int(c.RequestsPerMinute.Int32()),
		UserAgent:         userAgent,
		Logger:            newHTTPLogger(),
		Dial:              dial,

		ExtendedOperations: c.ExtendedOperations.ValueBool(),
	}
	if !c.MaxRetries.IsNull() {
		config.MaxRetries = int(c.MaxRetries.Int32())
	}
	if !c.RequestTimeout.IsNull() {
		timeout, err := time.ParseDuration(c.RequestTimeout.ValueString())
		if err != nil {
			return nil, fmt.Errorf("request_timeout: %w", err)
		}
		config.RequestTimeout = timeout
	}
	client, err := videoindexer.New(config)
	if err != nil {
		return nil, fmt.Errorf("configuring the API client: %w", err)
	}
	return client, nil
}
