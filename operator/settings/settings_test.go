package settings

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
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
