import {
  to = videoindexer_brands.sponsors
  id = "1001,1002" # "*" for all brands of the account, with extended_operations
}
