variable "max_videos" {
  description = "Maximum number of videos that a change of the vocabulary may re-index."
  type        = number
  default     = 50
}

variable "max_hours" {
  description = "Maximum hours of video that a change of the vocabulary may re-index."
  type        = number
  default     = 20
}

variable "sample" {
  description = "A video in which a brand of the vocabulary is known to appear."
  type        = object({ video_id = string, brand = string })
  default     = { video_id = "a1b2c3d4e5", brand = "Velora" }
}
