package operator

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"handrail/tools"
)

// It is noted when calls run, except those that cannot change anything.
func TestOnlyCallsThatMayChangeSomethingAreNoted(t *testing.T) {
	s := openFiles(t, map[string]string{"a.txt": "a\n"})
	noted := func() (bytes int64) {
		logs, err := filepath.Glob(filepath.Join(s.commons.config.Dirs.Data, "writers", "*.log"))
		if err != nil {
			t.Fatal(err)
		}
		for _, log := range logs {
			info, err := os.Stat(log)
			if err != nil {
				t.Fatal(err)
			}
			bytes += info.Size()
		}
		return bytes
	}
	before := noted()
	if r := do(t, s, "read", `{"path":"a.txt"}`, tools.Scope{}); r.Error != nil {
		t.Fatal(r.Error)
	}
	if noted() != before {
		t.Error("a call that only reads is noted")
	}
	if r := do(t, s, "write", `{"path":"b.txt","content":"b"}`, tools.Scope{}); r.Error != nil {
		t.Fatal(r.Error)
	}
	if noted() == before {
		t.Error("a call that writes is not noted")
	}
}

// do calls a tool in a scope, for the person.
func do(t *testing.T, s *Space, tool, input string, scope tools.Scope) tools.Result {
	t.Helper()
	calls, err := s.Calls(CallsConfig{Title: "test"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := calls.Close(); err != nil {
			t.Error(err)
		}
	}()
	_, r, err := calls.Call(t.Context(), tool, json.RawMessage(input), scope)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
