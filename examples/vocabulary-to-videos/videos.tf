terraform {
  required_version = ">= 1.14"
}

# The time of the last change of the vocabulary, once the model is trained. It
# stays in the state, so that a run that was cut off can continue.
resource "terraform_data" "vocabulary" {
  input            = timestamp()
  triggers_replace = local.vocabulary

  lifecycle {
    ignore_changes = [input]
  }

  depends_on = [videoindexer_brands.vocabulary]
}

# Invokes the action after each change. This is a separate resource to avoid a
# cycle, because the action refers to the time.
resource "terraform_data" "archive" {
  triggers_replace = terraform_data.vocabulary.output

  lifecycle {
    action_trigger {
      events  = [after_create]
      actions = [action.videoindexer_reindex_videos.archive]
    }
  }
}

# Indexes the English videos that have not been indexed since, within a budget.
action "videoindexer_reindex_videos" "archive" {
  config {
    filter = {
      source_language = "en-US"
    }
    indexed_before      = terraform_data.vocabulary.output
    linguistic_model_id = videoindexer_language_model.vocabulary.model_id
    max_videos          = var.max_videos
    max_duration        = var.max_hours
  }
}
