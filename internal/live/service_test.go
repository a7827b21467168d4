// Package live_test runs the lifecycles of resources against a service that the environment names:
// "make live". All that they make has a name that begins with prefix, and "make sweep" removes what
// a broken run left. In CI both run against the mock server.
package live_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// prefix is what the names of all objects of the lifecycles begin with.
const prefix = "tf-acc-"

// picture is the address of a picture with a face in it, which the service can fetch.
var picture = flag.String(
	"picture", "", "address of a picture of a face, for the lifecycle of persons: without it they have none",
)

// service is what the lifecycles run against.
type service struct {
	client  *videoindexer.Client
	account videoindexer.AccountRef
	// provider is the provider's block.
	provider string
	// picture is the address of a picture of a face; "" for lifecycles without faces.
	picture string
	// check is run after each step; nil for none.
	check func() error
}

// fromEnvironment returns the service that the provider's variables name.
func fromEnvironment() (service, error) {
	values := map[string]string{}
	var missing []string
	for _, name := range []string{"VIDEOINDEXER_ENDPOINT", "VIDEOINDEXER_LOCATION", "VIDEOINDEXER_ACCOUNT_ID"} {
		values[name] = strings.TrimSpace(os.Getenv(name))
		if values[name] == "" {
			missing = append(missing, name)
		}
	}
	key := strings.TrimSpace(os.Getenv("VIDEOINDEXER_SUBSCRIPTION_KEY"))
	token := strings.TrimSpace(os.Getenv("VIDEOINDEXER_ACCESS_TOKEN"))
	if key == "" && token == "" {
		missing = append(missing, "VIDEOINDEXER_SUBSCRIPTION_KEY (or VIDEOINDEXER_ACCESS_TOKEN)")
	}
	if len(missing) > 0 {
		return service{}, fmt.Errorf("set %s, for an account that you can do without", strings.Join(missing, ", "))
	}
	account := videoindexer.AccountRef{Location: values["VIDEOINDEXER_LOCATION"], ID: values["VIDEOINDEXER_ACCOUNT_ID"]}
	s, err := newService(values["VIDEOINDEXER_ENDPOINT"], key, token, account)
	s.provider = "provider \"videoindexer\" {\n  extended_operations = true\n}\n"
	s.picture = *picture
	return s, err
}

func newService(endpoint, key, token string, account videoindexer.AccountRef) (service, error) {
	client, err := videoindexer.New(videoindexer.Config{
		Endpoint: endpoint, SubscriptionKey: key, AccessToken: token, MaxRetries: 8, ExtendedOperations: true,
		UserAgent: "terraform-provider-videoindexer/live",
	})
	return service{client: client, account: account}, err
}

// object is something in the service.
type object struct{ id, name string }

// kind is a kind of objects that lifecycles make.
type kind struct {
	name   string
	list   func(ctx context.Context, s service) ([]object, error)
	delete func(ctx context.Context, s service, id string) error
}

// isOurs reports whether a lifecycle may have made the object.
func (o object) isOurs() bool { return strings.HasPrefix(o.name, prefix) }

// sweep deletes the objects of a kind that broken runs have left, and says so. One that cannot be
// deleted does not keep the others. A service that cannot list them is left alone.
func (k kind) sweep(ctx context.Context, s service, say func(format string, arguments ...any)) error {
	objects, err := k.list(ctx, s)
	if videoindexer.IsUnsupported(err) {
		say("%s: the service cannot list them, so that no lifecycle has made any", k.name)
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", k.name, err)
	}
	objects = slices.DeleteFunc(objects, func(o object) bool { return !o.isOurs() })
	say("%s: %d to delete", k.name, len(objects))
	var errs []error
	for _, o := range objects {
		err := k.delete(ctx, s, o.id)
		if err != nil && !videoindexer.IsNotFound(err) {
			errs = append(errs, fmt.Errorf("%s %s (%s): %w", k.name, o.name, o.id, err))
			continue
		}
		say("%s: %s (%s) is deleted", k.name, o.name, o.id)
	}
	return errors.Join(errs...)
}

// noneOf waits until the service lists no object with a name; its lists may lag behind a little.
func (s service) noneOf(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	tick := time.NewTicker(500 * time.Millisecond)
	defer tick.Stop()
	for {
		left, err := s.named(ctx, func(o object) bool { return strings.HasPrefix(o.name, name) })
		if err != nil || len(left) == 0 {
			return err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return fmt.Errorf("destroy has left %s", strings.Join(left, ", "))
		}
	}
}

// named lists the objects of all kinds for which is returns true, each as its kind and name.
func (s service) named(ctx context.Context, is func(object) bool) ([]string, error) {
	var found []string
	for _, k := range kinds {
		objects, err := k.list(ctx, s)
		if err != nil && !videoindexer.IsUnsupported(err) {
			return nil, fmt.Errorf("list %s: %w", k.name, err)
		}
		for _, o := range objects {
			if is(o) {
				found = append(found, k.name+" "+o.name)
			}
		}
	}
	return found, nil
}

// kinds are those of all objects that lifecycles make. Persons go with their models.
var kinds = []kind{
	{"brands", func(ctx context.Context, s service) ([]object, error) {
		brands, err := s.client.ListBrands(ctx, s.account)
		return objectsOf(brands, func(b videoindexer.Brand) object { return object{strconv.Itoa(int(b.ID)), b.Name} }), err
	}, deleteBrand},
	{"language models", func(ctx context.Context, s service) ([]object, error) {
		models, err := s.client.ListLanguageModels(ctx, s.account)
		return objectsOf(models, func(m videoindexer.LanguageModel) object { return object{m.ID, m.Name} }), err
	}, func(ctx context.Context, s service, id string) error {
		return s.client.DeleteLanguageModel(ctx, s.account, id)
	}},
	{"person models", func(ctx context.Context, s service) ([]object, error) {
		models, err := s.client.ListPersonModels(ctx, s.account, "")
		models = slices.DeleteFunc(models, func(m videoindexer.PersonModel) bool { return m.IsDefault }) // which nobody can delete
		return objectsOf(models, func(m videoindexer.PersonModel) object { return object{m.ID, m.Name} }), err
	}, func(ctx context.Context, s service, id string) error {
		return s.client.DeletePersonModel(ctx, s.account, id)
	}},
	{"projects", func(ctx context.Context, s service) (objects []object, err error) {
		for project, err := range s.client.IterateProjects(ctx, s.account) {
			if err != nil {
				return objects, err
			}
			objects = append(objects, object{project.ID, project.Name})
		}
		return objects, nil
	}, func(ctx context.Context, s service, id string) error {
		return s.client.DeleteProject(ctx, s.account, id)
	}},
}

func objectsOf[T any](all []T, as func(T) object) []object {
	objects := make([]object, len(all))
	for i, element := range all {
		objects[i] = as(element)
	}
	return objects
}

func deleteBrand(ctx context.Context, s service, id string) error {
	number, err := strconv.ParseInt(id, 10, 32)
	if err != nil {
		return err
	}
	return s.client.DeleteBrand(ctx, s.account, int32(number))
}
