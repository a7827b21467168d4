provider "videoindexer" {}
