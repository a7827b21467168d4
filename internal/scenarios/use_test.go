package scenarios

import (
	"context"
	"fmt"
)

// use reads data sources, opens ephemeral resources, runs lists and invokes actions, and shows what comes of each.
func (s *telling) use(ctx context.Context, text string) error {
	config, err := s.configuration(text)
	if err != nil {
		return err
	}
	all, err := s.Use(ctx, config)
	s.lines = append(s.lines, "use:")
	for _, used := range all {
		s.show([]string{used.Address})
		for _, line := range used.Progress {
			s.show([]string{"    progress: " + line})
		}
		if used.Values != nil {
			s.show(valueLines(used.Values))
		}
		for _, found := range used.Found {
			s.show([]string{fmt.Sprintf("    %q", found.Name)})
			s.show(indented(valueLines(found.Identity)))
			if found.Resource != nil {
				s.show([]string{"        resource"})
				s.show(indented(indented(valueLines(found.Resource))))
			}
		}
	}
	s.showCall(err)
	return nil
}

// valueLines are the lines of values, each under its path.
func valueLines(values map[string]any) []string {
	flat := flattened(values, nil)
	var lines []string
	for _, at := range sortedKeys(flat) {
		lines = append(lines, fmt.Sprintf("    %s = %s", at, flat[at]))
	}
	return lines
}

func indented(lines []string) []string {
	for i := range lines {
		lines[i] = "    " + lines[i]
	}
	return lines
}
