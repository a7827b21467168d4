package examples_test

import (
	"archive/zip"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// TestAccSnapshot looks into all archives that goreleaser has built, and applies an example with
// the one of this platform, installed from a filesystem mirror. "make snapshot" runs it, and checks
// signature and checksums.
func TestAccSnapshot(t *testing.T) {
	t.Parallel()
	dist := os.Getenv("RELEASE_DIST")
	version := os.Getenv("RELEASE_VERSION")
	if dist == "" {
		t.Skip("make snapshot runs it")
	}
	archives, err := filepath.Glob(filepath.Join(dist, "terraform-provider-videoindexer_"+version+"_*.zip"))
	if err != nil || len(archives) < 10 {
		t.Fatalf("%d archives (%v), want 10 or more", len(archives), err)
	}
	mirror := t.TempDir()
	for _, archive := range archives {
		wantProgram(t, archive, version)
		if !strings.HasSuffix(archive, "_"+runtime.GOOS+"_"+runtime.GOARCH+".zip") {
			continue
		}
		for _, registry := range []string{"registry.terraform.io", "registry.opentofu.org"} {
			folder := filepath.Join(mirror, registry, "videoindexer", "videoindexer")
			err := os.MkdirAll(folder, 0o750)
			check.MustSucceed(t, err, "the folder of the mirror")
			err = os.WriteFile(filepath.Join(folder, filepath.Base(archive)), []byte(read(t, archive)), 0o600)
			check.MustSucceed(t, err, "the copy of the archive")
		}
	}
	_, env := demoServer(t)
	w := open(t, need(t), "examples/complete", env...)
	// A pre-release is found only by a configuration that asks for exactly it.
	w.Write("version_override.tf", fmt.Sprintf("terraform {\n  required_providers {\n    videoindexer = {\n"+
		"      source  = \"videoindexer/videoindexer\"\n      version = %q\n    }\n  }\n}\n", version))
	w.Write("settings.tfrc", fmt.Sprintf("provider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n", mirror))
	w.Env = append(w.Env, "TF_CLI_CONFIG_FILE="+filepath.Join(w.Folder, "settings.tfrc"))
	w.Run("init")
	w.apply()
	w.mustPlanNothing()
	w.destroy()
}

// wantProgram expects an archive to hold the provider's program alone, which can be executed.
func wantProgram(t *testing.T, archive, version string) {
	content, err := zip.OpenReader(archive)
	check.MustSucceed(t, err, "the archive")
	defer func() { _ = content.Close() }()
	program := "terraform-provider-videoindexer_v" + version
	if strings.Contains(archive, "_windows_") {
		program += ".exe"
	}
	executables := map[string]bool{}
	for _, file := range content.File {
		executables[file.Name] = file.Mode().Perm()&0o111 != 0
	}
	check.Equal(t, map[string]bool{program: true}, executables, "files of %s, and whether they are executable", archive)
}
