package settings

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"handrail/internal/sandbox"
	"handrail/internal/secrets"
	"handrail/tools"
)

// Identity is what makes a server the server it is: what is started or reached,
// and with what. Options, timeouts and what it may touch are not part of it.
//
// Every question of the form "is this the same server?" is asked of it:
//
//	Key          options of the person's count for the server they were given to
//	SameProgram  what was approved of a server's tools counts for its program or address
//	Matches      an imported server is there already
//	Equal        the process that runs can stay, if Server.SameProcess agrees
type Identity struct {
	Command string
	Args    []string
	Env     map[string]string
	Dir     string
	URL     string
	Headers map[string]string
}

// Identity returns what makes the server the server it is.
func (s Server) Identity() Identity {
	return Identity{Command: s.Command, Args: s.Args, Env: s.Env, Dir: s.Dir, URL: s.URL, Headers: s.Headers}
}

// Key names the identity in a settings file ("for"): another command, other
// arguments, variables or folder, or another url make another key. Headers do not.
func (i Identity) Key() string {
	raw, err := json.Marshal([]any{i.Command, i.Args, i.Env, i.Dir, i.URL})
	if err != nil { // it is plain data
		return ""
	}
	return tools.Digest("server", string(raw))
}

// Equal reports whether all parts are equal.
func (i Identity) Equal(other Identity) bool {
	return i.SameProgram(other) && i.Dir == other.Dir && maps.Equal(i.Env, other.Env) && maps.Equal(i.Headers, other.Headers)
}

// SameProgram reports whether both name the same program with the same arguments,
// or the same address: what the person has approved of the one holds for the other,
// though its variables, folder or headers differ.
func (i Identity) SameProgram(other Identity) bool {
	return i.Command == other.Command && i.URL == other.URL && slices.Equal(i.Args, other.Args)
}

// Matches reports whether both are equal where a reference to a secret stands for
// any text.
func (i Identity) Matches(other Identity) bool {
	return i.Command == other.Command && i.Dir == other.Dir && alike(i.URL, other.URL) && slices.EqualFunc(i.Args, other.Args, alike) &&
		maps.EqualFunc(i.Env, other.Env, alike) && maps.EqualFunc(i.Headers, other.Headers, alike)
}

// SameProcess reports whether both settings run the same process under the same
// conditions: what is only offered or shown differently needs no new one.
func (s Server) SameProcess(other Server) bool {
	return s.Identity().Equal(other.Identity()) && s.conditions() == other.conditions()
}

// Widens reports whether the settings let the same process reach more hosts than old did, and
// nothing else: what stands around it looks that up at each connection.
func (s Server) Widens(old Server) bool {
	now, err := sandbox.ParseNetwork(s.NetworkWords())
	before, berr := sandbox.ParseNetwork(old.NetworkWords())
	if err != nil || berr != nil || now.Mode != sandbox.Hosts || before.Mode == sandbox.On {
		return false
	}
	for _, w := range before.Words() {
		if w != string(sandbox.Off) && !now.Has(w) {
			return false
		}
	}
	for _, w := range now.Words() { // services of this machine are shown when a room is built
		if w == sandbox.Registry && !before.Has(w) || !before.Has(w) && (strings.HasPrefix(w, "localhost") || strings.HasPrefix(w, "127.") || strings.Contains(w, "::1")) {
			return false
		}
	}
	old.Network = s.Network
	return s.SameProcess(old)
}

// conditions are the settings without the identity and without what only decides
// whether the server is offered.
func (s Server) conditions() string {
	s.Command, s.Args, s.Env, s.Dir, s.URL, s.Headers = "", nil, nil, "", "", nil
	s.Internal, s.Disabled = nil, false
	raw, err := json.Marshal(s)
	if err != nil { // it is plain data
		return ""
	}
	return string(raw)
}

// Duplicates reports whether a server with these settings needs no second entry
// beside other: what it may touch and how it is offered may differ.
func (s Server) Duplicates(other Server) bool {
	return s.Identity().Matches(other.Identity()) && s.Broken == other.Broken
}

// Digest names the settings exactly as they are, so that a form notices that they
// have changed since it was opened.
func (s Server) Digest() string {
	if len(s.Args) == 0 {
		s.Args = nil
	}
	raw, err := json.Marshal(s)
	if err != nil { // it is plain data
		return ""
	}
	return tools.Digest("server settings", string(raw))
}

// alike reports whether two texts are equal, where ${secret:NAME} stands for any.
func alike(a, b string) bool {
	if a == b {
		return true
	}
	return matches(a, b) || matches(b, a)
}

// matches reports whether text is what pattern says, with any text in place of its
// references to secrets.
func matches(pattern, text string) bool {
	names := secrets.References(pattern)
	if len(names) == 0 {
		return false
	}
	for i, name := range names {
		before, after, _ := strings.Cut(pattern, secrets.Reference(name))
		rest, ok := strings.CutPrefix(text, before)
		if i == 0 && !ok {
			return false
		}
		if i > 0 {
			at := strings.Index(text, before)
			if at < 0 {
				return false
			}
			rest = text[at+len(before):]
		}
		pattern, text = after, rest
	}
	return strings.HasSuffix(text, pattern)
}
