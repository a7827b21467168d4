# 50 language models of 20 files, and 20 person models, for 2,000 persons. The resources use count: with a for expression as
# for_each, the engine evaluates the whole map once for each instance, which takes two minutes for two thousand.

variable "n" {
  type = number
}

resource "videoindexer_language_model" "all" {
  count    = ceil(var.n / 40)
  name     = "Vocabulary ${count.index}"
  language = "en-US"
  files = {
    for i in range(20) : "terms-${i}.txt" => {
      content = "The peloton split into echelons on stage ${i}, edition ${count.index}.\n"
    }
  }
}

resource "videoindexer_person_model" "all" {
  count = ceil(var.n / 100)
  name  = "Cast ${count.index}"
}

resource "videoindexer_person" "all" {
  count           = var.n
  person_model_id = videoindexer_person_model.all[count.index % ceil(var.n / 100)].person_model_id
  name            = "Person ${count.index}"
  faces = {
    for i in range(3) : "face-${i}" => {
      url = "https://pictures.example/${count.index}/${i}.jpg"
    }
  }
}
