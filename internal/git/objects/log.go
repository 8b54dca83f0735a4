package objects

import (
	"strconv"
	"strings"
)

// A Move is a line of git's log of where HEAD was (logs/HEAD).
type Move struct {
	Old, New string // ids of commits; Old is zeros of the first
	What     string // "commit: Fix it", "checkout: moving from a to b"
	At       int64  // in seconds since 1970, as git was told the time; 0: not told
}

// Moves reads lines of such a log. What is no such line is left out.
func Moves(log string) (list []Move) {
	for line := range strings.Lines(log) {
		who, what, ok := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		ids := strings.Fields(who)
		if !ok || len(ids) < 2 || len(ids[0]) != 2*idSize || len(ids[1]) != 2*idSize {
			continue
		}
		at, err := strconv.ParseInt(ids[max(len(ids)-2, 0)], 10, 64)
		if err != nil {
			at = 0
		}
		list = append(list, Move{ids[0], ids[1], what, at})
	}
	return list
}

// Commits reports whether a move of HEAD made a commit of what was in the index, and not one of what somebody else has
// written: a pull, a rebase, a checkout.
func (m Move) Commits() bool {
	for _, name := range []string{"commit:", "commit (amend):", "commit (initial):"} {
		if strings.HasPrefix(m.What, name) {
			return true
		}
	}
	return false
}

// First reports whether nothing stands before the commit.
func (m Move) First() bool { return strings.Trim(m.Old, "0") == "" }
