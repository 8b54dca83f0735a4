package walls

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"handrail/internal/git"
	"handrail/internal/proc"
	"handrail/internal/sandbox"
	"handrail/internal/steady"
	"handrail/journal"
	"handrail/operator/paths"
	"handrail/tools"
)

// askWait is how long one of the person's tools may take to answer.
const askWait = 8 * time.Second

// Ask asks the person's own tools how they are set up, each by its argument
// vector, in the home folder where no project has a say. It returns what each
// prints: "" of one that is not there, that fails, or that an agent could have
// put there. They run in a room of their own, where nothing of any space can be
// seen, nothing is kept and no network leads anywhere; without one where this
// machine builds no walls.
func (k *Keeper) Ask(questions ...[]string) []string {
	answers := make([]string, len(questions))
	agents, err := k.c.Ground()
	if err != nil {
		return answers // it is not known what is the person's own
	}
	path := agents.CleanPath(proc.Getenv(k.c.Vars, "PATH"))
	programs, dirs := make([]string, len(questions)), path
	for i, argv := range questions {
		programs[i] = agents.FindProgram(argv[0], path)
		if real, err := filepath.EvalSymlinks(programs[i]); err == nil && programs[i] != "" {
			dirs += string(filepath.ListSeparator) + filepath.Dir(real)
		}
	}
	temp, err := k.MakeTemp()
	if err != nil {
		return answers
	}
	defer removeTemp(temp)
	report := k.report()
	walls, err := proc.OpenWalls(proc.WallsConfig{Helper: k.programs.Chosen(), MustRoom: report.Room, Profile: k.askProfile(agents, dirs, temp)})
	if err != nil && !errors.Is(err, proc.ErrNoWalls) {
		return answers
	}
	defer walls.Close()
	env := k.askEnv(agents, path, temp)
	var all sync.WaitGroup
	for i, argv := range questions {
		if programs[i] == "" {
			continue
		}
		all.Go(func() {
			out, err := proc.Run(context.WithoutCancel(k.c.Context), proc.Command{
				Path: programs[i], Args: argv[1:], Dir: k.c.Home, Env: env, Timeout: askWait, Walls: walls,
			})
			if err == nil && out.ExitCode == 0 {
				answers[i] = out.Stdout.Text
			}
		})
	}
	all.Wait()
	return answers
}

// askProfile is what a tool that is asked may touch: it reads the tool chains
// and the tools' own settings, and of no space anything.
func (k *Keeper) askProfile(agents paths.Ground, path, temp string) sandbox.Profile {
	p := sandbox.Profile{
		Write: []string{temp}, Temp: temp, Home: k.c.Home, Hide: agents.Paths(), Network: sandbox.Network{Mode: sandbox.Off},
		Read: sandbox.Readable(k.c.Home, path, agents.Paths()),
	}
	settings := []string{
		".npmrc", ".yarnrc", ".yarnrc.yml", ".config/pip", ".pip", ".config/go",
		"Library/Application Support/pip", "Library/Application Support/go", "Library/Preferences/pip",
	}
	var names []string
	for _, name := range settings {
		names = append(names, filepath.Join(k.c.Home, filepath.FromSlash(name)))
	}
	if config := proc.Getenv(k.c.Vars, "XDG_CONFIG_HOME"); filepath.IsAbs(config) {
		names = append(names, filepath.Join(config, "pip"), filepath.Join(config, "go"))
	}
	for _, name := range names {
		if real, err := filepath.EvalSymlinks(name); err == nil && !agents.Crossed(name) {
			p.Read = append(p.Read, real)
		}
	}
	slices.Sort(p.Read)
	p.Read = slices.Compact(p.Read)
	return p
}

