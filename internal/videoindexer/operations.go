package videoindexer

// Operation is an operation of the service.
type Operation struct {
	// Number is that of the descriptions of the service: "16", or "X1" for one beyond the contract.
	Number string
	// Name says in errors and logs what is being done.
	Name string
}

// The operations of the contract.
var (
	GetProjectAccessToken     = Operation{"1", "get project access token"}
	GetUserAccessToken        = Operation{"2", "get user access token"}
	ListAccounts              = Operation{"3", "list accounts"}
	CreatePaidAccount         = Operation{"4", "create paid account"}
	GetAccount                = Operation{"5", "get account"}
	GetImageModel             = Operation{"6", "get image model"}
	ReindexVideo              = Operation{"7", "re-index video"}
	GetCaptions               = Operation{"8", "get captions"}
	UpdateTranscript          = Operation{"9", "update transcript"}
	RenameAnimationCharacter  = Operation{"10", "rename animated character"}
	DeleteVideo               = Operation{"11", "delete video"}
	GetSourceFileURL          = Operation{"12", "get source file address"}
	GetInsightsWidget         = Operation{"13", "get insights widget"}
	RenderProject             = Operation{"14", "render project"}
	DeleteProject             = Operation{"15", "delete project"}
	GetBrand                  = Operation{"16", "get brand"}
	UpdateBrand               = Operation{"17", "update brand"}
	UpdateBrandsModelSettings = Operation{"18", "update brand settings"}
	CreateLanguageModel       = Operation{"19", "create language model"}
	UpdateLanguageModel       = Operation{"20", "update language model"}
	DeleteLanguageModelFile   = Operation{"21", "delete language model file"}
	ListFaces                 = Operation{"22", "list faces"}
)

// The operations beyond the contract.
var (
	ListBrands              = Operation{"X1", "list brands"}
	CreateBrand             = Operation{"X2", "create brand"}
	DeleteBrand             = Operation{"X3", "delete brand"}
	GetBrandsModelSettings  = Operation{"X4", "get brand settings"}
	ListLanguageModels      = Operation{"X5", "list language models"}
	GetLanguageModel        = Operation{"X6", "get language model"}
	DeleteLanguageModel     = Operation{"X7", "delete language model"}
	TrainLanguageModel      = Operation{"X8", "train language model"}
	GetLanguageModelFile    = Operation{"X10", "get language model file"}
	UpdateLanguageModelFile = Operation{"X11", "update language model file"}
	CreatePersonModel       = Operation{"X12", "create person model"}
	ListPersonModels        = Operation{"X13", "list person models"}
	RenamePersonModel       = Operation{"X14", "rename person model"}
	DeletePersonModel       = Operation{"X15", "delete person model"}
	CreatePerson            = Operation{"X16", "create person"}
	ListPersons             = Operation{"X17", "list persons"}
	RenamePerson            = Operation{"X18", "rename person"}
	DeletePerson            = Operation{"X19", "delete person"}
	AddFace                 = Operation{"X20", "add face"}
	DeleteFace              = Operation{"X21", "delete face"}
	GetAccountAccessToken   = Operation{"X22", "get account access token"}
	GetVideoAccessToken     = Operation{"X23", "get video access token"}
	UpdateMediaConnection   = Operation{"X24", "update media connection"}
	ConnectImageModel       = Operation{"X25", "connect image model"}
	DisconnectImageModel    = Operation{"X26", "disconnect image model"}
	CreateProject           = Operation{"X27", "create project"}
	UpdateProject           = Operation{"X28", "update project"}
	GetProject              = Operation{"X29", "get project"}
	ListProjects            = Operation{"X30", "list projects"}
	GetRender               = Operation{"X31", "get render"}
	CancelRender            = Operation{"X32", "cancel render"}
	GetRenderedFileURL      = Operation{"X33", "get rendered file address"}
	ListVideos              = Operation{"X34", "list videos"}
	GetVideoIndex           = Operation{"X35", "get video index"}
	GetVideoState           = Operation{"X35", "get video state"}
)
