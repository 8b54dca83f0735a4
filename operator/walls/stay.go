package walls

import (
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"handrail/internal/gate"
	"handrail/internal/proc"
	"handrail/internal/sandbox"
	"handrail/tools"
)

// A Stay is a program behind the walls of a space. It implements proc.Stay.
type Stay struct {
	space  *Space
	room   *room // nil where this machine builds no walls
	errand proc.Errand
	since  time.Time
	left   chan struct{} // closed when the program has ended
}

// Errand is what the program was started for.
func (st *Stay) Errand() proc.Errand { return st.errand }

// Walls implements proc.Stay.
func (st *Stay) Walls() *proc.Walls {
	if st.room == nil {
		return nil
	}
	return st.room.walls
}

// Profile is what the program may touch.
func (st *Stay) Profile() sandbox.Profile { return st.room.walls.Profile() }

// Refused lists where the network did not lead since the program entered.
func (st *Stay) Refused() []gate.Refusal { return st.room.gate.Refused(st.since) }

// Missed lists what it was allowed to reach since it entered, and could not.
func (st *Stay) Missed() []gate.Miss { return gate.MissedIn(st.room.gate, st.since) }

// RefusedPort is the port of a service of this machine that a text, in lower case, names as one
// that was not reached, that is there and that the program may not reach; 0 if there is none.
func (st *Stay) RefusedPort(text string) int {
	return refusedPort(st.Profile().Network, text, sandbox.LoopbackPorts)
}

// AbsentPort is the port of this machine that a text, in lower case, names as not reached, and at which there is nothing;
// 0 if there is none.
func (st *Stay) AbsentPort(text string) int { return absentPort(text, sandbox.LoopbackPorts) }

// RefusedName is host:port if a text names an address of the room that stands for a host, with a
// port at which nothing of it is reached; "" if it doesn't.
func (st *Stay) RefusedName(text string) string { return gate.NamedIn(st.room.gate, text) }

// Leave implements proc.Stay.
func (st *Stay) Leave(o proc.Outcome) (note string, why error) {
	s, in := st.space, st.room
	canWrite := st.errand.Hook == "" || len(st.errand.Write) > 0 // other hooks cannot change the space
	if in == nil {
		if canWrite {
			note = tellMade(s, st.errand)
		}
		return note, nil
	}
	if in.on != nil {
		return in.on.leave(st, o)
	}
	if s.c.Cover != nil {
		return s.c.Cover.leave(st, o)
	}
	s.k.mu.Lock()
	closed := s.closed
	s.k.mu.Unlock()
	if st.errand.Server != "" && !closed { // while it is in its room still: what it was refused is never nowhere
		why = s.c.Servers.Left(st, o)
	}
	s.k.mu.Lock()
	close(st.left)
	in.stays = slices.DeleteFunc(in.stays, func(other *Stay) bool { return other == st })
	s.unsettled = append(s.unsettled, st)
	defer st.settled()
	if in.server != "" && len(in.stays) == 0 { // the next life has another
		maps.DeleteFunc(s.k.open, func(_ string, o *room) bool { return o == in })
		defer func() {
			lived := in.lived()
			if !in.close() || lived {
				reopen(&s.repositories)
			}
		}()
	}
	s.k.mu.Unlock()
	if o.Left != nil {
		s.repositories.watch.leaves()
		if err := s.k.left.add(st, o.Left); err != nil {
			s.k.c.Notice("warning", "What a call of %s has left running could not be noted, so it is listed nowhere: %v.", st.errand.Tool, err)
		}
	}
	s.modes.putBack()
	if closed {
		return "", nil
	}
	if canWrite {
		note = tellMade(s, st.errand)
		note = strings.TrimSpace(note + "\n" + s.repositories.settle(st, o))
		s.c.Ended(st.errand.Tool)
	}
	if o.ExitCode == 0 {
		return st.alsoRefused(note, o), nil
	}
	if o.ExitCode < 0 || o.ExitCode > 128 { // not started, or ended by a signal
		s.k.lookAfter(in)
	}
	if st.errand.Server == "" {
		why = st.refusal(o)
	}
	if why == nil {
		note = st.alsoRefused(note, o)
	}
	return note, why
}

// alsoRefused adds to a note where the network did not lead, and which protected path stayed as it was, for a program that says nothing
// of it itself: many go on as if there were nothing there, and their caller would take that for the answer.
func (st *Stay) alsoRefused(note string, o proc.Outcome) string {
	if st.errand.Server != "" || st.errand.Hook != "" {
		return note
	}
	if err := protectedRefusal(st.Profile(), o); err != nil {
		said := tools.AsError(err).Message
		note = strings.TrimSpace(note + "\n" + strings.ToUpper(said[:1]) + said[1:] + ".")
	}
	refused := st.Refused()
	if len(refused) == 0 {
		return note
	}
	return strings.TrimSpace(note + "\nIt tried to reach " + hostsOf(refused) + ", and " + refused[0].Why + ".")
}

// settled notes that what the program did to what git reads was looked at.
func (st *Stay) settled() {
	s := st.space
	s.k.mu.Lock()
	defer s.k.mu.Unlock()
	s.unsettled = slices.DeleteFunc(s.unsettled, func(other *Stay) bool { return other == st })
}

// refusal explains a bad end by what the walls kept from the program; nil if that does
// not explain it.
func (st *Stay) refusal(o proc.Outcome) error {
	if st.errand.Hook != "" {
		return hookRefusal(st, o)
	}
	if err := networkRefusal(st.Profile().Network, st.Refused(), o); err != nil {
		return err
	}
	if err := ruleRefusal(st.space, st.Profile(), o); err != nil {
		return err
	}
	_, picked := st.space.c.Lists(st.errand.Session)
	return fileRefusal(st.Profile(), picked, o)
}

// rootModes are what the person lets themselves do in the folders of a space. A program there can take that away, by a
// chmod of the folder itself: then no call, no start and no undo could open it any more.
type rootModes struct {
	mu  sync.Mutex
	was map[string]os.FileInfo
}

// note remembers the folders as they are before a program starts, unless another one may have changed them.
func (m *rootModes) note(s *Space) {
	lives := s.repositories.watch.runs()
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.was == nil {
		m.was = map[string]os.FileInfo{}
	}
	for _, root := range s.c.Roots() {
		if info, err := os.Lstat(root); err == nil && info.IsDir() && root != s.c.Temp && (!lives || m.was[root] == nil) {
			m.was[root] = info
		}
	}
}

// putBack gives the folders the modes that they had, where their owner has lost a right by another.
func (m *rootModes) putBack() {
	const owner = 0o700
	m.mu.Lock()
	defer m.mu.Unlock()
	for root, was := range m.was {
		if info, err := os.Lstat(root); err == nil && was.Mode()&owner&^info.Mode() != 0 && os.SameFile(info, was) {
			_ = chmodFolder(root, was) // the next call says what it cannot open
		}
	}
}