// askEnv is what a tool that is asked is told: the clean base, what names a
// registry, and where settings are. No variable in it makes an interpreter read or
// run a file.
func (k *Keeper) askEnv(agents paths.Ground, path, temp string) []string {
	vars := proc.CleanEnv(k.c.Vars)
	for _, name := range []string{
		"GOPROXY", "GOSUMDB", "GONOSUMDB", "GOPRIVATE", "npm_config_registry", "NPM_CONFIG_REGISTRY",
		"PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "UV_INDEX_URL", "UV_DEFAULT_INDEX",
	} {
		if value := proc.Getenv(k.c.Vars, name); value != "" {
			vars = append(vars, name+"="+value)
		}
	}
	for _, name := range []string{"XDG_CONFIG_HOME", "LOCALAPPDATA", "APPDATA"} {
		value := proc.Getenv(k.c.Vars, name)
		if filepath.IsAbs(value) && !agents.Crossed(value) {
			vars = append(vars, name+"="+value)
		}
	}
	vars = proc.SetEnv(proc.SetEnv(vars, "PATH", path), "TMPDIR", temp)
	return append(vars, "GOTOOLCHAIN=local", "npm_config_cache="+temp, "npm_config_update_notifier=false")
}

// grant asks the person about what a call wants of git, and does what is allowed.
// Nobody waits for an answer where the call was stopped, or nobody made it: the
// person is told then. It returns what the caller has to know: what was not carried over.
func (r *repositories) grant(st *Stay, o proc.Outcome, wishes []wish) string {
	if len(wishes) == 0 {
		return ""
	}
	var told []string
	ask := st.errand.Call != "" && st.errand.Server == "" && st.errand.Hook == "" && !o.Cancelled && !o.TimedOut
	allowed := ask && askAboutGit(r.s.k.c.Context, r, st, wishes)
	if !allowed {
		for _, w := range wishes {
			told = append(told, r.name(w.d.at)+" ("+strings.Join(w.lines, ", ")+")")
		}
		list := strings.Join(told, "; ")
		r.s.k.c.Notice("info", "A program that %s has run wanted to change what git runs in %s, and it was not carried over: %s.", st.errand.Tool, filepath.Base(r.s.c.Dir), list)
		return "git's settings decide what runs, and the person has not allowed this change, so it was not kept: " + list
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, w := range wishes {
		delete(r.shown, w.key())
		if err := r.carry(w); err != nil {
			told = append(told, fmt.Sprintf("%s: %v", r.name(w.d.at), err))
		}
	}
	r.found = nil
	if len(told) == 0 {
		return ""
	}
	list := strings.Join(told, "; ")
	r.s.k.c.Notice("warning", "What you allowed for git in %s was not carried over: %s.", filepath.Base(r.s.c.Dir), list)
	return "what the person has allowed for git was not kept: " + list
}

// carry does what the person has allowed. The caller holds r.mu.
func (r *repositories) carry(w wish) (err error) {
	if !w.d.folder {
		err = changeSettings(r.writable(), w.d.at, w.changes)
	} else {
		err = carryFolder(w)
	}
	if sight, serr := r.sight(w.d.at); serr == nil {
		r.vetted[w.d.at] = sight
	}
	return errors.Join(err, w.d.refresh(!inUse(r.s)))
}

// carryFolder makes a folder what the person has allowed it to be.
func carryFolder(w wish) error {
	now, err := readContent(w.d.tops, w.d.at, true)
	if err != nil {
		return err
	}
	if !now.equal(w.d.base) {
		return errors.New("changed by somebody else meanwhile")
	}
	at, err := steady.Open(w.d.tops, w.d.at)
	if err != nil {
		return err
	}
	defer at.Close()
	in, err := steady.OpenFolder(at.Dir, at.Name)
	if err != nil {
		return err
	}
	defer in.Close()
	return fill(in, w.files)
}

// askAboutGit puts the question, and notes it in the call's record.
func askAboutGit(ctx context.Context, r *repositories, st *Stay, wishes []wish) bool {
	_, kind, _ := recorded(r.s.k).Ask(ctx, st.errand.Call, gitQuestion(r, st, wishes)) // where nobody is asked, it is declined
	return kind == journal.Allowed
}

// gitQuestion is what the person is asked.
func gitQuestion(r *repositories, st *Stay, wishes []wish) tools.Question {
	var detail strings.Builder
	var effects []tools.Effect
	for _, w := range wishes {
		fmt.Fprintf(&detail, "\n%s\n%s\n", r.name(w.d.at), indent([]byte(w.text)))
		effects = append(effects, tools.Effect{Kind: tools.EffectWrite, Target: w.d.at})
	}
	text, because := tools.Say(tools.TextGit, detail.String()), tools.Because(tools.Say(tools.WhyGitRuns))
	return tools.Question{
		ID: st.errand.Call + "/git", Run: st.errand.Run, Session: st.errand.Session, Tool: st.errand.Tool, Space: r.s.c.Dir,
		Caller: tools.Caller{Kind: tools.CallerKind(st.errand.Kind), Name: st.errand.Caller, Token: st.errand.Token},
		Preview: tools.Preview{
			Detail: text.String(), Wording: text,
			Effects: effects, Digest: tools.Digest("git", r.s.c.Dir, text.String()),
		}.Titled(tools.Say(tools.AskGit, filepath.Base(r.s.c.Dir))),
		Reason: because.String(), Because: because, During: true, Limit: tools.AnswerLimit, Yes: tools.Say(tools.YesHere).String(),
	}
}

// Keeping looks at what git reads unasked before something is put there that programs have
// written, such as what is taken back. whose says what that is. What it returns is
// told the paths that were changed, and looks at them as at what a program has just done, which wrote
// it: what git would run of it is put aside, and the person is told. It returns what was, a sentence each.
func Keeping(s *Space, whose string) (kept func(list []string) (aside []string)) {
	r := &s.repositories
	r.mu.Lock()
	told := r.vet(r.places(), look{written: r.leftBehind()})
	r.mu.Unlock()
	r.tell("A program that was left running", told, true)
	return func(list []string) []string {
		r.mu.Lock()
		for _, path := range list {
			if filepath.Base(path) == ".git" && !slices.Contains(r.nested, filepath.Dir(path)) {
				r.nested = append(r.nested, filepath.Dir(path))
			}
		}
		r.found = nil
		told := r.vet(r.places(), look{written: func(path string) bool {
			return paths.Within(path, list) || slices.ContainsFunc(list, func(kept string) bool { return paths.Within(kept, []string{path}) })
		}})
		r.mu.Unlock()
		r.tell(whose, told, false)
		return told
	}
}

// hiddenKind is the kind of state by which is known which files the index of a git folder hides from a status.
const hiddenKind = "git_hidden"

// notice notes what git no longer shows by a list of what it leaves out, or by marks in an index, and whether a program could have done that.
func (l *look) notice(r *repositories, path string, known sight, was bool) {
	isExclude, isIndex := r.found != nil && r.found.States[path] && git.IsExclude(path), filepath.Base(path) == "index" && r.found != nil && r.found.States[path]
	var more []string
	switch {
	case isExclude && was:
		text, _, _ := r.read(path) // what cannot be read leaves out nothing
		before := strings.Split(string(known.data), "\n")
		for line := range strings.SplitSeq(string(text), "\n") {
			if line != "" && line[0] != '#' && !strings.HasPrefix(line, "*"+aside) && !slices.Contains(before, line) {
				more = append(more, line)
			}
		}
	case isIndex:
		more = l.marked(r, filepath.Dir(path))
	}
	if len(more) > 0 && !l.fresh && l.written(path) && !slices.ContainsFunc(r.found.Of[path], func(dir string) bool { return r.isMade(path) || !r.known[dir] }) {
		const most = 5
		text := strings.Join(more[:min(len(more), most)], ", ")
		if len(more) > most {
			text += fmt.Sprintf(" and %d more", len(more)-most)
		}
		l.hidden = append(l.hidden, fmt.Sprintf("%s (%s)", text, r.name(path)))
	}
}

// marked are the files that an index has come to hide, and notes them.
func (l *look) marked(r *repositories, dir string) (more []string) {
	states, ctx := r.s.k.c.States, r.s.k.c.Context
	was, _, err := states.State(ctx, hiddenKind, dir)
	now := git.Hidden(dir, r.found.Tops[dir])
	text := strings.Join(now, "\x00")
	if err != nil || text == was || states.SetState(ctx, hiddenKind, dir, text) != nil {
		return nil
	}
	before := strings.Split(was, "\x00")
	return slices.DeleteFunc(now, func(name string) bool { return slices.Contains(before, name) })
}

// tellHidden tells the person of what git no longer shows.
func tellHidden(r *repositories, hidden []string, late bool) {
	if len(hidden) > 0 {
		tellLate(r, late, fmt.Sprintf("A program has git leave out files in %s, so that git status shows less: %s. To see all: git status --ignored, and git ls-files -v, where small letters and S stand before such files.", filepath.Base(r.s.c.Dir), strings.Join(hidden, "; ")))
	}
}
