package bash

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A state is what is known of a shell at one place of a script.
type state struct {
	dirs   []string                // the folders that it may be in; "": nobody knows
	vars   map[string]Word         // what the script has set
	lists  map[string][]Word       // arrays
	args   []Word                  // $1 and so on; nil: not known
	given  bool                    // args are all of them
	funcs  map[string]*syntax.Stmt // functions of the script
	before []string                // the folder before the last cd, and those that pushd left
	lost   bool                    // any variable may hold anything
	astray bool                    // it may be in more folders than are followed
}

func (st *state) clone() *state {
	c := *st
	c.dirs, c.before = slices.Clone(st.dirs), slices.Clone(st.before)
	c.vars, c.lists, c.funcs = maps.Clone(st.vars), maps.Clone(st.lists), maps.Clone(st.funcs)
	return &c
}

// size is what it costs to copy, in units of work.
func (st *state) size() int {
	n := 2 + (len(st.vars)+len(st.lists)+len(st.funcs))/2
	for _, d := range st.dirs {
		n += len(d) / 64
	}
	return n
}

// set gives a variable a value. What is too long is not followed.
func (st *state) set(name string, v Word) {
	if len(v.Text) > maxText {
		v = Word{Text: "$" + name, Value: v.Value}
	}
	if st.vars == nil {
		st.vars = map[string]Word{}
	}
	st.vars[name] = v
	delete(st.lists, name)
}

// mostSets is how many variables are kept that get a value in unusual ways.
const mostSets = 50

// sets notes a variable that gets a value in an unusual way.
func (s *Script) sets(name string) {
	if name != "" && len(s.Sets) < mostSets && !slices.Contains(s.Sets, name) {
		s.Sets = append(s.Sets, name)
	}
}

// forget makes a variable hold nobody knows what.
func (st *state) forget(name string, value bool) {
	st.set(name, Word{Text: "$" + name, Value: value})
}

// merge makes st what is known after either of two ways.
func (st *state) merge(other *state) {
	for _, d := range other.dirs {
		switch {
		case slices.Contains(st.dirs, d):
		case len(st.dirs) < maxWays:
			st.dirs = append(st.dirs, d)
		case !slices.Contains(st.dirs, ""):
			st.dirs = append(slices.Clone(st.dirs[:maxWays-1]), "") // nobody knows
			st.astray = true
		}
	}
	for name, v := range other.vars {
		if now, ok := st.vars[name]; !ok || now != v {
			st.forget(name, v.Value || now.Value)
		}
	}
	for name, v := range st.vars {
		if _, ok := other.vars[name]; !ok {
			st.forget(name, v.Value)
		}
	}
	for name, list := range st.lists {
		if !slices.Equal(list, other.lists[name]) {
			delete(st.lists, name)
		}
	}
	for name, body := range other.funcs {
		st.define(name, body)
	}
	if !slices.Equal(st.args, other.args) {
		st.args, st.given = nil, false
	}
	st.lost, st.astray = st.lost || other.lost, st.astray || other.astray
}

// maxWays is how many folders a script may be in at one place.
const maxWays = 32

// maxText is the longest value of a variable that is followed, in bytes.
const maxText = 16 << 10

func (st *state) define(name string, body *syntax.Stmt) {
	if st.funcs == nil {
		st.funcs = map[string]*syntax.Stmt{}
	}
	st.funcs[name] = body
}

// FoldersAfter are the folders that a program may be in after it has gone from any of
// dirs to one.
func FoldersAfter(dirs []string, to Word, home string) []string {
	st := state{dirs: dirs}
	st.chdir([]Word{to}, home)
	return st.dirs
}

// chdir follows cd and pushd.
func (st *state) chdir(args []Word, home string) {
	st.before = slices.Clone(st.dirs)
	i := 0
	for i < len(args) && strings.HasPrefix(args[i].Text, "-") && len(args[i].Text) > 1 {
		i++
	}
	if i >= len(args) {
		st.dirs = []string{home}
		return
	}
	to := args[i]
	text := ExpandHome(to.Text, home)
	switch {
	case to.Text == "-":
		st.dirs = []string{""}
	case !to.Known && !to.Guess || to.Glob || to.Temp != "": // cd goes nowhere where mktemp has made nothing
		st.dirs = []string{""}
	case filepath.IsAbs(text):
		st.dirs = []string{filepath.Clean(text)}
	default:
		for j, d := range st.dirs {
			if d != "" {
				st.dirs[j] = filepath.Join(d, text)
			}
		}
	}
}

// ExpandHome resolves the ways a shell names a home folder.
func ExpandHome(s, home string) string {
	for _, prefix := range []string{"~", "$HOME", "${HOME}"} {
		if s == prefix || strings.HasPrefix(s, prefix+"/") {
			return home + s[len(prefix):]
		}
	}
	if strings.HasPrefix(s, "~") {
		return "/home/" + s[1:]
	}
	return s
}
