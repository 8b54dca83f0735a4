package operator

import (
	"handrail/pipeline/guard"
)

// ReplayConfig says which recorded calls are judged again, and by what.
type ReplayConfig struct {
	Last  int  // the newest calls of the space; 0: ReplayLast
	Hooks bool // also the hooks, on the recorded inputs; post_tool hooks on the recorded results

	// Extra are rules beside those that the space has, as in "deny bash(curl*)":
	// what if there were this one? See ParseRuleLine.
	Extra []string
	// Without takes rules away for this replay: their text as Rule.String has it
	// without its origin, as in "deny bash(curl*)".
	Without []string
	// Mode, if set, is the space's mode for this replay.
	Mode guard.Mode

	// Keep is how many changed calls are returned; 0: 200; -1: all. All are counted.
	Keep int
	// Progress hears now and then how many calls are done, from one goroutine at a
	// time. It may be nil.
	Progress func(done, of int)
}

// ReplayLast is how many calls are replayed where no number is said.
const ReplayLast = 1000

// A Replay is what would have become of recorded calls by the hooks and rules as
// they are now. Nothing ran, nobody was asked, and nothing was counted.
type Replay struct {
	Calls    int            // looked at
	Judged   int            // judged again
	Same     int            // nothing would have changed
	Changed  []ReplayedCall // newest first; see ReplayConfig.Keep
	Changes  int            // how many there are in all
	Ways     []ReplayWay    // the changes by kind, the most frequent first
	Left     []LeftOut      // what could not be replayed, with the reason
	Answered int            // of those that ask now: the person had answered them
	Skipped  string         // "": whole; else why it ended early
}

// A ReplayWay counts calls that changed alike.
type ReplayWay struct {
	Was, Now string // allow, ask, deny, blocked, changed
	By, File string // what decides now
	Calls    int
}

// LeftOut counts calls that could not be replayed.
type LeftOut struct {
	Reason string
	Calls  int
	First  string // one such call
}

// A ReplayedCall is a call whose fate would have been another.
type ReplayedCall struct {
	Call, Run string
	Tool      string
	What      string // its title, or what was rendered, in one line
	Was, Now  Fate
	Answer    string // what the person said then: allowed, declined, expired; "" if they were not asked
	Note      string // "you answered it then: it would ask again"
	Input     string // the input that hooks would make of it, if they change it
}

// A Fate is what becomes of a call, by what, and where that stands.
type Fate struct {
	Verdict      string // allow, ask, deny; of hooks: blocked, error
	By, File     string
	Reason       string
	Grant, Phase string // the grant that allows it; the hooks' phase that decided
}
