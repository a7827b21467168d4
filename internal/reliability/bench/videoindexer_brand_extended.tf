variable "n" {
  type = number
}

variable "edition" {
  type = string
}

resource "videoindexer_brand" "all" {
  count         = var.n
  name          = "Brand number ${count.index}"
  enabled       = true
  description   = "Frames and complete road bikes; sponsor, ${var.edition} edition."
  reference_url = "https://brands.example/${count.index}"
  tags          = ["sponsor", "road"]
}
