package machines

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"handrail/journal"
	"handrail/journal/jetstream"
)

// Two machines are paired by letters that everybody on the server may see and change: each commits itself to what it will say,
// then says it, then both show a code that is made of all that was said. Whoever stands between them would have to guess the
// code beforehand: one chance in a million, and the person sees it.

// A meeting is what a machine says of itself.
type meeting struct {
	Keys   Keys   `json:"keys"`
	Name   string `json:"name"`
	Random []byte `json:"random"` // so that the commitment tells nothing
}

// The letters of a pairing.
const (
	commitLetter = "1-commit"
	meetLetter   = "2-meet"
	wordLetter   = "3-word"
)

// ErrNotPaired says that the person, on one of the machines, has not confirmed the code.
var ErrNotPaired = errors.New("the machines were not paired: the code was not confirmed on both")

var errMeeting = errors.New("what the other machine says does not fit together: somebody may stand between; nothing was paired")

// NewInvitation is the number by which two machines find each other on a server. It is no secret.
func NewInvitation() string {
	n, err := rand.Int(rand.Reader, big.NewInt(100_000_000))
	if err != nil { // it never fails (crypto/rand)
		n = new(big.Int)
	}
	return fmt.Sprintf("%08d", n)
}

// CheckInvitation refuses what is no such number.
func CheckInvitation(text string) error {
	if len(text) != 8 || strings.Trim(text, "0123456789") != "" {
		return fmt.Errorf("%.20q is no number to pair by: it has eight digits, and the other machine shows it", text)
	}
	return nil
}

// A Pairing is what a machine needs for one.
type Pairing struct {
	Post       journal.Post
	Self       Identity
	Name       string
	Invitation string
	Invited    bool // the other machine has made the invitation
	// Compare shows the code and what the other machine calls itself, and reports whether the person has said that the other one
	// shows the same code.
	Compare func(ctx context.Context, code, other string) bool
}

// Pair pairs this machine with the other one of an invitation.
func (p Pairing) Pair(ctx context.Context) (Peer, error) {
	mine, theirs := "pair."+p.Invitation+".a", "pair."+p.Invitation+".b"
	if p.Invited {
		mine, theirs = theirs, mine
	}
	me := meeting{Keys: p.Self.Keys(), Name: cleanName(p.Name), Random: make([]byte, 32)}
	rand.Read(me.Random) // never fails (crypto/rand)
	said, err := json.Marshal(me)
	if err != nil {
		return Peer{}, err
	}
	commitment := commit(mine, said)
	if err := p.Post.Put(ctx, journal.Letter{Box: mine, ID: commitLetter, Body: commitment}); err != nil {
		return Peer{}, err
	}
	promised, err := p.read(ctx, theirs, commitLetter)
	if err != nil {
		return Peer{}, err
	}
	if err := p.Post.Put(ctx, journal.Letter{Box: mine, ID: meetLetter, Body: said}); err != nil {
		return Peer{}, err
	}
	heard, err := p.read(ctx, theirs, meetLetter)
	if err != nil {
		return Peer{}, err
	}
	var other meeting
	if !bytes.Equal(promised, commit(theirs, heard)) || json.Unmarshal(heard, &other) != nil || other.Keys.Check() != nil || len(other.Random) != 32 || other.Keys.ID() == me.Keys.ID() {
		return Peer{}, errMeeting
	}
	first, second := said, heard
	if p.Invited {
		first, second = heard, said
	}
	return p.agree(ctx, mine, theirs, other, first, second)
}

// agree has the person compare, and pairs if both machines have heard a yes.
func (p Pairing) agree(ctx context.Context, mine, theirs string, other meeting, first, second []byte) (Peer, error) {
	code, all := codeOf(first, second)
	name := cleanName(other.Name)
	word := "no " + all
	if p.Compare(ctx, code, name) {
		word = "yes " + all
	}
	if ctx.Err() != nil {
		return Peer{}, ctx.Err()
	}
	sealed, err := p.Self.Seal(other.Keys, 0, []byte(word))
	if err != nil {
		return Peer{}, errMeeting
	}
	if err := p.Post.Put(ctx, journal.Letter{Box: mine, ID: wordLetter, Body: sealed}); err != nil {
		return Peer{}, err
	}
	if strings.HasPrefix(word, "no") {
		return Peer{}, ErrNotPaired
	}
	letter, err := p.read(ctx, theirs, wordLetter)
	if err != nil {
		return Peer{}, err
	}
	_, answer, err := p.Self.Open(other.Keys, letter)
	switch {
	case err != nil:
		return Peer{}, errMeeting
	case string(answer) == "no "+all:
		return Peer{}, ErrNotPaired
	case string(answer) != "yes "+all:
		return Peer{}, errMeeting
	}
	for _, id := range []string{commitLetter, meetLetter, wordLetter} {
		_ = p.Post.Drop(ctx, theirs, id) // nobody needs it any more; if it stays, it grows old on the server
	}
	return Peer{ID: other.Keys.ID(), Name: name, Keys: other.Keys, Paired: time.Now().UTC()}, nil
}

// read waits for one letter of the other machine.
func (p Pairing) read(ctx context.Context, box, id string) ([]byte, error) {
	for l, err := range p.Post.Follow(ctx, box) {
		if err != nil {
			return nil, err
		}
		if l.ID == id {
			return l.Body, nil
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return nil, errors.New("the server has ended the connection")
}

func commit(box string, said []byte) []byte {
	sum := sha256.Sum256(append([]byte("handrail-pairing/1\n"+box+"\n"), said...))
	return sum[:]
}

// codeOf is the code that both machines show, of what both have said, and a name of all of it.
func codeOf(first, second []byte) (code, all string) {
	h := sha256.New()
	for _, part := range [][]byte{[]byte("handrail-code/1"), first, second} {
		var size [8]byte
		binary.BigEndian.PutUint64(size[:], uint64(len(part)))
		h.Write(size[:])
		h.Write(part)
	}
	sum := h.Sum(nil)
	n := binary.BigEndian.Uint64(sum) % 1_000_000
	return fmt.Sprintf("%03d %03d", n/1000, n%1000), hex.EncodeToString(sum)
}

// Pair pairs this machine with another one over the person's server. invited is the number that the other machine shows, or ""
// for one that invite is told of, to be shown there.
func (d *Desk) Pair(ctx context.Context, invited string, invite func(number string), compare func(ctx context.Context, code, other string) bool) (Peer, error) {
	set, _, err := d.c.Settings.Load()
	if err != nil {
		return Peer{}, err
	}
	server, err := set.Machines.Server(d.c.Secrets.Expand)
	if err != nil {
		return Peer{}, err
	}
	number := invited
	if invited == "" {
		number = NewInvitation()
	} else if err := CheckInvitation(invited); err != nil {
		return Peer{}, err
	}
	self, err := d.self(true)
	if err != nil {
		return Peer{}, err
	}
	remote, err := jetstream.Open(ctx, server)
	if err != nil {
		return Peer{}, err
	}
	defer remote.Close()
	if invited == "" {
		invite(number)
	}
	p, err := Pairing{Post: remote, Self: self, Name: d.Name(), Invitation: number, Invited: invited != "", Compare: compare}.Pair(ctx)
	if err != nil {
		return Peer{}, err
	}
	return d.keep(ctx, p)
}
