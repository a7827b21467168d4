package provider

import (
	"fmt"
	"maps"
	"net"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

const defaultMaxRetries = 8

// configuration is the provider block; arguments that are not set are null.
type configuration struct {
	Endpoint          types.String `tfsdk:"endpoint"`
	Location          types.String `tfsdk:"location"`
	AccountID         types.String `tfsdk:"account_id"`
	SubscriptionKey   types.String `tfsdk:"subscription_key"`
	AccessToken       types.String `tfsdk:"access_token"`
	MaxRetries        types.Number `tfsdk:"max_retries"`
	RequestTimeout    types.String `tfsdk:"request_timeout"`
	RequestsPerMinute types.Number `tfsdk:"requests_per_minute"`

	AccessTokenCommand types.List `tfsdk:"access_token_command"`
	ExtendedOperations types.Bool `tfsdk:"extended_operations"`
}

// environmentVariable returns the environment variable of an argument.
func environmentVariable(argument string) string { return "VIDEOINDEXER_" + strings.ToUpper(argument) }

func configurationAttributes() map[string]schema.Attribute {
	text := func(description string, validators ...validator.String) schema.StringAttribute {
		return schema.StringAttribute{MarkdownDescription: description, Optional: true, Validators: validators}
	}
	secret := func(description string) schema.StringAttribute {
		return schema.StringAttribute{MarkdownDescription: description, Optional: true, Sensitive: true}
	}
	count := func(description string, low int32) schema.NumberAttribute {
		return schema.NumberAttribute{
			MarkdownDescription: description, Optional: true, Validators: []validator.Number{number.AtLeast(low)},
		}
	}
	return map[string]schema.Attribute{
		"endpoint": text("Base URL of the service (`http` or `https`), with or without a path prefix. "+
			"Required if the environment variable is not set. "+
			"Environment variable: `VIDEOINDEXER_ENDPOINT`.", validate.Endpoint()),
		"location": text("Default region of the account, or `trial`. "+
			"Required unless each resource and data source sets its own `location`. "+
			"Environment variable: `VIDEOINDEXER_LOCATION`.", validate.PathSegment()),
		"account_id": text("Id of the default account (GUID). "+
			"Required unless each resource and data source sets its own `account_id`. "+
			"Environment variable: `VIDEOINDEXER_ACCOUNT_ID`.", validate.GUID()),
		"subscription_key": secret("Subscription key of the user's profile, " +
			"with which the provider obtains and renews access tokens. " +
			"Required if neither `access_token` nor `access_token_command` is set. Environment variable: " +
			"`VIDEOINDEXER_SUBSCRIPTION_KEY`."),
		"access_token": secret("Account access token that was obtained elsewhere, valid for at most one hour, " +
			"for all operations within an account. " +
			"Operations outside an account, and the check that a project exists, " +
			"still need `subscription_key`. Default: none. " +
			"Environment variable: `VIDEOINDEXER_ACCESS_TOKEN`."),
		"access_token_command": schema.ListAttribute{
			MarkdownDescription: "Program that prints an account access token, with its arguments, " +
				"run without a shell. " +
				"Use it instead of `access_token` for runs that can take longer than an hour. Default: none. " +
				"See [A program that prints tokens](guides/authentication.md#a-program-that-prints-tokens).",
			ElementType: types.StringType,
			Optional:    true,
			Validators: []validator.List{
				listvalidator.SizeAtLeast(1), validate.NoNulls(),
				listvalidator.ConflictsWith(path.MatchRoot("access_token")),
			},
		},
		"max_retries": count(fmt.Sprintf("Number of further attempts after the first, "+
			"for requests that can be repeated; `0` for none. Default: `%d`. "+
			"Environment variable: `VIDEOINDEXER_MAX_RETRIES`.", defaultMaxRetries), 0),
		"request_timeout": text("Maximum time of one attempt, as a Go duration such as `90s` or `2m`. "+
			"For an upload, the time without progress counts. Default: `60s`. "+
			"Environment variable: `VIDEOINDEXER_REQUEST_TIMEOUT`.", validate.Duration()),
		"requests_per_minute": count("Request rate, including requests for tokens and retries. "+
			"Each `provider` block has its own rate. "+
			"If omitted, the provider adapts to the limit of the service. "+
			"See [Limits and costs](guides/limits.md#how-to-keep-to-it). Environment variable: "+
			"`VIDEOINDEXER_REQUESTS_PER_MINUTE`.", 1),
		"extended_operations": schema.BoolAttribute{
			MarkdownDescription: "Whether to use operations of the service beyond the base API, " +
				"such as those that create, list and delete brands. " +
				"Default: `false`. " +
				"See [Extended operations](guides/extended-operations.md). Environment variable: " +
				"`VIDEOINDEXER_EXTENDED_OPERATIONS`.",
			Optional: true,
		},
	}
}

// fillFromEnvironment sets arguments that are not configured from the environment, with the checks
// of the schema. A configured argument, even an unknown one, takes precedence over its variable.
func (c *configuration) fillFromEnvironment(diags *diag.Diagnostics) {
	fill(&c.Endpoint, "endpoint", readText, diags)
	fill(&c.Location, "location", readText, diags)
	fill(&c.AccountID, "account_id", readText, diags)
	fill(&c.SubscriptionKey, "subscription_key", readText, diags)
	if c.AccessTokenCommand.IsNull() {
		fill(&c.AccessToken, "access_token", readText, diags)
	}
	fill(&c.RequestTimeout, "request_timeout", readText, diags)
	fill(&c.MaxRetries, "max_retries", readNumber, diags)
	fill(&c.RequestsPerMinute, "requests_per_minute", readNumber, diags)
	fill(&c.ExtendedOperations, "extended_operations", readFlag, diags)
}

// fill sets an argument that is not configured to the value of its environment variable, or reports
// an invalid value. A problem that read returns continues a sentence about the text.
func fill[V attr.Value](
	value *V, argument string, read func(attribute schema.Attribute, text string) (filled V, problem string),
	diags *diag.Diagnostics,
) {
	variable := environmentVariable(argument)
	text := strings.TrimSpace(os.Getenv(variable))
	if !(*value).IsNull() || text == "" {
		return
	}
	filled, problem := read(configurationAttributes()[argument], text)
	if problem != "" {
		diags.AddError("Invalid "+variable, fmt.Sprintf(
			"The environment variable %s is %q, which %s.", variable, validate.Redacted(text), problem,
		))
	}
	*value = filled
}

func readText(attribute schema.Attribute, text string) (value types.String, problem string) {
	value = types.StringValue(text)
	described, _ := attribute.(schema.StringAttribute)
	for _, v := range described.Validators {
		check, isCheck := v.(validate.StringCheck)
		if !isCheck {
			continue
		}
		problem = check.Check(text)
		if problem != "" {
			return value, problem
		}
	}
	return value, ""
}

func readNumber(attribute schema.Attribute, text string) (value types.Number, problem string) {
	parsed, err := strconv.ParseInt(text, 10, 32)
	described, _ := attribute.(schema.NumberAttribute)
	for _, v := range described.Validators {
		allowed, isRange := v.(number.Range)
		if !isRange {
			continue
		}
		if err != nil || parsed < int64(allowed.Low) {
			return types.NumberNull(), fmt.Sprintf("is not a whole number of at least %d", allowed.Low)
		}
	}
	if err != nil {
		return types.NumberNull(), "is not a whole number"
	}
	return number.New(int32(parsed)), ""
}

func readFlag(_ schema.Attribute, text string) (value types.Bool, problem string) {
	flag, err := strconv.ParseBool(text)
	if err != nil {
		return types.BoolNull(), "is neither true nor false"
	}
	return types.BoolValue(flag), ""
}

// pendingArguments names the arguments that are still unknown and that a client needs: all but the
// default account.
func pendingArguments(config tfsdk.Config) (names []string) {
	for name, value := range model.Attributes(config.Raw) {
		isOfAccount := name == "location" || name == "account_id"
		if !isOfAccount && !value.IsFullyKnown() {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// requireComplete reports, in one error, all missing arguments that a client needs.
func (c *configuration) requireComplete(diags *diag.Diagnostics) {
	var missing []string
	if c.Endpoint.IsNull() {
		variable := environmentVariable("endpoint")
		missing = append(missing, fmt.Sprintf("  - endpoint (%s): the service's base URL", variable))
	}
	needsKey := c.AccessToken.IsNull() && c.AccessTokenCommand.IsNull()
	if needsKey && c.SubscriptionKey.IsNull() {
		missing = append(missing, fmt.Sprintf("  - subscription_key (%s), or access_token (%s) or access_token_command",
			environmentVariable("subscription_key"), environmentVariable("access_token")))
	}
	if len(missing) > 0 {
		diags.AddError("The provider's configuration is not complete",
			"Set each of these as an argument of the provider block or as an environment variable:\n"+strings.Join(missing, "\n"))
	}
}

// refuseEmptySecrets reports secrets that are empty, often because of a missing CI variable.
func (c *configuration) refuseEmptySecrets(diags *diag.Diagnostics) {
	secrets := map[string]types.String{"access_token": c.AccessToken, "subscription_key": c.SubscriptionKey}
	for _, name := range slices.Sorted(maps.Keys(secrets)) {
		value := secrets[name]
		if nullable.IsSet(value) && strings.TrimSpace(value.ValueString()) == "" {
			diags.AddAttributeError(path.Root(name), "Empty "+name,
				fmt.Sprintf("%q is set to an empty value. Leave it out, or give it one.", name))
		}
	}
	command := c.command()
	if len(command) > 0 && strings.TrimSpace(command[0]) == "" {
		diags.AddAttributeError(path.Root("access_token_command"), "Empty access_token_command",
			`The first element of "access_token_command" is empty. It must be the program.`)
	}
}

// command returns the program of access_token_command with its arguments; an element that is not
// known is empty.
func (c *configuration) command() []string {
	var command []string
	for _, element := range c.AccessTokenCommand.Elements() {
		text, _ := element.(types.String)
		command = append(command, text.ValueString())
	}
	return command
}

// warnOfPlainHTTP warns that keys and tokens would cross the network unencrypted.
func (c *configuration) warnOfPlainHTTP(diags *diag.Diagnostics) {
	u, err := url.Parse(c.Endpoint.ValueString())
	isPlain := err == nil && u.Scheme == "http"
	if !isPlain || isLoopback(u.Hostname()) {
		return
	}
	diags.AddAttributeWarning(path.Root("endpoint"), "Key and tokens are sent unencrypted",
		fmt.Sprintf("The endpoint %s uses plain http to another machine, "+
			"so anyone who can read the traffic can read the subscription key and the access tokens. "+
			"Use https.", c.Endpoint.ValueString()))
}

func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") || strings.HasSuffix(strings.ToLower(host), ".localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// client returns the API client for a known configuration. It does not send requests.
func (c *configuration) client(userAgent string, dial videoindexer.DialFunc) (*videoindexer.Client, error) {
	config := videoindexer.Config{
		Endpoint:          c.Endpoint.ValueString(),
		SubscriptionKey:   strings.TrimSpace(c.SubscriptionKey.ValueString()),
		AccessToken:       c.AccessToken.ValueString(),
		MaxRetries:        defaultMaxRetries,
		RequestTimeout:    wait.Timeout(c.RequestTimeout, 0), // 0 for the client's default
		RequestsPerMinute: int(number.Value(c.RequestsPerMinute)),
		UserAgent:         userAgent,
		Logger:            newHTTPLogger(),
		Dial:              dial,

		AccessTokenCommand: c.command(),
		ExtendedOperations: c.ExtendedOperations.ValueBool(),
	}
	if !c.MaxRetries.IsNull() {
		config.MaxRetries = int(number.Value(c.MaxRetries))
	}
	return videoindexer.New(config)
}
