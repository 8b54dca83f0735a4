package settings

import (
	"errors"
	"fmt"
	"time"
)

// Snapshots say how much is kept of what calls change (docs/spec/13-journal.md#snapshots).
// Zero is the usual, a negative number no bound.
type Snapshots struct {
	KeepDays int   `json:"keep_days,omitempty"` // 30
	MaxMB    int64 `json:"max_mb,omitempty"`    // 5,120
	MaxCalls int   `json:"max_calls,omitempty"` // 10,000
	// Secrets is never: files that may hold secrets are not kept; "": they are kept sealed.
	Secrets string `json:"secrets,omitempty"`
}

// Never is a word of Snapshots.Secrets.
const Never = "never"

const (
	snapshotDays  = 30
	snapshotMB    = 5 << 10
	snapshotCalls = 10_000
)

// Check refuses what is no such setting.
func (s Snapshots) Check() error {
	if s.Secrets != "" && s.Secrets != Never {
		return fmt.Errorf("snapshots.secrets in the settings is %q: it can be %q, or be left out", s.Secrets, Never)
	}
	const most = 1 << 31
	if s.KeepDays > most/(24*3600) || s.MaxMB > most || s.MaxCalls > most {
		return errors.New("snapshots in the settings: keep_days, max_mb and max_calls are too large; a negative number bounds nothing")
	}
	return nil
}

// Bounds are what may be kept; 0 is no bound.
func (s Snapshots) Bounds() (age time.Duration, bytes int64, calls int) {
	days, mb, calls := s.KeepDays, s.MaxMB, s.MaxCalls
	if days == 0 {
		days = snapshotDays
	}
	if mb == 0 {
		mb = snapshotMB
	}
	if calls == 0 {
		calls = snapshotCalls
	}
	return time.Duration(max(days, 0)) * 24 * time.Hour, max(mb, 0) << 20, max(calls, 0)
}

// Zoom is how large the window shows its page, in percent; 0: the usual 100.
type Zoom int

// The least and the most.
const (
	ZoomLeast = 80
	ZoomMost  = 200
)

const zoomUsual = 100

// Percent is what counts: what lies beyond the least and the most counts as these.
func (z Zoom) Percent() int {
	if z == 0 {
		return zoomUsual
	}
	return int(min(max(z, ZoomLeast), ZoomMost))
}

// SetZoom chooses how large the window shows its page.
func (f *File) SetZoom(z Zoom) error {
	if z < ZoomLeast || z > ZoomMost {
		return fmt.Errorf("the text size cannot be %d%%: choose one from %d%% to %d%%", z, ZoomLeast, ZoomMost)
	}
	if z == zoomUsual {
		z = 0
	}
	_, err := f.Update(func(s *Settings) error { s.Zoom = z; return nil })
	return err
}
