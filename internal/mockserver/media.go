package mockserver

// media is what an account holds of videos, projects, persons and the image model. The server's lock guards it.
type media struct {
	videos     map[string]*video
	projects   map[string]*project
	persons    []*personModel // in the order of creation
	imageModel *ImageModel    // nil where none is connected

	connections []MediaConnection // what X24 was given
}

func newMedia() media {
	return media{
		videos:   map[string]*video{},
		projects: map[string]*project{},
	}
}
