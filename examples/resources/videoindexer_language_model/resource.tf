resource "videoindexer_language_model" "commentary" {
  name     = "Race commentary"
  language = "en-GB"

  files = {
    # A file beside the configuration: an edit shows in the next plan.
    "race-terms.txt" = {
      source = "${path.module}/race-terms.txt"
    }

    # Text that the configuration puts together.
    "riders.txt" = {
      content = join("\n", [
        "Eirik Solbakken of Nordlys-Aker attacks on the Passo del Sambuco.",
        "Zofia Wrzesniewska set the best time at the first check.",
      ])
    }

    # A file that the service fetches by itself.
    "places.vtt" = {
      url = "https://files.example.com/vocabulary/places.vtt"
    }
  }
}
