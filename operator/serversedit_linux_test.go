package operator

import (
	"testing"

	"handrail/mcp"
)

// A server that runs is started anew with what was changed, without anybody calling
// it; one that failed is tried again; one that nobody has needed is not started.
func TestServerFormStartsAnew(t *testing.T) {
	t.Parallel()
	b := newServerBench(t, `"runs":`+peer(t, `"env":{"A":"old"}`)+`,"fails":`+peer(t, "", "-fail", "no key")+`,"idle":`+peer(t, ""), nil)
	pid := said(t, b.s, "runs__pid", "")
	b.s.WaitServers(t.Context(), "fails")

	f := formOf(t, b.s, "runs")
	f.Settings.Env["A"] = "new"
	if done := change(t, b.s, f); done.Outcome != ImportChanged {
		t.Fatalf("%+v", done)
	}
	waitUntil(t, "it is ready anew", func() bool {
		v := serverNamed(t, b.s, "runs")
		return v.Status.State == mcp.Ready && v.Known
	})
	if got, now := said(t, b.s, "runs__env", "A"), said(t, b.s, "runs__pid", ""); got != "new" || now == pid {
		t.Errorf("A is %q in process %s, which was %s", got, now, pid)
	}

	f = formOf(t, b.s, "fails")
	f.Settings.Args = f.Settings.Args[:1]
	if done := change(t, b.s, f); done.Outcome != ImportChanged {
		t.Fatalf("%+v", done)
	}
	waitUntil(t, "the one that failed is ready", func() bool { return serverNamed(t, b.s, "fails").Status.State == mcp.Ready })

	f = formOf(t, b.s, "idle")
	f.Settings.Timeout = 9
	if done := change(t, b.s, f); done.Outcome != ImportChanged {
		t.Fatalf("%+v", done)
	}
	if v := serverNamed(t, b.s, "idle"); v.Status.State != mcp.Idle {
		t.Errorf("nobody needed it, and it is %s", v.Status.State)
	}
}
