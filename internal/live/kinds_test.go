package live_test

import (
	"context"
	"strconv"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// kinds are those of all objects that lifecycles make. Persons go with their models.
var kinds = []kind{
	{name: "brands", list: listBrands, delete: deleteBrand},
	{name: "language models", list: listLanguageModels, delete: func(ctx context.Context, s service, id string) error {
		return s.client.DeleteLanguageModel(ctx, s.account, id)
	}},
	{name: "person models", list: listPersonModels, delete: func(ctx context.Context, s service, id string) error {
		return s.client.DeletePersonModel(ctx, s.account, id)
	}},
	{name: "projects", list: listProjects, delete: func(ctx context.Context, s service, id string) error {
		return s.client.DeleteProject(ctx, s.account, id)
	}},
}

func listBrands(ctx context.Context, s service) ([]object, error) {
	brands, err := s.client.ListBrands(ctx, s.account)
	objects := make([]object, len(brands))
	for i, b := range brands {
		objects[i] = object{id: strconv.Itoa(int(b.ID)), name: b.Name}
	}
	return objects, err
}

func deleteBrand(ctx context.Context, s service, id string) error {
	number, err := strconv.ParseInt(id, 10, 32)
	if err != nil {
		return err
	}
	return s.client.DeleteBrand(ctx, s.account, int32(number))
}

func listLanguageModels(ctx context.Context, s service) ([]object, error) {
	models, err := s.client.ListLanguageModels(ctx, s.account)
	objects := make([]object, len(models))
	for i, m := range models {
		objects[i] = object{id: m.ID, name: m.Name}
	}
	return objects, err
}

// listPersonModels leaves out the default one, which no lifecycle makes and nobody can delete.
func listPersonModels(ctx context.Context, s service) ([]object, error) {
	models, err := s.client.ListPersonModels(ctx, s.account, "")
	var objects []object
	for _, m := range models {
		if !m.IsDefault {
			objects = append(objects, object{id: m.ID, name: m.Name})
		}
	}
	return objects, err
}

func listProjects(ctx context.Context, s service) ([]object, error) {
	var objects []object
	for project, err := range s.client.Projects(ctx, s.account) {
		if err != nil {
			return objects, err
		}
		objects = append(objects, object{id: project.ID, name: project.Name})
	}
	return objects, nil
}

// settingsOf are the settings of the account; isTold is false where the service does not say all of them.
func settingsOf(ctx context.Context, s service) (settings videoindexer.BrandsModelSettings, isTold bool, err error) {
	read, err := s.client.GetBrandsModelSettings(ctx, s.account)
	if err != nil || read.State == nil {
		return settings, false, err
	}
	return videoindexer.BrandsModelSettings{State: *read.State, UseBuiltIn: read.UseBuiltIn}, true, nil
}
