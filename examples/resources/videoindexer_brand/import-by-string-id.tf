import {
  to = videoindexer_brand.velora
  id = "1001"
}
