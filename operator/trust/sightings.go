package trust

import (
	"os"
	"path/filepath"
	"sync"
	"time"

	"handrail/internal/pins"
	"handrail/spaces"
)

// sightings remember what lies in the folders of definitions, and the folders at the top, since
// when: who writes a new file there, and saves it again after a while, has not moved it there.
type sightings struct {
	mu    sync.Mutex
	files map[string]sighting // by path
}

// A sighting is something as it was first seen at its place.
type sighting struct {
	mark    pins.Mark
	changed int64 // as pins.Trace has it
	at      int64 // in nanoseconds since 1970
}

// mostSeen is how many names are remembered. Of the others it is not known how they came.
const mostSeen = 5_000

// look notes what lies in a space.
func (s *sightings) look(dir string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	files := map[string]sighting{}
	note := func(path string) {
		t, there := pins.TraceOf(path)
		if !there || len(files) >= mostSeen {
			return
		}
		if old, ok := s.files[path]; ok && old.mark == t.Mark && t.Mark.Says() {
			files[path] = old
			return
		}
		files[path] = sighting{mark: t.Mark, changed: t.Changed, at: time.Now().UnixNano()}
	}
	note(dir)
	for _, folder := range append(spaces.Folders(dir), ".") {
		entries, err := os.ReadDir(filepath.Join(dir, filepath.FromSlash(folder)))
		if err != nil {
			continue // it is not there
		}
		for _, e := range entries {
			if folder != "." || e.IsDir() || spaces.AtTop(e.Name()) {
				note(filepath.Join(dir, filepath.FromSlash(folder), e.Name()))
			}
		}
	}
	s.files = files
}

// first is how what lies at a path was first seen there: now, if it was not.
func (s *sightings) first(path string, now pins.Trace) sighting {
	s.mu.Lock()
	defer s.mu.Unlock()
	if old, ok := s.files[path]; ok && old.mark == now.Mark && now.Mark.Says() {
		return old
	}
	return sighting{mark: now.Mark, changed: now.Changed, at: time.Now().UnixNano()}
}
