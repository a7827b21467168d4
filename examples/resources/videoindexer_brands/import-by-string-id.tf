import {
  to = videoindexer_brands.sponsors
  id = "1001,1002,1004"
}
