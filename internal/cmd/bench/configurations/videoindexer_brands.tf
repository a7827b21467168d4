variable "n" {
  type = number
}

variable "edition" {
  type = string
}

resource "videoindexer_brands" "all" {
  brands = {
    for i in range(var.n) : 1001 + i => {
      name          = "Brand number ${i}"
      enabled       = true
      description   = "Frames and complete road bikes; sponsor, ${var.edition} edition."
      reference_url = "https://brands.example/${i}"
      tags          = ["sponsor", "road"]
    }
  }
  deletion_policy = "disable"
}
