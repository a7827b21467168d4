package main

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// copyAccount shows how one folder keeps two accounts the same, and how a third becomes a copy of the first.
func copyAccount(ctx context.Context, tf engine, service *service) error {
	const accounts = "-var-file=example.tfvars"
	heading("Several accounts: %s apply of examples/copy-account, one folder for two of them", tf.name())
	if _, err := tf.output(ctx, "init", "-input=false", "-plugin-dir="+tf.mirror); err != nil {
		return err
	}
	if err := tf.completions(ctx, "apply", "-input=false", "-auto-approve", accounts); err != nil {
		return err
	}

	heading("%s apply of examples/copy-account/standby: a third account becomes a copy of the first", tf.name())
	standby := tf
	standby.folder = filepath.Join(tf.folder, "standby")
	if _, err := standby.output(ctx, "init", "-input=false", "-plugin-dir="+tf.mirror); err != nil {
		return err
	}
	if err := standby.lastLine(ctx, "apply", "-input=false", "-auto-approve", accounts); err != nil {
		return err
	}
	if _, err := standby.output(ctx, "plan", "-input=false", "-detailed-exitcode", accounts); err != nil {
		return fmt.Errorf("the second plan of the copy is not empty: %w", err)
	}
	fmt.Println("A second plan is empty.")

	heading("What the three accounts hold")
	answer, err := service.ask(ctx, "/_mock/state")
	if err != nil {
		return err
	}
	held, err := customizations(answer)
	if err != nil {
		return err
	}
	for _, account := range held {
		fmt.Println(account)
	}
	if err := isCopied(held); err != nil {
		return err
	}
	fmt.Printf("\nChecked: the third account, %s, holds the same as the first.\n", held[2].ID)
	return nil
}

// completions runs the engine and shows the lines about what it has completed, or everything when it fails.
func (e engine) completions(ctx context.Context, arguments ...string) error {
	out, err := e.output(ctx, arguments...)
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "Creation complete") || strings.Contains(line, "Apply complete!") {
			fmt.Print(line)
		}
	}
	return nil
}

// customized is what an account holds, as the service returns it.
type customized struct {
	ID, Name, Location  string
	BrandsModelSettings struct{ State, UseBuiltIn bool }
	Brands              []struct{ Name, Description string }
	LanguageModels      []struct {
		Name, Language string
		Files          []struct{ Name, SHA256 string }
	}
	PersonModels []struct {
		Name    string
		Persons []string
	}
}

func customizations(state []byte) ([]customized, error) {
	var held struct{ Accounts []customized }
	if err := json.Unmarshal(state, &held); err != nil {
		return nil, fmt.Errorf("reading what the service holds: %w", err)
	}
	return held.Accounts, nil
}

func (c customized) String() string {
	persons := 0
	for _, model := range c.PersonModels {
		persons += len(model.Persons)
	}
	return fmt.Sprintf("%s (%s, %s): %d brands, %d language models, %d persons in %d person models",
		c.Name, c.ID, c.Location, len(c.Brands), len(c.LanguageModels), persons, len(c.PersonModels))
}

// texts returns the parts of the customization in a fixed order, so that equal customizations compare equal.
func (c customized) texts() []string {
	texts := []string{fmt.Sprint(c.BrandsModelSettings)}
	for _, brand := range c.Brands {
		texts = append(texts, fmt.Sprint("brand ", brand))
	}
	for _, model := range c.LanguageModels {
		if len(model.Files) > 0 { // others were emptied by a destroy
			texts = append(texts, fmt.Sprint("language model ", model))
		}
	}
	for _, model := range c.PersonModels {
		for _, person := range model.Persons {
			texts = append(texts, fmt.Sprint("person ", model.Name, person))
		}
	}
	slices.Sort(texts)
	return texts
}

// isCopied returns an error unless the third account holds what the first does.
func isCopied(held []customized) error {
	if len(held) != 3 {
		return fmt.Errorf("the service has %d accounts, want 3", len(held))
	}
	first, third := held[0].texts(), held[2].texts()
	for _, text := range first {
		if !slices.Contains(third, text) {
			return fmt.Errorf("the third account does not have what the first has: %s", text)
		}
	}
	if len(first) != len(third) {
		return fmt.Errorf("the third account holds %d objects, the first %d", len(third), len(first))
	}
	return nil
}
