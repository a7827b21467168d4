package account

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// howToUntaint ends every message about an account that is in the state but marked for replacement.
const howToUntaint = "`terraform untaint` with the address of this resource keeps it"

// notCreated is the error of a create after which no account is known. It says whether there may be an account, as far
// as that is known.
func notCreated(location, mediaResource string, err error) diag.Diagnostic {
	wanted := apidiag.Subject{Noun: "paid account", ID: fmt.Sprintf("on media resource %q", mediaResource), Account: videoindexer.AccountRef{Location: location}}
	var next string
	switch {
	case videoindexer.IsAmbiguous(err):
		next = "The list of accounts did not show exactly one new account either. "
	case videoindexer.IsOutcomeUnknown(err): // a success without an id
		next = "The service created the account, but did not return its id. "
	default:
		return apidiag.Error("create", wanted, err)
	}
	next += "Nothing is in the state. Before the next apply, which would create an account again, look for the new one (data source videoindexer_accounts, or `terraform query`); " +
		"if it is there, import it by its id."
	return diag.NewErrorDiagnostic("Unable to create paid account", apidiag.WithHint("create", wanted, err, next))
}

// createdUnconfirmed is the error of a create whose answer was lost, where one new account appeared.
func createdUnconfirmed(account videoindexer.AccountRef, err error) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Paid account was probably created", apidiag.WithHint("confirm the creation of", subject(account), err,
		"This account appeared in the meantime and is probably the new one. It is in the state now, marked for replacement, which deletion_policy refuses. Check it in the service. "+
			"If it is the new account, "+howToUntaint+". If it is not, remove it from the state with `terraform state rm` and apply again."))
}

// notReadBack is the error of a create that made the account, and then could not read it.
func notReadBack(account videoindexer.AccountRef, err error) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Unable to read the new paid account", apidiag.WithHint("read", subject(account), err,
		"The account was created and is in the state, marked for replacement, which deletion_policy refuses. Fix what kept it from being read; "+
			"then "+howToUntaint+", and the next apply continues."))
}

// createUnfinished explains what a plan shows after a create that ended with an error.
func createUnfinished(account videoindexer.AccountRef) diag.Diagnostic {
	return diag.NewWarningDiagnostic("The create of this paid account did not finish",
		fmt.Sprintf("%s exists. If Terraform plans to replace it because it is tainted, the apply will fail, so that no second account is made: %s.", subject(account).Capitalized(), howToUntaint))
}

// mustNotDestroy is the error of a destroy under the policy "prevent".
func mustNotDestroy(account apidiag.Subject) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Paid account must not be destroyed",
		fmt.Sprintf("%s is protected by deletion_policy = \"prevent\", the default. The service has no call that deletes an account: a destroy would only stop managing it.\n\n"+
			"To stop managing it, set deletion_policy = \"abandon\", apply that, and then destroy; or remove it from the state with `terraform state rm`, or a `removed` block whose lifecycle has destroy = false.\n\n"+
			"If Terraform wants to replace it because it is tainted, %s.", account.Capitalized(), howToUntaint))
}

// replacedOnRequest is the error of a replacement under the policy "prevent" that the user asked for.
func replacedOnRequest() diag.Diagnostic {
	return diag.NewErrorDiagnostic("Paid account must not be replaced",
		"The paid account is protected by deletion_policy = \"prevent\", the default, and would be replaced because the run or replace_triggered_by asks for it. "+
			"A replacement creates another account and leaves this one in the service. Set deletion_policy = \"abandon\" if that is what you want.")
}

// replacedByChange is the error of a replacement under the policy "prevent" that a change of arguments causes. Without
// extended operations, those of the connection are among them.
func replacedByChange(account apidiag.Subject, changed path.Paths, isExtended bool) diag.Diagnostic {
	names := make([]string, len(changed))
	for i, at := range changed {
		names[i] = at.String()
	}
	why := "which the service cannot change in an account."
	if connection, others := splitConnection(changed); !isExtended && len(connection) > 0 && len(others) == 0 {
		why = "which takes extended operations to change in an account: set extended_operations = true (VIDEOINDEXER_EXTENDED_OPERATIONS) in the provider's configuration, " +
			"if the service has them. The guide \"Rotate a key\" shows it."
	}
	return diag.NewAttributeErrorDiagnostic(changed[0], "Paid account must not be replaced",
		fmt.Sprintf("%s is protected by deletion_policy = \"prevent\", the default, and would be replaced because of a change of %s, %s\n\n"+
			"A replacement creates another account and leaves this one in the service. Undo the change, or set deletion_policy = \"abandon\" if that is what you want.",
			account.Capitalized(), strings.Join(names, ", "), why))
}

// notListed is the error of a read of an account that the key's user does not list. The account stays in the state:
// otherwise the next apply, with the key of another user, would create a second account.
func notListed(account videoindexer.AccountRef, err error) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Paid account is not listed", apidiag.WithHint("read", subject(account), err,
		"The account may still exist. One that is in the state stays in the state, so that no second account is created; one that is imported is refused. If it exists, subscription_key belongs to a user who cannot see it: "+
			"configure the key of a user of that account. If it is gone, remove it from the state with `terraform state rm`, or a `removed` block whose lifecycle has destroy = false."))
}

// trialAccount is the error of an import of an account of the other type.
func trialAccount(account videoindexer.AccountRef) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Not a paid account",
		fmt.Sprintf("Account %s in location %s is a trial account. This resource is for paid ones; the data source videoindexer_account reads both.", account.ID, account.Location))
}

func isTrial(a *videoindexer.Account) bool { return strings.EqualFold(a.AccountType, trialType) }
