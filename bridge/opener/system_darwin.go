package opener

// system is what opens things on macOS: a part of the system, which nobody exchanges.
type system struct {
	path    string
	args    []string
	missing error
}

func find([]string, []string) system { return system{path: "/usr/bin/open"} }

func (system) check([]string) error { return nil }
