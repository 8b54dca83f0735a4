//go:build unix

package running_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"handrail/internal/spool"
	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/running"
	"handrail/operator/settings"
	"handrail/tools"
)

func TestTheWholeOutputOfACallCanBeFetched(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true})
	for tool, in := range map[string]string{
		"bash":  `{"command":"seq 1 100000"}`,
		"spawn": `{"command":"seq","args":["1","100000"]}`,
	} {
		calls := b.Agent()
		_, result, err := calls.Call(t.Context(), tool, json.RawMessage(in), tools.Scope{})
		if err != nil || result.Error != nil || !result.Meta.Truncated || result.Meta.Output == "" {
			t.Fatalf("%s: %v, %v, %+v", tool, err, result.Error, result.Meta)
		}
		if len(result.Content) > tools.ContentLimit || !strings.Contains(result.Content, `"output":"`+result.Meta.Output+`"`) {
			t.Errorf("%s: the model is not told of the rest: %.300s", tool, result.Content)
		}
		var whole strings.Builder
		for at := int64(0); ; {
			p, err := b.O.Jobs().Output(result.Meta.Output, at, 100_000_000)
			if err != nil {
				t.Fatal(err)
			}
			if p.Next == at {
				break
			}
			whole.WriteString(p.Text)
			at = p.Next
		}
		if got := whole.String(); !strings.HasPrefix(got, "1\n2\n") || !strings.HasSuffix(got, "\n100000\n") || len(got) != 588895 {
			t.Errorf("%s: %d bytes", tool, len(got))
		}
		_, piece, err := calls.Call(t.Context(), "job_output", json.RawMessage(`{"job":"`+result.Meta.Output+`","since":588888}`), tools.Scope{})
		if err != nil || piece.Error != nil || !strings.Contains(piece.Content, `"text":"100000\n"`) {
			t.Errorf("job_output: %s, %v, %v", piece.Content, piece.Error, err)
		}
	}
	if _, err := b.O.Jobs().Output("../../../etc/passwd", 0, 100); !errors.Is(err, spool.ErrGone) {
		t.Errorf("a name that is none: %v", err)
	}
}

func TestJobsEndWithTheirSpace(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true})
	calls, err := b.S.Calls(operator.CallsConfig{})
	if err != nil {
		t.Fatal(err)
	}
	_, result, err := calls.Call(t.Context(), "bash", json.RawMessage(`{"command":"sleep 1000","background":true}`), tools.Scope{})
	if err != nil || result.Error != nil {
		t.Fatal(err, result.Error)
	}
	if err := calls.Close(); err != nil {
		t.Fatal(err)
	}
	if jobs := listed(t, b, b.S.Dir()); len(jobs) != 1 || !jobs[0].Running || jobs[0].ID != result.Meta.Output {
		t.Fatalf("%+v", jobs)
	}
	if jobs := listed(t, b, "/elsewhere"); len(jobs) > 0 {
		t.Errorf("another space has %+v", jobs)
	}
	if err := b.O.RemoveSpace(b.S.Dir()); err != nil {
		t.Fatal(err)
	}
	if jobs := listed(t, b, ""); len(jobs) != 1 || jobs[0].Running {
		t.Errorf("%+v", jobs)
	}
	if err := b.O.Jobs().Stop(result.Meta.Output); err != nil {
		t.Errorf("stopping one that has ended: %v", err)
	}
}

func TestOldOutputIsRemovedAtTheStart(t *testing.T) {
	home := t.TempDir()
	dirs := settings.Dirs{Config: filepath.Join(home, "config"), Data: filepath.Join(home, "data")}
	kept := filepath.Join(dirs.Data, "output")
	if err := os.MkdirAll(kept, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, age := range map[string]time.Duration{"aaaaaaaaaa.log": 8 * 24 * time.Hour, "bbbbbbbbbb.log": 6 * 24 * time.Hour} {
		path := filepath.Join(kept, name)
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		when := time.Now().Add(-age)
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
	}
	o, err := operator.Open(t.Context(), operator.Config{Dirs: dirs, Version: "0", Home: home, Confirmer: func(*operator.Operator) tools.Confirmer { return &operatortest.Person{Answer: operatortest.Yes} }})
	if err != nil {
		t.Fatal(err)
	}
	if err := o.Close(); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(kept)
	if err != nil || len(entries) != 1 || entries[0].Name() != "bbbbbbbbbb.log" {
		t.Errorf("left are %v, %v", entries, err)
	}
}

func listed(t *testing.T, b *operatortest.Bench, space string) []running.Job {
	t.Helper()
	list, err := b.O.Jobs().List(space)
	if err != nil {
		t.Fatal(err)
	}
	return list
}
