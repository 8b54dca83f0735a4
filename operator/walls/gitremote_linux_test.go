package walls_test

import (
	"strings"
	"testing"

	"handrail/operator/operatortest"
	"handrail/tools"
)

// Git reaches no remote while the network is off, whatever it is told to do there, started with a shell or
// without; what it does here, it does.
func TestGitReachesNoRemote(t *testing.T) {
	b := newBench(t, "", nil)
	if r := b.Bash("git init -q . && git config user.name A && git config user.email a@example.com && git commit -q --allow-empty -m one && git status --porcelain"); r.Error != nil {
		t.Fatalf("work of git that stays here: %+v", r)
	}
	for name, args := range map[string]string{
		"push":   `["push","https://far.example.com/x.git","HEAD:main"]`,
		"pull":   `["pull","https://far.example.com/x.git"]`,
		"fetch":  `["fetch","https://far.example.com/x.git"]`,
		"clone":  `["clone","https://far.example.com/x.git","copy"]`,
		"remote": `["-c","remote.far.url=https://far.example.com/x.git","remote","show","far"]`,
	} {
		t.Run(name, func(t *testing.T) {
			r := b.Call("spawn", `{"command":"git","args":`+args+`}`)
			if operatortest.Code(r) != tools.NetworkDisabled || !strings.Contains(r.Error.Message, "far.example.com") {
				t.Errorf("%+v", r)
			}
		})
	}
	if r := b.Bash("git fetch https://far.example.com/x.git"); operatortest.Code(r) != tools.NetworkDisabled {
		t.Errorf("by a shell: %+v", r)
	}
}
