# Brands of the account, by their ids. The keys are labels that you choose.
resource "videoindexer_brands" "sponsors" {
  brands = {
    velora = {
      brand_id    = 1001
      name        = "Velora"
      description = "Frames and complete road bikes; title sponsor of the tour."
      tags        = ["sponsor", "bikes"]
    }
    kestrel = {
      brand_id = 1002
      tags     = ["sponsor", "components"] # the remote values of the other fields are kept
    }
  }

  # Destroy, and the removal of an entry, write back the previous values.
  deletion_policy = "restore"
}
