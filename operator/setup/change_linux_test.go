package setup_test

import (
	"testing"

	"handrail/mcp"
	"handrail/operator/operatortest"
	"handrail/operator/setup"
)

// A server that runs is started anew with what was changed, without anybody calling
// it; one that failed is tried again; one that nobody has needed is not started.
func TestServerFormStartsAnew(t *testing.T) {
	t.Parallel()
	b := operatortest.WithServers(t, `"runs":`+operatortest.Peer(t, `"env":{"A":"old"}`)+`,"fails":`+operatortest.Peer(t, "", "-fail", "no key")+`,"idle":`+operatortest.Peer(t, ""), nil)
	pid := operatortest.Said(t, b.S, "runs__pid", "")
	b.S.Servers().Wait(t.Context(), "fails")

	f := formOf(t, b, "runs")
	f.Settings.Env["A"] = "new"
	if done := change(t, b, f); done.Outcome != setup.Changed {
		t.Fatalf("%+v", done)
	}
	operatortest.WaitUntil(t, "it is ready anew", func() bool {
		v := operatortest.ServerNamed(t, b.S, "runs")
		return v.Status.State == mcp.Ready && v.Known
	})
	if got, now := operatortest.Said(t, b.S, "runs__env", "A"), operatortest.Said(t, b.S, "runs__pid", ""); got != "new" || now == pid {
		t.Errorf("A is %q in process %s, which was %s", got, now, pid)
	}

	f = formOf(t, b, "fails")
	f.Settings.Args = f.Settings.Args[:1]
	if done := change(t, b, f); done.Outcome != setup.Changed {
		t.Fatalf("%+v", done)
	}
	operatortest.WaitUntil(t, "the one that failed is ready", func() bool { return operatortest.ServerNamed(t, b.S, "fails").Status.State == mcp.Ready })

	f = formOf(t, b, "idle")
	f.Settings.Timeout = 9
	if done := change(t, b, f); done.Outcome != setup.Changed {
		t.Fatalf("%+v", done)
	}
	if v := operatortest.ServerNamed(t, b.S, "idle"); v.Status.State != mcp.Idle {
		t.Errorf("nobody needed it, and it is %s", v.Status.State)
	}
}
