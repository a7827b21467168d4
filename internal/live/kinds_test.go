package live_test

import (
	"context"
	"slices"
	"strconv"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

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
		for project, err := range s.client.Projects(ctx, s.account) {
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
	for i, one := range all {
		objects[i] = as(one)
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

// settingsOf are the settings of the account; isTold is false where the service does not say all of them.
func settingsOf(ctx context.Context, s service) (settings videoindexer.BrandsModelSettings, isTold bool, err error) {
	read, err := s.client.GetBrandsModelSettings(ctx, s.account)
	if err != nil || read.State == nil {
		return settings, false, err
	}
	return videoindexer.BrandsModelSettings{State: *read.State, UseBuiltIn: read.UseBuiltIn}, true, nil
}
