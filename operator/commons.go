package operator

import (
	"context"
	"os"
	"sync"

	"handrail/internal/secrets"
	"handrail/journal/sqlite"
	"handrail/operator/asking"
	"handrail/operator/browsing"
	"handrail/operator/caps"
	"handrail/operator/hands"
	"handrail/operator/history"
	"handrail/operator/machines"
	"handrail/operator/news"
	"handrail/operator/origins"
	"handrail/operator/outbox"
	"handrail/operator/permits"
	"handrail/operator/proxies"
	"handrail/operator/rehearsal"
	"handrail/operator/running"
	"handrail/operator/secrecy"
	"handrail/operator/servers"
	"handrail/operator/settings"
	"handrail/operator/setup"
	"handrail/operator/trust"
	"handrail/operator/undo"
	"handrail/operator/walls"
	"handrail/spaces"
	"handrail/tools"
	"handrail/tools/builtin"
	"handrail/tools/web"
)

// Config is what an Operator is made of.
type Config struct {
	Dirs    settings.Dirs
	Version string
	Home    string // the person's home folder; never a space
	Environ settings.Environ
	// Helper is a program of ours that becomes a room (see walls.IsRoom): this one, or
	// the command line beside the window. "" builds no rooms.
	Helper string
	// Registries names the hosts from which builds fetch packages; nil asks the
	// person's package managers, which is slow.
	Registries func() []string
	// Network is what programs may reach, over all settings; nil: as these say.
	Network []string

	// Confirmer is the face's way to ask the person. It may use the window's
	// list, Asking().Questions().
	Confirmer func(*Operator) tools.Confirmer
	// Together says that the face shows questions side by side, so that those of one answer are put together.
	Together bool
	// Former is the face's way to show the person a server's form. It may use the
	// window's list, Asking().Forms(). nil: servers are told that there are none.
	Former func(*Operator) tools.Former
	// Bridge are the desktop's tools; nil where there is no desktop.
	Bridge func(*Operator) (tools.Source, error)
	// Alone says that the answers to questions were given beforehand: no other machine of the person's is asked.
	Alone bool
	// Waits is told of a call that waits for the person on their other machines, as nobody can be asked here; nil: a notice says it.
	Waits func(title string)
	// Ending is told what the person is told while the app closes, as its faces listen no more; nil: who starts next tells it.
	Ending func(news.Notice)
	// Stop tells when everything is to stop, in all processes; nil: nobody tells.
	Stop <-chan os.Signal
}

// Refusal says why a folder may not be a space, or nil.
func (c Config) Refusal(dir string) error {
	return spaces.Refusal(dir, c.Home, c.Dirs.Own()...)
}

// The commons are what all open spaces share. Open makes them; they do not know who
// shares them, but for what they are given to say so.
type commons struct {
	config   Config
	settings *settings.File
	store    *sqlite.Store
	secrets  *secrecy.Keeper
	history  *history.Log
	runs     *running.Runs     // that go on
	undo     *undo.Keeper      // what calls have changed
	redact   *secrets.Redactor // takes secrets out of texts
	walls    *walls.Keeper

	reads      *builtin.ReadLog // what each session has read
	jobs       *running.Jobs    // what runs in the background
	halt       *running.Halt    // follows orders to stop everything
	fetcher    *web.Fetcher     // of pages
	browsing   *browsing.Desk
	proxies    *proxies.Desk // the way out of this machine
	caps       *caps.Meter   // what agents use, and may
	origins    *origins.Book // where the text of conversations comes from
	seen       *web.Seen     // which addresses the person and texts have named
	trusted    *trust.Store  // what the person has trusted, and when calls ran
	asking     *asking.Desk
	permits    *permits.Book // the person's rules and grants
	servers    *servers.Pool // what the servers of all spaces share
	setup      *setup.Desk   // where the person sets them up
	bridge     tools.Source
	rehearsals *rehearsal.Desk // calls that were only rehearsed
	outbox     *outbox.Book    // messages on their way out
	machines   *machines.Desk  // the person's other machines
	hub        *news.Hub

	projects  hands.Projects              // folders as they become spaces
	reloadAll func(context.Context) error // reads every open space again
	openDirs  func() []string             // the folders of the open spaces

	ctx context.Context // ends when the app closes
}

// lates are questions about what was written that calls had left running: for each call one after the other. Its zero value is ready
// to use.
type lates struct {
	mu      sync.Mutex
	waiting map[string][]func() // by call; one that is there is being worked off
	told    map[string]bool     // conversations whose agents are to be told something
	work    sync.WaitGroup
}

// do does some work for a call once what was to be done for it before is done.
func (l *lates) do(call string, work func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.waiting == nil {
		l.waiting = map[string][]func(){}
	}
	_, going := l.waiting[call]
	l.waiting[call] = append(l.waiting[call], work)
	if !going {
		l.work.Go(func() { l.workOff(call) })
	}
}

func (l *lates) workOff(call string) {
	for {
		l.mu.Lock()
		list := l.waiting[call]
		if len(list) == 0 {
			delete(l.waiting, call)
			l.mu.Unlock()
			return
		}
		l.waiting[call] = list[1:]
		l.mu.Unlock()
		list[0]()
	}
}

// tell notes that an agent is to be told something.
func (l *lates) tell(session string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.told == nil {
		l.told = map[string]bool{}
	}
	l.told[session] = true
}

// take reports whether an agent is to be told something, and forgets it.
func (l *lates) take(session string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	is := l.told[session]
	delete(l.told, session)
	return is
}
