package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"handrail/operator"
	"handrail/operator/programs"
	"handrail/operator/setup"
)

// serversOthers are the verbs about other programs: their servers come over here,
// and Handrail goes into their files (docs/spec/08-mcp.md#other-programs).
type serversOthers struct {
	Import     serversImportCmd     `cmd:"" help:"Import servers from all programs found, from one program, or from a file. Shows a preview first."`
	Programs   serversProgramsCmd   `cmd:"" help:"List other programs that can use Handrail, and whether they do."`
	Connect    serversConnectCmd    `cmd:"" help:"Add Handrail to a program's servers, to give it Handrail's tools. Shows the change first."`
	Disconnect serversDisconnectCmd `cmd:"" help:"Remove Handrail, and nothing else, from a program's servers."`
	Undo       serversUndoCmd       `cmd:"" help:"Undo the last change to a program's file."`
}

type serversImportCmd struct {
	From     string   `arg:"" optional:"" help:"A program, as servers programs lists it, or a file. Default: all programs."`
	Names    []string `arg:"" optional:"" help:"The servers to import, by their names in the preview."`
	All      bool     `help:"Import all that can be imported."`
	Yes      bool     `help:"Import without asking."`
	Internal bool     `help:"Offer their tools only when a skill or an agent names them (internal_only: true)."`
	Plain    bool     `help:"Keep values that look secret in the settings, not in the keychain."`
	Needs    bool     `help:"Also let them have what the preview lists as needs."`
}

// importLine is an import as --json prints it.
type importLine struct {
	Files    []setup.File   `json:"files"`
	Imported []setup.Result `json:"imported"`
}

// Run shows what there is, asks, and adds what was chosen.
func (c serversImportCmd) Run(s *session) (err error) {
	o, space, err := s.openAnywhere()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	files, path, err := c.find(s, o.Operator, space)
	if err != nil {
		return err
	}
	if !s.app.JSON {
		showImports(s.Stdout, c.named(files))
	}
	chosen, err := c.choose(s, files)
	if err != nil {
		return err
	}
	if len(chosen) == 0 {
		return c.none(s, files)
	}
	c.takeNeeds(s, files, chosen)
	var done []setup.Result
	if path != "" {
		done, err = space.Setup().ImportFile(s.ctx, path, chosen)
	} else {
		done, err = space.Setup().Import(s.ctx, chosen)
	}
	if err != nil {
		return err
	}
	return c.tell(s, files, done)
}

// named are the files with the servers that the command line names; all if it names none.
func (c serversImportCmd) named(files []setup.File) []setup.File {
	if len(c.Names) == 0 {
		return files
	}
	out := slices.Clone(files)
	for i := range out {
		out[i].Servers = slices.DeleteFunc(slices.Clone(out[i].Servers), func(v setup.Preview) bool { return !slices.Contains(c.Names, v.Name) })
	}
	return out
}

// find previews what the command line names; path is set for a file.
func (c serversImportCmd) find(s *session, o *operator.Operator, space *operator.Space) (files []setup.File, path string, err error) {
	all, err := space.Setup().Find(s.ctx)
	if err != nil || c.From == "" {
		return all, "", err
	}
	of := slices.DeleteFunc(slices.Clone(all), func(f setup.File) bool {
		return f.Program != c.From && !strings.HasPrefix(f.Program, c.From+"-")
	})
	if len(of) > 0 {
		return of, "", nil
	}
	path = c.From
	if !filepath.IsAbs(path) {
		path = filepath.Join(s.Dir, path)
	}
	if _, err := os.Stat(path); err != nil {
		if slices.ContainsFunc(programs.New(o).List(), func(p programs.Connection) bool { return p.Program == c.From }) {
			return nil, "", fmt.Errorf("%s has no servers on this machine", clean(c.From))
		}
		return nil, "", usagef("%s is neither a known program nor a file; `handrail servers programs` lists the programs", clean(c.From))
	}
	f, err := space.Setup().ReadFile(s.ctx, path)
	return []setup.File{f}, path, err
}

// usable are the servers that can be brought over.
func usable(files []setup.File) (out []setup.Preview) {
	for _, f := range files {
		for _, v := range f.Servers {
			if v.Refused == "" && v.Same == "" && v.Repeats == "" {
				out = append(out, v)
			}
		}
	}
	return out
}

// choose says which servers the person wants: by the command line, or asked.
func (c serversImportCmd) choose(s *session, files []setup.File) ([]setup.Choice, error) {
	can := usable(files)
	names := c.Names
	asked := false
	switch {
	case len(can) == 0:
		return nil, nil
	case c.Yes && !c.All && len(names) == 0:
		return nil, usagef("--yes needs the servers' names, or --all")
	case len(names) == 0 && !c.All && s.atTerminal():
		names, asked = listed(s.ask("\nImport which servers? Type all, or their names: ")), true
		if slices.Equal(names, []string{"all"}) {
			c.All, names = true, nil
		}
	}
	var out []setup.Choice
	for _, v := range can {
		if c.All || slices.Contains(names, v.Name) {
			out = append(out, setup.Choice{ID: v.ID, Digest: v.Digest, Name: v.Name, InternalOnly: c.Internal, Plain: c.Plain})
		}
	}
	for _, name := range names {
		if !slices.ContainsFunc(can, func(v setup.Preview) bool { return v.Name == name }) {
			return nil, usagef("there is no server %q to import", clean(name))
		}
	}
	if len(out) == 0 || c.Yes || asked {
		return out, nil
	}
	return out, s.yes(fmt.Sprintf("Add %s to your settings?", serversCount(len(out))), "added")
}

