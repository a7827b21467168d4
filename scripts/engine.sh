# Sourced by the scripts that need Terraform or OpenTofu.

# The engine's own configuration must not reach into tests: one that names a
# missing file warns on every run, one with overrides tests something else.
export TF_CLI_CONFIG_FILE=/dev/null
export CHECKPOINT_DISABLE=1

TERRAFORM=${TERRAFORM:-terraform}

require_engine() {
  if command -v "$TERRAFORM" >/dev/null; then
    return
  fi
  cat >&2 <<MESSAGE
"$TERRAFORM" is not on the PATH, and $1 needs it.

  Terraform 1.8 or later:  https://developer.hashicorp.com/terraform/install
  OpenTofu 1.8 or later:   https://opentofu.org/docs/intro/install/

Installed elsewhere, or under another name? Say so: TERRAFORM=/path/to/it, or TERRAFORM=tofu.
MESSAGE
  exit 1
}
