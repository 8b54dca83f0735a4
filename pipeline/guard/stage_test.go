package guard

import (
	"testing"

	"handrail/tools"
)

// Each way to a verdict says which stage it is.
func TestAVerdictNamesItsStage(t *testing.T) {
	rule := func(o Outcome) []Rule { return []Rule{{Outcome: o, Tool: "bash", Pattern: "go test*"}} }
	asking := entry("bash", true)
	asking.Info.Confirm = true
	for _, tt := range []struct {
		command string
		c       Config
		e       tools.Entry
		want    Stage
	}{
		{"rm -rf /", Config{}, entry("bash", true), BuiltinDeny},
		{"git push --force-with-lease", Config{}, entry("bash", true), BuiltinAsk},
		{"go test ./...", Config{Rules: rule(Deny)}, entry("bash", true), DenyRule},
		{"go test ./...", Config{Rules: rule(Ask)}, entry("bash", true), AskRule},
		{"go test ./...", Config{Rules: rule(Allow)}, entry("bash", true), AllowRule},
		{"go test ./...", Config{Rules: rule(Allow)}, asking, Confirm},
		{"go test ./...", Config{}, entry("bash", true), ByMode},
		{"go test ./...", Config{Mode: ReadOnly}, entry("bash", true), ByMode},
	} {
		if v := space(tt.c).Judge(tools.Call{}, tt.e, shellAct(tt.command)); v.Stage != tt.want {
			t.Errorf("%s is decided by %s (%s), want %s", tt.command, v.Stage, v.By, tt.want)
		}
	}
	for i, s := range Stages() {
		if int(s) != i+1 || s.String() == "nothing" {
			t.Errorf("the stage %d is %q", s, s)
		}
	}
}
