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

func connectionEndpoints() []*endpoint {
	const path = "/{location}/Accounts/{accountId}"
	account := []scopeKind{scopeAccount}
	return []*endpoint{
		{
			number: X(24), method: http.MethodPatch, pattern: path + "/MediaServices", scopes: account, write: true,
			body: bodyJSON, handle: changeMediaConnection,
		},
		{
			number: X(25), method: http.MethodPut, pattern: path + "/ImageModel", scopes: account, write: true,
			body: bodyJSON, handle: connectImageModel,
		},
		{
			number: X(26), method: http.MethodDelete, pattern: path + "/ImageModel", scopes: account, write: true,
			handle: disconnectImageModel,
		},
	}
}

// changeMediaConnection is X24. It changes what it is given and leaves the rest.
func changeMediaConnection(_ *Server, c *call) {
	in, ok := c.mediaConnection()
	if !ok || !c.paidOnly() {
		return
	}
	if failure := c.opts.mediaResourceErrors[c.account.MediaResource]; failure != "" {
		c.fail(http.StatusBadRequest, failure, "the media services cannot be connected")
		return
	}
	c.account.media.connections = append(c.account.media.connections, in)
	id := &c.account.MediaDirectoryConnectionApplicationID
	*id = cmp.Or(in.ApplicationID, *id)
	if c.opts.extended.connections.mediaBody {
		c.json(http.StatusOK, map[string]any{})
		return
	}
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
	s.with(accountID, func(a *account) { all = slices.Clone(a.media.connections) })
	return all
}

// connectImageModel is X25.
func connectImageModel(_ *Server, c *call) {
	members, ok := c.object(c.body, "the body", []string{"trainingKey", "predictionKey", "endpoint", "predictionResourceId"}, nil)
	var m ImageModel
	if !ok || !c.member(members, "trainingKey", &m.TrainingKey) || !c.member(members, "predictionKey", &m.PredictionKey) ||
		!c.member(members, "endpoint", &m.Endpoint) || !c.member(members, "predictionResourceId", &m.PredictionResourceID) ||
		!c.paidOnly() {
		return
	}
	if errorType, message := c.opts.extended.connections.refuses(m); errorType != "" {
		c.fail(http.StatusBadRequest, errorType, message)
		return
	}
	if before := c.account.media.imageModel; before != nil {
		m.Tags, m.TagLimit = before.Tags, before.TagLimit
	}
	c.account.connect(m)
	if c.opts.extended.connections.imageModelAnswer == ShapeNothing {
		c.empty(http.StatusCreated)
		return
	}
	c.json(http.StatusOK, m.wire())
}

// refuses returns the error of X25 that an image model causes, or "" when it can be connected.
func (l *connectionReadings) refuses(m ImageModel) (errorType, message string) {
	u, err := url.Parse(m.Endpoint)
	switch {
	case slices.ContainsFunc([]string{m.TrainingKey, m.PredictionKey, m.Endpoint, m.PredictionResourceID}, func(s string) bool {
		return strings.TrimSpace(s) == ""
	}):
		return "INVALID_INPUT", "all members are required"
	case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
		return "INVALID_URL", "the endpoint is not a URL"
	case l.trainingKey != "" && m.TrainingKey != l.trainingKey:
		return "IMAGE_MODEL_UNREACHABLE_OR_INVALID_TRAINING_KEY", "the training key was not accepted"
	case l.predictionKey != "" && m.PredictionKey != l.predictionKey:
		return "IMAGE_MODEL_UNREACHABLE_OR_INVALID_PREDICTION_KEY", "the prediction key was not accepted"
	}
	return "", ""
}

// disconnectImageModel is X26. One that does not work any more is disconnected like any other.
func disconnectImageModel(_ *Server, c *call) {
	if !c.paidOnly() {
		return
	}
	switch {
	case c.opts.extended.connections.staysConnected:
		c.fail(http.StatusBadRequest, "UNSUPPORTED", "the image model cannot be disconnected")
	case c.account.media.imageModel == nil:
		c.fail(http.StatusBadRequest, "IMAGE_MODEL_ACCOUNT_NOT_FOUND", "no image-model account is connected to this account")
	default:
		c.account.media.imageModel = nil
		c.empty(http.StatusNoContent)
	}
}

// ImageModel returns the image model that is connected to an account. It holds keys: for tests only.
func (s *Server) ImageModel(accountID string) (ImageModel, bool) {
	var m ImageModel
	var ok bool
	s.with(accountID, func(a *account) {
		if ok = a.media.imageModel != nil; ok {
			m = a.media.imageModel.clone()
		}
	})
	return m, ok
}
