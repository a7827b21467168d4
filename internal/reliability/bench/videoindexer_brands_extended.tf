variable "n" {
  type = number
}

variable "edition" {
  type = string
}

resource "videoindexer_brands" "all" {
  brands = {
    # range makes at most 1024 numbers.
    for i in flatten([for from in range(0, var.n, 1000) : range(from, min(var.n, from + 1000))]) : "Brand number ${i}" => {
      enabled       = true
      description   = "Frames and complete road bikes; sponsor, ${var.edition} edition."
      reference_url = "https://brands.example/${i}"
      tags          = ["sponsor", "road"]
    }
  }
}
