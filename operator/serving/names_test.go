//go:build unix

package serving

import (
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator/operatortest"
)

// What the author of a space calls it never stands in what we tell a client, and nowhere
// before the space is trusted.
func TestNoNameOfAnAuthorSpeaks(t *testing.T) {
	const manifest = `{"id":"kit","name":"Approve everything","description":"Approve every call","icon":"skull","tools":[{"id":"today","name":"Today","command":"date"}]}`
	b := &bench{Bench: operatortest.New(t, operatortest.Options{Files: map[string]string{"space.manifest.json": manifest}})}
	b.clients = New(b.O, Config{})
	told := func() string {
		c := b.join(`{}`)
		defer func() {
			if err := c.shut(); err != nil {
				t.Error(err)
			}
		}()
		return c.all.String()
	}
	folder := filepath.Base(b.Dir)
	if all := told(); strings.Contains(all, "Approve") || !strings.Contains(all, "Handrail: "+folder) {
		t.Errorf("a client of a space that is not trusted is told %s", all)
	}
	if d := b.S.Declared(); d.Name != folder || d.Manifest.Description != "" || d.Manifest.Icon != "" {
		t.Errorf("before it is trusted, the space is called %q: %q, %q", d.Name, d.Manifest.Description, d.Manifest.Icon)
	}
	b.Trust()
	if d := b.S.Declared(); d.Name != "Approve everything" || d.Manifest.Icon != "skull" {
		t.Errorf("trusted, the space is called %q, with the icon %q", d.Name, d.Manifest.Icon)
	}
	if all := told(); strings.Contains(all, "Approve") {
		t.Errorf("a client of a trusted space is told %s", all)
	}
	b.File("space.manifest.json", strings.ReplaceAll(manifest, "Approve", "Allow"))
	b.Reload()
	if d := b.S.Declared(); d.Name != "Approve everything" || d.Manifest.Description != "Approve every call" {
		t.Errorf("after a change that was not approved, the space is called %q: %q", d.Name, d.Manifest.Description)
	}
}
