package adoption

// IsManagedByOther reports whether an instance other than this one was planned to manage the object when the run is over.
func (o *Object) IsManagedByOther(i Instance) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(without(o.plan.managers, i)) > 0
}
