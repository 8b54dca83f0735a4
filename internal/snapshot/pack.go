package snapshot

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// A pack is a file of contents: the magic word, the id of the key, the contents one after the other, a table
// of them, and where the table begins. It is written under another name, and has its own
// once it is whole and on the disk: a pack never changes.
const (
	packMagic = "HRPACK 1"
	packHead  = int64(len(packMagic) + markSize)
	packEnd   = ".pack"
	rowSize   = 32 + 8 + 8 + 8 + 1 + 4 // see row
	tailSize  = 8 + 4 + 4 + 8
	tailMagic = "pack end"
)

// A sum is a hash in its bytes.
type sum [32]byte

func (s sum) String() string { return hex.EncodeToString(s[:]) }

func parseSum(text string) (s sum, err error) {
	if len(text) != 2*len(s) {
		return s, fmt.Errorf("%q names no content", text)
	}
	_, err = hex.Decode(s[:], []byte(text))
	return s, err
}

// A row says where one content lies in a pack.
type row struct {
	sum    sum
	at     int64 // where its stored bytes begin
	stored int64 // how many they are
	size   int64 // of the content
	form   form
	check  uint32 // CRC-32 of the stored bytes
}

// A form is how a content is named. All are compressed by zstd, then encrypted.
type form byte

const (
	asIs    form = 1 // named by its SHA-256
	guarded form = 2 // it may hold secrets, and is named by a keyed hash
)

// A packWriter writes one pack. It is used by one goroutine at a time.
type packWriter struct {
	dir, id string
	f       *os.File
	w       *bufio.Writer
	at      int64
	rows    []row
}

func newPack(dir string, key sealer) (*packWriter, error) {
	id := randomID()
	f, err := os.OpenFile(filepath.Join(dir, "."+id), os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	p := &packWriter{dir: dir, id: id, f: f, w: bufio.NewWriterSize(f, 1<<18), at: packHead}
	mark := key.mark()
	_, err = p.w.Write(append([]byte(packMagic), mark[:]...))
	return p, err
}

// add appends the stored bytes of one content, whose check is known; r's place is set here.
func (p *packWriter) add(r row, stored []byte) error {
	r.at, r.stored = p.at, int64(len(stored))
	_, err := p.w.Write(stored)
	p.at += r.stored
	p.rows = append(p.rows, r)
	return err
}

// stream appends what fill writes; it returns the row that fill's result makes of it.
func (p *packWriter) stream(fill func(io.Writer) (row, error)) error {
	crc := crc32.NewIEEE()
	counted := &counter{w: io.MultiWriter(p.w, crc)}
	r, err := fill(counted)
	if err != nil {
		return err
	}
	r.at, r.stored, r.check = p.at, counted.n, crc.Sum32()
	p.at += r.stored
	p.rows = append(p.rows, r)
	return nil
}

type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// close writes the table, brings all of it to the disk and gives the pack its name.
func (p *packWriter) close() error {
	table := make([]byte, 0, len(p.rows)*rowSize+tailSize)
	for _, r := range p.rows {
		table = append(table, r.sum[:]...)
		table = binary.LittleEndian.AppendUint64(table, uint64(r.at))     //nolint:gosec // never negative
		table = binary.LittleEndian.AppendUint64(table, uint64(r.stored)) //nolint:gosec // never negative
		table = binary.LittleEndian.AppendUint64(table, uint64(r.size))   //nolint:gosec // never negative
		table = append(table, byte(r.form))
		table = binary.LittleEndian.AppendUint32(table, r.check)
	}
	check := crc32.ChecksumIEEE(table)
	table = binary.LittleEndian.AppendUint64(table, uint64(p.at)) //nolint:gosec // never negative
	table = binary.LittleEndian.AppendUint32(table, uint32(len(p.rows)))
	table = binary.LittleEndian.AppendUint32(table, check)
	table = append(table, tailMagic...)
	_, err := p.w.Write(table)
	err = errors.Join(err, p.w.Flush())
	if err == nil {
		err = p.f.Sync()
	}
	err = errors.Join(err, p.f.Close())
	if err == nil {
		err = os.Rename(p.f.Name(), filepath.Join(p.dir, p.id+packEnd))
	}
	if err != nil {
		return errors.Join(err, os.Remove(p.f.Name()))
	}
	return syncFolder(p.dir)
}

// discard removes a pack that is not wanted.
func (p *packWriter) discard() { _ = errors.Join(p.f.Close(), os.Remove(p.f.Name())) }

// errDamaged is of a pack whose table cannot be trusted.
var errDamaged = errors.New("is damaged")

// readTable reads the table of a pack.
func readTable(path string, key sealer) ([]row, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	damaged := func(what string) error { return fmt.Errorf("%s %w: %s", filepath.Base(path), errDamaged, what) }
	tail := make([]byte, tailSize)
	if info.Size() < packHead+tailSize {
		return nil, damaged("it is too short")
	}
	head, mark := make([]byte, packHead), key.mark()
	if _, err := f.ReadAt(head, 0); err != nil {
		return nil, err
	}
	if string(head[:len(packMagic)]) != packMagic {
		return nil, damaged("it does not begin like one")
	}
	if !bytes.Equal(head[len(packMagic):], mark[:]) {
		return nil, damaged("it was sealed with another key, which is lost")
	}
	if _, err := f.ReadAt(tail, info.Size()-tailSize); err != nil {
		return nil, err
	}
	if string(tail[16:]) != tailMagic {
		return nil, damaged("its end is missing")
	}
	at, count := int64(binary.LittleEndian.Uint64(tail)), int64(binary.LittleEndian.Uint32(tail[8:])) //nolint:gosec // checked below
	if at < packHead || at != info.Size()-tailSize-count*rowSize {
		return nil, damaged("its table is not where it should be")
	}
	table := make([]byte, count*rowSize)
	if _, err := f.ReadAt(table, at); err != nil {
		return nil, err
	}
	if crc32.ChecksumIEEE(table) != binary.LittleEndian.Uint32(tail[12:]) {
		return nil, damaged("its table has other bytes than were written")
	}
	rows := make([]row, 0, count)
	for ; len(table) > 0; table = table[rowSize:] {
		r := row{
			at:     int64(binary.LittleEndian.Uint64(table[32:])), //nolint:gosec // checked below
			stored: int64(binary.LittleEndian.Uint64(table[40:])), //nolint:gosec // checked below
			size:   int64(binary.LittleEndian.Uint64(table[48:])), //nolint:gosec // checked below
			form:   form(table[56]), check: binary.LittleEndian.Uint32(table[57:]),
		}
		copy(r.sum[:], table)
		if r.at < 0 || r.at > at || r.stored < 0 || r.stored > at-r.at || r.size < 0 {
			return nil, damaged("its table names bytes that are not there")
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// packID is the id of a pack by its file's name; "" if it is none.
func packID(name string) string {
	if id, ok := strings.CutSuffix(name, packEnd); ok && !strings.HasPrefix(id, ".") {
		return id
	}
	return ""
}
