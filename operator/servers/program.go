package servers

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"handrail/internal/secrets"
	"handrail/mcp"
	"handrail/operator/paths"
	"handrail/operator/servers/code"
	"handrail/tools"
)

// programKind is where the journal's database keeps, for each server whose program is looked at, since when that is as the person has it: they have
// set it, or said yes to it, or only they could have changed it since. The names are those of Programs.row.
const programKind = "mcp-programs"

// A knownProgram is one row of these.
type knownProgram struct {
	At    int64  `json:"at"`              // in nanoseconds since 1970
	Words string `json:"words,omitempty"` // code.Look.Words
}

// since is when the program was last known.
func (k knownProgram) since() time.Time { return time.Unix(0, k.At) }

// A ProgramChange is what has become of the program of a server, in places where agents may write.
type ProgramChange struct {
	Server string   `json:"server"`
	Files  []string `json:"files"`            // absolute
	Digest string   `json:"digest"`           // names exactly this: Programs.Approve takes it; "": it cannot be approved now
	Open   string   `json:"open,omitempty"`   // a program that still runs and could change it without a trace, with a file; "": none
	Living bool     `json:"living,omitempty"` // something that still runs can write one of the files
}

// Programs are those of the servers of a space: a server has keys and hosts of its own, and an agent that writes its program would have them
// (docs/spec/08-mcp.md#the-program-of-a-server).
type Programs struct{ s *Set }

// ProgramsOf are the programs of the servers of a space.
func ProgramsOf(s *Set) Programs { return Programs{s} }

// meet notes of servers that are new, or set in another way, that their programs are as the person has them now: before anything of ours runs.
func (p Programs) meet(found []Found) {
	for _, f := range found {
		if !f.guarded() {
			continue
		}
		if _, err := p.known(p.s.pool.c.Context, f); err != nil {
			p.s.pool.c.Notice("error", "couldn't note that the program of the server %s is yours: %v", f.Name, err)
		}
	}
}

// guarded reports whether the program of a server is looked at: it is one of the settings, which has hosts and folders of its own, or has a secret of
// the person's.
func (f Found) guarded() bool {
	if f.Settings.Command == "" || !f.Usable() {
		return false
	}
	texts := slices.AppendSeq(slices.Clone(f.Settings.Args), maps.Values(f.Settings.Env))
	return f.From == FromSettings || slices.ContainsFunc(texts, func(text string) bool { return len(secrets.References(text)) > 0 })
}

// launch is how a server is started in this space, but for where agents may write.
func (p Programs) launch(f Found) code.Launch {
	r := p.s.resolver
	text := func(written string) string { // where a secret stands, no path does
		if filled, err := r.fill(f, "", written); err == nil && len(secrets.References(written)) == 0 {
			return filled
		}
		return written
	}
	l := code.Launch{Dir: r.startDir(f, text(f.Settings.Dir)), Home: p.s.pool.c.Home, Own: r.dataFolder(f)}
	if real, _, err := paths.Trail(p.s.pool.c.Dirs.Data); err == nil {
		l.Ours = real
	}
	l.Command = []string{paths.Expand(l.Home, text(f.Settings.Command))}
	for _, arg := range f.Settings.Args {
		l.Command = append(l.Command, text(arg))
	}
	for _, name := range slices.Sorted(maps.Keys(f.Settings.Env)) {
		l.Env = append(l.Env, name+"="+text(f.Settings.Env[name]))
	}
	return l
}

// row is the name under which a server's program is kept: in each space it may be another.
func (p Programs) row(f Found) string { return p.s.Pins().name(f) + "\n" + p.s.c.Dir }

// known is what is known of a server's program; if it is nothing, that it is as it is now. A server that is set in another way is known since it was known
// as it was set before, also where that was in another space: the person has looked at what they wrote, and not at what it runs.
func (p Programs) known(ctx context.Context, f Found) (knownProgram, error) {
	store := p.s.pool.c.Store
	text, _, err := store.State(ctx, programKind, p.row(f))
	var k knownProgram
	if err != nil || text != "" && json.Unmarshal([]byte(text), &k) == nil {
		return k, err
	}
	k = knownProgram{At: time.Now().UnixNano()}
	all, err := store.States(ctx, programKind)
	if err != nil {
		return k, err
	}
	words := ""
	for name, text := range all {
		var other knownProgram
		if strings.HasPrefix(name, p.s.Pins().name(f)+"\n") && json.Unmarshal([]byte(text), &other) == nil && other.At < k.At {
			k.At, words = other.At, other.Words
		}
	}
	if k.Words, err = p.words(f, k.since()); err != nil {
		return k, err
	}
	if open, err := p.open(f); err != nil || open != "" { // what it is now it need not be in a moment
		k.At = 1
	}
	here := strings.Fields(k.Words)
	if slices.ContainsFunc(strings.Fields(words), func(word string) bool { return slices.Contains(here, word) }) { // it is the same program, as it lay there then
		k.Words = words
	}
	return k, p.save(ctx, f, k)
}

