package videoindexer

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"unicode/utf8"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

// WidgetQuery says which widget is wanted; what is empty or nil is left out.
type WidgetQuery struct {
	// WidgetType names the kinds of widget to include; the contract does not list them.
	WidgetType string
	// AllowEdit asks for a widget that can edit, with a token that can write.
	AllowEdit *bool
}

// InsightsWidget is a widget: either the address the service redirects to, or its content. Neither holds a token, be it
// the one that was sent or one that the service made for the widget.
type InsightsWidget struct {
	// URL is absolute; empty where the service answered with content.
	URL         string
	Content     string
	ContentType string
}

// widgetRedirects are the answers of endpoint 13 that name an address; it is never followed.
var widgetRedirects = []int{
	http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
	http.StatusTemporaryRedirect, http.StatusPermanentRedirect,
}

// GetInsightsWidget reads the insights widget of a video (endpoint 13). If the service does not allow it with a token of the
// account, it is asked with one of the video (X23), with extended operations and without a configured token. If a token in the address
// cannot be removed, the error is an UnexpectedAnswerError.
func (c *Client) GetInsightsWidget(ctx context.Context, a AccountRef, videoID string, q WidgetQuery) (*InsightsWidget, error) {
	r := onAccount("13", "get insights widget", http.MethodGet, a, "Videos", videoID, "InsightsWidget")
	setText(r.Query, "widgetType", q.WidgetType)
	setFlag(r.Query, "allowEdit", q.AllowEdit)
	if q.AllowEdit != nil && *q.AllowEdit {
		r.Auth.Permission = Write
	}
	r.Auth.Optional = true
	r.Accept, r.Form = widgetRedirects, transport.Page
	widget, err := c.readWidget(ctx, r)
	if !IsNotAllowed(err) || !c.Extended() || c.Config.AccessToken != "" || c.Config.SubscriptionKey == "" {
		return widget, err
	}
	r.Auth = videoAuth(a, videoID, r.Auth.Permission)
	widget, again := c.readWidget(ctx, r)
	if answer, _ := errors.AsType[*APIError](again); IsA[*TokenError](again) && answer != nil && answer.Status == http.StatusUnauthorized {
		return nil, err // the key has worked for the token of the account
	}
	return widget, again
}

func (c *Client) readWidget(ctx context.Context, r request) (*InsightsWidget, error) {
	return doAndRead(ctx, c, r, func(answer *attempt) (*InsightsWidget, error) {
		if answer.Status/100 == 3 {
			address, err := c.widgetAddress(c.Address(r.Path), answer.Header.Get("Location"))
			return &InsightsWidget{URL: address}, err
		}
		if err := refuseNothing(answer.Body); err != nil {
			return nil, err
		}
		if kind := kindOf(answer.Body); kind != "a text" && kind != "a string" {
			return nil, fmt.Errorf("it is %s, not a widget", kind)
		}
		if !utf8.Valid(answer.Body) {
			return nil, errNotUTF8
		}
		page, err := pageWithoutTokens(string(answer.Body), c.KnownSecrets())
		return &InsightsWidget{Content: page, ContentType: answer.Header.Get("Content-Type")}, err
	})
}

// widgetAddress makes the address of a redirect absolute, without any token: it ends up in Terraform's state.
func (c *Client) widgetAddress(base *url.URL, location string) (string, error) {
	if location == "" {
		return "", errors.New("the redirect has no Location header")
	}
	target, err := base.Parse(location)
	if err != nil {
		return "", errors.New("the Location header of the redirect is no address")
	}
	if err := withoutTokens(target, c.KnownSecrets()); err != nil {
		return "", err
	}
	return target.String(), nil
}
