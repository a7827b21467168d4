package project

// operation is a step of an apply.
type operation int

const (
	// change writes name and ranges (X28).
	change operation = iota
	// changeRanges is a change after which the service discards the render.
	changeRanges
	// render asks for a render (14), and waits for it where the plan does.
	render
	// watch waits for the render that was under way when the project was last read (X31).
	watch
)

// diff lists what takes a project from the values of prior to those of the plan, in order. What is not known yet in the plan
// may differ. Without extended operations a project can only be rendered.
func diff(prior, plan *resourceModel, isExtended bool) (operations []operation) {
	isOther := isExtended && !plan.VideoRanges.Equal(prior.VideoRanges)
	switch {
	case isOther:
		operations = append(operations, changeRanges)
	case isExtended && !plan.Name.Equal(prior.Name):
		operations = append(operations, change)
	}
	isWanted := plan.Render.IsUnknown() || plan.Render.ValueBool()
	switch wasWanted := prior.Render.ValueBool(); {
	case isWanted && (plan.Render.IsUnknown() || !wasWanted || isOther):
		operations = append(operations, render)
	case isWanted && isExtended && plan.WaitForRender.ValueBool() && running(prior.state()):
		operations = append(operations, watch)
	}
	return operations
}
