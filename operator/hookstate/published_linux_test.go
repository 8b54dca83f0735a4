package hookstate_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/operator/operatortest"
)

// afterCall opens a trusted space behind walls with one post_tool hook on bash, whose script is text.
func afterCall(t *testing.T, text, more string) *operatortest.Bench {
	t.Helper()
	return operatortest.New(t, operatortest.Options{
		Files: map[string]string{
			safetyFile:            `{"hooks": [{"id":"after","type":"post_tool","tools":["bash"],"command":"bash scripts/after.sh"` + more + `}]}`,
			"scripts/after.sh":    text,
			"leftovers/draft.txt": "draft\n",
			"leftovers/more.txt":  "more\n",
		},
		Trusted: true, Walls: true,
	})
}

// call makes a call of bash, which succeeds.
func call(t *testing.T, b *operatortest.Bench) {
	t.Helper()
	r, err := hookCall(t, b, "bash", `{"command":"echo \"a\" done"}`)
	if err != nil || r.Error != nil {
		t.Fatal(r.Error, err)
	}
}

// After a call a hook sends a notification to the host that it declares, and to no other, and deletes what lies in the
// folder that it declares.
func TestWhatAHookDoesAfterACall(t *testing.T) {
	got := make(chan string, 2)
	listen := func() int {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = l.Close() })
		port := l.Addr().(*net.TCPAddr).Port
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				text, _ := io.ReadAll(c)
				_ = c.Close()
				got <- fmt.Sprintf("%d %s", port, text)
			}
		}()
		return port
	}
	allowed, other := listen(), listen()
	b := afterCall(t, fmt.Sprintf(`
rm leftovers/draft.txt
echo "$TOOL_NAME has run" > /dev/tcp/127.0.0.1/%[2]d
echo "$TOOL_NAME has run" > /dev/tcp/127.0.0.1/%[1]d
rm notes.txt
exit 0
`, allowed, other), fmt.Sprintf(`,"write":["leftovers"],"network":["127.0.0.1:%d"]`, allowed))
	b.File("notes.txt", "plain\n")
	call(t, b)
	if want := fmt.Sprintf("%d bash has run\n", allowed); <-got != want {
		t.Errorf("not %q was sent", want)
	}
	if _, err := os.Stat(filepath.Join(b.Dir, "leftovers/draft.txt")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the draft is still there: %v", err)
	}
	for _, name := range []string{"leftovers/more.txt", "notes.txt"} {
		if _, err := os.Stat(filepath.Join(b.Dir, name)); err != nil {
			t.Error(err)
		}
	}
	if len(got) != 0 {
		t.Errorf("it was sent to another host, too: %s", <-got)
	}
}

// The published scripts that log run as printed, after a call, on whatever machine: a hook's room has a /var/log of its own.
func TestPublishedLogsAsPrinted(t *testing.T) {
	for script, file := range map[string]string{"log-tool": "construct-tools.log", "audit-log": "construct-audit.jsonl"} {
		raw, err := os.ReadFile(filepath.Join("../../hooks/testdata/published", script+".sh"))
		if err != nil {
			t.Fatal(err)
		}
		b := afterCall(t, string(raw), "")
		call(t, b)
		written, err := os.ReadFile(filepath.Join(b.S.Walls().Hooks().Logs(), file))
		if err != nil {
			t.Fatal(err)
		}
		if script == "log-tool" {
			if !strings.HasPrefix(string(written), "[20") || !strings.Contains(string(written), "] Tool: bash, Agent: ") {
				t.Errorf("%s wrote %q", script, written)
			}
			continue
		}
		var line map[string]any
		if err := json.Unmarshal(written, &line); err != nil {
			t.Fatalf("%v: %s", err, written)
		}
		if at, _ := line["timestamp"].(string); !isTime(at) {
			t.Errorf("its time is %q", at)
		}
		if session, _ := line["session"].(string); !strings.HasPrefix(session, "s_") {
			t.Errorf("its session is %q", session)
		}
		if user, _ := line["user"].(string); user != "kim" {
			t.Errorf("its user is %q", user)
		}
		want := map[string]any{"tool": "bash", "input": map[string]any{"command": `echo "a" done`}}
		if input, _ := line["input"].(map[string]any); input["input"] == nil {
			t.Errorf("its input is %v", line["input"])
		} else if diff := cmp.Diff(want, map[string]any{"tool": line["tool"], "input": input["input"]}); diff != "" {
			t.Errorf("the audit's line (-want +got):\n%s", diff)
		}
	}
}

// The average of a hook is over all its runs: one of two takes long.
func TestAverageOfAHook(t *testing.T) {
	b := hookSpace(t, `{"id":"slow","type":"pre_tool","tools":["bash"],"command":"case $TOOL_INPUT in *long*) sleep 0.6;; esac","blocking":true}`)
	for _, command := range []string{"echo long", "echo short"} {
		if r, err := hookCall(t, b, "bash", `{"command":"`+command+`"}`); err != nil || r.Error != nil {
			t.Fatal(r.Error, err)
		}
	}
	b.S.Hooks().Close()
	h := lineOf(t, b, "slow")
	if h.Runs != 2 || h.Slowest < 600*time.Millisecond || h.Average < h.Slowest/2 || h.Average >= h.Slowest {
		t.Errorf("the average of %d runs is %v, and the slowest took %v", h.Runs, h.Average, h.Slowest)
	}
	if got := statesOf(t, b)["slow"].AvgExecutionMs; got != h.Average.Milliseconds() && got != h.Average.Round(time.Millisecond).Milliseconds() {
		t.Errorf("the file says %d ms, and it is %v", got, h.Average)
	}
}
