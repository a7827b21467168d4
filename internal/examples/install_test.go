package examples_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/ProtonMail/go-crypto/openpgp"
	"github.com/ProtonMail/go-crypto/openpgp/armor"
	"github.com/ProtonMail/go-crypto/openpgp/packet"
)

// release is what a registry gets of a version: files by name, among them an archive for this platform.
type release struct {
	version string
	files   map[string][]byte
	// key is the public key of the signature, in armor.
	key string
}

func (r release) name(ending string) string {
	return "terraform-provider-videoindexer_" + r.version + "_" + ending
}

func (r release) archive() string { return r.name(runtime.GOOS + "_" + runtime.GOARCH + ".zip") }

func (r release) sum() string { return sumOf(r.files[r.archive()]) }

func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// released is what goreleaser has built, where "make snapshot" names it, and otherwise the same for this platform alone.
func released(t *testing.T, e engine) release {
	t.Helper()
	folder := os.Getenv("RELEASE_DIST")
	if folder == "" {
		return packed(t, e)
	}
	r := release{version: os.Getenv("RELEASE_VERSION"), files: map[string][]byte{}, key: read(t, os.Getenv("RELEASE_KEY"))}
	found, err := filepath.Glob(filepath.Join(folder, r.name("*")))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range found {
		r.files[filepath.Base(file)] = []byte(read(t, file))
	}
	return r
}

// packed packs and signs the provider that the tests of this package use.
func packed(t *testing.T, e engine) release {
	t.Helper()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	r := release{version: "0.0.1", files: map[string][]byte{}}
	program := "terraform-provider-videoindexer_v" + r.version + suffix()
	var archive bytes.Buffer
	w := zip.NewWriter(&archive)
	header := &zip.FileHeader{Name: program, Method: zip.Deflate}
	header.SetMode(0o755)
	entry, err := w.CreateHeader(header)
	check(err)
	binary, err := os.Open(filepath.Join(e.mirror, "registry.terraform.io", "videoindexer", "videoindexer", r.version, runtime.GOOS+"_"+runtime.GOARCH, program))
	check(err)
	defer binary.Close()
	_, err = io.Copy(entry, binary)
	check(err)
	check(w.Close())
	r.files[r.archive()] = archive.Bytes()
	r.files[r.name("manifest.json")] = []byte(read(t, filepath.Join(repository, "terraform-registry-manifest.json")))
	var sums strings.Builder
	for name, data := range r.files {
		fmt.Fprintf(&sums, "%s  %s\n", sumOf(data), name)
	}
	r.files[r.name("SHA256SUMS")] = []byte(sums.String())
	signer, key := throwAwayKey(t)
	var signature bytes.Buffer
	check(openpgp.DetachSign(&signature, signer, strings.NewReader(sums.String()), nil))
	r.files[r.name("SHA256SUMS.sig")], r.key = signature.Bytes(), key
	return r
}

