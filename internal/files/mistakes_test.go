package files_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/files"
)

// mistake is a content and its error, or the first lines of it.
type mistake struct{ content, want string }

// The names of fields, as mistakes list them.
var (
	keys      = namesOfBrand(func(reflect.StructField) bool { return true })
	columns   = "key, " + keys
	clearable = namesOfBrand(func(f reflect.StructField) bool { return f.Name != "Name" && isText(f.Type) })
)

// namesOfBrand returns the names of those fields of a brand that are wanted.
func namesOfBrand(isWanted func(reflect.StructField) bool) string {
	var names []string
	for field := range reflect.TypeFor[files.Brand]().Fields() {
		if isWanted(field) {
			names = append(names, field.Tag.Get("tfsdk"))
		}
	}
	return strings.Join(names, ", ")
}

func isText(t reflect.Type) bool { return t.Elem().Kind() == reflect.String }

var tableMistakes = []mistake{
	{"", "row 1: the table is empty; its first row has the names of the columns: " + columns},
	{"\ufeff\r\n\r\n", "row 1: the table is empty; its first row has the names of the columns: " + columns},
	{"Velora\n", "row 1: the first row has no column name; it has the names of the columns: " + columns + "\n" +
		`row 1, column A: there is no column "Velora"; the columns are ` + columns},
	{"enabled\nyes\n", "row 1: the first row has no column name; it has the names of the columns: " + columns},
	{"name,tag,Tags\nVelora,bikes,\n", `row 1, column B: there is no column "tag"; the columns are ` + columns + "\n" +
		`row 1, column C: there is no column "Tags"; the columns are ` + columns},
	{"name,tags,enabled,tags*\nVelora,,,\n", "row 1, column D: the column tags is already column B; keep one of them"},
	{
		"name,enabled*\nVelora,\n",
		"row 1, column B: the column enabled cannot have a star; those that can are " + clearable,
	},
	{
		"name;enabled,tags\nVelora;yes\n",
		`row 1, column B: there is no column "enabled,tags"; the columns are ` + columns,
	},
	{"sep=|\nname|tags\n", `row 1: "|" does not separate columns; separate them by commas, semicolons or tabs`},
	{"sep=\nname\n", `row 1: "" does not separate columns; separate them by commas, semicolons or tabs`},
	{
		"name,tags\nVelora,bikes, frames\nHalden\n",
		"row 2: the row ends at column C, and the first row at column B; add or remove cells, " +
			"and put a cell with a comma, semicolon, tab or line break in quotation marks\n" +
			"row 3: the row ends at column A, and the first row at column B; add or remove " +
			"cells, and put a cell with a comma, semicolon, tab or line break in quotation marks",
	},
	{
		"name,,tags,\nVelora,,,\nHalden,x,,y\n",
		`row 3, column B: "x" is in a column without a name; name the column in the first ` +
			`row, or empty the cell` + "\n" +
			`row 3, column D: "y" is in a column without a name; name the column in the first row, or empty the cell`,
	},
	{
		"name,description\nVelora,\"Bikes, and\nframes.\"\n\nHalden,a 12\" dial\nQuay,x\n",
		`row 4: a cell has a quotation mark inside and none around it; put the cell in ` +
			`quotation marks, and double each quotation mark in it: "5"" wheels"`,
	},
	{
		"sep=;\nname;description\n\nVelora;\"Bikes\nHalden;x\n",
		`row 3: a cell begins with a quotation mark and does not end with one; close the ` +
			`cell, and double each quotation mark in it: "5"" wheels"`,
	},
	{"name,tags\n,bikes\n ,\nVelora,\n", "row 2: the brand has no name; write one, or empty the row"},
	{
		"name,enabled\nVelora,perhaps\nHalden,1\n",
		`row 2, column B (Velora, enabled): "perhaps" is neither yes nor no; write yes or no, ` +
			`or leave the cell empty` + "\n" +
			`row 3, column B (Halden, enabled): "1" is neither yes nor no; write yes or no, or ` +
			`leave the cell empty`,
	},
	{
		"name,brand_id\nA,first\nB,1.0\nC,007\nD,2147483648\nE,+5\nF,-\n",
		`row 2, column B (A, brand_id): "first" is not a whole number; write the id in digits ` +
			`alone, such as 1001` + "\n" +
			`row 3, column B (B, brand_id): "1.0" is not a whole number; write the id in ` +
			`digits alone, such as 1001` + "\n" +
			`row 4, column B (C, brand_id): "007" is not a whole number; write the id in ` +
			`digits alone, such as 1001` + "\n" +
			`row 5, column B (D, brand_id): "2147483648" is not the id of a brand; ids are ` +
			`from -2147483648 to 2147483647` + "\n" +
			`row 6, column B (E, brand_id): "+5" is not a whole number; write the id in ` +
			`digits alone, such as 1001` + "\n" +
			`row 7, column B (F, brand_id): "-" is not a whole number; write the id in digits alone, such as 1001`,
	},
	{
		"name\nVel\u00e9ra\nVele\u0301ra\n",
		"row 3 (Vele\u0301ra): the name \"Vele\u0301ra\" is already in row 2; each brand has its own",
	},
	{
		"key,name,brand_id\nk,A,5\nk,B,5\nx,A,\n,,5\nB,,\n",
		`row 3 (k): the key "k" is already in row 2; each brand has its own` + "\n" +
			"row 3 (k): the brand_id 5 is already in row 2; each brand has its own\n" +
			`row 4 (x): the name "A" is already in row 2; each brand has its own` + "\n" +
			"row 5 (5): the brand_id 5 is already in row 3; each brand has its own\n" +
			`row 6 (B): the name "B" is already in row 3; each brand has its own`,
	},
	{
		"name,,,,,,,,,,,,,,,,,,,,,,,,,,\nA,,,,,,,,,,,,,,,,,,,,,,,,,,https://user:secret@a.example/?key=secret\n",
		`row 2, column AA: "https://…" is in a column without a name; name the column in the ` +
			`first row, or empty the cell`,
	},
	{
		"name,enabled\nA,1\nB,2\nC,3\nD,4\nE,5\nF,6\nG,7\nH,8\nI,9\nJ,10\nK,11\nL,12\n",
		`row 2, column B (A, enabled): "1" is neither`,
	},
}

