package account

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// howToUntaint keeps an account that is in the state as tainted.
const howToUntaint = "run `terraform untaint '<address>'`"

// notCreated is the error of a create after which no account is known. It says whether there may be an account, as far
// as that is known.
func notCreated(location, mediaResource string, err error) diag.Diagnostic {
	wanted := apidiag.Subject{Noun: "paid account", ID: fmt.Sprintf("on media resource %q", mediaResource), Account: videoindexer.AccountRef{Location: location}}
	var next string
	switch {
	case videoindexer.IsAmbiguous(err):
		next = "The list of accounts does not show it either. "
	case videoindexer.IsOutcomeUnknown(err): // a success without an id
		next = "The service returned no id. "
	default:
		return apidiag.Error("create", wanted, err)
	}
	next += "Look for the account (data source videoindexer_accounts), and import it before the next apply."
	return diag.NewErrorDiagnostic("Unable to create paid account", apidiag.WithHint("create", wanted, err, next))
}

// createdUnconfirmed is the error of a create whose answer was lost, where one new account appeared.
func createdUnconfirmed(account videoindexer.AccountRef, err error) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Paid account was probably created", apidiag.WithHint("confirm the creation of", subject(account), err,
		"One account has appeared since the request. It is in the state now, as tainted. Look at it in the service:\n\n"+
			"  - If it is the new account, "+howToUntaint+".\n  - If it is not, run `terraform state rm '<address>'`, and apply again."))
}

// notReadBack is the error of a create that made the account, and then could not read it.
func notReadBack(account videoindexer.AccountRef, err error) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Unable to read the new paid account", apidiag.WithHint("read", subject(account), err,
		"The account was created, and is in the state as tainted. Correct the cause, "+howToUntaint+", and apply again."))
}

// mustNotDestroy is the error of a destroy under the policy "prevent".
func mustNotDestroy(account apidiag.Subject) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Paid account must not be destroyed",
		account.WithIDs(fmt.Sprintf("%s is protected by deletion_policy = \"prevent\", the default, because the provider cannot delete accounts.\n\n"+
			"To stop managing it, set deletion_policy = \"abandon\", apply that, and then destroy; or run `terraform state rm`. If it is tainted, %s to keep it.", account.Capitalized(), howToUntaint)))
}

// replacedByChange is the error of a replacement under the policy "prevent" that a change of arguments causes. With extended
// operations, a change of the connection alone is an update.
func replacedByChange(account apidiag.Subject, changed path.Paths, isConnection bool) diag.Diagnostic {
	names := make([]string, len(changed))
	for i, at := range changed {
		names[i] = at.String()
	}
	next := "The service cannot change this in an account: undo the change."
	if isConnection {
		next = "With extended_operations, it is an update: see " + apidiag.Guide("rotate-a-key")
	}
	return mustNotReplace(account, "the change of "+strings.Join(names, ", "), next)
}

// mustNotReplace is the error of a replacement under the policy "prevent", and of what causes it.
func mustNotReplace(account apidiag.Subject, because, next string) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Paid account must not be replaced",
		account.WithIDs(fmt.Sprintf("%s is protected by deletion_policy = \"prevent\", the default, and %s would replace it.\n\n%s\n\n"+
			"With deletion_policy = \"abandon\", applied first, the replacement creates another account and leaves this one.", account.Capitalized(), because, next)))
}

// notListed is the error of a read of an account that the key's user does not list. The account stays in the state:
// otherwise the next apply, with the key of another user, would create a second account.
func notListed(account videoindexer.AccountRef, err error) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Paid account is not listed", apidiag.WithoutAdvice("read", subject(account), err,
		"The account stays in the state, since it may still exist. If it does, configure the subscription_key of one of its users. If it does not, run `terraform state rm`."))
}

// trialAccount is the error of an import of an account of the other type.
func trialAccount(account videoindexer.AccountRef) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Not a paid account",
		subject(account).WithIDs("This is a trial account, and the resource is for paid ones. The data source videoindexer_account reads both."))
}

func isTrial(a *videoindexer.Account) bool { return strings.EqualFold(a.AccountType, trialType) }