// throwAwayKey is a key that signs, and its public part in armor.
func throwAwayKey(t *testing.T) (*openpgp.Entity, string) {
	t.Helper()
	key, err := openpgp.NewEntity("Throw-away", "", "throw-away@videoindexer.example", &packet.Config{Algorithm: packet.PubKeyAlgoRSA, RSABits: 2048})
	if err != nil {
		t.Fatal(err)
	}
	var public bytes.Buffer
	w, err := armor.Encode(&public, openpgp.PublicKeyType, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := key.Serialize(w); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return key, public.String()
}

// serve serves a release with the protocols of a network mirror and of a registry, as their specifications describe them. It
// returns the address, and a file with the certificate of its authority.
func (r release) serve(t *testing.T) (address, authority string) {
	t.Helper()
	mux := http.NewServeMux()
	server := httptest.NewTLSServer(mux)
	t.Cleanup(server.Close)
	answer := func(pattern string, value any) {
		mux.HandleFunc("GET "+pattern, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(value)
		})
	}
	type object = map[string]any
	platform := runtime.GOOS + "_" + runtime.GOARCH
	answer("/mirror/{host}/videoindexer/videoindexer/index.json", object{"versions": object{r.version: object{}}})
	answer("/mirror/{host}/videoindexer/videoindexer/"+r.version+".json", object{"archives": object{platform: object{
		"url": server.URL + "/files/" + r.archive(), "hashes": []string{"zh:" + r.sum()},
	}}})

	var manifest struct {
		Metadata struct {
			Protocols []string `json:"protocol_versions"`
		} `json:"metadata"`
	}
	if err := json.Unmarshal(r.files[r.name("manifest.json")], &manifest); err != nil {
		t.Fatal(err)
	}
	answer("/registry/videoindexer/videoindexer/versions", object{"versions": []object{{
		"version": r.version, "protocols": manifest.Metadata.Protocols, "platforms": []object{{"os": runtime.GOOS, "arch": runtime.GOARCH}},
	}}})
	keys, err := openpgp.ReadArmoredKeyRing(strings.NewReader(r.key))
	if err != nil {
		t.Fatal(err)
	}
	answer("/registry/videoindexer/videoindexer/"+r.version+"/download/"+runtime.GOOS+"/"+runtime.GOARCH, object{
		"protocols": manifest.Metadata.Protocols, "os": runtime.GOOS, "arch": runtime.GOARCH, "filename": r.archive(), "shasum": r.sum(),
		"download_url": server.URL + "/files/" + r.archive(), "shasums_url": server.URL + "/files/" + r.name("SHA256SUMS"),
		"shasums_signature_url": server.URL + "/files/" + r.name("SHA256SUMS.sig"),
		"signing_keys":          object{"gpg_public_keys": []object{{"key_id": keys[0].PrimaryKey.KeyIdString(), "ascii_armor": r.key}}},
	})
	mux.HandleFunc("GET /files/{name}", func(w http.ResponseWriter, q *http.Request) {
		data, ok := r.files[q.PathValue("name")]
		if !ok {
			http.NotFound(w, q)
			return
		}
		_, _ = w.Write(data)
	})
	authority = filepath.Join(t.TempDir(), "authority.pem")
	if err := os.WriteFile(authority, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	return server.URL, authority
}

// directory puts the archive where a filesystem mirror has it, for either registry.
func (r release) directory(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for _, registry := range []string{"registry.terraform.io", "registry.opentofu.org"} {
		folder := filepath.Join(root, registry, "videoindexer", "videoindexer")
		if err := os.MkdirAll(folder, 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, r.archive()), r.files[r.archive()], 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// asks is a workspace with examples/complete, which asks for a release and finds it as settings say.
func (r release) asks(t *testing.T, e engine, settings string, env ...string) workspace {
	t.Helper()
	folder, rc := t.TempDir(), filepath.Join(t.TempDir(), "settings.tfrc")
	if err := os.CopyFS(folder, os.DirFS(filepath.Join(repository, "examples", "complete"))); err != nil {
		t.Fatal(err)
	}
	// A pre-release is found only by a configuration that asks for exactly it.
	version := fmt.Sprintf("terraform {\n  required_providers {\n    videoindexer = {\n      source = \"videoindexer/videoindexer\"\n      version = %q\n    }\n  }\n}\n", r.version)
	for file, text := range map[string]string{filepath.Join(folder, "version_override.tf"): version, rc: settings} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return workspace{t: t, engine: e, folder: folder, env: environment(append(env, "TF_CLI_CONFIG_FILE="+rc)...)}
}

// TestAccInstall installs a release from a filesystem mirror, from a network mirror, and from a registry, where the engine
// verifies checksums and signature: what somebody else has signed is refused, so that what is not was verified.
func TestAccInstall(t *testing.T) {
	t.Parallel()
	e := need(t)
	if runtime.GOOS == "darwin" || runtime.GOOS == "windows" {
		t.Skip("the engine takes the certificates of authorities from the system alone")
	}
	whole := released(t, e)
	resummed := release{version: whole.version, files: maps.Clone(whole.files), key: whole.key}
	resummed.files[whole.name("SHA256SUMS")] = append(bytes.Clone(whole.files[whole.name("SHA256SUMS")]), '\n')

	const (
		filesystem = "provider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n"
		network    = "provider_installation {\n  network_mirror {\n    url = \"%s/mirror/\"\n  }\n}\n"
		// direct: what "make install" has put into the home directory has no say.
		registry = "provider_installation {\n  direct {}\n}\n\nhost %q {\n  services = {\n    \"providers.v1\" = \"%s/registry/\"\n  }\n}\n"
	)
	host := "registry.terraform.io"
	if e.opentofu {
		host = "registry.opentofu.org"
	}
	for name, test := range map[string]struct {
		release release
		says    string // of an error; "" for none
	}{
		"filesystem mirror":         {whole, ""},
		"network mirror":            {whole, ""},
		"registry":                  {whole, ""},
		"registry, other checksums": {resummed, "signature"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var w workspace
			if name == "filesystem mirror" {
				w = test.release.asks(t, e, fmt.Sprintf(filesystem, test.release.directory(t)))
			} else {
				address, authority := test.release.serve(t)
				settings := fmt.Sprintf(registry, host, address)
				if strings.HasPrefix(name, "network") {
					settings = fmt.Sprintf(network, address)
				}
				w = test.release.asks(t, e, settings, "SSL_CERT_FILE="+authority)
			}
			out, err := w.try("init")
			out = strings.Join(strings.Fields(strings.ReplaceAll(out, "│", " ")), " ")
			switch {
			case test.says == "" && err != nil:
				t.Fatalf("init: %v\n%s", err, out)
			case test.says != "" && (err == nil || !strings.Contains(out, test.says)):
				t.Fatalf("init does not say %q:\n%s", test.says, out)
			case test.says != "":
				return
			}
			if name == "registry" && !strings.Contains(out, "key ID") {
				t.Errorf("init verified no signature:\n%s", out)
			}
			w.run("validate") // which starts the provider
		})
	}
}

// TestAccSnapshot checks all archives that goreleaser has built by the rules of the registry, and applies an example with
// the one of this platform.
func TestAccSnapshot(t *testing.T) {
	t.Parallel()
	if os.Getenv("RELEASE_DIST") == "" {
		t.Skip("make snapshot runs it")
	}
	e := need(t)
	r := released(t, e)
	sums := map[string]string{}
	for line := range strings.Lines(string(r.files[r.name("SHA256SUMS")])) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		sums[name] = sum
	}
	archives := 0
	for name, data := range r.files {
		if strings.Contains(name, "SHA256SUMS") {
			continue
		}
		if sums[name] != sumOf(data) {
			t.Errorf("%s: the checksum is %q, not %s", name, sums[name], sumOf(data))
		}
		if !strings.HasSuffix(name, ".zip") {
			continue
		}
		archives++
		content, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		program := "terraform-provider-videoindexer_v" + r.version
		if strings.Contains(name, "_windows_") {
			program += ".exe"
		}
		if len(content.File) != 1 || content.File[0].Name != program || content.File[0].Mode().Perm()&0o111 == 0 {
			t.Errorf("%s: does not hold the program %s alone", name, program)
		}
	}
	if archives < 10 || len(sums) != archives+1 {
		t.Errorf("%d archives, %d checksums", archives, len(sums))
	}
	_, env := museum(t)
	w := r.asks(t, e, fmt.Sprintf("provider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n", r.directory(t)), env...)
	w.run("init")
	w.apply()
	w.nothingToDo()
	w.destroy()
}
