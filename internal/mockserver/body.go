package mockserver

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"slices"
)

// bodyKind is what an endpoint takes as its body.
type bodyKind int

const (
	bodyNone bodyKind = iota
	bodyJSON
	bodyVTT
	bodyForm
)

const (
	maxTextBody  = 16 << 20
	maxKeptBytes = 1 << 20 // larger files are known by size and hash only
	// maxReadBytes takes the place of maxKeptBytes where X10 gives files back.
	maxReadBytes = 16 << 20
)

// upload is one part of a form.
type upload struct {
	name    string // the form key
	isFile  bool   // a file, as opposed to a URL
	url     string
	size    int64 // of a file
	sha256  string
	content []byte // nil when larger than what is kept
}

// readBody reads the body as the endpoint takes it, without holding the store's lock.
func (c *call) readBody() bool {
	mediaType, params, err := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	if err != nil {
		mediaType = ""
	}
	switch c.endpoint.body {
	case bodyJSON:
		// Endpoint 4 lists the header as optional, and 18 does not list it.
		optional := c.endpoint.number == 4 || c.endpoint.number == 18
		if mediaType != "application/json" && (mediaType != "" || !optional) {
			return c.invalid("the body must be application/json")
		}
		return c.readText()
	case bodyVTT:
		if mediaType != "text/vtt" {
			return c.invalid("the body must be text/vtt")
		}
		return c.readText()
	case bodyForm:
		return c.readForm(mediaType, params["boundary"])
	default:
		if n, _ := io.Copy(io.Discard, c.r.Body); n > 0 {
			return c.invalid("the operation takes no body")
		}
		return true
	}
}

func (c *call) readText() bool {
	body, err := io.ReadAll(io.LimitReader(c.r.Body, maxTextBody+1))
	if err != nil {
		return c.broken(err)
	}
	if len(body) > maxTextBody {
		return c.invalid("the body is too large")
	}
	c.body = body
	return true
}

// broken answers a body that ended early, though usually the client is gone by then.
func (c *call) broken(err error) bool {
	return c.refuse("the body could not be read: %s", err)
}

func (c *call) readForm(mediaType, boundary string) bool {
	if mediaType != "multipart/form-data" || boundary == "" {
		return c.invalid("the body must be multipart/form-data")
	}
	parts := multipart.NewReader(c.r.Body, boundary)
	for {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return c.broken(err)
		}
		if !c.readPart(part) {
			return false
		}
	}
	// What follows the closing boundary is not part of the form, but belongs to the request.
	drain(c.r)
	return true
}

func (c *call) readPart(part *multipart.Part) bool {
	disposition, params, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
	if err != nil || disposition != "form-data" || params["name"] == "" {
		return c.invalid("a part of the form has no name")
	}
	u := upload{name: params["name"]}
	_, u.isFile = params["filename"]
	if slices.ContainsFunc(c.form, func(other upload) bool { return other.name == u.name }) {
		return c.invalid("the form has the key %q twice", u.name)
	}
	sum := sha256.New()
	var kept bytes.Buffer
	keep := int64(maxKeptBytes)
	if c.opts.extended {
		keep = maxReadBytes
	}
	head := io.TeeReader(io.LimitReader(part, keep), &kept)
	if u.size, err = io.Copy(sum, head); err != nil {
		return c.broken(err)
	}
	rest, err := io.Copy(sum, part)
	if err != nil {
		return c.broken(err)
	}
	u.size += rest
	u.sha256 = hex.EncodeToString(sum.Sum(nil))
	if rest == 0 {
		u.content = kept.Bytes()
	}
	if !u.isFile {
		u = upload{name: u.name, url: string(u.content)}
	}
	c.form = append(c.form, u)
	return true
}

// object reads raw as a JSON object with all of the required members, perhaps the optional ones, and no other.
// Member names must match to the letter.
func (c *call) object(raw []byte, where string, required, optional []string) (map[string]json.RawMessage, bool) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil || members == nil {
		return nil, c.invalid("%s is not a JSON object", where)
	}
	for name := range members {
		if !slices.Contains(required, name) && !slices.Contains(optional, name) {
			return nil, c.invalid("%s has the unknown member %q", where, name)
		}
	}
	for _, name := range required {
		if _, ok := members[name]; !ok {
			return nil, c.invalid("%s lacks the member %q", where, name)
		}
	}
	return members, true
}

// member reads a member that must not be null into to; an absent one leaves to as it is.
func (c *call) member(members map[string]json.RawMessage, name string, to any) bool {
	if string(members[name]) == "null" {
		return c.invalid("%s must not be null", name)
	}
	return c.nullableMember(members, name, to)
}

// nullableMember reads a member that may be null into to, a pointer to a type that knows null.
func (c *call) nullableMember(members map[string]json.RawMessage, name string, to any) bool {
	raw, ok := members[name]
	if !ok {
		return true
	}
	if err := json.Unmarshal(raw, to); err != nil {
		return c.invalid("%s has the wrong type", name)
	}
	return true
}
