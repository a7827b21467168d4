package mockserver

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// MediaConnection is what a client gave X24; "" where it gave nothing.
type MediaConnection struct {
	SubscriptionID, ResourceGroup, ApplicationID, ApplicationKey string
}

// changeMediaConnection is X24. It changes what it is given and leaves the rest.
func changeMediaConnection(c *call) {
	in, ok := c.mediaConnection()
	if !ok || !c.paidOnly() {
		return
	}
	c.account.connections = append(c.account.connections, in)
	id := &c.account.MediaDirectoryConnectionApplicationID
	*id = cmp.Or(in.ApplicationID, *id)
	c.empty(http.StatusNoContent)
}

// mediaConnection reads the body of X24.
func (c *call) mediaConnection() (MediaConnection, bool) {
	var in MediaConnection
	members, ok := c.object(c.body, "the body", nil, []string{"subscriptionId", "resourceGroup", "directoryConnection"})
	if !ok || !c.member(members, "subscriptionId", &in.SubscriptionID) || !c.member(members, "resourceGroup", &in.ResourceGroup) {
		return in, false
	}
	if raw, given := members["directoryConnection"]; given {
		connection, ok := c.object(raw, "directoryConnection", []string{"applicationId", "applicationKey"}, nil)
		if !ok || !c.member(connection, "applicationId", &in.ApplicationID) || !c.member(connection, "applicationKey", &in.ApplicationKey) {
			return in, false
		}
		if !isGUID(in.ApplicationID) || in.ApplicationKey == "" {
			return in, c.invalid("directoryConnection is not valid")
		}
	}
	if in == (MediaConnection{}) {
		return in, c.invalid("the body changes nothing")
	}
	if in.SubscriptionID != "" && !isGUID(in.SubscriptionID) {
		return in, c.invalid("subscriptionId is not a GUID")
	}
	return in, true
}

// MediaConnections returns what clients gave X24 for an account, oldest first. It holds keys: for tests only.
func (s *Server) MediaConnections(accountID string) []MediaConnection {
	var all []MediaConnection
	s.with(accountID, func(a *account) { all = slices.Clone(a.connections) })
	return all
}

// connectImageModel is X25.
func connectImageModel(c *call) {
	members, ok := c.object(c.body, "the body", []string{"trainingKey", "predictionKey", "endpoint", "predictionResourceId"}, nil)
	var m ImageModel
	if !ok || !c.member(members, "trainingKey", &m.TrainingKey) || !c.member(members, "predictionKey", &m.PredictionKey) ||
		!c.member(members, "endpoint", &m.Endpoint) || !c.member(members, "predictionResourceId", &m.PredictionResourceID) ||
		!c.paidOnly() {
		return
	}
	if errorType, message := c.opts.refuses(m); errorType != "" {
		c.fail(http.StatusBadRequest, errorType, message)
		return
	}
	if before := c.account.imageModel; before != nil {
		m.Tags, m.TagLimit = before.Tags, before.TagLimit
	}
	c.account.connect(m)
	c.json(http.StatusOK, m.wire())
}

// refuses returns the error of X25 that an image model causes, or "" when it can be connected.
func (o *options) refuses(m ImageModel) (errorType, message string) {
	u, err := url.Parse(m.Endpoint)
	switch {
	case slices.ContainsFunc([]string{m.TrainingKey, m.PredictionKey, m.Endpoint, m.PredictionResourceID}, func(s string) bool {
		return strings.TrimSpace(s) == ""
	}):
		return "INVALID_INPUT", "all members are required"
	case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
		return "INVALID_URL", "the endpoint is not a URL"
	case o.trainingKey != "" && m.TrainingKey != o.trainingKey:
		return "IMAGE_MODEL_UNREACHABLE_OR_INVALID_TRAINING_KEY", "the training key was not accepted"
	case o.predictionKey != "" && m.PredictionKey != o.predictionKey:
		return "IMAGE_MODEL_UNREACHABLE_OR_INVALID_PREDICTION_KEY", "the prediction key was not accepted"
	}
	return "", ""
}

// disconnectImageModel is X26. One that does not work any more is disconnected like any other.
func disconnectImageModel(c *call) {
	if !c.paidOnly() {
		return
	}
	if c.account.imageModel == nil {
		c.fail(http.StatusBadRequest, "IMAGE_MODEL_ACCOUNT_NOT_FOUND", "no image-model account is connected to this account")
		return
	}
	c.account.imageModel = nil
	c.empty(http.StatusNoContent)
}

// ImageModel returns the image model that is connected to an account. It holds keys: for tests only.
func (s *Server) ImageModel(accountID string) (ImageModel, bool) {
	var m ImageModel
	var ok bool
	s.with(accountID, func(a *account) {
		if ok = a.imageModel != nil; ok {
			m = a.imageModel.clone()
		}
	})
	return m, ok
}
