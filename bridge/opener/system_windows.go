package opener

import (
	"errors"
	"path/filepath"

	"handrail/internal/proc"
)

// system is what opens things on Windows: a part of the system.
type system struct {
	path    string
	args    []string
	missing error
}

func find(env, _ []string) system {
	root := proc.Getenv(env, "SystemRoot")
	if !filepath.IsAbs(root) {
		return system{missing: errors.New("nothing can be opened here: SystemRoot does not say where Windows is; start Handrail from the desktop")}
	}
	return system{path: filepath.Join(root, "System32", "rundll32.exe"), args: []string{"url.dll,FileProtocolHandler"}}
}

func (system) check([]string) error { return nil }
