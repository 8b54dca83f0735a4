package bash

import (
	"slices"
	"testing"

	"handrail/internal/programs"
	"handrail/tools"
)

// The shells and wrappers that are followed are those of package programs.
func TestShellsAndWrappersAreFollowed(t *testing.T) {
	lines := []string{
		"nohup rm x", "gtime -f y rm x", "/usr/bin/time --format y rm x", "gtimeout 5 rm x", "nice --adjustment 5 rm x", "ionice --class 2 rm x", "proxychains -q rm x", "xcrun --sdk y rm x",
		"doas A=b rm x", "sudo --chroot /y rm x", "env -C /y A=b rm x", "perf stat rm x", "gxargs rm", "xargs --replace rm x", "xargs --max-lines rm x", "npx -c 'rm x'", "uvx --call 'rm x'", "flock y -c 'rm x'",
	}
	for _, name := range programs.Shells() {
		lines = append(lines, name+" -c 'rm x'", "nohup "+name+" -c 'rm x'")
	}
	for _, line := range lines {
		s := NewReader("/home/kim").Read(tools.Preview{Shell: line, Folder: "/space"})
		if !slices.ContainsFunc(s.Commands, func(c Command) bool { return c.Name() == "rm" }) {
			t.Errorf("%s: no rm among %+v", line, s.Commands)
		}
	}
}