// takeNeeds says what the chosen servers are let have of what they are known to need.
func (c serversImportCmd) takeNeeds(s *session, files []setup.File, chosen []setup.Choice) {
	take := map[string][]string{}
	for _, v := range usable(files) {
		for _, n := range v.Needs {
			if slices.ContainsFunc(chosen, func(o setup.Choice) bool { return o.ID == v.ID }) {
				take[v.ID] = append(take[v.ID], n.ID)
			}
		}
	}
	if len(take) == 0 {
		return
	}
	if !c.Needs && (c.Yes || !s.atTerminal() || !s.saysYes("Also let them have what is listed as “needs”?")) {
		fmt.Fprintln(s.Stderr, "What is listed as “needs” was left out. To let a server have it: handrail servers needs NAME")
		return
	}
	for i := range chosen {
		chosen[i].Take = take[chosen[i].ID]
	}
}

func (c serversImportCmd) none(s *session, files []setup.File) error {
	if s.app.JSON {
		return s.print(importLine{Files: files, Imported: []setup.Result{}})
	}
	if len(usable(files)) == 0 {
		broken := slices.ContainsFunc(files, func(f setup.File) bool { return f.Problem != "" })
		switch {
		case !slices.ContainsFunc(files, func(f setup.File) bool { return len(f.Servers) > 0 }) && !broken:
			fmt.Fprintln(s.Stderr, `Nothing to import: there are no servers. Other programs keep them under "mcpServers" or "servers".`)
		default:
			fmt.Fprintln(s.Stderr, "Nothing to import, for the reasons above.")
		}
		if broken && c.From != "" {
			return exit(ExitFailed)
		}
		return nil
	}
	fmt.Fprintln(s.Stderr, "Nothing was added. Name the servers or add --all; --yes skips the question.")
	return exit(ExitRefused)
}

// tell prints what became of each.
func (c serversImportCmd) tell(s *session, files []setup.File, done []setup.Result) error {
	failed := slices.ContainsFunc(done, func(i setup.Result) bool { return i.Outcome == setup.Refused })
	if s.app.JSON {
		if err := s.print(importLine{Files: files, Imported: done}); err != nil {
			return err
		}
	} else {
		for _, i := range done {
			switch i.Outcome {
			case setup.Added:
				fmt.Fprintf(s.Stderr, "Added %s.\n", clean(i.Name))
			case setup.Same:
				fmt.Fprintf(s.Stderr, "%s was already added.\n", clean(i.Name))
			default:
				fmt.Fprintf(s.Stderr, "%s was not added: %s.\n", clean(i.Name), clean(i.Why))
			}
			for _, name := range i.Secrets {
				fmt.Fprintf(s.Stderr, "  stored as the secret %s\n", clean(name))
			}
			for _, name := range i.Missing {
				fmt.Fprintf(s.Stderr, "  needs a value: handrail secrets set %s\n", clean(name))
			}
		}
		if slices.ContainsFunc(done, func(i setup.Result) bool { return i.Outcome == setup.Added }) {
			fmt.Fprintln(s.Stderr, "To test them: handrail servers test")
		}
	}
	if failed {
		return exit(ExitFailed)
	}
	return nil
}

// listed are the names in an answer, with blanks or commas between them.
func listed(answer string) []string {
	return strings.FieldsFunc(answer, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' })
}

func serversCount(n int) string {
	if n == 1 {
		return "1 server"
	}
	return fmt.Sprintf("%d servers", n)
}

// showImports prints the preview.
func showImports(w io.Writer, files []setup.File) {
	for _, f := range files {
		fmt.Fprintf(w, "%s: %s\n", clean(f.Title), clean(f.File))
		if f.Problem != "" {
			fmt.Fprintf(w, "  can't be read: %s\n", clean(f.Problem))
		}
		for _, note := range f.Notes {
			fmt.Fprintf(w, "  note  %s\n", clean(note))
		}
		for _, v := range f.Servers {
			showImport(w, v)
		}
		fmt.Fprintln(w)
	}
}

func showImport(w io.Writer, v setup.Preview) {
	row := func(word, text string) {
		if text != "" {
			fmt.Fprintf(w, "      %-8s%s\n", word, strings.ReplaceAll(clean(text), "\n", " "))
		}
	}
	name := v.Name
	if v.Original != v.Name {
		name = fmt.Sprintf("%s (named %q there)", v.Name, v.Original)
	}
	fmt.Fprintf(w, "\n  %s\n", strings.ReplaceAll(clean(name), "\n", " "))
	if v.Command != "" {
		row("runs", strings.Join(append([]string{v.Command}, v.Args...), " "))
	}
	row("in", v.Dir)
	row("calls", v.URL)
	switch { // nothing would be kept
	case v.Same != "":
		row("is", "already added, unchanged")
		return
	case v.Repeats != "":
		row("is", "the same as "+v.Name+" above")
		return
	}
	for _, e := range v.Env {
		row("env", e.Name+"="+e.Value+keptAs(e.Secret))
	}
	for _, h := range v.Headers {
		row("header", h.Name+": "+h.Value+keptAs(h.Secret))
	}
	for _, a := range v.Asks {
		row("asks", a.Prompt+" (handrail secrets set "+a.Secret+")")
	}
	if v.Refused != "" {
		row("refused", v.Refused)
		return
	}
	if v.Taken != "" {
		row("name", "you already have a server named "+v.Taken+", so this one will be "+v.Name)
	}
	if v.Disabled {
		row("off", "turned off there, so it will be off here")
	}
	for _, n := range v.Needs { // what the person decides on
		row("needs", "to "+n.Text)
	}
	for _, line := range v.Profile {
		row("walls", line)
	}
	for _, warning := range v.Warnings {
		row("note", warning)
	}
}

func keptAs(secret string) string {
	if secret == "" {
		return ""
	}
	return " (stored as the secret " + secret + ")"
}