// words names what lies where a server's program does, so that what somebody puts in its place before its first start is another.
func (p Programs) words(f Found, since time.Time) (string, error) {
	places, open, err := p.places(f)
	if err != nil || len(places) == 0 {
		return "", err
	}
	seen, err := code.LookAt(places, open, since, "")
	return seen.Words, err
}

func (p Programs) save(ctx context.Context, f Found, k knownProgram) error {
	raw, err := json.Marshal(k)
	if err != nil {
		return err
	}
	return p.s.pool.c.Store.SetState(ctx, programKind, p.row(f), string(raw))
}

// ground is all that agents may have written, this space included: while it is being opened, nobody else knows it.
func (p Programs) ground() (paths.Ground, error) {
	open, err := p.s.pool.c.Ground()
	if err != nil {
		return open, err
	}
	return paths.GroundOf(append(slices.Clone(open.Paths()), p.s.c.Dir)), nil
}

// places are where the code of a server lies that agents may write, and the ground on which they may.
func (p Programs) places(f Found) ([]code.Place, paths.Ground, error) {
	open, err := p.ground()
	if err != nil {
		return nil, open, err
	}
	l := p.launch(f)
	l.Open = open
	l.Path, err = p.s.resolver.ownPath()
	if err != nil {
		return nil, open, err
	}
	return code.Places(l), open, nil
}

// refreshed is how old what is known of a program gets before it is noted anew that nothing has changed: what ran longer ago than the notes of
// it are kept could not be told apart from the person.
const refreshed = time.Minute

// look looks at a server's program. change is what of it has changed that may not be the person's; nil: it may run. places are where its code lies
// that agents may write.
func (p Programs) look(ctx context.Context, f Found) (change *ProgramChange, places []code.Place, err error) {
	known, err := p.known(ctx, f)
	if err != nil {
		return nil, nil, err
	}
	places, open, err := p.places(f)
	if err != nil || len(places) == 0 {
		return nil, nil, err
	}
	change, err = p.compare(ctx, f, known, places, open, refreshed)
	return change, places, err
}

// Settle notes of programs that nothing has changed, once all that ran in the space has ended: a change that comes later is the person's, as long as
// nothing of ours runs. What cannot be told now is told at the next start.
func (p Programs) Settle(ctx context.Context) {
	for _, f := range p.s.c.Found() {
		if !f.guarded() {
			continue
		}
		known, err := p.known(ctx, f)
		if err != nil || known.Words == "" { // it was never started with code that an agent may write
			continue
		}
		if places, open, err := p.places(f); err == nil {
			_, _ = p.compare(ctx, f, known, places, open, 0)
		}
	}
}

// compare looks at the places of a server's program. Where nothing has changed, that is noted if it was noted longer ago than fresh.
func (p Programs) compare(ctx context.Context, f Found, known knownProgram, places []code.Place, open paths.Ground, fresh time.Duration) (*ProgramChange, error) {
	began := time.Now()
	seen, err := code.LookAt(places, open, known.since(), known.Words)
	if err != nil {
		return nil, fmt.Errorf("it can't be told whether its program has changed: %w. Put its program into a folder of its own, outside of your spaces", err)
	}
	foreign := p.s.c.Foreign(known.since())
	change := &ProgramChange{Server: f.Name, Digest: seen.Digest}
	for i, path := range seen.Changed {
		pinned := f.From == FromSpace && p.s.c.Pinned(path) // it is compared with what was trusted
		if !pinned && (i >= askedOf || foreign(path, seen.New[path])) {
			change.Files = append(change.Files, path)
		}
	}
	if len(change.Files) > 0 {
		rank := func(path string) (n int) { // what was there, and is code by its name, is told of first
			if seen.New[path] {
				n = 2
			}
			if !code.Named(path) {
				n++
			}
			return n
		}
		slices.SortStableFunc(change.Files, func(a, b string) int { return rank(a) - rank(b) })
		return change, nil
	}
	if len(seen.Changed) == 0 && known.Words == seen.Words && began.Sub(known.since()) < fresh {
		return nil, nil
	}
	known.At, known.Words = began.UnixNano(), seen.Words
	return nil, p.save(ctx, f, known)
}

