package proc

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"handrail/internal/proc/room"
	"handrail/internal/sandbox"
)

// shelf keeps outputs in memory.
type shelf struct {
	made   int
	last   bytes.Buffer
	closed bool
	fail   error // of Create
	full   int   // bytes after which writing fails; 0: never
}

func (s *shelf) Create(Errand) (string, io.WriteCloser, error) {
	if s.fail != nil {
		return "", nil, s.fail
	}
	s.made++
	return "id", s, nil
}

func (s *shelf) Write(p []byte) (int, error) {
	if s.full > 0 && s.last.Len()+len(p) > s.full {
		return 0, errors.New("the disk is full")
	}
	return s.last.Write(p)
}

func (s *shelf) Close() error {
	s.closed = true
	return nil
}

func TestOutputIsShelvedWhenItGetsLong(t *testing.T) {
	for name, tt := range map[string]struct {
		shelf shelf
		bytes int
		id    string
		kept  int
	}{
		"short":                 {shelf{}, ShelfAfter, "", 0},
		"long":                  {shelf{}, ShelfAfter + 1, "id", ShelfAfter + 1},
		"no place":              {shelf{fail: errors.New("read-only")}, 3 * ShelfAfter, "", 0},
		"a disk that gets full": {shelf{full: 2 * ShelfAfter}, 3 * ShelfAfter, "id", 2 * ShelfAfter},
	} {
		t.Run(name, func(t *testing.T) {
			l := &lateShelf{shelf: &tt.shelf}
			for range tt.bytes {
				if _, err := l.Write([]byte("x")); err != nil {
					break // as whole does
				}
			}
			if id := l.close(); id != tt.id || tt.shelf.last.Len() != tt.kept || tt.shelf.closed != (tt.id != "") {
				t.Errorf("%q holds %d bytes, closed %t", id, tt.shelf.last.Len(), tt.shelf.closed)
			}
			if l.close() != tt.id {
				t.Error("closing twice forgets the name")
			}
			if _, err := l.Write([]byte("late")); err == nil {
				t.Error("it took something after its end")
			}
		})
	}
}

// keeper is a Keeper, and its only Stay, made of answers.
type keeper struct {
	walls  *Walls
	refuse error
	why    error
	left   []Outcome
}

func (k *keeper) Enter(context.Context, Errand) (Stay, error) { return k, k.refuse }

func (k *keeper) Walls() *Walls { return k.walls }

func (k *keeper) Leave(o Outcome) (string, error) {
	k.left = append(k.left, o)
	return "", k.why
}

func TestAKeeperHearsOfEachEndOnce(t *testing.T) {
	k := &keeper{why: errors.New("the walls said no")}
	h := House{Keeper: k}
	missing := Command{Path: "no-such-program-here"}
	if _, err := h.Run(t.Context(), Errand{}, missing); !errors.Is(err, ErrNotFound) {
		t.Errorf("run: %v", err)
	}
	if _, err := h.Start(t.Context(), t.Context(), Errand{}, missing); !errors.Is(err, ErrNotFound) {
		t.Errorf("start: %v", err)
	}
	if len(k.left) != 2 || k.left[0].ExitCode != -1 || k.left[1].ExitCode != -1 {
		t.Errorf("it heard of %+v", k.left)
	}
	k.refuse = errors.New("no room")
	if _, err := h.Run(t.Context(), Errand{}, missing); !errors.Is(err, k.refuse) || len(k.left) != 2 {
		t.Errorf("a refused entry: %v, %+v", err, k.left)
	}
}

func TestWhyAProgramEnded(t *testing.T) {
	said := errors.New("the walls said no")
	walls := &Walls{profile: sandbox.Profile{Limits: sandbox.Limits{Memory: 256 << 20}}}
	for name, tt := range map[string]struct {
		out  Outcome
		why  error
		want string // in the reason; "" for none
	}{
		"well":                   {Outcome{}, said, ""},
		"badly":                  {Outcome{ExitCode: 1}, nil, ""},
		"badly, and it is known": {Outcome{ExitCode: 1}, said, "the walls said no"},
		"timed out":              {Outcome{ExitCode: 143, TimedOut: true}, said, ""},
		"cancelled":              {Outcome{ExitCode: 143, Cancelled: true}, said, ""},
		"memory":                 {Outcome{ExitCode: 137, Limit: room.LimitMemory}, said, "more than its share of memory (256 MiB for all programs of one call)"},
		"processes":              {Outcome{ExitCode: 137, Limit: room.LimitProcesses}, nil, "more than its share of processes (512 for one call)"},
		"files":                  {Outcome{ExitCode: 137, Limit: room.LimitFiles}, nil, "files on the disk (there must be room for 100000 more"},
		"disk space":             {Outcome{ExitCode: 137, Limit: room.LimitDisk}, nil, "disk space (512 MiB must stay free)"},
	} {
		s := Ending{Outcome: tt.out}
		s.explain(&keeper{walls: walls, why: tt.why})
		switch {
		case tt.want == "" && s.Why != nil, tt.want != "" && (s.Why == nil || !strings.Contains(s.Why.Error(), tt.want)):
			t.Errorf("%s: %v, want %q", name, s.Why, tt.want)
		}
		var limit *LimitError
		if errors.As(s.Why, &limit) != (tt.out.Limit != "") {
			t.Errorf("%s: %v is a limit", name, s.Why)
		}
	}
}

func TestStartCode(t *testing.T) {
	for kind, want := range map[error]string{
		ErrNoFolder: "file_not_found", ErrNotFound: "unavailable", ErrNotExecutable: "unavailable", ErrNUL: "invalid_args", ErrTooLong: "invalid_args", ErrSystem: "execution_failed",
	} {
		if got := StartCode(failure("x", kind, nil, "x")); got != want {
			t.Errorf("%v is %s, want %s", kind, got, want)
		}
	}
	if got := StartCode(errors.New("another")); got != "" {
		t.Errorf("another error is %s", got)
	}
}
