package mockserver

import (
	"fmt"
	"time"
)

// The objects that [Server.AddSampleMedia] adds.
const (
	SampleVideoID           = "a1b2c3d4e5"
	SampleAnimatedVideoID   = "f6a7b8c9d0"
	SampleProjectID         = "p1q2r3s4t5"
	SampleRenderedProjectID = "u6v7w8x9y0"
	SampleAnimationModelID  = "3d9f1c52-7b80-4e0b-9a66-5c2f8d1e7a04"
	SamplePersonModelID     = "5e8a2b71-0c4d-4f96-8b13-6d7e9f0a1c25"
	SamplePersonID          = "9c0d1e2f-3a4b-4c5d-8e6f-7a8b9c0d1e2f"
)

// The accounts that [Server.AddFurtherAccounts] adds first.
const (
	SecondAccountID = "2b6d3f80-91c4-4a57-8e2d-0f1e3c5a7b94"
	TrialAccountID  = "e41c7a95-3d20-4f68-b7a1-c9d8e6f50312"
	TrialLocation   = "trial"
)

// brandNames are given to seeded brands in turn.
var brandNames = []string{
	"Ashgrove", "Bluefin Coffee", "Corvane", "Dunmore & Sons", "Elverum", "Fjordline", "Gallowtree", "Harrowgate",
	"Ironbark", "Juniper Travel", "Kestrel", "Lindenfold", "Mirrorlake", "Nordhavn", "Oakmere",
}

// AddDefaultAccount adds [DefaultAccount] with a number of brands, and returns it. The brands have
// ids from 1001 on.
func (s *Server) AddDefaultAccount(brands int) Account {
	a := DefaultAccount()
	s.AddAccount(a)
	s.AddBrands(a.ID, brands)
	return a
}

// AddBrands adds n brands with distinct names to an account, and returns their ids.
func (s *Server) AddBrands(accountID string, n int) []int32 {
	var ids []int32
	for i := range n {
		name := brandNames[i%len(brandNames)]
		round := i / len(brandNames)
		if round > 0 {
			name = fmt.Sprintf("%s %d", name, round+1)
		}
		url := fmt.Sprintf("https://brands.example/%d", i+1)
		ids = append(ids, s.AddBrand(accountID, Brand{
			Name: name, Enabled: true, Description: "As found in the account", ReferenceURL: &url,
			Tags: []string{"seeded"},
		}))
	}
	return ids
}

// AddFurtherAccounts adds n empty accounts and returns them: a second paid account of the location,
// a trial account in [TrialLocation], then paid accounts again.
func (s *Server) AddFurtherAccounts(location string, n int) []Account {
	var added []Account
	for i := range n {
		account := DefaultAccount()
		account.Location = location
		account.Name = fmt.Sprintf("mock-account-%d", i+2)
		switch i {
		case 0:
			account.ID = SecondAccountID
		case 1:
			account.ID = TrialAccountID
			account.Name = "mock-trial"
			account.Location = TrialLocation
			account.AccountType = "Trial"
			account.MediaResource = ""
			account.MediaDirectoryConnectionApplicationID = ""
			account.MediaInfo = nil
		default:
			s.mu.Lock()
			account.ID = s.newID("account", account.Name)
			s.mu.Unlock()
		}
		account.CName = account.Name
		s.AddAccount(account)
		added = append(added, account)
	}
	return added
}

// AddVideos adds n indexed videos to an account and returns their ids, which follow from their
// order. The uploads are an hour apart, and the last one is now.
func (s *Server) AddVideos(accountID string, n int) []string {
	var ids []string
	for i := range n {
		v := Video{
			ID: fmt.Sprintf("vid%07d", i+1), Name: fmt.Sprintf("Recording %d", i+1), DurationInSeconds: 60 + i%3600,
			Created: s.now().Add(time.Duration(i+1-n) * time.Hour), ExternalID: fmt.Sprintf("archive/%d", i+1),
		}
		s.AddVideo(accountID, v)
		ids = append(ids, v.ID)
	}
	return ids
}

// AddSampleMedia adds objects to an account: two videos, one of them an animation; two projects,
// one of them rendered; a person with faces; and an image model.
func (s *Server) AddSampleMedia(accountID string) {
	s.SetImageModel(accountID, &ImageModel{
		Endpoint:             "https://imagemodel.example/",
		PredictionResourceID: "/subscriptions/" + DefaultAccountID + "/resourceGroups/mock/providers/images/mockmodel",
	})
	s.AddVideo(accountID, Video{ID: SampleVideoID, DurationInSeconds: 300})
	s.AddVideo(accountID, Video{
		ID: SampleAnimatedVideoID, DurationInSeconds: 240, Private: true, AnimationModelID: SampleAnimationModelID,
		Characters: []Character{{ID: 1, Name: "Unknown #1"}, {ID: 2, Name: "Unknown #2"}},
	})
	ranges := []VideoRange{{VideoID: SampleVideoID, Start: "00:00:00", End: "00:00:02"}}
	s.AddProject(accountID, Project{ID: SampleProjectID, Ranges: ranges})
	s.AddProject(accountID, Project{ID: SampleRenderedProjectID, Ranges: ranges, Render: RenderSucceeded})
	s.addSampleFaces(accountID, SamplePersonModelID, SamplePersonID, 30)
}
