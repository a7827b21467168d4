package account

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// howToUntaint keeps an account that is in the state as tainted.
const howToUntaint = "run `terraform untaint '<address>'`"

// notCreated is the error of a create after which no account is known. It says whether there may be an account.
func notCreated(location, mediaResource string, err error) diag.Diagnostic {
	wanted := apidiag.Subject{Noun: noun, ID: fmt.Sprintf("on media resource %q", mediaResource), Account: videoindexer.AccountRef{Location: location}}
	if !videoindexer.IsOutcomeUnknown(err) {
		return apidiag.Error("create", wanted, err)
	}
	return diag.NewErrorDiagnostic("Unable to create paid account", apidiag.WithHint("create", wanted, err,
		"There may be an account all the same. Look for it (data source videoindexer_accounts), and import it before the next apply."))
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

// mustNotReplace is the error of a replacement under the policy "prevent", which names what causes it.
func mustNotReplace(account apidiag.Subject, because string) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Paid account must not be replaced",
		account.WithIDs(fmt.Sprintf("%s is protected by deletion_policy = \"prevent\", the default, and %s would replace it: undo that.\n\n"+
			"With deletion_policy = \"abandon\", applied first, the replacement creates another account and leaves this one.", account.Capitalized(), because)))
}
