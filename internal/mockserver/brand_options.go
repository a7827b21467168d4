package mockserver

// brandReadings are the variants of what the extended operations do with brands and their settings.
type brandReadings struct {
	created        CreatedBrand
	capitals       bool
	renames        BrandRename
	listed         Pace
	namesMatchCase bool
	longestName    int // 0: any
	settingsState  SettingsState
}

// CreatedBrand is the body of the 201 of X2.
type CreatedBrand int

const (
	CreatedBrandWhole CreatedBrand = iota
	CreatedBrandWithoutID
	CreatedBrandNothing // no body
)

// CreatedBrandAnswer sets the body of the 201 of X2.
func CreatedBrandAnswer(form CreatedBrand) Option {
	return func(o *options) { o.extended.brands.created = form }
}

// CapitalBrandMembers begins the member names of the brands in the answers of X1 and X2 with a capital letter.
func CapitalBrandMembers() Option { return func(o *options) { o.extended.brands.capitals = true } }

// BrandRename is what an update of a brand (17) does with another name.
type BrandRename int

const (
	RenameTaken BrandRename = iota
	RenameRefused
	RenameIgnored // 200 with the old name, and the rest of the update taken
)

// BrandRenames sets what an update of a brand (17) does with another name.
func BrandRenames(rule BrandRename) Option {
	return func(o *options) { o.extended.brands.renames = rule }
}

// CreatedBrandsListed sets when X1 lists a brand that X2 created: at once, after so many X1 without it, after a time
// by the server's clock, or when [Server.ListCreatedBrands] says so. 16 finds it at once.
func CreatedBrandsListed(p Pace) Option { return func(o *options) { o.extended.brands.listed = p } }

// BrandNamesMatchCase lets brands of an account have names that differ in letter case alone.
func BrandNamesMatchCase() Option {
	return func(o *options) { o.extended.brands.namesMatchCase = true }
}

// LongestBrandName refuses names of brands of more than n characters.
func LongestBrandName(n int) Option { return func(o *options) { o.extended.brands.longestName = n } }

// SettingsState is what X4 answers as state, a member that newer services deprecate.
type SettingsState int

const (
	SettingsStateShown SettingsState = iota
	SettingsStateMissing
	SettingsStateAlwaysTrue
)

// ShowsSettingsState sets what X4 says of state.
func ShowsSettingsState(form SettingsState) Option {
	return func(o *options) { o.extended.brands.settingsState = form }
}
