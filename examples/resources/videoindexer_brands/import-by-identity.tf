# All brands of an account, with extended_operations.
import {
  to = videoindexer_brands.sponsors
  identity = {
    location   = "westeurope"
    account_id = "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"
  }
}
