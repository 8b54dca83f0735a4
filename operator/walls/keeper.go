// Package walls puts rooms, a network and caches around the programs of spaces, and
// knows what these refused.
package walls

import (
	"context"
	"net/url"
	"os"
	"sync"
	"sync/atomic"

	"handrail/internal/proc"
	"handrail/internal/proc/lean"
	procroom "handrail/internal/proc/room"
	"handrail/internal/sandbox"
	"handrail/journal"
	"handrail/operator/asking"
	"handrail/operator/paths"
	"handrail/operator/settings"
	"handrail/tools"
)

// Config is what a Keeper is given.
type Config struct {
	Context  context.Context // ends when the app closes
	Dirs     settings.Dirs
	Home     string         // the person's home folder
	Vars     []string       // the person's environment
	Settings *settings.File // what programs may reach and use
	// Way is how what rooms let out leaves this machine; nil: directly.
	Way     func(*url.URL) (*url.URL, error)
	States  States
	Journal journal.Recorder
	// Network is what programs may reach, over all settings; nil: as these say.
	Network []string
	// Helper is a program of ours that becomes a room; "" builds no rooms.
	Helper string
	// Registries names the hosts from which builds fetch packages; nil asks the
	// person's package managers, which is slow.
	Registries func() []string
	// Ground is all that agents may have written.
	Ground func() (paths.Ground, error)
	// Confirm asks the person.
	Confirm func(context.Context, tools.Question) (tools.Answer, error)
	// Notice tells the person something that belongs to no call.
	Notice func(level, format string, args ...any)
}

// recorded asks the person, for a call's record.
func recorded(k *Keeper) asking.Recorded {
	return asking.Recorded{Journal: k.c.Journal, Confirm: k.c.Confirm}
}

// States keeps what the person has answered; sqlite.States implements it.
type States interface {
	State(ctx context.Context, kind, name string) (value string, ok bool, err error)
	States(ctx context.Context, kind string) (map[string]string, error)
	SetState(ctx context.Context, kind, name, value string) error // "" removes it
	// NoteState is SetState for what each call notes anew: no disk is waited for, and a power cut may take it back.
	NoteState(ctx context.Context, kind, name, value string) error
	// ChangeState keeps what change makes of what is kept: no other process comes in between.
	ChangeState(ctx context.Context, kind, name string, change func(old string) string) error
}

// untilEnd are States whose looks and changes outlast the app's context: what ends with it is looked at, and noted, then.
type untilEnd struct{ all States }

func (u untilEnd) State(ctx context.Context, kind, name string) (value string, ok bool, err error) {
	return u.all.State(context.WithoutCancel(ctx), kind, name)
}

func (u untilEnd) States(ctx context.Context, kind string) (map[string]string, error) {
	return u.all.States(context.WithoutCancel(ctx), kind)
}

func (u untilEnd) SetState(ctx context.Context, kind, name, value string) error {
	return u.all.SetState(context.WithoutCancel(ctx), kind, name, value)
}

func (u untilEnd) NoteState(ctx context.Context, kind, name, value string) error {
	return u.all.NoteState(context.WithoutCancel(ctx), kind, name, value)
}

func (u untilEnd) ChangeState(ctx context.Context, kind, name string, change func(old string) string) error {
	return u.all.ChangeState(context.WithoutCancel(ctx), kind, name, change)
}

// A Keeper has the walls of all spaces. It is safe for concurrent use.
type Keeper struct {
	c          Config
	programs   *lean.Programs        // that can become rooms; one is chosen when report is first asked
	report     func() sandbox.Report // slow at first
	registries func() []string       // slow at first: the package managers are asked
	goCaches   func() [2]string      // likewise: see findGoCaches
	slots      slots
	path       ownPath
	left       *leftovers

	lives atomic.Uint64 // of servers, so far

	begun begunLock

	mu   sync.Mutex       // guards open, and what its rooms say of it
	open map[string]*room // by the space and the profile's key
}

// New makes a Keeper. The caller closes it.
func New(c Config) *Keeper {
	c.States = untilEnd{c.States}
	k := &Keeper{c: c, open: map[string]*room{}, registries: c.Registries, left: newLeftovers(c.Dirs.Data)}
	k.programs = lean.Open(c.Helper, proc.Getenv(c.Vars, "XDG_RUNTIME_DIR")) // without one there are no rooms, and the doctor says so
	k.report = sync.OnceValue(k.probe)
	if k.registries == nil {
		k.registries = sync.OnceValue(k.findRegistries)
	}
	k.goCaches = sync.OnceValue(k.findGoCaches)
	return k
}

// Close gives the caches back and ends the helpers. No space is open any more.
func (k *Keeper) Close() error {
	k.begun.release(k)
	k.slots.free()
	return k.programs.Close()
}

// Report says which walls this machine builds around programs. It is slow at
// first.
func (k *Keeper) Report() sandbox.Report { return k.report() }

// Unwalled says why programs do not run behind walls; "" if they do.
func (k *Keeper) Unwalled() string {
	report := k.report()
	if report.Holds() {
		return ""
	}
	return tools.Say(tools.WhyUnwalled, report.Summary()).String()
}

// probe builds walls around nothing, to see which this machine has.
func (k *Keeper) probe() (report sandbox.Report) {
	temp, err := k.MakeTemp()
	if err != nil {
		return sandbox.None(err.Error())
	}
	defer func() { _ = os.RemoveAll(temp) }() // what stays is swept at the next start
	k.programs.Choose(func(h *procroom.Helper) bool {
		walls, err := proc.OpenWalls(proc.WallsConfig{Helper: h, Profile: sandbox.Profile{
			Write: []string{temp}, Temp: temp, Home: k.c.Home, Hide: []string{k.c.Dirs.Config, k.c.Dirs.Data},
		}})
		if err != nil {
			report = sandbox.None(err.Error())
			return false
		}
		defer walls.Close()
		report = walls.Report()
		return report.Room
	})
	return report
}

// IsRoom reports whether this process was started to be a room of another one:
// main then returns what Inhabit returns, and does nothing else.
func IsRoom() bool { return procroom.IsRoom() }

// Inhabit is the whole life of a room; it returns the exit code.
func Inhabit() int { return procroom.Inhabit() }

// InRoom reports whether this process runs behind walls of ours: an agent has
// started it. It must not answer questions for the person (docs/spec/01-command-line.md#--confirm).
func InRoom() bool { return procroom.InRoom() }
