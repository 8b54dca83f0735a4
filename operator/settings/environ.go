package settings

import (
	"context"
	"os"

	"handrail/internal/proc"
)

// Environ is the environment that tools are given a part of. A command line
// has it; an app that was started from the desktop does not know the PATH that
// the person's shell sets up, and asks that shell once (docs/spec/12-processes.md).
type Environ struct {
	Vars []string
	From string // where PATH came from, in words
}

// TerminalEnviron is the environment of this process.
func TerminalEnviron() Environ {
	return Environ{Vars: os.Environ(), From: "the terminal that Handrail was started from"}
}

// DesktopEnviron is the environment of this process with the PATH of the
// person's login shell, which is asked once. If it does not answer, PATH stays
// as it is and From says why.
func DesktopEnviron(ctx context.Context) Environ {
	e := Environ{Vars: os.Environ(), From: "the desktop"}
	shell := os.Getenv("SHELL")
	if shell == "" {
		return e
	}
	path, err := proc.LoginPath(ctx, shell, e.Vars)
	if err != nil {
		e.From = "the desktop, because the login shell did not say its own: " + err.Error()
		return e
	}
	return Environ{Vars: proc.SetEnv(e.Vars, "PATH", path), From: "the login shell " + shell}
}

// Getenv is the value of a variable; "" if it is not set.
func (e Environ) Getenv(name string) string { return proc.Getenv(e.Vars, name) }

// User is the person's login name.
func (e Environ) User() string {
	for _, name := range []string{"USER", "LOGNAME", "USERNAME"} {
		if v := e.Getenv(name); v != "" {
			return v
		}
	}
	return ""
}
