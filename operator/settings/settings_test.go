package settings

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"handrail/pipeline/guard"
)

func TestWhatTheSettingsLetStay(t *testing.T) {
	for _, tt := range []struct {
		settings Journal
		age      time.Duration
		bytes    int64
	}{
		{Journal{}, 90 * 24 * time.Hour, 2 << 30},
		{Journal{KeepDays: 7, MaxMB: 10}, 7 * 24 * time.Hour, 10 << 20},
		{Journal{KeepDays: -1, MaxMB: -1}, 0, 0},
	} {
		if age, bytes := tt.settings.Retention(); age != tt.age || bytes != tt.bytes {
			t.Errorf("%+v: %v and %d bytes, want %v and %d", tt.settings, age, bytes, tt.age, tt.bytes)
		}
	}
}

func TestALanguageIsOneThatTheWindowHas(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.json")
	f := Open(path)
	for _, language := range []string{"de", "en", ""} {
		if err := f.SetLanguage(language); err != nil {
			t.Fatal(err)
		}
		if set, _, err := f.Load(); err != nil || set.Language != language {
			t.Errorf("after %q, the language is %q (%v)", language, set.Language, err)
		}
	}
	if err := f.SetLanguage("fr"); err == nil || !strings.Contains(err.Error(), `there is no language "fr"`) {
		t.Errorf("fr: %v", err)
	}
	if err := os.WriteFile(path, []byte(`{"language": "fr"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, warnings, err := f.Load(); err != nil || len(warnings) != 1 || !strings.Contains(warnings[0], `language is "fr"`) {
		t.Errorf("a file with fr: %v %v", warnings, err)
	}
}

// A folder of per_space is known by where its key leads: what is set for it counts however it is spelled, and a
// change leaves one entry. What can lead nowhere is said, and two spellings of one folder are an error.
func TestASpaceIsFoundByWhereItsKeyLeads(t *testing.T) {
	home := t.TempDir()
	home, err := filepath.EvalSymlinks(home)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	dir := filepath.Join(home, "s")
	if err := errors.Join(os.Mkdir(dir, 0o700), os.Symlink(dir, filepath.Join(home, "l"))); err != nil {
		noLinks(t, err)
	}
	f := Open(filepath.Join(home, "settings.json"))
	write := func(keys ...string) {
		all := map[string]Space{}
		for _, key := range keys {
			all[key] = Space{Mode: guard.ReadOnly}
		}
		raw, err := json.Marshal(map[string]any{"per_space": all})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(f.Path(), raw, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, key := range []string{dir, dir + "/", "~/s", home + "/./s", home + "/x/../s", filepath.Join(home, "l"), "~/l/"} {
		write(key)
		s, warnings, err := f.Load()
		if err != nil || len(warnings) > 0 || s.PerSpace[dir].Mode != guard.ReadOnly || len(s.PerSpace) != 1 {
			t.Errorf("%s: %+v, %q, %v", key, s.PerSpace, warnings, err)
		}
		if _, err := f.Update(func(s *Settings) error { s.SetSpace(dir, Space{Mode: guard.AskAll}); return nil }); err != nil {
			t.Fatal(err)
		}
		if s, _, err = f.Load(); err != nil || s.PerSpace[dir].Mode != guard.AskAll || len(s.PerSpace) != 1 {
			t.Errorf("%s, changed: %+v, %v", key, s.PerSpace, err)
		}
	}
	for _, key := range []string{"s", "./s", ""} {
		write(key)
		if _, warnings, err := f.Load(); err != nil || len(warnings) != 1 || !strings.Contains(warnings[0], "counts for nothing") {
			t.Errorf("%q: %q, %v", key, warnings, err)
		}
	}
	write(dir, "~/l")
	if _, _, err := f.Load(); err == nil || !strings.Contains(err.Error(), "the same folder twice") {
		t.Errorf("two spellings: %v", err)
	}
}

// What a link in the app's folder leads to is the app's own, too: a folder that holds it is no space.
func TestWhatLinksLeadToIsOurOwn(t *testing.T) {
	d := Dirs{Config: t.TempDir(), Data: t.TempDir()}
	there := filepath.Join(t.TempDir(), "settings.json")
	if err := os.WriteFile(there, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(there, filepath.Join(d.Config, "settings.json")); err != nil {
		noLinks(t, err)
	}
	real, err := filepath.EvalSymlinks(there)
	if err != nil {
		t.Fatal(err)
	}
	if own := d.Own(); !slices.Contains(own, real) || !slices.Contains(own, d.Config) || !slices.Contains(own, d.Data) {
		t.Errorf("our own are %q", own)
	}
}

// noLinks ends a test where links cannot be made: on Windows only some may.
func noLinks(t *testing.T, err error) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip(err)
	}
	t.Fatal(err)
}
