//go:build unix

package secrecy_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"handrail/operator/operatortest"
	"handrail/operator/settings"
	"handrail/tools"
)

// Secrets are listed with what names them; what is named is not removed by accident.
func TestSecretsAreListedWithWhoNamesThem(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent") // never the keyring of whoever tests
	b := operatortest.New(t, operatortest.Options{Trusted: true, Files: map[string]string{"ctxnest.json": `{"version":"1","tools":{"show":{"description":"d","command":["true"],"env":{"DB":"${secret:db} ${secret:other}"},"safety":"moderate"}}}`}})
	for _, name := range []string{"db", "alone"} {
		if err := b.O.Secrets().Set(name, "a value of "+name); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.O.Settings().Update(func(s *settings.Settings) error {
		s.Models.Providers = map[string]settings.Provider{"p": {Type: "openai", Key: "${secret:db}"}}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	all, err := b.O.Secrets().List()
	if got, want := fmt.Sprint(all, err), "[{alone file []} {db file [settings models.providers.p.key hand show of space]} {other  [hand show of space]}] <nil>"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if err := b.O.Secrets().Remove("db", false); err == nil || !strings.Contains(err.Error(), "models.providers.p.key") {
		t.Errorf("what is named goes: %v", err)
	}
	for name, anyway := range map[string]bool{"db": true, "alone": false} {
		if err := b.O.Secrets().Remove(name, anyway); err != nil {
			t.Error(err)
		}
		if err := b.O.Secrets().Remove(name, true); err == nil {
			t.Error("what is not there was removed")
		}
	}
	calls := b.Agent()
	if _, r, err := calls.Call(t.Context(), "show", json.RawMessage(`{}`), tools.Scope{}); err != nil || r.Error == nil || !strings.Contains(r.Error.Message, "has no value here") || r.Error.Action != (tools.Action{Kind: tools.SetSecret, Subject: "db"}) {
		t.Errorf("a missing secret: %v, %v", r.Error, err)
	}
}
