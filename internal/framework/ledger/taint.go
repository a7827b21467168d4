package ledger

import "github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"

// NeededInAnyCase returns the ids of the objects of a kind that somebody else than own needs for
// certain, in order. own is a create that replaces a tainted instance of its type. That is one of
// the suspects, the instances without a plan, but nobody knows which. An object is needed in any
// case
//
//  1. if a suspect and another instance need it, since own replaces only one suspect; or
//  2. if only others need it, no read has found it, and mayBeOwn says that own may plan it.
//
// It is not if a single suspect needs it, which own may replace, or if reads have found it for
// others alone: it is then not the object that own replaces.
func (l *Ledger) NeededInAnyCase(
	kind string, account videoindexer.AccountRef, own Instance, mayBeOwn func(id string) bool,
) []string {
	isSuspect := l.withoutPlan(kind, account, own.Type)
	return l.idsWhere(kind, account, func(id string, r *record) bool {
		return r.isNeededInAnyCase(own, isSuspect, mayBeOwn(id))
	})
}

func (r *record) isNeededInAnyCase(own Instance, isSuspect map[Instance]bool, mayBeOwn bool) bool {
	var needers, suspects int
	var isRead bool
	for instance, role := range r.roles {
		isRead = isRead || role.HasAny(Holds)
		if !role.needs() || instance == own {
			continue
		}
		needers++
		if isSuspect[instance] {
			suspects++
		}
	}
	switch {
	case suspects > 0:
		return needers > 1
	case isRead || !mayBeOwn:
		return false
	}
	return needers > 0
}

// withoutPlan returns the instances of a type that have objects of a kind according to reads, and
// for which no plan has noted a role. Each is tainted, or its plan follows.
func (l *Ledger) withoutPlan(
	kind string, account videoindexer.AccountRef, resourceType string,
) map[Instance]bool {
	ofKind := keyOfKind(kind, account)
	l.mu.Lock()
	defer l.mu.Unlock()
	roles := make(map[Instance]Role)
	for key, r := range l.records {
		if keyOfKind(key.Kind, key.Account) != ofKind {
			continue
		}
		for instance, role := range r.roles {
			roles[instance] |= role
		}
	}
	without := make(map[Instance]bool)
	for instance, role := range roles {
		if role.HasNoPlan() && instance.Type == resourceType {
			without[instance] = true
		}
	}
	return without
}
