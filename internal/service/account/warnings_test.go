package account_test

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// lifetime speaks the protocol for one paid account, from its create through its reads: acceptance
// tests cannot see warnings.
type lifetime struct {
	t        *testing.T
	protocol *acctest.Protocol
	state    *tfprotov6.DynamicValue
	identity *tfprotov6.ResourceIdentityData
	private  []byte
}

func (l *lifetime) create() []string {
	l.t.Helper()
	object, ok := acctest.Schema(l.t).ResourceSchemas[listName].ValueType().(tftypes.Object)
	if !ok {
		l.t.Fatal("the schema is no object")
	}
	text := func(s string) tftypes.Value { return tftypes.NewValue(tftypes.String, s) }
	connection, ok := object.AttributeTypes["directory_connection"].(tftypes.Object)
	if !ok {
		l.t.Fatal("directory_connection is no object")
	}
	config := l.value(object, map[string]tftypes.Value{
		"subscription_id": text(subscriptionID), "resource_group": text("media"), "media_resource": text("newmedia"), "directory_tenant_id": text(tenantID),
		"directory_connection": complete(connection, map[string]tftypes.Value{"application_id": text(applicationID), "application_key": text(applicationKey)}),
	})
	none, err := tfprotov6.NewDynamicValue(object, tftypes.NewValue(object, nil))
	if err != nil {
		l.t.Fatal(err)
	}
	planned, err := l.protocol.Server().PlanResourceChange(l.t.Context(), &tfprotov6.PlanResourceChangeRequest{
		TypeName: listName, PriorState: &none, ProposedNewState: config, Config: config,
	})
	if err != nil || len(planned.Diagnostics) > 0 {
		l.t.Fatal(err, acctest.Texts(planned.Diagnostics))
	}
	applied, err := l.protocol.Server().ApplyResourceChange(l.t.Context(), &tfprotov6.ApplyResourceChangeRequest{
		TypeName: listName, PriorState: &none, PlannedState: planned.PlannedState, Config: config,
		PlannedPrivate: planned.PlannedPrivate, PlannedIdentity: planned.PlannedIdentity,
	})
	if err != nil {
		l.t.Fatal(err)
	}
	l.state, l.private, l.identity = applied.NewState, applied.Private, applied.NewIdentity
	return acctest.Texts(applied.Diagnostics)
}

// read refreshes the account, and returns the warnings and errors of it, and whether it is gone.
func (l *lifetime) read() (texts []string, gone bool) {
	l.t.Helper()
	read, err := l.protocol.Server().ReadResource(l.t.Context(), &tfprotov6.ReadResourceRequest{
		TypeName: listName, CurrentState: l.state, CurrentIdentity: l.identity, Private: l.private,
	})
	if err != nil {
		l.t.Fatal(err)
	}
	l.state, l.private = read.NewState, read.Private
	value, err := read.NewState.Unmarshal(acctest.Schema(l.t).ResourceSchemas[listName].ValueType())
	if err != nil {
		l.t.Fatal(err)
	}
	return acctest.Texts(read.Diagnostics), value.IsNull()
}

func (l *lifetime) value(object tftypes.Object, set map[string]tftypes.Value) *tfprotov6.DynamicValue {
	l.t.Helper()
	value, err := tfprotov6.NewDynamicValue(object, complete(object, set))
	if err != nil {
		l.t.Fatal(err)
	}
	return &value
}

// complete is an object whose other attributes are null.
func complete(object tftypes.Object, set map[string]tftypes.Value) tftypes.Value {
	values := make(map[string]tftypes.Value, len(object.AttributeTypes))
	for name, kind := range object.AttributeTypes {
		values[name] = tftypes.NewValue(kind, nil)
	}
	maps.Copy(values, set)
	return tftypes.NewValue(object, values)
}

func mentions(texts []string, what string) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, what) })
}

// TestPaidAccount_unfinishedWarns has the read after a create that failed explain the replacement that
// is about to be planned, once.
func TestPaidAccount_unfinishedWarns(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	server.Script(mockserver.Fault{Endpoint: 5, Do: mockserver.Status(http.StatusBadRequest)})
	account := lifetime{t: t, protocol: server.Protocol(t, nil)}
	if texts := account.create(); !mentions(texts, "Unable to read the new paid account") {
		t.Fatalf("create: %v", texts)
	}
	if texts, gone := account.read(); gone || !mentions(texts, "terraform untaint") {
		t.Errorf("the first read, gone %t: %v", gone, texts)
	}
	if texts, gone := account.read(); gone || len(texts) > 0 {
		t.Errorf("the second read, gone %t: %v", gone, texts)
	}
}

