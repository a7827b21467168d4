resource "videoindexer_language_model" "commentary" {
  name     = "Race commentary"
  language = "en-GB"

  files = {
    # A local file. The next plan shows if it was edited.
    "race-terms.txt" = {
      source = "${path.module}/race-terms.txt"
    }

    # Text from the configuration.
    "riders.txt" = {
      content = join("\n", [
        "Eirik Solbakken of Nordlys-Aker attacks on the Passo del Sambuco.",
        "Zofia Wrzesniewska set the best time at the first check.",
      ])
    }

    # A file that the service downloads.
    "places.vtt" = {
      url = "https://files.example.com/vocabulary/places.vtt"
    }
  }
}