var brandMistakes = append(documentMistakes("write {} if there are no brands", "a brand"),
	mistake{
		"Velora: {tags: bikes, page: x}\n",
		`line 1, column 16 (Velora, tags): this is "bikes" and must be a list, such as [sponsor, bikes]` + "\n" +
			`line 1, column 23 (Velora): the key "page" is unknown; the keys are ` + keys,
	},
	mistake{
		"Velora:\n  tags: [a, ~, ' b', '', {}, [], 'null']\n",
		"line 2, column 13 (Velora, tags): an element of the list is missing, ~ or null; " +
			"write a text, or remove it\n" +
			`line 2, column 16 (Velora, tags): " b" begins or ends with white space; remove it` + "\n" +
			"line 2, column 22 (Velora, tags): a name is empty; write at least one character\n" +
			"line 2, column 26 (Velora, tags): this is a map and must be a text\n" +
			"line 2, column 30 (Velora, tags): this is a list and must be a text",
	},
	mistake{
		"A: {enabled: 'true'}\nB: {enabled: 1}\nC: {enabled: on}\nD: {enabled: []}\n",
		`line 1, column 14 (A, enabled): this is "true" and must be true or false, without quotation marks` + "\n" +
			`line 2, column 14 (B, enabled): this is "1" and must be true or false, without quotation marks` + "\n" +
			`line 3, column 14 (C, enabled): this is "on" and must be true or false, without quotation marks` + "\n" +
			"line 4, column 14 (D, enabled): this is a list and must be true or false, without quotation marks",
	},
	mistake{
		"A: {brand_id: '5'}\n" +
			"B: {brand_id: 0x1F}\n" +
			"C: {brand_id: 2147483648}\n" +
			"D: {brand_id: {}}\n" +
			"E: {brand_id: 1_000}\n" +
			"F: {brand_id: 010}\n",
		`line 1, column 15 (A, brand_id): this is "5" and must be a number, without quotation marks` + "\n" +
			`line 2, column 15 (B, brand_id): "0x1F" is not a whole number; write the id in ` +
			`digits alone, such as 1001` + "\n" +
			`line 3, column 15 (C, brand_id): "2147483648" is not the id of a brand; ids are ` +
			`from -2147483648 to 2147483647` + "\n" +
			"line 4, column 15 (D, brand_id): this is a map and must be a number, without quotation marks\n" +
			`line 5, column 15 (E, brand_id): "1_000" is not a whole number; write the id in ` +
			`digits alone, such as 1001` + "\n" +
			`line 6, column 15 (F, brand_id): "010" is not a whole number; write the id in digits alone, such as 1001`,
	},
	mistake{
		"Velora:\n  description:\n    short: x\n  name: ' '\n  reference_url: [x]\n",
		"line 3, column 5 (Velora, description): this is a map and must be a text\n" +
			"line 4, column 9 (Velora, name): a name is empty; write at least one character\n" +
			"line 5, column 18 (Velora, reference_url): this is a list and must be a text",
	},
	mistake{
		"' x': {brand_id: 5}\n' y': {}\n",
		`line 2, column 7 ( y): " y" begins or ends with white space; remove it`,
	},
	mistake{
		"A: {name: B}\nC: {brand_id: 7}\nD: {brand_id: 7}\nB: {}\n",
		"line 3, column 1 (D): the brand_id 7 is already in line 2, column 1; each brand has its own\n" +
			`line 4, column 1 (B): the name "B" is already in line 1, column 1; each brand has its own`,
	},
)

