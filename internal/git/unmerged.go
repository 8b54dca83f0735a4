package git

import (
	"bytes"
	"encoding/hex"
	"path/filepath"
)

// A Conflict is what git could not merge of a file: the contents of both sides, as git names them, "" where one had none.
type Conflict struct {
	Ours, Theirs string
	Resolved     bool // git has been told what the file is to be
}

// The sides of a conflict, as the index counts them.
const (
	oursStage   = 2
	theirsStage = 3
)

// Unmerged is the conflict of a file that the index of a git folder has, or still remembers; false: none.
func Unmerged(dir, name string) (c Conflict, found bool) {
	eachEntry(dir, func(e indexed) {
		if e.name != name || e.stage == 0 {
			return
		}
		found = true
		switch e.stage {
		case oursStage:
			c.Ours = hex.EncodeToString(e.id)
		case theirsStage:
			c.Theirs = hex.EncodeToString(e.id)
		}
	})
	if found {
		return c, true
	}
	raw, _, err := ReadFile(filepath.Join(dir, "index"), IndexLimit)
	if err != nil {
		return c, false
	}
	for _, sum := range sums {
		if extensions, ok := readIndex(raw, sum, func(entry) {}); ok {
			return resolved(extensions["REUC"], sum, name)
		}
	}
	return c, false
}

// resolved is a conflict among those that an index remembers: a name, three modes in digits, and the contents of those that are not 0.
func resolved(list []byte, sum int, name string) (c Conflict, found bool) {
	for len(list) > 0 {
		var words [4][]byte
		for i := range words {
			word, rest, ok := bytes.Cut(list, []byte{0})
			if !ok {
				return c, false
			}
			words[i], list = word, rest
		}
		var ids [4]string
		for stage := 1; stage <= theirsStage; stage++ {
			if string(words[stage]) == "0" {
				continue
			}
			if len(list) < sum {
				return c, false
			}
			ids[stage], list = hex.EncodeToString(list[:sum]), list[sum:]
		}
		if string(words[0]) == name {
			return Conflict{ids[oursStage], ids[theirsStage], true}, true
		}
	}
	return c, false
}
