package mockserver

// UserToken issues a user token, outside of the API.
func (s *Server) UserToken(location string, permission Permission) string {
	return s.give(token{scope: scopeUser, location: location, write: bool(permission)})
}

// VideoToken issues a token for a video, outside of the API.
func (s *Server) VideoToken(location, accountID, videoID string, permission Permission) string {
	return s.give(token{
		scope: scopeVideo, location: location, accountID: accountID, objectID: videoID, write: bool(permission),
	})
}

// ProjectToken issues a token for a project, outside of the API.
func (s *Server) ProjectToken(location, accountID, projectID string, permission Permission) string {
	return s.give(token{
		scope: scopeProject, location: location, accountID: accountID, objectID: projectID, write: bool(permission),
	})
}

func (s *Server) give(t token) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.issue(t)
}

// LanguageModel returns a language model.
func (s *Server) LanguageModel(accountID, id string) (LanguageModel, bool) {
	var found LanguageModel
	ok := s.ChangeLanguageModel(accountID, id, func(m *LanguageModel) { found = m.clone() })
	return found, ok
}
