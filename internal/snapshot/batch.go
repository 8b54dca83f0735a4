package snapshot

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"sync"

	"github.com/klauspost/compress/zstd"
)

const (
	// packLimit is how large a pack grows before another is begun.
	packLimit = 64 << 20
	// streamFrom is from how many bytes on a content is not held in memory.
	streamFrom = 4 << 20
)

// A Batch puts contents into the store: they count once Close has returned nil. It is safe
// for concurrent use.
type Batch struct {
	s *packs

	mu   sync.Mutex
	open *packWriter
	done []*packWriter // whole, with names
	new  map[sum]bool
	err  error
}

func (s *packs) batch() *Batch { return &Batch{s: s, new: map[sum]bool{}} }

// encoders and their buffers are shared by all batches.
var encoders = sync.Pool{New: func() any {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<20), zstd.WithLowerEncoderMem(true), zstd.WithEncoderCRC(false))
	return &encoder{z: e, err: err}
}}

type encoder struct {
	z      *zstd.Encoder
	err    error // never, as the options are constants
	buf    []byte
	stored bytes.Buffer
}

// put keeps a content that is in memory, and returns its hash.
func (b *Batch) put(data []byte, secret bool) (sum, error) {
	k := sum(sha256.Sum256(data))
	if secret {
		if b.s.noSecrets.Load() {
			return sum{}, errSecret
		}
		h := b.s.key.keyed()
		h.Write(data)
		k = sum(h.Sum(nil))
	}
	if fresh, err := b.claim(k, int64(len(data))); !fresh {
		return k, err
	}
	e := encoders.Get().(*encoder)
	defer encoders.Put(e)
	if e.err != nil {
		return sum{}, e.err
	}
	e.buf = e.z.EncodeAll(data, e.buf[:0])
	form := asIs
	if secret {
		form = guarded
	}
	e.stored.Reset()
	w, err := b.s.key.writer(&e.stored)
	if err == nil {
		_, err = w.Write(e.buf)
	}
	if err != nil {
		return sum{}, err
	}
	check := crc32.ChecksumIEEE(e.stored.Bytes())
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.room(); err != nil {
		return sum{}, b.fail(err)
	}
	if err := b.open.add(row{sum: k, size: int64(len(data)), form: form, check: check}, e.stored.Bytes()); err != nil {
		return sum{}, b.fail(err)
	}
	return k, nil
}

// errSecret is why a file that may hold secrets is not kept.
var errSecret = errors.New("it may hold secrets, which are not kept")

// claim reports whether a content is new to the store and to this batch. err is why it is not kept.
func (b *Batch) claim(k sum, size int64) (fresh bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.new[k] || b.s.has(k) {
		return false, nil
	}
	if err := b.s.crowded(size); err != nil {
		return false, err
	}
	b.new[k] = true
	return true, nil
}

// stream keeps a content of any size, in a pack of its own, without holding it in memory. It
// counts if steady, asked once all is read, returns nil.
func (b *Batch) stream(r io.Reader, expected int64, steady func() error) (sum, int64, error) {
	if err := b.s.crowded(expected); err != nil {
		return sum{}, 0, err
	}
	p, err := newPack(b.s.dir, b.s.key)
	if err != nil {
		return sum{}, 0, b.fault(err)
	}
	var k sum
	var size int64
	var read error
	err = p.stream(func(w io.Writer) (row, error) {
		e := encoders.Get().(*encoder)
		defer encoders.Put(e)
		if e.err != nil {
			return row{}, e.err
		}
		if w, err = b.s.key.writer(w); err != nil {
			return row{}, err
		}
		e.z.Reset(w)
		defer e.z.Reset(nil) // the next one has another pack
		digest := sha256.New()
		size, read, err = copyHashed(e.z, digest, r)
		if err := errors.Join(err, e.z.Close()); err != nil {
			return row{}, err
		}
		k = sum(digest.Sum(nil))
		return row{sum: k, size: size, form: asIs}, nil
	})
	switch {
	case read != nil:
		p.discard()
		return sum{}, 0, read
	case err != nil:
		p.discard()
		return sum{}, 0, b.fault(err)
	}
	if err := steady(); err != nil {
		p.discard()
		return sum{}, 0, err
	}
	if fresh, err := b.claim(k, 0); !fresh { // its bytes are on the disk by now
		p.discard()
		return k, size, err
	}
	if err := p.close(); err != nil {
		return sum{}, 0, b.fault(err)
	}
	b.mu.Lock()
	b.done = append(b.done, p)
	b.mu.Unlock()
	return k, size, nil
}

// copyHashed copies all of r into w and the digest. read is an error of r, err one of w.
func copyHashed(w io.Writer, digest hash.Hash, r io.Reader) (size int64, read, err error) {
	buf := make([]byte, 1<<18)
	for {
		n, re := r.Read(buf)
		digest.Write(buf[:n])
		size += int64(n)
		if _, err := w.Write(buf[:n]); err != nil {
			return size, nil, err
		}
		if errors.Is(re, io.EOF) {
			return size, nil, nil
		}
		if re != nil {
			return size, re, nil
		}
	}
}

// room sees to a pack that is open for one more content. The caller holds mu.
func (b *Batch) room() error {
	if b.err != nil {
		return b.err
	}
	if b.open != nil && b.open.at > packLimit {
		if err := b.flush(); err != nil {
			return err
		}
	}
	if b.open != nil {
		return nil
	}
	p, err := newPack(b.s.dir, b.s.key)
	b.open = p
	return err
}

// flush makes the open pack whole. The caller holds mu.
func (b *Batch) flush() error {
	if b.open == nil {
		return nil
	}
	p := b.open
	b.open = nil
	if err := p.close(); err != nil {
		return err
	}
	b.done = append(b.done, p)
	return nil
}

// fail notes the first error of the store itself. The caller holds mu.
func (b *Batch) fail(err error) error {
	if b.err == nil {
		b.err = fmt.Errorf("the snapshots cannot be written: %w", err)
	}
	return b.err
}

func (b *Batch) fault(err error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.fail(err)
}

// Close makes what was put durable.
func (b *Batch) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.err == nil {
		if err := b.flush(); err != nil {
			_ = b.fail(err)
		}
	} else if b.open != nil {
		b.open.discard()
		b.open = nil
	}
	b.s.mu.Lock()
	defer b.s.mu.Unlock()
	for _, p := range b.done {
		b.s.learn(p.id, p.rows)
	}
	b.done = nil
	return b.err
}
