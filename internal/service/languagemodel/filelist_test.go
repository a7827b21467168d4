package languagemodel

import (
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// address is that of a text.
const address = "https://texts.example"

// imported is the state of an import that was not read yet.
var imported = resourceModel{ModelID: types.StringValue("model")}

// namedFile is a file of a state, of a configuration, or of a response.
type namedFile struct {
	fileModel
	name      string
	isUnshown bool   // others have added it, and the state does not show it
	readHash  string // of its text, "" if nobody has read that
}

type fileList []namedFile

// text returns a configured file. Texts have numbers, which are their hashes as well.
func text(name string, number int) namedFile {
	return configuredFile(name, fileModel{ContentSHA256: types.StringValue(strconv.Itoa(number))})
}

// unknownText returns a configured file whose text is not known yet.
func unknownText(name string) namedFile {
	return configuredFile(name, fileModel{ContentSHA256: types.StringUnknown()})
}

// fetched returns a configured file that the service fetches from an address.
func fetched(name, url string) namedFile {
	return configuredFile(name, fileModel{URL: types.StringValue(url)})
}

func configuredFile(name string, file fileModel) namedFile {
	file.Enabled = types.BoolValue(true)
	file.FileID = types.StringUnknown()
	return namedFile{fileModel: file, name: name}
}

// sent returns a file of a state with a text that Terraform has sent.
func sent(name string, number int) namedFile { return text(name, number).withID("id-" + name) }

// found returns a file of a state that Terraform has not sent, and that a read has found.
func found(name string) namedFile {
	return namedFile{fileModel: foundFile(name), name: name}.withID("id-" + name)
}

// forgotten returns a file of a state that Terraform has sent, and whose text is not known any
// more.
func forgotten(name string) namedFile {
	return configuredFile(name, fileModel{}).withID("id-" + name)
}

// added returns a file that others have added, and that the state does not show.
func added(name string) namedFile {
	file := found(name).withID("other-" + name)
	file.isUnshown = true
	return file
}

// shown returns a file that a response shows.
func shown(name string) namedFile { return configuredFile(name, fileModel{}).withID("id-" + name) }

func (f namedFile) withID(id string) namedFile {
	f.FileID = types.StringValue(id)
	return f
}

// withSecondLabel returns a file with an id and its second label, because another one has its name.
func (f namedFile) withSecondLabel(id string) namedFile {
	f.name = secondLabel(f.name, id)
	return f.withID(id)
}

// unconfirmed returns a file that no response has shown.
func (f namedFile) unconfirmed() namedFile {
	f.FileID = types.StringNull()
	return f
}

func (f namedFile) fetchedFrom(url string) namedFile {
	f.URL = types.StringValue(url)
	return f
}

// readAs returns a file whose text was read.
func (f namedFile) readAs(number int) namedFile {
	f.readHash = strconv.Itoa(number)
	return f
}

func (f namedFile) disabled() namedFile {
	f.Enabled = types.BoolValue(false)
	return f
}

// unset returns a file whose configuration does not say whether it is enabled.
func (f namedFile) unset() namedFile {
	f.Enabled = types.BoolNull()
	return f
}

// byName returns the files that the state or the configuration shows.
func (l fileList) byName() map[string]fileModel {
	files := make(map[string]fileModel)
	for _, file := range l {
		if !file.isUnshown {
			files[file.name] = file.fileModel
		}
	}
	return files
}

// claim returns the claim to a model with these files.
func (l fileList) claim() claim {
	c := newClaim(resourceModel{
		Name: types.StringValue("Terms"), Language: types.StringValue("en-US"), Enabled: types.BoolValue(true),
	}, false)
	c.files = l.byName()
	for _, file := range l {
		if file.isUnshown {
			c.hidden.Others[file.id()] = file.name
		}
		if file.readHash != "" {
			c.hidden.Texts[file.id()] = textHash{Bytes: file.readHash}
		}
	}
	return c
}

// response returns a response that shows these files.
func (l fileList) response() *videoindexer.LanguageModel {
	response := &videoindexer.LanguageModel{Files: []videoindexer.LanguageModelFile{}}
	for _, file := range l {
		response.Files = append(response.Files, videoindexer.LanguageModelFile{
			ID: file.id(), Name: file.name, Enabled: file.Enabled.ValueBoolPointer(),
		})
	}
	return response
}
