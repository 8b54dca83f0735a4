package origins

import (
	"cmp"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"handrail/internal/builtins"
	"handrail/internal/snapshot"
	"handrail/operator/paths"
	"handrail/pipeline/guard"
	"handrail/tools"
	"handrail/tools/command"
	"handrail/tools/memory"
)

// A Place is what of a space decides where text of its calls comes from.
type Place struct {
	Dir     string
	Temp    string      // the space's folder for what is in the way elsewhere
	Trusted func() bool // the words in its files are the person's own, or approved
	// Strange reports of a file of definitions, as it was last read, whether it is not what the person has trusted.
	Strange func(file string) bool
	Outside func() string // what programs may reach; "": nothing
	// Reached reports whether a program of the space has reached anything since a moment, as far as that is seen; nil: it never is.
	Reached func(since time.Time) bool
	Book    *Book // of all spaces
	Files   *Files
	Redact  func(text string) string // takes the person's secrets out
}

// Came implements pipeline.Origins: where the text of a result comes from. What others have not written
// of is not told.
func (p Place) Came(ctx context.Context, call tools.Call, e tools.Entry, preview tools.Preview, r tools.Result) []tools.Origin {
	from := p.from(ctx, e, preview, r)
	if call.Caller.Kind != tools.CallerPerson {
		p.Book.Add(call.Session, from...)
		p.Book.keep(call.Session, from, p.Redact(r.Content))
		if preview.Effects != nil {
			p.Files.Left(p.Temp, p.Book.Read(call.Session))
		}
	}
	return from
}

// Passages implements pipeline.Origins.
func (p Place) Passages(session string, from []tools.Origin, input json.RawMessage) []tools.Passage {
	return p.Book.Passages(session, from, input)
}

// Read implements pipeline.Origins.
func (p Place) Read(session string) []tools.Origin { return p.Book.Read(session) }

// Begin notes how the space is before a call, or before what a conversation is told at its beginning: what the person has committed by hand,
// and which commit is checked out.
func (p Place) Begin(ctx context.Context, session string) {
	_ = p.Files.Settle(ctx) // a label that cannot be ended stays
	p.Book.begin(session, p.Files.Heads)
}

// Refuse implements pipeline.Origins.
func (p Place) Refuse(session string, from []tools.Origin) { p.Book.Refuse(session, from) }

// Refused implements pipeline.Origins.
func (p Place) Refused(session string) []tools.Origin { return p.Book.Refused(session) }

// Words implements pipeline.Origins.
func (p Place) Words(session string) guard.Words { return p.Book.Words(session) }

// Wrote notes whose words the files hold that a call has changed.
func (p Place) Wrote(ctx context.Context, call tools.Call, set *snapshot.Set) error {
	shown, err := p.Files.Wrote(ctx, call, p.Book.Read(call.Session), p.Book.bases(call.Session), set)
	p.Book.Add(call.Session, shown...)
	return err
}

// Holds implements pipeline.Origins. Where a link leads, nobody knows to be the space's.
func (p Place) Holds(ctx context.Context, path string) bool {
	info, err := os.Lstat(path)
	return err == nil && (info.Mode()&os.ModeSymlink != 0 || len(p.Files.Of(ctx, path)) > 0)
}

func (p Place) from(ctx context.Context, e tools.Entry, preview tools.Preview, r tools.Result) []tools.Origin {
	if server := serverOf(e); server != "" {
		return []tools.Origin{{Kind: tools.FromServer, Name: server}}
	}
	if e.State == tools.Rejected { // why it is broken is told in the words of its definition
		file, _, _ := strings.Cut(e.Info.File, ":")
		return p.definition(file)
	}
	facts, ran := e.Info.Facts, runs(e, preview)
	if len(facts.OutputOf) > 0 { // of a job
		facts, _ = builtins.Of(r.Meta.OutputOf)
		ran = facts.Subject == builtins.Commands
	}
	switch facts.Brings {
	case builtins.BringsPages:
		return p.hosts(tools.FromWeb, preview)
	case builtins.BringsFinds:
		return p.hosts(tools.FromSearch, preview)
	case builtins.BringsClipboard:
		return []tools.Origin{{Kind: tools.FromClipboard}}
	case builtins.BringsMemory:
		from := p.Files.Memory().Shown(ctx, r.Content)
		if _, err := os.Lstat(p.Files.memory()); err == nil && !p.Trusted() {
			from = union(from, []tools.Origin{{Kind: tools.FromFile, Name: memory.Name}})
		}
		return from
	case builtins.BringsHands:
		return p.definition(command.HandsFile)
	case builtins.BringsFiles:
		return p.files(ctx, preview, r)
	}
	switch line := commandOf(preview); {
	case facts.NamesOnly:
		return append(p.names(preview, r), p.Files.Printed(ctx, "", r.Content)...)
	case !ran:
		return nil
	default:
		from := append(p.programs(e, facts, preview, r), p.dependenciesIn(preview.Folder, line, r.Content)...)
		from = append(from, p.led(ctx, preview.Folder, line)...)
		from = append(from, p.Files.History(ctx, line)...)
		return append(from, p.Files.Printed(ctx, line, r.Content)...)
	}
}