var peopleMistakes = append(documentMistakes("write {} if there are no person models", "a person model"),
	mistake{
		"presenters:\n" +
			"  title: Presenters\n" +
			"  default: maybe\n" +
			"  persons:\n" +
			"    ada:\n" +
			"      faces:\n" +
			"        front:\n" +
			"        left: ''\n" +
			"        right: {}\n" +
			"    ben: https://ben.example/?key=secret\n" +
			"    ' x':\n",
		`line 2, column 3 (presenters): the key "title" is unknown; the keys are name, default, persons` + "\n" +
			`line 3, column 12 (presenters, default): this is "maybe" and must be true or ` +
			`false, without quotation marks` + "\n" +
			"line 7, column 15 (presenters, persons, ada, faces, front): a face is empty; " +
			"write the address of a picture, or remove it\n" +
			"line 8, column 15 (presenters, persons, ada, faces, left): a face is empty; " +
			"write the address of a picture, or remove it\n" +
			"line 9, column 16 (presenters, persons, ada, faces, right): this is a map and must be a text\n" +
			`line 10, column 10 (presenters, persons, ben): a person is "https://…" and must ` +
			`be a map; write its entries as key: value` + "\n" +
			`line 11, column 10 (presenters, persons,  x): " x" begins or ends with white space; remove it`,
	},
	mistake{
		"a:\n  persons: [Cleo Hart]\nb:\n  persons:\n    cleo: {age: 7}\n    cleo: {}\n" +
			"    ben: {faces: x}\n",
		"line 2, column 12 (a, persons): persons is a list and must be a map; write its " +
			"entries as key: value\n" +
			`line 5, column 12 (b, persons, cleo): the key "age" is unknown; the keys are name, faces` + "\n" +
			`line 6, column 5 (b, persons): the key "cleo" is already in line 5, column 5; remove one of them` + "\n" +
			`line 7, column 18 (b, persons, ben, faces): faces is "x" and must be a map; write ` +
			`its entries as key: value`,
	},
	mistake{
		"everyone: {default: true}\nall: {default: yes}\nGuests: {}\nb: {name: Guests}\n",
		"line 2, column 1 (all): the default person model is already in line 1, column 1; an " +
			"account has one\n" +
			`line 4, column 1 (b): the name "Guests" is already in line 3, column 1; each person ` +
			`model has its own`,
	},
)

var modelMistakes = append(documentMistakes("write {} if no model has options", "a language model"),
	mistake{
		"Commentary: {}\na/b/c: {}\n/en-GB: {}\n",
		`line 1, column 1: the key "Commentary" must be the folder and language of a model, ` +
			`such as Commentary/en-GB` + "\n" +
			`line 2, column 1: the key "a/b/c" must be the folder and language of a model, such ` +
			`as Commentary/en-GB` + "\n" +
			`line 3, column 1: the key "/en-GB" must be the folder and language of a model, such ` +
			`as Commentary/en-GB`,
	},
	mistake{
		"A/en-GB:\n" +
			"  train: true\n" +
			"  exclusive: perhaps\n" +
			"  files:\n" +
			"    a.txt: {enabled: sometimes, text: x}\n" +
			"    b.txt: {name: a.txt}\n" +
			"    c.txt: x\n",
		`line 2, column 3 (A/en-GB): the key "train" is unknown; the keys are name, enabled, exclusive, files` + "\n" +
			`line 3, column 14 (A/en-GB, exclusive): this is "perhaps" and must be true or ` +
			`false, without quotation marks` + "\n" +
			`line 5, column 22 (A/en-GB, files, a.txt, enabled): this is "sometimes" and must ` +
			`be true or false, without quotation marks` + "\n" +
			`line 5, column 33 (A/en-GB, files, a.txt): the key "text" is unknown; the keys are name, enabled` + "\n" +
			`line 6, column 12 (A/en-GB, files, b.txt): the name "a.txt" is already in line ` +
			`5, column 5; each text of a model has its own` + "\n" +
			`line 7, column 12 (A/en-GB, files, c.txt): a text is "x" and must be a map; ` +
			`write its entries as key: value`,
	},
)

