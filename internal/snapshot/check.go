package snapshot

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A Finding is what is wrong in a store.
type Finding struct {
	What string   `json:"what"`           // a sentence
	Lost []string `json:"lost,omitempty"` // calls of which not everything can be taken back
}

// Check reads the whole store and says what is damaged, and which undo is lost by it. ctx
// ends it early: then what was not read is not said to be whole.
func (s *Store) Check(ctx context.Context) ([]Finding, error) {
	release, err := s.use(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	if err := s.packs.refresh(); err != nil {
		return nil, err
	}
	s.packs.mu.Lock()
	packs := maps.Clone(s.packs.tables)
	var out []Finding
	for _, err := range s.packs.bad {
		out = append(out, Finding{What: err.Error()})
	}
	s.packs.mu.Unlock()
	broken := map[sum]bool{}
	for id, rows := range packs {
		bad, err := s.packs.verify(ctx, id, rows)
		if err != nil {
			return out, err
		}
		for _, k := range bad {
			broken[k] = true
		}
	}
	if len(broken) > 0 {
		out = append(out, Finding{What: plural(len(broken), "kept content is damaged", "kept contents are damaged")})
	}
	lost, more, err := s.lost(broken)
	if err == nil {
		var begun []string
		begun, err = s.Begins().lost(broken)
		lost = append(lost, begun...)
	}
	out = append(out, more...)
	if len(lost) > 0 {
		out = append(out, Finding{What: plural(len(lost), "call cannot be taken back as a whole", "calls cannot be taken back as a whole"), Lost: lost})
	}
	return out, err
}

// verify finds the damaged contents of a pack.
func (s *packs) verify(ctx context.Context, id string, rows []row) (bad []sum, err error) {
	f, err := os.Open(s.file(id))
	if err != nil {
		for _, r := range rows {
			bad = append(bad, r.sum)
		}
		return bad, nil
	}
	defer f.Close()
	for _, r := range rows {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if !verify(f, r) {
			bad = append(bad, r.sum)
		}
	}
	return bad, nil
}

// lost are the calls whose contents are not all there, and what cannot be read of sets.
func (s *Store) lost(broken map[sum]bool) (calls []string, out []Finding, err error) {
	err = filepath.WalkDir(s.dir("sets"), func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || !d.Type().IsRegular() || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		set, err := readSet(path)
		if err != nil {
			out = append(out, Finding{What: err.Error(), Lost: []string{d.Name()}})
			return nil //nolint:nilerr // it is a finding
		}
		if slices.ContainsFunc(set.hashes(), func(h string) bool {
			k, err := parseSum(h)
			return err != nil || broken[k] || !s.packs.has(k)
		}) {
			calls = append(calls, set.ID)
		}
		return nil
	})
	return calls, out, err
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
