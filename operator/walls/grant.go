package walls

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/proc"
	"handrail/internal/steady"
	"handrail/journal"
	"handrail/operator/paths"
	"handrail/tools"
)

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
// written, such as what was rehearsed. whose says what that is. What it returns is
// told the paths that were changed, and looks at them as at what a program has just done, which wrote
// it: what git would run of it is put aside, and the person is told. It returns what was, a sentence each.
func Keeping(s *Space, whose string) (kept func(list []string) (aside []string)) {
	r := &s.repositories
	r.mu.Lock()
	told := r.vet(r.places(), look{written: r.leftBehind})
	r.mu.Unlock()
	r.tell("A program that was left running", told)
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
		r.tell(whose, told)
		return told
	}
}
