package operator_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator/operatortest"
	"handrail/tools"
)

// While a question stands, the folder is exchanged: what was shown does not run.
func TestAFolderThatIsSwappedWhileAQuestionStands(t *testing.T) {
	for _, tool := range []string{"bash", "spawn"} {
		b := operatortest.New(t, operatortest.Options{Settings: `{"mode": "ask"}`, Trusted: true, Files: map[string]string{"shown/mark": "shown\n", "other/mark": "other\n"}})
		b.Person.Answer = func(context.Context, tools.Question) (tools.Answer, error) {
			if err := os.Rename(filepath.Join(b.Dir, "shown"), filepath.Join(b.Dir, "old")); err != nil {
				t.Error(err)
			}
			if err := os.Rename(filepath.Join(b.Dir, "other"), filepath.Join(b.Dir, "shown")); err != nil {
				t.Error(err)
			}
			return tools.Answer{Verdict: tools.RunOnce, Where: "test"}, nil
		}
		in := map[string]string{"bash": `{"command":"touch ran","cwd":"shown"}`, "spawn": `{"command":"touch","args":["ran"],"cwd":"shown"}`}[tool]
		result := b.Call(tool, in)
		if b.Questions() != 1 || operatortest.Code(result) != tools.PermissionDenied || !strings.Contains(result.Error.Message, "another one than when this call was settled") {
			t.Errorf("%s: %+v", tool, result.Error)
		}
		if ran, _ := filepath.Glob(filepath.Join(b.Dir, "*", "ran")); len(ran) > 0 {
			t.Errorf("%s ran: %v", tool, ran)
		}
	}
}

// A call that is refused, expired, cancelled or only looked at lets its folder and its
// program go.
func TestCallsThatDoNotRunLeaveNothingOpen(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Settings: `{"mode": "ask"}`, Trusted: true})
	calls := b.Agent()
	call := func(ctx context.Context, answer func(context.Context, tools.Question) (tools.Answer, error)) {
		b.Person.Answer = answer
		_, result, err := calls.Call(ctx, "bash", json.RawMessage(`{"command":"echo ran"}`), tools.Scope{})
		if err == nil && result.Error == nil {
			t.Fatal("it ran")
		}
	}
	all := func() {
		for _, verdict := range []tools.Verdict{tools.Deny, tools.Expire} {
			call(t.Context(), func(context.Context, tools.Question) (tools.Answer, error) {
				return tools.Answer{Verdict: verdict, Where: "test"}, nil
			})
		}
		ctx, cancel := context.WithCancel(t.Context())
		call(ctx, func(ctx context.Context, q tools.Question) (tools.Answer, error) {
			cancel()
			return operatortest.Never(ctx, q)
		})
	}
	held := func() (n int) {
		entries, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if to, err := os.Readlink("/proc/self/fd/" + e.Name()); err == nil && (to == b.Dir || strings.HasSuffix(to, "/bash")) {
				n++
			}
		}
		return n
	}
	all()
	before := held()
	for range 10 {
		all()
	}
	if after := held(); after > before {
		t.Errorf("%d are held, %d were before", after, before)
	}
}
