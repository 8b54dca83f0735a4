package walls_test

import (
	"testing"

	"handrail/operator"
)

// What the person sets in git by hand between two calls is theirs: in one process, in the next one, and where two have the space open.
func TestWhatThePersonSetsInGitBetweenCallsStays(t *testing.T) {
	g := newGitBench(t)
	opened := func(o *operator.Operator) *operator.Space {
		t.Helper()
		s, err := o.OpenSpace(t.Context(), g.Dir)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	stays := func(name string, in *operator.Space) {
		t.Helper()
		g.outside(g.Dir, "config", "alias."+name, "status --short")
		g.S = in
		g.once("git status")
		g.S.Walls().Settled()
		if got := g.ask(g.Dir, "config", "alias."+name); got != "status --short\n" {
			t.Errorf("the person's alias %s is %q, and git's settings are\n%s", name, got, g.read(".git/config"))
		}
	}
	g.once("git status")
	g.S.Walls().Settled()
	stays("one", g.S)
	g.Close()
	g.O = g.another()
	second := opened(g.O)
	stays("two", second)
	third := opened(g.another())
	stays("three", third)
	stays("four", second)
	stays("five", second)
	stays("six", third)
	for len(g.told) > 0 {
		t.Errorf("told: %s", <-g.told)
	}
}
