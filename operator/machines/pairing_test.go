package machines

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"handrail/journal"
	"handrail/journal/sqlite"
)

// postOf is a post that two machines reach.
func postOf(t *testing.T) journal.Post {
	t.Helper()
	s, err := sqlite.Open(t.Context(), sqlite.Config{Path: filepath.Join(t.TempDir(), "post.db"), Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return sqlite.PostIn(s)
}

// paired is what came of pairing on one machine.
type paired struct {
	peer Peer
	code string
	err  error
}

// pair pairs two machines, each of which may say yes or no, over a post each.
func pair(t *testing.T, first, second journal.Post, a, b Identity, yes ...bool) (one, two paired) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	number := NewInvitation()
	half := func(post journal.Post, self Identity, name string, invited, says bool) (p paired) {
		p.peer, p.err = Pairing{Post: post, Self: self, Name: name, Invitation: number, Invited: invited, Compare: func(_ context.Context, code, _ string) bool {
			p.code = code
			return says
		}}.Pair(ctx)
		if errors.Is(p.err, errMeeting) {
			stop() // the other one waits for a word that never comes
		}
		return p
	}
	done := make(chan paired, 1)
	go func() { done <- half(second, b, "tower\n\x1b[31m", true, yes[1]) }()
	one = half(first, a, "laptop", false, yes[0])
	return one, <-done
}

func TestPairing(t *testing.T) {
	a, b := identityOf(t), identityOf(t)
	post := postOf(t)
	one, two := pair(t, post, post, a, b, true, true)
	if one.err != nil || two.err != nil || one.code != two.code || !regexp.MustCompile(`^\d{3} \d{3}$`).MatchString(one.code) {
		t.Fatalf("%+v, %+v", one, two)
	}
	if one.peer.ID != b.Keys().ID() || two.peer.ID != a.Keys().ID() || two.peer.Name != "laptop" || one.peer.Name != "tower[31m" {
		t.Errorf("%+v, %+v", one.peer, two.peer)
	}
	for _, says := range [][]bool{{true, false}, {false, true}, {false, false}} {
		one, two := pair(t, post, post, a, b, says...)
		if !errors.Is(one.err, ErrNotPaired) || !errors.Is(two.err, ErrNotPaired) {
			t.Errorf("%v: %v, %v", says, one.err, two.err)
		}
	}
}

// A between is a server that gives each machine its own keys in place of the other's.
type between struct {
	journal.Post
	change func(l journal.Letter) journal.Letter
}

func (b between) Put(ctx context.Context, l journal.Letter) error {
	return b.Post.Put(ctx, b.change(l))
}

// A server that exchanges keys, also before they were promised, is seen by the code, or finds that nothing fits.
func TestPairingThroughAServerThatLies(t *testing.T) {
	a, b, eve := identityOf(t), identityOf(t), identityOf(t)
	post := postOf(t)
	one, two := pair(t, between{post, func(l journal.Letter) journal.Letter {
		if l.ID == meetLetter { // promised otherwise
			l.Body, _ = json.Marshal(meeting{Keys: eve.Keys(), Name: "laptop", Random: make([]byte, 32)})
		}
		return l
	}}, post, a, b, true, true)
	if one.err == nil || two.err == nil || !errors.Is(two.err, errMeeting) {
		t.Errorf("%v, %v", one.err, two.err)
	}
	said, _ := json.Marshal(meeting{Keys: eve.Keys(), Name: "laptop", Random: make([]byte, 32)})
	one, two = pair(t, between{post, func(l journal.Letter) journal.Letter {
		switch l.ID {
		case commitLetter:
			l.Body = commit(l.Box, said)
		case meetLetter:
			l.Body = said
		}
		return l
	}}, post, a, b, true, true)
	if one.code == two.code || one.err == nil || two.err == nil { // the person would say no, and even a yes pairs nothing
		t.Errorf("%+v, %+v", one, two)
	}
	one, two = pair(t, post, post, a, a, true, true)
	if one.err == nil || two.err == nil || !errors.Is(errors.Join(one.err, two.err), errMeeting) {
		t.Errorf("a machine is paired with itself: %v, %v", one.err, two.err)
	}
}
