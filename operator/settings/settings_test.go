package settings

import (
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
