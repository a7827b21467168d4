package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"google.golang.org/protobuf/types/known/emptypb"
)

// step is a part of a benchmark. Its name says in which column of the results it is; preparation has none.
type step struct {
	name string
	run  work
}

// work is what a step does.
type work func(context.Context, *workspace) (sample, error)

const preparation = "preparation"

var (
	create      = step{"create", engine("apply", "-auto-approve")}
	plan        = step{"plan", engine("plan", "-detailed-exitcode")} // fails where it has changes
	limitedPlan = step{"limited", planUnderLimits}
	change      = step{"change", applyChange}
	destroy     = step{"destroy", engine("destroy", "-auto-approve")}
	settle      = step{preparation, waitAndRefresh}
	write       = step{preparation, writeFile}
	upload      = step{"create", timeOfUpload(create.run)}
	sendByCurl  = step{"create", timeOfUpload(curlFile)}
)

func engine(arguments ...string) work {
	return func(ctx context.Context, w *workspace) (sample, error) { return w.engine(ctx, arguments...) }
}

func applyChange(ctx context.Context, w *workspace) (sample, error) {
	w.edition = "second"
	return create.run(ctx, w)
}

// planUnderLimits plans with the limits that services of this family have.
func planUnderLimits(ctx context.Context, w *workspace) (sample, error) {
	w.service.SetLimits(10, 120)
	defer w.service.SetLimits(0, 0)
	return plan.run(ctx, w)
}

// waitAndRefresh has an apply keep what it reads once the service's times tell it from what was written: until then,
// plans read the faces of each person that was written.
func waitAndRefresh(ctx context.Context, w *workspace) (sample, error) {
	select {
	case <-time.After(2 * time.Second):
	case <-ctx.Done():
		return sample{}, ctx.Err()
	}
	return w.engine(ctx, "apply", "-refresh-only", "-auto-approve")
}

// schemaOf starts a provider as an engine does, and asks it for its schema: the beginning of each plan.
func schemaOf(provider string) step {
	return step{"plan", func(ctx context.Context, w *workspace) (sample, error) {
		client := plugin.NewClient(&plugin.ClientConfig{
			HandshakeConfig: plugin.HandshakeConfig{
				ProtocolVersion: 6, MagicCookieKey: "TF_PLUGIN_MAGIC_COOKIE",
				MagicCookieValue: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
			},
			Plugins:          plugin.PluginSet{},
			Cmd:              exec.CommandContext(ctx, filepath.Join(w.tools.providers(), provider)),
			AllowedProtocols: []plugin.Protocol{plugin.ProtocolGRPC},
			Logger:           hclog.NewNullLogger(),
		})
		defer client.Kill()
		began := time.Now()
		protocol, err := client.Client()
		if err != nil {
			return sample{}, err
		}
		connection := protocol.(*plugin.GRPCClient).Conn //nolint:forcetypeassert // no other protocol is allowed
		// An empty message accepts any answer.
		err = connection.Invoke(ctx, "/tfplugin6.Provider/GetProviderSchema", &emptypb.Empty{}, &emptypb.Empty{})
		return sample{wall: time.Since(began)}, err
	}}
}

// writeFile writes n MiB, all of them zeros.
func writeFile(_ context.Context, w *workspace) (sample, error) {
	file := filepath.Join(w.folder, "upload.txt")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		return sample{}, err
	}
	return sample{}, os.Truncate(file, int64(w.n)<<20)
}

// curlFile has curl send the file as the provider does.
func curlFile(ctx context.Context, w *workspace) (sample, error) {
	account := w.service.Account
	address := fmt.Sprintf("%s/%s/Accounts/%s/Customization/Language?%s", w.service.URL, account.Location, account.ID,
		url.Values{"modelName": {"Large"}, "language": {"en-GB"}}.Encode())
	curl := exec.CommandContext(ctx, "curl", "-sS", "--fail", "-o", os.DevNull,
		"-H", "Authorization: Bearer "+w.service.AccountToken(account.Location, account.ID, true),
		"-F", "large.txt=@"+filepath.Join(w.folder, "upload.txt")+";type=text/plain", address)
	if out, err := curl.CombinedOutput(); err != nil {
		return sample{}, fmt.Errorf("uploads are compared with curl, -only measures the other parts: %w\n%s", err, out)
	}
	return sample{}, nil
}

// timeOfUpload takes as long as the service took the file in, from the arrival of the request to the answer.
func timeOfUpload(send work) work {
	return func(ctx context.Context, w *workspace) (sample, error) {
		took, err := send(ctx, w)
		if err != nil {
			return took, err
		}
		for _, r := range slices.Backward(w.service.Requests()) {
			if r.Method == http.MethodPost && r.BodySize >= int64(w.n)<<20 {
				took.wall = r.Duration
				return took, nil
			}
		}
		return took, fmt.Errorf("no upload of %d MiB arrived", w.n)
	}
}
