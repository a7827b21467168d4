# A transcript of the provider's account, by the video's id and the language:
terraform import videoindexer_video_transcript.english a1b2c3d4e5/en-US

# A transcript of any account: location, account, video and language.
terraform import videoindexer_video_transcript.english westeurope/3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11/a1b2c3d4e5/en-US
