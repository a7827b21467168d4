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
	OperationGetProjectAccessToken     = Operation{"1", "get project access token"}
	OperationGetUserAccessToken        = Operation{"2", "get user access token"}
	OperationListAccounts              = Operation{"3", "list accounts"}
	OperationCreatePaidAccount         = Operation{"4", "create paid account"}
	OperationGetAccount                = Operation{"5", "get account"}
	OperationGetImageModel             = Operation{"6", "get image model"}
	OperationReindexVideo              = Operation{"7", "re-index video"}
	OperationGetCaptions               = Operation{"8", "get captions"}
	OperationUpdateTranscript          = Operation{"9", "update transcript"}
	OperationRenameAnimationCharacter  = Operation{"10", "rename animated character"}
	OperationDeleteVideo               = Operation{"11", "delete video"}
	OperationGetSourceFileURL          = Operation{"12", "get source file address"}
	OperationGetInsightsWidget         = Operation{"13", "get insights widget"}
	OperationRenderProject             = Operation{"14", "render project"}
	OperationDeleteProject             = Operation{"15", "delete project"}
	OperationGetBrand                  = Operation{"16", "get brand"}
	OperationUpdateBrand               = Operation{"17", "update brand"}
	OperationUpdateBrandsModelSettings = Operation{"18", "update brand settings"}
	OperationCreateLanguageModel       = Operation{"19", "create language model"}
	OperationUpdateLanguageModel       = Operation{"20", "update language model"}
	OperationDeleteLanguageModelFile   = Operation{"21", "delete language model file"}
	OperationListFaces                 = Operation{"22", "list faces"}
)

// The operations beyond the contract.
var (
	OperationListBrands              = Operation{"X1", "list brands"}
	OperationCreateBrand             = Operation{"X2", "create brand"}
	OperationDeleteBrand             = Operation{"X3", "delete brand"}
	OperationGetBrandsModelSettings  = Operation{"X4", "get brand settings"}
	OperationListLanguageModels      = Operation{"X5", "list language models"}
	OperationGetLanguageModel        = Operation{"X6", "get language model"}
	OperationDeleteLanguageModel     = Operation{"X7", "delete language model"}
	OperationTrainLanguageModel      = Operation{"X8", "train language model"}
	OperationGetLanguageModelFile    = Operation{"X10", "get language model file"}
	OperationUpdateLanguageModelFile = Operation{"X11", "update language model file"}
	OperationCreatePersonModel       = Operation{"X12", "create person model"}
	OperationListPersonModels        = Operation{"X13", "list person models"}
	OperationRenamePersonModel       = Operation{"X14", "rename person model"}
	OperationDeletePersonModel       = Operation{"X15", "delete person model"}
	OperationCreatePerson            = Operation{"X16", "create person"}
	OperationListPersons             = Operation{"X17", "list persons"}
	OperationRenamePerson            = Operation{"X18", "rename person"}
	OperationDeletePerson            = Operation{"X19", "delete person"}
	OperationAddFace                 = Operation{"X20", "add face"}
	OperationDeleteFace              = Operation{"X21", "delete face"}
	OperationGetAccountAccessToken   = Operation{"X22", "get account access token"}
	OperationGetVideoAccessToken     = Operation{"X23", "get video access token"}
	OperationUpdateMediaConnection   = Operation{"X24", "update media connection"}
	OperationConnectImageModel       = Operation{"X25", "connect image model"}
	OperationDisconnectImageModel    = Operation{"X26", "disconnect image model"}
	OperationCreateProject           = Operation{"X27", "create project"}
	OperationUpdateProject           = Operation{"X28", "update project"}
	OperationGetProject              = Operation{"X29", "get project"}
	OperationListProjects            = Operation{"X30", "list projects"}
	OperationGetRender               = Operation{"X31", "get render"}
	OperationCancelRender            = Operation{"X32", "cancel render"}
	OperationGetRenderedFileURL      = Operation{"X33", "get rendered file address"}
	OperationListVideos              = Operation{"X34", "list videos"}
	OperationGetVideoIndex           = Operation{"X35", "get video index"}
	OperationGetVideoState           = Operation{"X35", "get video state"}
)
