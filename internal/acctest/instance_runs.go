package acctest

// Restart ends the process of instances, which go on in one new process of the same configuration. Requests are counted from zero again.
func Restart(instances ...*Instance) {
	instances[0].countAnew()
	protocol := instances[0].restart()
	for _, i := range instances {
		i.Protocol = protocol
	}
}

// Planned plans the instance in the process that it is in.
func (i *Instance) Planned(config Values) *Plan {
	i.t.Helper()
	plan := i.Plan(i.t.Context(), config)
	Succeeds(i.t, plan.Diagnostics)
	return plan
}

// Look refreshes and plans the instance in a process of its own, as a plan of an engine does.
func (i *Instance) Look(config Values) *Plan {
	i.t.Helper()
	i.Protocol = i.restart()
	if i.Exists() {
		Succeeds(i.t, i.Refresh(i.t.Context()))
	}
	return i.Planned(config)
}

// Run refreshes, plans and applies the instance, as an engine does.
func (i *Instance) Run(config Values) *Plan {
	i.t.Helper()
	if w := i.workspace(config); w != nil {
		plan := w.plan()
		w.apply()
		return plan
	}
	plan := i.Look(config)
	Succeeds(i.t, i.Apply(i.t.Context(), plan))
	return plan
}

// IsUnchanged expects that a run has nothing to do, and nothing to say.
func (i *Instance) IsUnchanged(config Values) {
	i.t.Helper()
	look := i.Look
	if w := i.workspace(config); w != nil {
		look = func(Values) *Plan { return w.plan() }
	}
	plan := look(config)
	if !plan.IsUpdate && !plan.IsReplacement && len(plan.Diagnostics) == 0 {
		return
	}
	before := i.State()
	for name, value := range Parts(i.t, plan.Planned) {
		if !value.Equal(before[name]) {
			i.t.Errorf("%s: %s is planned as %s", name, before[name], value)
		}
	}
	i.t.Errorf("planned: update %t, replacement %t, %q", plan.IsUpdate, plan.IsReplacement, Texts(plan.Diagnostics))
}
