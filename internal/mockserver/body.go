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

// bodyKind is the kind of body that an operation accepts.
type bodyKind int

const (
	bodyNone bodyKind = iota
	bodyJSON
	bodyVTT
	bodyForm
)

const (
	maxTextBody = 16 << 20
	// maxKeptBytes is the size of the largest files that are stored. Of others, size and hash are
	// known.
	maxKeptBytes = 16 << 20
)

// upload is one part of a form.
type upload struct {
	// name is the key in the form.
	name string
	// isFile means that the part is a file instead of a URL.
	isFile bool
	url    string
	// size is that of a file.
	size   int64
	sha256 string
	// content is nil for a file that is larger than maxKeptBytes.
	content []byte
}

// readBody reads the body in the form that the operation accepts, without holding the store's lock.
func (c *call) readBody() bool {
	mediaType, params, err := mime.ParseMediaType(c.request.Header.Get("Content-Type"))
	if err != nil {
		mediaType = ""
	}
	switch c.endpoint.body {
	case bodyJSON:
		// CreatePaidAccount lists the header as optional, and UpdateBrandsModelSettings does not
		// list it.
		operation := c.endpoint.operation
		isOptional := operation == CreatePaidAccount || operation == UpdateBrandsModelSettings
		isOmitted := isOptional && mediaType == ""
		if mediaType != "application/json" && !isOmitted {
			return c.respondInvalid("the body must be application/json")
		}
		return c.readText()
	case bodyVTT:
		if mediaType != "text/vtt" {
			return c.respondInvalid("the body must be text/vtt")
		}
		return c.readText()
	case bodyForm:
		return c.readForm(mediaType, params["boundary"])
	default:
		n, _ := io.Copy(io.Discard, c.request.Body)
		if n > 0 {
			return c.respondInvalid("the operation takes no body")
		}
		return true
	}
}

func (c *call) readText() bool {
	body, err := io.ReadAll(io.LimitReader(c.request.Body, maxTextBody+1))
	if err != nil {
		return c.respondUnreadable(err)
	}
	if len(body) > maxTextBody {
		return c.respondInvalid("the body is too large")
	}
	c.body = body
	return true
}

// respondUnreadable answers a request whose body ended early. Its client has usually gone by then.
func (c *call) respondUnreadable(err error) bool {
	return c.refuse("the body could not be read: %s", err)
}

func (c *call) readForm(mediaType, boundary string) bool {
	if mediaType != "multipart/form-data" || boundary == "" {
		return c.respondInvalid("the body must be multipart/form-data")
	}
	parts := multipart.NewReader(c.request.Body, boundary)
	for {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return c.respondUnreadable(err)
		}
		if !c.readPart(part) {
			return false
		}
	}
	// Bytes after the closing boundary are not part of the form, but belong to the request.
	drain(c.request)
	return true
}

func (c *call) readPart(part *multipart.Part) bool {
	disposition, params, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
	isFormData := err == nil && disposition == "form-data"
	if !isFormData || params["name"] == "" {
		return c.respondInvalid("a part of the form has no name")
	}
	uploaded := upload{name: params["name"]}
	_, uploaded.isFile = params["filename"]
	if slices.ContainsFunc(c.form, func(other upload) bool { return other.name == uploaded.name }) {
		return c.respondInvalid("the form has the key %q twice", uploaded.name)
	}
	sum := sha256.New()
	var kept bytes.Buffer
	head := io.TeeReader(io.LimitReader(part, maxKeptBytes), &kept)
	uploaded.size, err = io.Copy(sum, head)
	if err != nil {
		return c.respondUnreadable(err)
	}
	rest, err := io.Copy(sum, part)
	if err != nil {
		return c.respondUnreadable(err)
	}
	uploaded.size += rest
	uploaded.sha256 = hex.EncodeToString(sum.Sum(nil))
	if rest == 0 {
		uploaded.content = kept.Bytes()
	}
	if !uploaded.isFile {
		uploaded = upload{name: uploaded.name, url: string(uploaded.content)}
	}
	c.form = append(c.form, uploaded)
	return true
}

// member is a member that an object may have.
type member struct {
	name                   string
	to                     any
	isOptional, isNullable bool
}

// required returns a member that must be present and not null; to is a pointer to its value.
func required(name string, to any) member { return member{name: name, to: to} }

// optional returns a member whose value stays unchanged if the member is absent.
func optional(name string, to any) member { return member{name: name, to: to, isOptional: true} }

// orNull returns a member that may be null as well; its value is of a type that knows null.
func (m member) orNull() member {
	m.isNullable = true
	return m
}

// readObject reads raw as a JSON object with these members only. Their names must match exactly.
func (c *call) readObject(raw []byte, where string, members ...member) bool {
	var given map[string]json.RawMessage
	err := json.Unmarshal(raw, &given)
	if err != nil || given == nil {
		return c.respondInvalid("%s is not a JSON object", where)
	}
	for name := range given {
		if !slices.ContainsFunc(members, func(m member) bool { return m.name == name }) {
			return c.respondInvalid("%s has the unknown member %q", where, name)
		}
	}
	for _, m := range members {
		value, isGiven := given[m.name]
		if !isGiven && m.isOptional {
			continue
		}
		switch {
		case !isGiven:
			return c.respondInvalid("%s lacks the member %q", where, m.name)
		case !m.isNullable && string(value) == "null":
			return c.respondInvalid("%s must not be null", m.name)
		case json.Unmarshal(value, m.to) != nil:
			return c.respondInvalid("%s has the wrong type", m.name)
		}
	}
	return true
}
