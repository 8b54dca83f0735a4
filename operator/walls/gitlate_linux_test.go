package walls_test

import (
	"strings"
	"testing"
	"time"
)

// A lock that stands in the way of a setting is said to the caller.
func TestASettingBehindALock(t *testing.T) {
	g := newGitBench(t)
	if r := g.Bash("touch .git/config.lock; git config status.short true"); !strings.Contains(r.Content, "was not kept") || !strings.Contains(r.Content, "config.lock") {
		t.Errorf("the caller was told: %s", r.Content)
	}
}

// What a program moves when its call is over is in the record of the next call.
func TestWhatIsMovedLateIsInTheNextCallsRecord(t *testing.T) {
	g := newGitBench(t)
	g.scripts()
	g.Bash("(until [ -e go ]; do sleep 0.05; done; " + plumb("refs/heads/late", "tools/clean.sh") + "; touch done; sleep 60) >/dev/null 2>&1 &")
	g.heard()
	g.File("go", "")
	text := ""
	for end := time.Now().Add(time.Minute); !strings.Contains(text, "refs/heads/late"); {
		select {
		case text = <-g.told:
		case <-time.After(time.Until(end)):
			t.Fatal("nobody was told")
		}
	}
	g.wait("the next call's record", func() bool { return strings.Contains(g.Bash("true").Content, "refs/heads/late brings") })
	if r := g.Bash("true"); strings.Contains(r.Content, "refs/heads/late") {
		t.Errorf("it is told again: %s", r.Content)
	}
}
