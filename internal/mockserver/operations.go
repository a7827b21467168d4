package mockserver

import "strings"

// Operation is an operation of the service, by its number in calls.md of the client: "16", or "X1"
// for an extended one. The zero value means an unknown route.
type Operation string

// The operations of the base API.
const (
	GetProjectAccessToken     Operation = "1"
	GetUserAccessToken        Operation = "2"
	ListAccounts              Operation = "3"
	CreatePaidAccount         Operation = "4"
	GetAccount                Operation = "5"
	GetImageModel             Operation = "6"
	ReindexVideo              Operation = "7"
	GetCaptions               Operation = "8"
	UpdateTranscript          Operation = "9"
	RenameAnimationCharacter  Operation = "10"
	DeleteVideo               Operation = "11"
	GetSourceFileURL          Operation = "12"
	GetInsightsWidget         Operation = "13"
	RenderProject             Operation = "14"
	DeleteProject             Operation = "15"
	GetBrand                  Operation = "16"
	UpdateBrand               Operation = "17"
	UpdateBrandsModelSettings Operation = "18"
	CreateLanguageModel       Operation = "19"
	UpdateLanguageModel       Operation = "20"
	DeleteLanguageModelFile   Operation = "21"
	ListFaces                 Operation = "22"
)

// The extended operations.
const (
	ListBrands              Operation = "X1"
	CreateBrand             Operation = "X2"
	DeleteBrand             Operation = "X3"
	GetBrandsModelSettings  Operation = "X4"
	ListLanguageModels      Operation = "X5"
	GetLanguageModel        Operation = "X6"
	DeleteLanguageModel     Operation = "X7"
	TrainLanguageModel      Operation = "X8"
	CancelTraining          Operation = "X9"
	GetLanguageModelFile    Operation = "X10"
	UpdateLanguageModelFile Operation = "X11"
	CreatePersonModel       Operation = "X12"
	ListPersonModels        Operation = "X13"
	RenamePersonModel       Operation = "X14"
	DeletePersonModel       Operation = "X15"
	CreatePerson            Operation = "X16"
	ListPersons             Operation = "X17"
	RenamePerson            Operation = "X18"
	DeletePerson            Operation = "X19"
	AddFace                 Operation = "X20"
	DeleteFace              Operation = "X21"
	GetAccountAccessToken   Operation = "X22"
	GetVideoAccessToken     Operation = "X23"
	UpdateMediaConnection   Operation = "X24"
	ConnectImageModel       Operation = "X25"
	DisconnectImageModel    Operation = "X26"
	CreateProject           Operation = "X27"
	UpdateProject           Operation = "X28"
	GetProject              Operation = "X29"
	ListProjects            Operation = "X30"
	GetRender               Operation = "X31"
	CancelRender            Operation = "X32"
	GetRenderedFileURL      Operation = "X33"
	ListVideos              Operation = "X34"
	GetVideoIndex           Operation = "X35"
)

// IsExtended reports whether the operation is not one of the base API.
func (o Operation) IsExtended() bool { return strings.HasPrefix(string(o), "X") }
