provider "empty" {}