var settingsMistakes = []mistake{
	{"", "line 1: the file is empty; write enabled: true or false, and use_built_in: true or false"},
	{
		"{}\n",
		"line 1, column 1: enabled is missing; write enabled: true or enabled: false\n" +
			"line 1, column 1: use_built_in is missing; write use_built_in: true or use_built_in: false",
	},
	{
		"enabled: sometimes\nuse_built_in: ~\n",
		"line 1, column 1: use_built_in is missing; write use_built_in: true or use_built_in: false\n" +
			`line 1, column 10 (enabled): this is "sometimes" and must be true or false, without quotation marks`,
	},
	{
		"enabled: true\nuse_builtin: false\nenabled: false\n",
		"line 1, column 1: use_built_in is missing; write use_built_in: true or use_built_in: false\n" +
			`line 2, column 1: the key "use_builtin" is unknown; the keys are enabled, use_built_in` + "\n" +
			`line 3, column 1: the key "enabled" is already in line 1, column 1; remove one of them`,
	},
	{"[enabled]\n", "line 1, column 1: the file is a list and must be a map; write its entries as key: value"},
}

// documentMistakes returns those of every document whose keys are free, with the words for one that
// is empty, and for an entry.
func documentMistakes(empty, entry string) []mistake {
	const key = "; write its entries as key: value"
	return []mistake{
		{"", "line 1: the file is empty; " + empty},
		{"# nothing\n", "line 1: the file is empty; " + empty},
		{"# nothing\n---\n", "line 3, column 1: the file is empty; " + empty},
		{"~\n", "line 1, column 1: the file is empty; " + empty},
		{"name,tags\nVelora,bikes\n", `line 1, column 1: the file is "name,tags Velora,bikes" and must be a map` + key},
		{"- Velora\n- Halden\n", "line 1, column 1: the file is a list and must be a map" + key},
		{
			"A/b: x\nC/d: [y]\n",
			"line 1, column 6 (A/b): " + entry + ` is "x" and must be a map` + key + "\n" +
				"line 2, column 6 (C/d): " + entry + " is a list and must be a map" + key,
		},
		{
			"A/b: {}\n---\nC/d: {}\n",
			"line 2, column 1: a second document begins here; keep one of them, and remove the line ---",
		},
		{"A/b: {}\n...\n[\n", "line 4, column 1: a value or a closing bracket is missing here"},
		{
			"A/b: {}\n\"A/b\": {}\n",
			`line 2, column 1: the key "A/b" is already in line 1, column 1; remove one of them`,
		},
		{
			"\"\\u00e9/b\": {}\n\"e\\u0301/b\": {}\n",
			"line 2, column 1: the key \"e\u0301/b\" is already in line 1, column 1; remove one of them",
		},
		{`{"A/b":{},"A/b":{}}`, `line 1, column 11: the key "A/b" is already in line 1, column 2; remove one of them`},
		{
			"~: {}\nnull: {}\n'': {}\n? [x]\n: {}\n",
			"line 1, column 1: a key is missing, ~ or null; write it in quotation marks\n" +
				"line 2, column 1: a key is missing, ~ or null; write it in quotation marks\n" +
				"line 3, column 1: a key is empty; write at least one character\n" +
				"line 4, column 3: a key is a list and must be a text",
		},
		{
			"A/b: &a {}\nC/d: *a\n",
			`line 1, column 6 (A/b): "&a" is an anchor; remove it, and put a text that begins ` +
				`with & in quotation marks` + "\n" +
				`line 2, column 6 (C/d): "*a" is an alias; write the value itself, and put a text ` +
				`that begins with * in quotation marks`,
		},
		{"<<: {}\n", `line 1, column 1: "<<" is a merge key; write the fields themselves`},
		{
			"A/b: {name: !!binary aGk=}\nC/d: {name: !x y}\nE/f: {name: ! z}\n!!str G/h: {}\n",
			`line 1, column 13 (A/b, name): "!!binary" is a tag; remove it, and put a text ` +
				`that begins with ! in quotation marks` + "\n" +
				`line 2, column 13 (C/d, name): "!x" is a tag; remove it, and put a text that ` +
				`begins with ! in quotation marks` + "\n" +
				`line 3, column 13 (E/f, name): "!" is a tag; remove it, and put a text that ` +
				`begins with ! in quotation marks` + "\n" +
				`line 4, column 1: "!!str" is a tag; remove it, and put a text that begins with ! ` +
				`in quotation marks`,
		},
		{"A/b:\n\tname: x\n", "line 2, column 1: a tab indents this line; indent it with spaces"},
		{
			"A/b:\n  name: Tarn: Fell\n",
			`line 2, column 13: the colon begins a value where no value is allowed; indent ` +
				`the keys of a map alike, and put a text with ": " in quotation marks`,
		},
		{"A/b:\n  name: @tarn\n", `line 2, column 9: a text cannot begin with "@" without quotation marks`},
		{
			"A/b:\n  name: *tarn\n",
			"line 2, column 9: this is an alias; write the value itself, and put a text that " +
				"begins with * in quotation marks",
		},
		{"A/b:\n  name: & Fell\n", "line 2, column 10: put a text that begins with & in quotation marks"},
		{
			"A/b:\n  name: \"Tarn\nC/d: {}\n",
			"line 2, column 9: the text that begins here has no quotation mark at its end",
		},
		{
			"A/b:\n  name: \"C:\\Tarn\"\n",
			`line 2, column 12: no character can follow this \ in quotation marks; write \\, ` +
				`or use single quotation marks`,
		},
		{
			"A/b:\n  name: 'Tarn' Fell\n",
			"line 2, column 16: this is neither a key nor a value; indent the keys of a map " +
				"alike, and put a text that has quotation marks inside other ones",
		},
		{
			"A/b: {name: x\n",
			"line 1, column 6: the map that begins here has no } at its end, or no comma between two entries",
		},
		{
			"A/b: [x\n",
			"line 1, column 6: the list that begins here has no ] at its end, or no comma " +
				"between two elements",
		},
		{"  A/b: {}\nC/d: {}\n", "line 2, column 1: this is not part of a map; indent the keys of a map alike"},
		{
			"A/b: - x\n",
			`line 1, column 6: the "-" begins a list where no list is allowed; write each ` +
				`element in a line of its own, or put the text in quotation marks`,
		},
		{
			"A/b:\nTarn\nC/d: {}\n",
			`line 2, column 1: this line has no colon; write key: value, and put a text of ` +
				`several lines in quotation marks`,
		},
		{
			"A/b: {}\r\nN\x00: {}\r\n",
			"line 2, column 2: the character U+0000 is not allowed here; remove it, or write " +
				"it as an escape in double quotation marks",
		},
		{
			strings.Repeat("[", 20_000),
			"line 1, column 10001: this cannot be read as YAML (exceeded max depth of 10000)",
		},
	}
}

