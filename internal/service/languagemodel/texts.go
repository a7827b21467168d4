package languagemodel

// Texts identify files without a known id: they are read, compared, and taken over (recognize).

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// textHash identifies a text that the service shows.
type textHash struct {
	// Bytes is its SHA-256 in hex.
	Bytes string
	// Meaning is the same for all texts that mean the same.
	Meaning string
}

func hashOf(text string) textHash {
	return textHash{Bytes: hexSHA256(text), Meaning: hexSHA256(videoindexer.NormalText(text))}
}

func hexSHA256(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// recognize finds out which files are Terraform's own. Terraform knows its files by their ids.
// Without an id, a file is recognized here and nowhere else, by its text: an apply whose responses
// were lost has uploaded a file that has the name and the text of a wanted one. The text of a file
// with an address is not known here: see addCopies.
func (c *claim) recognize(wantedFiles map[string]fileModel) {
	for _, label := range slices.Sorted(maps.Keys(c.files)) {
		c.confirmLost(label)
	}
	notSent := c.notSent()
	for _, name := range slices.Sorted(maps.Keys(wantedFiles)) {
		wantedFile := wantedFiles[name]
		if c.hasInPlace(name, wantedFile) {
			continue
		}
		isConfirmed := c.confirmByText(name, wantedFile, notSent[name])
		if isConfirmed {
			notSent = c.notSent()
		}
	}
}

// confirmLost looks for a file that was sent, and whose response was lost, among those that may be
// it, by its text. If a response has shown these since, and none is it, it has not arrived: its
// former version gets its label back.
func (c *claim) confirmLost(label string) {
	file := c.files[label]
	candidates := c.candidates(label)
	isFound := c.confirmByText(label, file, candidates)
	if isFound || len(candidates) == 0 {
		return
	}
	mayBeFile := func(id string) bool {
		_, isKnown := c.hasTextOf(id, file)
		return !isKnown
	}
	if !c.hasSeenFiles || slices.ContainsFunc(candidates, mayBeFile) {
		return
	}
	formers := c.formers(label)
	delete(c.files, label)
	if len(formers) > 0 {
		c.rename(secondLabel(label, formers[0]), label)
	}
}

// confirmByText confirms one of several files, if it has the text of the given one: for a file
// whose id was planned, only that one.
func (c *claim) confirmByText(name string, file fileModel, ids []string) (isConfirmed bool) {
	for _, id := range ids {
		isOther := file.hasID() && file.id() != id
		if isOther {
			continue
		}
		isSame, _ := c.hasTextOf(id, file)
		if isSame {
			c.confirm(name, file, id)
			return true
		}
	}
	return false
}

// hasTextOf reports whether the service shows for a file the text of another file, which may have
// changed since it was sent. This is not known if no text was read, or if the other one is at an
// address.
func (c *claim) hasTextOf(id string, file fileModel) (isSame, isKnown bool) {
	text, isRead := c.hidden.Texts[id]
	if !isRead || !nullable.IsSet(file.ContentSHA256) {
		return false, false
	}
	if text.Bytes == file.ContentSHA256.ValueString() {
		return true, true
	}
	return text.Meaning == hashOf(file.readOrEmpty()).Meaning, true
}

// readOrEmpty returns the text of a file without an address; one that cannot be read counts as
// empty.
func (f fileModel) readOrEmpty() string {
	upload, err := f.upload("")
	if err != nil {
		return ""
	}
	reader, err := upload.Open()
	if err != nil {
		return ""
	}
	defer reader.Close()
	text, _ := io.ReadAll(reader)
	return string(text)
}

// comparisons returns tasks that read the texts that recognize lacks: those of candidates, and of
// files that may be wanted ones.
func comparisons(claimed claim, wantedFiles map[string]fileModel) (all []task) {
	for _, label := range slices.Sorted(maps.Keys(claimed.files)) {
		all = append(all, claimed.comparisonsWith(label, claimed.candidates(label))...)
	}
	notSent := claimed.notSent()
	for _, name := range slices.Sorted(maps.Keys(wantedFiles)) {
		wantedFile := wantedFiles[name]
		// The candidates of a file include those that may be the wanted one.
		isListed := len(claimed.candidates(name)) > 0
		if isListed || claimed.hasInPlace(name, wantedFile) {
			continue
		}
		if !wantedFile.hasID() && nullable.IsSet(wantedFile.ContentSHA256) {
			all = append(all, claimed.comparisonsWith(name, notSent[name])...)
		}
	}
	return all
}

// comparisonsWith returns tasks that read texts to compare them with that of a file of the state or
// a wanted one, as far as they can be read, and were not read yet.
func (c *claim) comparisonsWith(label string, ids []string) (all []task) {
	if !c.hasExtended {
		return nil
	}
	for _, id := range ids {
		_, isRead := c.hidden.Texts[id]
		if !isRead {
			all = append(all, task{verb: compareFile, label: label, id: id})
		}
	}
	return all
}

// hasInPlace reports whether a wanted file is where it is wanted.
func (c *claim) hasInPlace(name string, wantedFile fileModel) bool {
	return c.files[name].hasSameContent(wantedFile) || c.keepsFound(name, wantedFile)
}

// keepsFound reports whether a wanted file is one that a read has found, and that stays unchanged:
// a file of a model that was imported, whose text is not known to differ.
func (c *claim) keepsFound(name string, file fileModel) bool {
	found := c.files[name]
	switch {
	case !found.isFound() || !c.Adopted.ValueBool():
		return false
	case file.ContentSHA256.IsUnknown():
		return false
	case nullable.IsSet(file.URL):
		return found.URL.IsNull() || found.URL.Equal(file.URL)
	}
	isSame, isKnown := c.hasTextOf(found.id(), file)
	return isSame || !isKnown
}

// notSent returns the ids of files that Terraform has not sent, as far as it knows, by their names:
// of those that the state shows, also by their labels, and of others.
func (c *claim) notSent() map[string][]string {
	ids := make(map[string][]string)
	for _, label := range slices.Sorted(maps.Keys(c.files)) {
		file := c.files[label]
		if !file.isFound() {
			continue
		}
		id := file.id()
		name := nameOfLabel(label, id)
		ids[name] = append(ids[name], id)
		if label != name {
			ids[label] = append(ids[label], id)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(c.hidden.Others)) {
		name := c.hidden.Others[id]
		ids[name] = append(ids[name], id)
	}
	return ids
}

// addCopies finds files that have the same names and texts as those that were uploaded by their
// addresses: an interrupted apply has uploaded them, and they are deleted as earlier versions are.
func (c *claim) addCopies(wanted wantedModel) {
	for _, name := range slices.Sorted(maps.Keys(wanted.files)) {
		if !c.isUploaded(name, wanted) {
			continue
		}
		own, isRead := c.hidden.Texts[c.files[name].id()]
		for _, id := range c.othersNamed(name) {
			if isRead && own.Meaning == c.hidden.Texts[id].Meaning {
				c.add(name, fileModel{Enabled: types.BoolValue(true)}, id)
			}
		}
	}
}

// copyComparisons returns tasks that read the texts that addCopies lacks.
func copyComparisons(claimed claim, wanted wantedModel) (all []task) {
	for _, name := range slices.Sorted(maps.Keys(wanted.files)) {
		others := claimed.othersNamed(name)
		if len(others) > 0 && claimed.isUploaded(name, wanted) {
			all = append(all, claimed.comparisonsWith(name, append(others, claimed.files[name].id()))...)
		}
	}
	return all
}

// isUploaded reports whether this apply has uploaded a file by its address.
func (c *claim) isUploaded(name string, wanted wantedModel) bool {
	file := c.files[name]
	wantedFile := wanted.files[name]
	if !nullable.IsSet(wantedFile.URL) || !file.hasSameContent(wantedFile) {
		return false
	}
	return wantedFile.FileID.IsUnknown() && file.hasID()
}

// readTexts reads texts for a plan, which compares them as far as it can.
func (c *claim) readTexts(ctx context.Context, target providerdata.Target, ids []string) diag.Diagnostics {
	for _, id := range ids {
		err := c.readText(ctx, target, id)
		if videoindexer.IsUnsupported(err) {
			return nil
		}
		if err != nil {
			detail := apidiag.Detail("read files of", c.Subject(), err,
				"Could not compare the texts of files that Terraform has not sent. "+
					"The plan assumes that they are unchanged.")
			return diag.Diagnostics{diag.NewAttributeWarningDiagnostic(
				path.Root("files"), "Texts of language model not compared", detail)}
		}
	}
	return nil
}

// readText reads the text of a file (X10). One that is gone has none.
func (c *claim) readText(ctx context.Context, target providerdata.Target, id string) error {
	file, err := target.Client.GetLanguageModelFile(ctx, target.Account, c.ModelID.ValueString(), id)
	switch {
	case err == nil:
		c.hidden.Texts[id] = hashOf(*file.Content)
	case videoindexer.IsNotFound(err):
		return nil
	}
	return err
}
