package mockserver

// media is what an account holds of videos, projects, persons and the image model. The server's lock guards it.
type media struct {
	videos     map[string]*video
	projects   map[string]*project
	persons    map[string]map[string][]Face // by person model and person
	imageModel *ImageModel                  // nil where none is connected
}

func newMedia() media {
	return media{
		videos:   map[string]*video{},
		projects: map[string]*project{},
		persons:  map[string]map[string][]Face{},
	}
}