// TestMistakes makes each mistake in a file, and compares the whole error.
func TestMistakes(t *testing.T) {
	t.Parallel()
	for _, kind := range []struct {
		name     string
		mistakes []mistake
		parse    func(string) error
	}{
		{"table", tableMistakes, errorOf(asTable)},
		{"brands", brandMistakes, errorOf(asYAML)},
		{"people", peopleMistakes, errorOf(files.ParsePeople)},
		{"models", modelMistakes, errorOf(files.ParseLanguageModels)},
		{"settings", settingsMistakes, errorOf(files.ParseBrandsModelSettings)},
	} {
		for _, m := range kind.mistakes {
			err := kind.parse(m.content)
			got := fmt.Sprint(err)
			if strings.HasSuffix(m.want, "is neither") { // the first of many
				isInOrder := strings.HasPrefix(got, m.want) && strings.HasSuffix(got, "\nand 2 more")
				if !isInOrder || strings.Count(got, "\n") != 10 {
					t.Errorf("%s: want ten lines, %q first, and \"and 2 more\" last, got:\n%.1000s", kind.name, m.want, got)
				}
				continue
			}
			check.Equal(t, strings.Split(m.want, "\n"), strings.Split(got, "\n"), "%s %.200q", kind.name, m.content)
		}
	}
}

func errorOf[T any](parse func(string) (T, error)) func(string) error {
	return func(content string) error {
		_, err := parse(content)
		return err
	}
}
