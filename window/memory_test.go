package window

import (
	"strings"
	"testing"

	"handrail/operator/operatortest"
)

// The page shows what is remembered, and changes it as long as it is what the person saw.
func TestMemoryOfASpace(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{})
	m := &Memory{&app{ctx: t.Context(), o: b.O}}
	if v, err := m.Memory(b.Dir); err != nil || len(v.Paragraphs) != 0 || v.Most == 0 {
		t.Fatalf("%+v, %v", v, err)
	}
	if r := b.Call("memory_write", `{"content":"Kim likes tea.\n\nBuy paint."}`); r.Error != nil {
		t.Fatal(r.Error)
	}
	v, err := m.Memory(b.Dir)
	if err != nil || len(v.Paragraphs) != 2 || v.Paragraphs[0].When == "" || v.Paragraphs[0].Run == "" || v.Used != len(v.Text) {
		t.Fatalf("%+v, %v", v, err)
	}
	if v, err = m.ReplaceMemory(b.Dir, 0, "Kim likes tea.", ""); err != nil || len(v.Paragraphs) != 1 || v.Paragraphs[0].Text != "Buy paint." {
		t.Errorf("%+v, %v", v, err)
	}
	if _, err := m.ReplaceMemory(b.Dir, 0, "Kim likes tea.", "x"); err == nil || !strings.Contains(err.Error(), "has changed") {
		t.Errorf("%v", err)
	}
	if v, err = m.SaveMemory(b.Dir, "All new.\n", v.Digest); err != nil || v.Text != "All new.\n" {
		t.Errorf("%+v, %v", v, err)
	}
}
