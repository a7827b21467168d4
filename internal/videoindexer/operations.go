package videoindexer

// Operation is an operation of the service.
type Operation struct {
	// Number is that in calls.md: "16", or "X1" for an extended operation.
	Number string
	// Name says in errors and logs what is being done.
	Name string
	// Pattern is the method of its requests, and their path below the account or, without one, the
	// location. A segment {} stands for an id.
	Pattern string
}

// The operations of the base API.
var (
	OperationGetProjectAccessToken = Operation{"1", "get project access token", "GET Projects/{}/AccessToken"}
	OperationGetUserAccessToken    = Operation{"2", "get user access token", "GET Users/me/AccessToken"}
	OperationListAccounts          = Operation{"3", "list accounts", "GET Accounts"}
	OperationCreatePaidAccount     = Operation{"4", "create paid account", "POST Accounts"}
	OperationGetAccount            = Operation{"5", "get account", "GET"}
	OperationGetImageModel         = Operation{"6", "get image model", "GET ImageModel"}

	OperationReindexVideo             = Operation{"7", "re-index video", "PUT Videos/{}/ReIndex"}
	OperationGetCaptions              = Operation{"8", "get captions", "GET Videos/{}/Captions"}
	OperationUpdateTranscript         = Operation{"9", "update transcript", "PUT Videos/{}/Index/Transcript"}
	OperationRenameAnimationCharacter = Operation{
		"10", "rename animated character", "PUT Videos/{}/Index/AnimationCharacters/{}",
	}
	OperationDeleteVideo       = Operation{"11", "delete video", "DELETE Videos/{}"}
	OperationGetSourceFileURL  = Operation{"12", "get source file address", "GET Videos/{}/SourceFile/DownloadUrl"}
	OperationGetInsightsWidget = Operation{"13", "get insights widget", "GET Videos/{}/InsightsWidget"}

	OperationRenderProject = Operation{"14", "render project", "POST Projects/{}/render"}
	OperationDeleteProject = Operation{"15", "delete project", "DELETE Projects/{}"}

	OperationGetBrand                  = Operation{"16", "get brand", "GET Customization/Brands/{}"}
	OperationUpdateBrand               = Operation{"17", "update brand", "PUT Customization/Brands/{}"}
	OperationUpdateBrandsModelSettings = Operation{
		"18", "update brand settings", "PUT Customization/BrandsModelSettings",
	}

	OperationCreateLanguageModel     = Operation{"19", "create language model", "POST Customization/Language"}
	OperationUpdateLanguageModel     = Operation{"20", "update language model", "PUT Customization/Language/{}"}
	OperationDeleteLanguageModelFile = Operation{
		"21", "delete language model file", "DELETE Customization/Language/{}/Files/{}",
	}

	OperationListFaces = Operation{"22", "list faces", "GET Customization/PersonModels/{}/Persons/{}/Faces"}
)

// The extended operations.
var (
	OperationListBrands             = Operation{"X1", "list brands", "GET Customization/Brands"}
	OperationCreateBrand            = Operation{"X2", "create brand", "POST Customization/Brands"}
	OperationDeleteBrand            = Operation{"X3", "delete brand", "DELETE Customization/Brands/{}"}
	OperationGetBrandsModelSettings = Operation{"X4", "get brand settings", "GET Customization/BrandsModelSettings"}

	OperationListLanguageModels   = Operation{"X5", "list language models", "GET Customization/Language"}
	OperationGetLanguageModel     = Operation{"X6", "get language model", "GET Customization/Language/{}"}
	OperationDeleteLanguageModel  = Operation{"X7", "delete language model", "DELETE Customization/Language/{}"}
	OperationTrainLanguageModel   = Operation{"X8", "train language model", "PUT Customization/Language/{}/Train"}
	OperationGetLanguageModelFile = Operation{
		"X10", "get language model file", "GET Customization/Language/{}/Files/{}",
	}
	OperationUpdateLanguageModelFile = Operation{
		"X11", "update language model file", "PUT Customization/Language/{}/Files/{}",
	}

	OperationCreatePersonModel = Operation{"X12", "create person model", "POST Customization/PersonModels"}
	OperationListPersonModels  = Operation{"X13", "list person models", "GET Customization/PersonModels"}
	OperationRenamePersonModel = Operation{"X14", "rename person model", "PUT Customization/PersonModels/{}"}
	OperationDeletePersonModel = Operation{"X15", "delete person model", "DELETE Customization/PersonModels/{}"}
	OperationCreatePerson      = Operation{"X16", "create person", "POST Customization/PersonModels/{}/Persons"}
	OperationListPersons       = Operation{"X17", "list persons", "GET Customization/PersonModels/{}/Persons"}
	OperationRenamePerson      = Operation{"X18", "rename person", "PUT Customization/PersonModels/{}/Persons/{}"}
	OperationDeletePerson      = Operation{"X19", "delete person", "DELETE Customization/PersonModels/{}/Persons/{}"}

	OperationAddFace    = Operation{"X20", "add face", "POST Customization/PersonModels/{}/Persons/{}/Faces"}
	OperationDeleteFace = Operation{"X21", "delete face", "DELETE Customization/PersonModels/{}/Persons/{}/Faces/{}"}

	OperationGetAccountAccessToken = Operation{"X22", "get account access token", "GET AccessToken"}
	OperationGetVideoAccessToken   = Operation{"X23", "get video access token", "GET Videos/{}/AccessToken"}
	OperationUpdateMediaConnection = Operation{"X24", "update media connection", "PATCH MediaServices"}
	OperationConnectImageModel     = Operation{"X25", "connect image model", "PUT ImageModel"}
	OperationDisconnectImageModel  = Operation{"X26", "disconnect image model", "DELETE ImageModel"}

	OperationCreateProject      = Operation{"X27", "create project", "POST Projects"}
	OperationUpdateProject      = Operation{"X28", "update project", "PUT Projects/{}"}
	OperationGetProject         = Operation{"X29", "get project", "GET Projects/{}/Index"}
	OperationListProjects       = Operation{"X30", "list projects", "GET Projects"}
	OperationGetRender          = Operation{"X31", "get render", "GET Projects/{}/renderoperation"}
	OperationCancelRender       = Operation{"X32", "cancel render", "PUT Projects/{}/renderoperation/cancel"}
	OperationGetRenderedFileURL = Operation{
		"X33", "get rendered file address", "GET Projects/{}/renderedfile/downloadurl",
	}

	OperationListVideos    = Operation{"X34", "list videos", "GET Videos"}
	OperationGetVideoIndex = Operation{"X35", "get video index", "GET Videos/{}/Index"}
	OperationGetVideoState = Operation{"X35", "get video state", "GET Videos/{}/Index"}
)
