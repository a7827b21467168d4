# Re-indexes the English videos that were last indexed before the vocabulary
# changed: at most 50 of them, and at most 20 hours.
action "videoindexer_reindex_videos" "english" {
  config {
    filter = {
      source_language = "en-US"
    }
    indexed_before = terraform_data.vocabulary.output
    max_videos     = 50
    max_duration   = 20
  }
}

# The time of the last change of the vocabulary.
resource "terraform_data" "vocabulary" {
  input            = timestamp()
  triggers_replace = filesha256("${path.module}/vocabulary.txt")

  lifecycle {
    ignore_changes = [input]
  }
}

# Invokes the action after each change.
resource "terraform_data" "english" {
  triggers_replace = terraform_data.vocabulary.output

  lifecycle {
    action_trigger {
      events  = [after_create]
      actions = [action.videoindexer_reindex_videos.english]
    }
  }
}
