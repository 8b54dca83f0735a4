package walls_test

import (
	"path/filepath"
	"testing"

	"handrail/journal/sqlite"
	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/settings"
)

// A bench is an open space without any declaration, whose programs run in rooms.
type bench struct{ *operatortest.Bench }

// newBench opens one; text is settings.json, "" for none.
func newBench(t *testing.T, text string, change func(*operator.Config)) *bench {
	t.Helper()
	b := &bench{operatortest.New(t, operatortest.Options{Files: map[string]string{"notes.txt": "mine\n"}, Settings: text, Walls: true, Change: change})}
	if report := b.O.Walls().Report(); !report.Holds() {
		t.Fatalf("this machine builds no walls: %+v", report)
	}
	return b
}

// copy is a bench that can be changed without changing b.
func (b *bench) copy() *bench {
	other := *b.Bench
	return &bench{&other}
}

// another opens a second app on the same folders.
func (b *bench) another() *operator.Operator {
	b.T.Helper()
	return operatortest.Open(b.T, b.Options, b.Person)
}

// store is the journal's database, as another app has it.
func (b *bench) store() *sqlite.Store {
	b.T.Helper()
	s, err := sqlite.Open(b.T.Context(), sqlite.Config{Path: filepath.Join(b.Options.Dirs.Data, "journal.db"), Version: "0"})
	if err != nil {
		b.T.Fatal(err)
	}
	b.T.Cleanup(func() { _ = s.Close() })
	return s
}

// settings is the settings file, as another app has it.
func (b *bench) settings() *settings.File {
	return settings.Open(filepath.Join(b.Options.Dirs.Config, "settings.json"))
}
