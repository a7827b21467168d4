# A part of the engine that does no work. An object makes about as many bytes of state as a videoindexer_brand, since
# the engine's own cost grows with them.

variable "n" {
  type = number
}

variable "edition" {
  type = string
}

resource "terraform_data" "all" {
  count = var.n
  input = "Brand number ${count.index}, ${var.edition} edition, ${join(" ", [for i in range(18) : "padding"])}"
}
