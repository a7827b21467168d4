package mockserver

import (
	"slices"
	"strings"
	"time"
)

// identified is an object whose id is a GUID.
type identified interface{ guid() string }

// findByID returns the object of an id, or the zero value.
func findByID[T identified](all []T, id string) T {
	for _, object := range all {
		if strings.EqualFold(object.guid(), id) {
			return object
		}
	}
	var none T
	return none
}

// mapAll returns the results of f for each element.
func mapAll[T, U any](all []T, f func(T) U) []U {
	made := make([]U, len(all))
	for i, element := range all {
		made[i] = f(element)
	}
	return made
}

// pollListed reports whether lists already show an object. If they do not, it counts the request.
func (a *account) pollListed(object any, now time.Time) bool {
	job := a.notYetListed[object]
	if job == nil {
		return true
	}
	isListed := job.poll(now)
	if isListed {
		delete(a.notYetListed, object)
	}
	return isListed
}

// shownInLists returns the objects that lists already show.
func shownInLists[T any](c *call, all []*T) (listed []*T) {
	for _, object := range all {
		isListed := c.account.pollListed(object, c.now())
		if isListed {
			listed = append(listed, object)
		}
	}
	return listed
}

// removeByID returns all but the object of an id.
func removeByID[T identified](all []T, id string) []T {
	return slices.DeleteFunc(all, func(o T) bool { return strings.EqualFold(o.guid(), id) })
}

// withObject calls f with an object of an account, and returns whether the account has the object.
func withObject[T any](s *Server, accountID string, in func(*account) *T, f func(*T)) bool {
	var found *T
	s.withAccount(accountID, func(a *account) {
		found = in(a)
		if found != nil {
			f(found)
		}
	})
	return found != nil
}
