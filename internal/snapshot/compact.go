package snapshot

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

const (
	// smallPack is how large a pack is that is joined with others.
	smallPack = 4 << 20
	// manyPacks is how many small packs may lie beside each other.
	manyPacks = 32
)

// compact removes packs of which nothing is named, and writes anew those of which little is,
// and small ones that are many. A new pack is whole before an old one goes. It asks goOn
// between packs; whole says that it got through.
func (s *packs) compact(named map[sum]bool, goOn func() (bool, error)) (whole bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.dropBad(); err != nil {
		return false, err
	}
	var anew, tiny []string
	live := map[string]int64{}
	for id, rows := range s.tables {
		var all int64
		for _, r := range rows {
			all += r.stored
			if named[r.sum] && s.where[r.sum].pack == id {
				live[id] += r.stored + 1
			}
		}
		switch {
		case live[id] == 0:
			if err := s.drop(id); err != nil {
				return false, err
			}
		case live[id] < all/2:
			anew = append(anew, id)
		case all < smallPack:
			tiny = append(tiny, id)
		}
	}
	if len(tiny) > manyPacks {
		anew = append(anew, tiny...)
	}
	for len(anew) > 0 {
		if on, err := goOn(); err != nil || !on {
			return false, err
		}
		n, size := 0, int64(0)
		for n < len(anew) && (n == 0 || size+live[anew[n]] <= packLimit) {
			size += live[anew[n]]
			n++
		}
		if err := s.rewrite(anew[:n], named); err != nil {
			return false, err
		}
		anew = anew[n:]
	}
	return true, nil
}

// dropBad removes the packs that cannot be read: nothing in them can ever be. The caller
// holds mu.
func (s *packs) dropBad() error {
	for id := range s.bad {
		if err := os.Remove(s.file(id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("a damaged pack of snapshots cannot be removed: %w", err)
		}
		delete(s.bad, id)
	}
	return nil
}

// rewrite copies what is named of some packs into a new one, and removes them.
func (s *packs) rewrite(packs []string, named map[sum]bool) error {
	p, err := newPack(s.dir, s.key)
	if err != nil {
		return err
	}
	for _, id := range packs {
		if err := s.copyRows(p, id, named); err != nil {
			p.discard()
			return err
		}
	}
	if err := p.close(); err != nil {
		return err
	}
	s.learn(p.id, p.rows)
	for _, id := range packs {
		if err := s.drop(id); err != nil {
			return err
		}
	}
	return nil
}

// copyRows copies the contents of a pack that are named. A damaged one stays behind.
func (s *packs) copyRows(p *packWriter, id string, named map[sum]bool) error {
	f, err := os.Open(s.file(id))
	if err != nil {
		return err
	}
	defer f.Close()
	for _, r := range s.tables[id] {
		if !named[r.sum] || s.where[r.sum].pack != id || !verify(f, r) {
			continue
		}
		err := p.stream(func(w io.Writer) (row, error) {
			_, err := io.Copy(w, io.NewSectionReader(f, r.at, r.stored))
			return row{sum: r.sum, size: r.size, form: r.form}, err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// drop removes a pack. The caller holds mu.
func (s *packs) drop(id string) error {
	if err := os.Remove(s.file(id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("an old pack of snapshots cannot be removed: %w", err)
	}
	for _, r := range s.tables[id] {
		if s.where[r.sum].pack == id {
			delete(s.where, r.sum)
			s.lost++
		}
	}
	delete(s.tables, id)
	return nil
}