// Change is what of a server's program has changed and may not be the person's; nil: nothing.
func (p Programs) Change(ctx context.Context, server string) (*ProgramChange, error) {
	f, err := p.s.Find(server)
	if err != nil || !f.guarded() {
		return nil, err
	}
	change, _, err := p.look(ctx, f)
	if change == nil || err != nil {
		return nil, err
	}
	open, err := p.open(f)
	if err != nil {
		return nil, cannotTell(err)
	}
	if change, _, err = p.look(ctx, f); change != nil && open != "" { // what the person is shown may be another thing when they say yes
		change.Open, change.Digest = open, ""
	}
	if change != nil {
		change.Living = p.living(change.Files)
	}
	return change, err
}

// Approve lets a server's program run as it is. digest is that of the ProgramChange that the person was shown: if something else has changed by now,
// nothing is approved. It counts in this space: in another one the program is looked at there.
func (p Programs) Approve(ctx context.Context, server, digest string) error {
	f, err := p.s.Find(server)
	if err != nil {
		return err
	}
	known, err := p.known(ctx, f)
	if err != nil {
		return err
	}
	places, open, err := p.places(f)
	if err != nil {
		return err
	}
	began := time.Now()
	if by, err := p.open(f); err != nil {
		return cannotTell(err)
	} else if by != "" {
		return fmt.Errorf("nothing was approved: a program that is still running could change it without a trace: %s. End it, among the jobs, and look again", by)
	}
	seen, err := code.LookAt(places, open, known.since(), known.Words)
	if err != nil {
		return err
	}
	if seen.Digest != digest {
		return fmt.Errorf("nothing was approved: the program of %s has changed since you were shown it. Look at it again", server)
	}
	known.At, known.Words = began.UnixNano(), seen.Words
	if err := p.save(ctx, f, known); err != nil {
		return err
	}
	if v, err := p.s.server(server); err == nil && v.status().State == mcp.Failed {
		if err := p.s.Restart(ctx, server); err != nil {
			return err
		}
	}
	return p.s.pool.c.Approved(ctx, "")
}

// admit refuses a server whose program may have been changed by something else than the person. It is asked at every start.
func (p Programs) admit(ctx context.Context, f Found) error {
	if !f.guarded() {
		return nil
	}
	change, places, err := p.look(ctx, f)
	if err != nil {
		return tools.Errorf(tools.PermissionDenied, "%v", err)
	}
	if p.s.c.Rehearsed && len(places) > 0 { // on a layer the times of files say nothing
		return tools.Errorf(tools.Unavailable, "it is not started in a rehearsal, because its program lies where agents may write: %s", places[0].Path)
	}
	if v, err := p.s.server(f.Name); err == nil {
		v.mu.Lock()
		v.code = places
		v.mu.Unlock()
	}
	return p.refuse(change)
}

// still refuses a server that runs, once its program may have been changed: it may load more of it at any time.
func (p Programs) still(ctx context.Context, v *server) error {
	v.mu.Lock()
	f, places := v.entry, v.code
	v.mu.Unlock()
	if len(places) == 0 {
		return nil
	}
	known, err := p.known(ctx, f)
	if err != nil {
		return tools.Errorf(tools.PermissionDenied, "%v", err)
	}
	open, err := p.ground()
	if err != nil {
		return tools.Errorf(tools.PermissionDenied, "%v", err)
	}
	change, err := p.compare(ctx, f, known, places, open, refreshed)
	if err != nil {
		return tools.Errorf(tools.PermissionDenied, "%v", err)
	}
	if change != nil { // it ends, and its start is refused
		_ = p.s.Restart(ctx, f.Name) // it ends already
	}
	return p.refuse(change)
}

// askedOf is of how many changed files it is asked whose they are: what is beyond is taken for an agent's.
const askedOf = 500

// namedFiles is how many changed files a sentence names.
const namedFiles = 3

// short is a path as sentences name it.
func (p Programs) short(path string) string {
	if rel, err := filepath.Rel(p.s.c.Dir, path); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return path
}

// refuse is the refusal of a program that has changed; nil if it has not.
func (p Programs) refuse(change *ProgramChange) error {
	if change == nil {
		return nil
	}
	var names []string
	for _, path := range change.Files[:min(len(change.Files), namedFiles)] {
		names = append(names, p.short(path))
	}
	more := ""
	if n := len(change.Files) - len(names); n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return tools.Errorf(tools.PermissionDenied, "%v", tools.Advise(about(tools.ApproveProgram, change.Server),
		"an agent could have changed its program: %s%s", strings.Join(names, ", "), more))
}