// TestPaidAccount_notListed reads an account that the key's user does not see: an error that names those that the user
// does, and never an account that is gone and would be created a second time.
func TestPaidAccount_notListed(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	account := lifetime{t: t, protocol: server.Protocol(t, nil)}
	if texts := account.create(); len(texts) > 0 {
		t.Fatalf("create: %v", texts)
	}
	if texts, gone := account.read(); gone || len(texts) > 0 {
		t.Fatalf("while it is there, gone %t: %v", gone, texts)
	}
	server.RemoveAccount(created(server)[0].ID)
	account.protocol = server.Protocol(t, nil) // another run, without the token of the first
	texts, gone := account.read()
	for _, want := range []string{
		"Paid account is not listed", "The subscription key cannot use this account", server.Account.ID + " (" + server.Account.Name + ")",
		"stays in the state", "the subscription_key of one of its users", "terraform state rm",
	} {
		if gone || !mentions(texts, want) {
			t.Errorf("gone %t: %q, want %q", gone, texts, want)
		}
	}
}

// paidInstance is a paid account that was created under "abandon", in a process of its own from then on.
func paidInstance(t *testing.T, server *acctest.Server) *acctest.Instance {
	t.Helper()
	instance := server.Protocol(t, nil).Instance(listName)
	plan := instance.Plan(t.Context(), paidValues(nil))
	acctest.Succeeds(t, plan.Diagnostics)
	acctest.Succeeds(t, instance.Apply(t.Context(), plan))
	instance.Protocol = server.Protocol(t, nil)
	return instance
}

// paidValues are the arguments of a paid account, with a directory connection that differs from the usual.
func paidValues(connection acctest.Values) acctest.Values {
	usual := acctest.Values{"application_id": applicationID, "application_key": applicationKey}
	maps.Copy(usual, connection)
	return acctest.Values{
		"subscription_id": subscriptionID, "resource_group": "media", "media_resource": "newmedia", "directory_tenant_id": tenantID,
		"directory_connection": usual, "deletion_policy": "abandon",
	}
}

// TestPaidAccount_letterCase writes an id of the directory in another letter case, which is the same id.
func TestPaidAccount_letterCase(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	instance := paidInstance(t, server)
	plan := instance.Plan(t.Context(), paidValues(acctest.Values{"application_id": strings.ToUpper(applicationID)}))
	if plan.IsReplacement || !plan.IsUpdate || len(plan.Diagnostics) > 0 {
		t.Errorf("replacement %t, update %t, %q", plan.IsReplacement, plan.IsUpdate, acctest.Texts(plan.Diagnostics))
	}
	plan = instance.Plan(t.Context(), paidValues(acctest.Values{"application_id": tenantID}))
	if !plan.IsReplacement {
		t.Error("another application does not replace")
	}
}

// TestPaidAccount_destroyIsAnnounced says in the plan what a destroy leaves.
func TestPaidAccount_destroyIsAnnounced(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	instance := paidInstance(t, server)
	plan := instance.Plan(t.Context(), nil)
	acctest.Succeeds(t, plan.Diagnostics)
	acctest.Says(t, plan.Diagnostics, acctest.Warning, "Paid account will be left as it is", created(server)[0].ID, "no call that deletes an account")
	acctest.Says(t, instance.Apply(t.Context(), plan), acctest.Warning, "Paid account left as it is")
}

// TestPaidAccount_keyIsProved plans accounts with a key that is refused: one report in full, and nothing is created.
func TestPaidAccount_keyIsProved(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	protocol := server.Protocol(t, acctest.Values{"subscription_key": "another"})
	acctest.Says(t, protocol.Instance(listName).Plan(t.Context(), paidValues(nil)).Diagnostics, acctest.Failure,
		"Unable to plan paid account", "401", "check subscription_key (VIDEOINDEXER_SUBSCRIPTION_KEY)")
	acctest.Says(t, protocol.Instance(listName).Plan(t.Context(), paidValues(nil)).Diagnostics, acctest.Failure, "Did not try to plan the paid account")
}

// TestPaidAccount_replacementIsExplained refuses a replacement, with the way to make it a change in place. Where a
// replacement is allowed, the message says what it leaves.
func TestPaidAccount_replacementIsExplained(t *testing.T) {
	t.Parallel()
	const inPlace = "With extended_operations, it is an update"
	server := acctest.NewServer(t)
	instance := paidInstance(t, server)
	prevent := acctest.Values{"deletion_policy": "prevent"}
	for argument, isInPlace := range map[string]bool{"resource_group": true, "media_resource": false} {
		change := paidValues(nil)
		maps.Copy(change, prevent)
		change[argument] = "other"
		said := acctest.Says(t, instance.Plan(t.Context(), change).Diagnostics, acctest.Failure, "must not be replaced", "the change of "+argument)
		if strings.Contains(said.Detail, inPlace) != isInPlace {
			t.Errorf("%s: %s", argument, said.Detail)
		}
		change["deletion_policy"] = "abandon"
		acctest.Says(t, instance.Plan(t.Context(), change).Diagnostics, acctest.Warning, "Paid account will be left as it is", created(server)[0].ID, "creates another account")
	}
}
