package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
)

// upload compares how fast one file gets to the service from the provider and from curl.
type upload struct {
	Bytes int64 `json:"bytes"`
	// Ours and Curl are bytes a second, medians over alternating runs.
	Ours float64 `json:"ours"`
	Curl float64 `json:"curl"`
	// Ratio is the median of the ratios of the pairs.
	Ratio   float64 `json:"ratio"`
	PeakRSS int64   `json:"peak_rss"`
	IdleRSS int64   `json:"idle_rss"`
}

// AboveIdle is the memory that the upload takes.
func (u upload) AboveIdle() int64 { return u.PeakRSS - u.IdleRSS }

var errNoCurl = errors.New("curl is not on the PATH")

// measureUploads sends a file of each size.
func measureUploads(ctx context.Context, t *tools, sizes []int64, pairs int) ([]upload, error) {
	curl, err := exec.LookPath("curl")
	if err != nil {
		return nil, errNoCurl
	}
	idle, err := idleRSS(ctx, t)
	if err != nil {
		return nil, err
	}
	var all []upload
	for _, size := range sizes {
		progress("upload of %d MiB, %d pairs", size>>20, pairs)
		one, err := measureUpload(ctx, t, curl, size, pairs)
		if err != nil {
			return nil, err
		}
		one.IdleRSS = idle
		all = append(all, one)
	}
	return all, nil
}

func measureUpload(ctx context.Context, t *tools, curl string, size int64, pairs int) (upload, error) {
	result := upload{Bytes: size}
	file := filepath.Join(t.folder, "upload.txt")
	if err := writeText(file, size); err != nil {
		return result, err
	}
	defer func() { _ = os.Remove(file) }()
	service, err := newService(ctx, 0)
	if err != nil {
		return result, err
	}
	defer service.stop()
	var ours, curls, ratios []float64
	for range pairs {
		used, err := sendByProvider(ctx, t, service, file)
		if err != nil {
			return result, err
		}
		result.PeakRSS = max(result.PeakRSS, used.Provider.PeakRSS)
		a, err := service.throughput(size)
		if err != nil {
			return result, err
		}
		service.forget()
		if err := sendByCurl(ctx, curl, service, file); err != nil {
			return result, err
		}
		b, err := service.throughput(size)
		if err != nil {
			return result, err
		}
		ours, curls, ratios = append(ours, a), append(curls, b), append(ratios, a/b)
	}
	result.Ours, result.Curl, result.Ratio = middle(ours), middle(curls), middle(ratios)
	return result, service.violations()
}

func sendByProvider(ctx context.Context, t *tools, s *service, file string) (sample, error) {
	w, err := newWorkspace(t, s, measured)
	if err != nil {
		return sample{}, err
	}
	defer w.remove()
	err = w.configure("videoindexer", fmt.Sprintf(`resource "videoindexer_language_model" "large" {
  name     = "Large"
  language = "en-GB"
  files    = { "large.txt" = { source = %q } }
}
`, file))
	if err != nil {
		return sample{}, err
	}
	return w.apply(ctx)
}

func sendByCurl(ctx context.Context, curl string, s *service, file string) error {
	address := fmt.Sprintf("%s/%s/Accounts/%s/Customization/Language?%s", s.url, s.account.Location, s.account.ID,
		url.Values{"modelName": {"Large"}, "language": {"en-GB"}}.Encode())
	command := exec.CommandContext(ctx, curl, "-sS", "--fail", "-o", os.DevNull,
		"-H", "Authorization: Bearer "+s.AccountToken(s.account.Location, s.account.ID, true),
		"-F", "large.txt=@"+file+";type=text/plain", address)
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("curl: %w\n%s", err, out)
	}
	return nil
}

// writeText writes a file of that many bytes of text.
func writeText(name string, size int64) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	block := make([]byte, 1<<20)
	for i := range block {
		block[i] = "Frames and complete road bikes.\n"[i%32]
	}
	for rest := size; rest > 0 && err == nil; rest -= int64(len(block)) {
		_, err = file.Write(block[:min(rest, int64(len(block)))])
	}
	return errors.Join(err, file.Close())
}
