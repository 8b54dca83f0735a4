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
	"sync/atomic"
	"time"

	"github.com/klauspost/compress/zstd"
)

// packs are the contents that a store has.
type packs struct {
	dir       string
	key       sealer
	noSecrets atomic.Bool // what may hold secrets is not kept
	reserve   int64       // bytes of the disk that stay free
	free      func(dir string) (bytes int64, known bool)

	mu     sync.Mutex
	tables map[string][]row // by id, of those that were read
	where  map[sum]place
	seen   time.Time // when the folder had last changed, as it was read; zero: unknown
	bad    map[string]error
	lost   int // so often contents went away
}

// A place is where a content lies.
type place struct {
	pack string
	row  row
}

func newPacks(dir string, c Config) *packs {
	p := &packs{dir: dir, key: c.Key, reserve: c.Reserve, free: freeOn, tables: map[string][]row{}, where: map[sum]place{}, bad: map[string]error{}}
	p.noSecrets.Store(c.NoSecrets)
	return p
}

// crowded says why a content of a size is not kept: it would fill the disk, on which the record of each call stands, too.
func (s *packs) crowded(size int64) error {
	if s.reserve == 0 {
		return nil
	}
	if free, known := s.free(s.dir); known && free-size < s.reserve {
		return fmt.Errorf("%w: %d MB of it stay free", errCrowded, s.reserve>>20)
	}
	return nil
}

// errCrowded is why a file is not kept for which the disk has no room.
var errCrowded = errors.New("the disk with Handrail's data is nearly full")

func (s *packs) file(id string) string { return filepath.Join(s.dir, id+packEnd) }

// losses counts how often contents went away: who remembers the number knows whether what
// it has found before may be gone.
func (s *packs) losses() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lost
}

// refresh reads the tables of packs that other processes have made, and forgets those that
// are gone.
func (s *packs) refresh() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reread()
}

// reread does what refresh does. The caller holds mu.
func (s *packs) reread() error {
	info, err := os.Stat(s.dir)
	if errors.Is(err, fs.ErrNotExist) { // somebody deleted the store
		s.tables, s.where, s.bad, s.seen = map[string][]row{}, map[sum]place{}, map[string]error{}, time.Time{}
		s.lost++
		return os.MkdirAll(s.dir, 0o700)
	}
	if err != nil {
		return err
	}
	if info.ModTime().Equal(s.seen) {
		return nil
	}
	list, err := os.ReadDir(s.dir)
	if err != nil {
		return err
	}
	now := map[string]bool{}
	var first error
	for _, e := range list {
		id := packID(e.Name())
		now[id] = id != ""
		if id == "" || s.tables[id] != nil || s.bad[id] != nil {
			continue
		}
		rows, err := readTable(s.file(id), s.key)
		switch {
		case errors.Is(err, errDamaged):
			s.bad[id] = err // what it held is as if it were not there; Check says so
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			first = errors.Join(first, err)
		default:
			s.learn(id, rows)
		}
	}
	s.forget(now)
	s.seen = time.Time{}
	if time.Since(info.ModTime()) > settleCoarse && first == nil { // a change within the same tick would not show
		s.seen = info.ModTime()
	}
	return first
}

// forget drops the packs that are not there now. The caller holds mu.
func (s *packs) forget(now map[string]bool) {
	for id := range s.bad {
		if !now[id] {
			delete(s.bad, id)
		}
	}
	gone := 0
	for id := range s.tables {
		if !now[id] {
			delete(s.tables, id)
			gone++
		}
	}
	if gone > 0 {
		s.replace()
	}
}

// replace says anew where contents lie, after packs are gone: another may have what a lost
// one had. The caller holds mu.
func (s *packs) replace() {
	s.lost++
	s.where = make(map[sum]place, len(s.where))
	for id, rows := range s.tables {
		s.learn(id, rows)
	}
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

// stored is how many bytes a content has in its pack.
func (s *packs) stored(k sum) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.where[k].row.stored
}

// guarded reports whether a content may hold secrets.
func (s *packs) guarded(k sum) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.where[k].row.form == guarded
}

// open returns the content with a hash; ErrGone if the store does not have it. Reading fails
// if the content is damaged.
func (s *packs) open(hash string) (io.ReadCloser, error) {
	k, err := parseSum(hash)
	if err != nil {
		return nil, err
	}
	for again := range 2 {
		p, ok, err := s.find(k, again > 0)
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, ErrGone
		}
		f, err := os.Open(s.file(p.pack))
		if errors.Is(err, fs.ErrNotExist) {
			continue // a sweep has written it into another pack meanwhile
		}
		if err != nil {
			return nil, err
		}
		return s.reader(f, p.row)
	}
	return nil, ErrGone
}

// find says where a content lies; hard looks into the folder in any case.
func (s *packs) find(k sum, hard bool) (place, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if hard {
		s.seen = time.Time{}
	}
	err := s.reread()
	p, ok := s.where[k]
	if ok {
		err = nil // whatever is wrong with another pack
	}
	return p, ok, err
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
	d := decoders.Get().(*decoder)
	if err = d.err; err == nil {
		err = d.z.Reset(from)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &content{d: d, f: f, hash: hash, want: r.sum, left: r.size}, nil
}

// decoders are shared by all readers: to make one costs more than most contents.
var decoders = sync.Pool{New: func() any {
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(8<<20))
	return &decoder{z: z, err: err}
}}

type decoder struct {
	z   *zstd.Decoder
	err error // never, as the options are constants
}

// A content checks what is read of it by its hash.
type content struct {
	d    *decoder // nil once it is closed
	f    *os.File
	hash hash.Hash
	want sum
	left int64
}

// Read implements io.Reader.
func (c *content) Read(p []byte) (int, error) {
	if c.d == nil {
		return 0, fs.ErrClosed
	}
	n, err := c.d.z.Read(p)
	c.hash.Write(p[:n])
	c.left -= int64(n)
	if err == nil && c.left >= 0 {
		return n, nil
	}
	if errors.Is(err, io.EOF) && c.left == 0 && bytes.Equal(c.hash.Sum(nil), c.want[:]) {
		return n, io.EOF
	}
	return n, fmt.Errorf("the kept content %s… is damaged", c.want.String()[:8])
}

// Close implements io.Closer.
func (c *content) Close() error {
	if c.d == nil {
		return fs.ErrClosed
	}
	_ = c.d.z.Reset(nil)
	decoders.Put(c.d)
	c.d = nil
	return c.f.Close()
}

// verify reports whether the stored bytes of a content are those that were written.
func verify(f *os.File, r row) bool {
	crc := crc32.NewIEEE()
	n, err := io.Copy(crc, io.NewSectionReader(f, r.at, r.stored))
	return err == nil && n == r.stored && crc.Sum32() == r.check
}
