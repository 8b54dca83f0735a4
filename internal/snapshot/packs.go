package snapshot

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"
)

// packs are the contents that a store has.
type packs struct {
	dir       string
	key       sealer
	noSecrets bool // what may hold secrets is not kept

	mu     sync.Mutex
	tables map[string][]row // by id, of those that were read
	where  map[sum]place
	seen   time.Time // when the folder had last changed, as it was read
	bad    map[string]error
}

// A place is where a content lies.
type place struct {
	pack string
	row  row
}

func newPacks(dir string, c Config) *packs {
	return &packs{dir: dir, key: c.Key, noSecrets: c.NoSecrets, tables: map[string][]row{}, where: map[sum]place{}, bad: map[string]error{}}
}

func (s *packs) file(id string) string { return filepath.Join(s.dir, id+packEnd) }

// refresh reads the tables of packs that other processes have made, and forgets those that
// are gone. changed says that some are.
func (s *packs) refresh() (changed bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	info, err := os.Stat(s.dir)
	if errors.Is(err, fs.ErrNotExist) { // somebody deleted the store
		err = os.MkdirAll(s.dir, 0o700)
		changed = len(s.tables) > 0
		s.tables, s.where, s.seen = map[string][]row{}, map[sum]place{}, time.Time{}
		return changed, err
	}
	if err != nil {
		return false, err
	}
	if info.ModTime().Equal(s.seen) && time.Since(s.seen) > settleCoarse {
		return false, nil
	}
	list, err := os.ReadDir(s.dir)
	if err != nil {
		return false, err
	}
	s.seen = info.ModTime()
	now := map[string]bool{}
	for _, e := range list {
		id := packID(e.Name())
		now[id] = id != ""
		if id == "" || s.tables[id] != nil || s.bad[id] != nil {
			continue
		}
		rows, err := readTable(s.file(id), s.key)
		if err != nil {
			s.bad[id] = err // what it held is as if it were not there; Check says so
			continue
		}
		s.learn(id, rows)
	}
	for id, rows := range s.tables {
		if !now[id] {
			changed = true
			delete(s.tables, id)
			for _, r := range rows {
				if s.where[r.sum].pack == id {
					delete(s.where, r.sum)
				}
			}
		}
	}
	if changed { // another pack may have what a lost one had
		for id, rows := range s.tables {
			s.learn(id, rows)
		}
	}
	return changed, nil
}

// learn takes over the table of a pack. The caller holds mu.
func (s *packs) learn(id string, rows []row) {
	if rows == nil {
		rows = []row{}
	}
	s.tables[id] = rows
	for _, r := range rows {
		s.where[r.sum] = place{id, r}
	}
}

// has reports whether a content is in a pack that was read.
func (s *packs) has(k sum) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, ok := s.where[k]
	return ok
}

// open returns the content with a hash; ErrGone if the store does not have it. Reading fails
// if the content is damaged.
func (s *packs) open(hash string) (io.ReadCloser, error) {
	k, err := parseSum(hash)
	if err != nil {
		return nil, err
	}
	if _, err := s.refresh(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	p, ok := s.where[k]
	s.mu.Unlock()
	if !ok {
		return nil, ErrGone
	}
	f, err := os.Open(s.file(p.pack))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrGone
	}
	if err != nil {
		return nil, err
	}
	return s.reader(f, p.row)
}

// reader reads one content of an open pack, and closes it.
func (s *packs) reader(f *os.File, r row) (io.ReadCloser, error) {
	from, err := s.key.reader(io.NewSectionReader(f, r.at, r.stored))
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	hash := sha256.New()
	if r.form == guarded {
		hash = s.key.keyed()
	}
	z, err := zstd.NewReader(from, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(8<<20))
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &content{z: z, f: f, hash: hash, want: r.sum, left: r.size}, nil
}

// A content checks what is read of it by its hash.
type content struct {
	z    *zstd.Decoder
	f    *os.File
	hash hash.Hash
	want sum
	left int64
}

// Read implements io.Reader.
func (c *content) Read(p []byte) (int, error) {
	n, err := c.z.Read(p)
	c.hash.Write(p[:n])
	c.left -= int64(n)
	if err == nil {
		return n, nil
	}
	if errors.Is(err, io.EOF) && c.left == 0 && bytes.Equal(c.hash.Sum(nil), c.want[:]) {
		return n, io.EOF
	}
	return n, fmt.Errorf("the kept content %s… is damaged", c.want.String()[:8])
}

// Close implements io.Closer.
func (c *content) Close() error {
	c.z.Close()
	return c.f.Close()
}

// verify reports whether the stored bytes of a content are those that were written.
func verify(f *os.File, r row) bool {
	crc := crc32.NewIEEE()
	n, err := io.Copy(crc, io.NewSectionReader(f, r.at, r.stored))
	return err == nil && n == r.stored && crc.Sum32() == r.check
}