// definition is the origin of what a file of the space's definitions says, where that is not what the person has trusted.
func (p Place) definition(file string) []tools.Origin {
	if file == "" || p.Strange == nil || !p.Strange(file) {
		return nil
	}
	return []tools.Origin{{Kind: tools.FromFile, Name: file}}
}

// serverOf is the server whose words an entry's results are.
func serverOf(e tools.Entry) string {
	if server, is := strings.CutPrefix(e.Info.Source, "mcp:"); is {
		return server
	}
	if server, _, is := strings.Cut(e.Info.StandsFor, "__"); is {
		return server
	}
	return ""
}

func (p Place) hosts(kind tools.OriginKind, preview tools.Preview) []tools.Origin {
	var out []tools.Origin
	for _, effect := range preview.Effects {
		if effect.Kind == tools.EffectReach {
			out = append(out, tools.Origin{Kind: kind, Name: effect.Target})
		}
	}
	if len(out) == 0 { // such as a page that a job has fetched
		out = append(out, tools.Origin{Kind: kind})
	}
	return out
}

// mostFiles is how many files of one call are told apart.
const mostFiles = 20

// files are the files from elsewhere that an act shows.
func (p Place) files(ctx context.Context, preview tools.Preview, r tools.Result) []tools.Origin {
	var out []tools.Origin
	for _, effect := range preview.Effects {
		if effect.Kind != tools.EffectRead && effect.Kind != tools.EffectWrite {
			continue
		}
		for _, o := range p.kept(ctx, effect.Target, r) {
			if !holds(out, o) {
				out = append(out, o)
			}
		}
		place := p.elsewhere(effect.Target)
		o := tools.Origin{Kind: tools.FromFile, Name: place}
		if place == "" || len(out) == mostFiles || slices.Contains(out, o) {
			continue
		}
		out = append(out, o)
	}
	return out
}

// kept is whose words a file of the space holds that a call has written, or of a folder, those that a search in it shows.
func (p Place) kept(ctx context.Context, path string, r tools.Result) []tools.Origin {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return p.Files.Printed(ctx, "", r.Content)
	}
	return p.Files.Of(ctx, path)
}

// Short is a path as the person knows it: seen from the space where it lies there.
func Short(dir, path string) string {
	if rel, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return path
}

// elsewhere is what the person knows a file by that others have written: in a folder of dependencies, the folder; in a space
// that nobody has trusted, or beside the space (the person has picked it), the file. "" of any other.
func (p Place) elsewhere(path string) string {
	inside := paths.Within(path, []string{p.Dir})
	parts := strings.Split(Short(p.Dir, path), "/")
	for i, part := range parts {
		if inside && slices.Contains(dependencies, part) {
			return strings.Join(parts[:i+1], "/")
		}
	}
	switch {
	case inside && p.Trusted(), paths.Within(path, []string{p.Temp}):
		return ""
	}
	return Short(p.Dir, path)
}

// programs is the origin of what a program has printed that has reached anything, or that could and seems to. Of a job it is not known when it
// printed what.
func (p Place) programs(e tools.Entry, facts builtins.Facts, preview tools.Preview, r tools.Result) []tools.Origin {
	name, began := e.Qualified, time.Now().Add(-r.Meta.Duration)
	if r.Meta.OutputOf != "" {
		name, began = r.Meta.OutputOf, time.Time{}
	}
	reaches := slices.ContainsFunc(preview.Effects, func(effect tools.Effect) bool { return effect.Kind == tools.EffectReach })
	if reaches || facts.Subject == builtins.Commands && p.Outside() != "" && fetches(preview) || p.Reached != nil && p.Reached(began) {
		return []tools.Origin{{Kind: tools.FromProgram, Name: name}}
	}
	return nil
}

// runs reports whether an act starts a program for its caller, and not one that opens something for the person.
func runs(e tools.Entry, preview tools.Preview) bool {
	return e.Info.Source != "bridge" && slices.ContainsFunc(preview.Effects, func(effect tools.Effect) bool { return effect.Kind == tools.EffectRun })
}

// commandOf is what an act starts, as text.
func commandOf(preview tools.Preview) string { return cmp.Or(preview.Shell, preview.Detail) }

// fetches reports whether a script names an address, or a program that brings what others have written. It is a
// guess about an act that nobody has turned yet: what was read before it asks by itself.
func fetches(preview tools.Preview) bool {
	text := commandOf(preview)
	if strings.Contains(text, "://") {
		return true
	}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r <= ' ' || strings.ContainsRune(";|&()`$\"'", r) }) {
		if slices.Contains(fetchers, filepath.Base(word)) {
			return true
		}
	}
	return false
}

// fetchers are programs that print what others have written.
var fetchers = []string{"curl", "wget", "http", "https", "xh", "gh", "glab", "hub", "ssh", "scp", "sftp", "rsync", "nc", "ncat", "telnet", "lynx", "w3m", "aws", "gcloud", "az", "kubectl", "jira", "slack", "himalaya", "mutt", "fetch", "clone", "pull"}
