package videoindexer

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"mime/multipart"
	"net/textproto"
	"path"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// FileUpload is a text file for a language model: an address from which the service downloads the
// file, or bytes that are streamed to the service.
type FileUpload struct {
	// Name is the key in the form, and the name of the file in the model. It has no control
	// characters.
	Name string
	// URL is the address of the file; if it is set, the fields below are not used.
	URL string
	// Size is the exact number of bytes that Open's reader yields.
	Size int64
	// SHA256 is the hash of those bytes in hex; empty if it is not to be checked.
	SHA256 string
	// Open is called once an attempt, when the upload reaches the file.
	Open func() (io.ReadCloser, error)
}

// FileUploadError names the file that stopped an upload: it cannot be opened or read, its name
// cannot be sent, or it has changed since its size and hash were computed. The service has not
// received the complete form.
type FileUploadError struct {
	Name string
	Err  error
}

func (e *FileUploadError) Error() string { return fmt.Sprintf("language file %q: %v", e.Name, e.Err) }

func (e *FileUploadError) Unwrap() error { return e.Err }

// formPart is a file to read, and what the form has between the file before and this one.
type formPart struct {
	head []byte
	file FileUpload
}

// newForm lays out a multipart form of language files; it opens no file. The form knows its length
// beforehand, so that the upload is not chunked, and holds no more of a file than one read.
func newForm(files []FileUpload) (*body, error) {
	// frame has what the writer puts before the next file, or after the last one.
	var frame bytes.Buffer
	writer := multipart.NewWriter(&frame)
	takeFrame := func() []byte {
		taken := bytes.Clone(frame.Bytes())
		frame.Reset()
		return taken
	}
	form := &body{ContentType: writer.FormDataContentType()}
	var parts []formPart
	for _, file := range files {
		err := checkFormName(file.Name)
		switch {
		case err == nil && file.URL != "":
			err = writer.WriteField(file.Name, file.URL)
		case err == nil:
			_, err = writer.CreatePart(textproto.MIMEHeader{
				"Content-Disposition": {multipart.FileContentDisposition(file.Name, file.Name)},
				"Content-Type":        {languageFileType(file.Name)},
			})
			part := formPart{head: takeFrame(), file: file}
			parts = append(parts, part)
			form.Length += int64(len(part.head)) + file.Size
		}
		if err != nil {
			return nil, &FileUploadError{Name: file.Name, Err: err}
		}
	}
	err := writer.Close()
	if err != nil {
		return nil, fmt.Errorf("lay out the form: %w", err)
	}
	tail := takeFrame()
	form.Length += int64(len(tail))
	form.Open = func() (io.ReadCloser, error) { return openForm(parts, tail), nil }
	return form, nil
}

// checkFormName refuses names that a form header cannot carry unchanged.
func checkFormName(name string) error {
	switch {
	case name == "":
		return errors.New("the name is empty")
	case !utf8.ValidString(name):
		return errors.New("the name is not valid UTF-8")
	case strings.ContainsFunc(name, unicode.IsControl):
		return errors.New("the name has control characters, such as line breaks")
	}
	return nil
}

// languageFileTypes are the media types of the endings that the contract allows.
var languageFileTypes = map[string]string{
	".txt": "text/plain", ".vtt": "text/vtt", ".srt": "application/x-subrip", ".ttml": "application/ttml+xml",
}

func languageFileType(name string) string {
	return cmp.Or(languageFileTypes[strings.ToLower(path.Ext(name))], "application/octet-stream")
}

// formReader reads a form from its first byte. Files are opened one after the other, as it reaches
// them.
type formReader struct {
	io.Reader
	files []*fileReader
}

func openForm(parts []formPart, tail []byte) *formReader {
	var sections []io.Reader
	var files []*fileReader
	for _, part := range parts {
		file := &fileReader{file: part.file}
		files = append(files, file)
		sections = append(sections, bytes.NewReader(part.head), file)
	}
	sections = append(sections, bytes.NewReader(tail))
	return &formReader{io.MultiReader(sections...), files}
}

// Close closes the file that an upload has left open because it ended early.
func (r *formReader) Close() error {
	var errs []error
	for _, file := range r.files {
		errs = append(errs, file.Close())
	}
	return errors.Join(errs...)
}

// fileReader reads one file, and ends well only if its bytes are those that were hashed before. So
// the form's closing boundary never follows a file that has changed.
type fileReader struct {
	// mu is there because a transport may close a body while it is still being read.
	mu   sync.Mutex
	file FileUpload
	// source is opened before the first byte is read.
	source   io.ReadCloser
	sum      hash.Hash
	read     int64
	isClosed bool
}

func (r *fileReader) Read(buffer []byte) (n int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.isClosed {
		return 0, r.newError("the upload ended early")
	}
	if r.source == nil {
		r.source, err = r.file.Open()
		if err != nil {
			return 0, r.newError("cannot be opened: %w", err)
		}
		r.sum = sha256.New()
	}
	n, err = r.source.Read(buffer)
	r.read += int64(n)
	if r.file.SHA256 != "" {
		r.sum.Write(buffer[:n])
	}
	isEnd := errors.Is(err, io.EOF)
	switch {
	case r.read > r.file.Size:
		return 0, r.newError("has changed since it was hashed, and is longer than %d bytes", r.file.Size)
	case isEnd && n == 0:
		return 0, r.finish()
	case isEnd || err == nil:
		// The next read meets the end again.
		return n, nil
	}
	return n, r.newError("cannot be read: %w", err)
}

// finish compares a file that was read to its end with what was announced; io.EOF when they agree.
func (r *fileReader) finish() error {
	if r.read < r.file.Size {
		return r.newError("has changed since it was hashed, and has %d bytes instead of %d", r.read, r.file.Size)
	}
	if r.file.SHA256 != "" && !strings.EqualFold(hex.EncodeToString(r.sum.Sum(nil)), r.file.SHA256) {
		return r.newError("has changed since it was hashed")
	}
	// Only one file is open at a time, however many a form has.
	r.isClosed = true
	// Every byte was read and checked, so that an error of Close means nothing.
	_ = r.source.Close()
	return io.EOF
}

func (r *fileReader) newError(format string, args ...any) error {
	return &FileUploadError{Name: r.file.Name, Err: fmt.Errorf(format, args...)}
}

func (r *fileReader) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	wasOpen := r.source != nil && !r.isClosed
	r.isClosed = true
	if !wasOpen {
		return nil
	}
	return r.source.Close()
}
