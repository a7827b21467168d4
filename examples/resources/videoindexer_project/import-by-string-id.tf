import {
  to = videoindexer_project.highlights
  id = "d3adb33f01"
}
