package operator

import (
	"io/fs"

	"handrail/operator/settings"
)

// A stamp is what a space was read with, besides its folder: other processes, and
// the person with an editor, may change it at any time.
type stamp struct {
	settings fs.FileInfo // nil: there was no file
	trust    string      // the pins, as they are kept
}

// stamp looks at what a reload is about to read. It looks before the reload does:
// a change in between makes one reload more, never one less.
func (s *Space) stamp() stamp {
	text, err := s.trust.Version(s.o.ctx)
	if err != nil {
		text = "unreadable" // no pins look like that: it is looked at again
	}
	return stamp{settings: s.o.settings.Info(), trust: text}
}

// CatchUp brings what other processes and the person have changed into the space,
// before a call is looked at: grants, the settings with their rules, and trust.
// That costs one look at the database and one at the settings file.
func (s *Space) CatchUp() {
	version := s.o.permits.CatchUp()
	now := s.current.Load()
	moved := !settings.SameInfo(now.stamp.settings, s.o.settings.Info())
	if last := s.followed.Swap(&version); last == nil || *last != version {
		text, err := s.trust.Version(s.o.ctx)
		moved = moved || err != nil || text != now.stamp.trust
	}
	if !moved {
		return
	}
	if err := s.reloaded(s.o.ctx); err != nil {
		s.o.hub.Notice("error", "%s could not be read again after its settings or its trust had changed: %v", s.dir, err)
	}
}
