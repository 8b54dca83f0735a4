package proc

import "strings"

// Script returns c as a run of script by the given bash, with c's folder,
// environment, streams and limits; c.Path and c.Args are replaced. bash reads
// no start-up file and takes no function or option from the environment
// (docs/spec/06-declared-tools.md). A script too long for an argument is handed
// over by a file descriptor; $0 and line numbers are the same either way.
func Script(bash string, script string, c Command) Command {
	c.Path = bash
	c.Env = WithoutBashDoors(c.Env)
	c.Args = []string{"--noprofile", "--norc", "-c", "--", script} // a script may begin with a dash
	c.script = ""
	if len(script) > inlineScript {
		c.Args = longScript
		c.script = script
	}
	return c
}

// WithoutBashDoors returns env without what makes a bash run code or change its
// rules before the first line of its script: BASH_ENV, ENV, SHELLOPTS,
// BASHOPTS, PS4 (run by a trace) and exported functions (BASH_FUNC_*).
func WithoutBashDoors(env []string) []string {
	kept := make([]string, 0, len(env))
	for _, v := range env {
		name, value, _ := strings.Cut(v, "=")
		switch {
		case name == "BASH_ENV", name == "ENV", name == "SHELLOPTS", name == "BASHOPTS", name == "PS4",
			strings.HasPrefix(name, "BASH_FUNC_"),
			strings.HasPrefix(value, "() {"): // exported functions before bash 4.3
			continue
		}
		kept = append(kept, v)
	}
	return kept
}
