package guard

import (
	"net/url"

	"handrail/pipeline/guard/bash"
	"handrail/tools"
)

// An act is what is judged, with what the guard has found out of it.
type act struct {
	place  *place
	call   tools.Call
	e      tools.Entry
	p      tools.Preview
	script *bash.Script // what its shell text would run; nil if there is none
	shell  Verdict      // what the built-in rules say of it
	files  Verdict      // what they say of the files that it changes or shows
	cached []string
	paths  [][]string // of each effect
}

// look finds out of an act what the stages of a judgement need. The shell text is
// parsed here and nowhere else.
func (g *Guard) look(call tools.Call, e tools.Entry, p tools.Preview) *act {
	a := &act{place: g.place, call: call, e: e, p: p, shell: Verdict{Outcome: Allow}, files: g.safety.judgeFiles(e, p)}
	if p.Shell != "" {
		a.script = g.shell.Read(p)
		a.shell = g.safety.weigh(g.safety.examine(a.script), p.Authored)
	}
	return a
}

// lines are the commands of the act as lines, as deny and ask rules see them: as
// they are written, and with the bare names of programs. Where something is not
// decided, the whole text is among them.
func (a *act) lines() []string {
	if a.cached != nil {
		return a.cached
	}
	all := a.script.All()
	a.cached = make([]string, 0, 2*len(all))
	for i := range all {
		c := &all[i]
		a.cached = append(a.cached, c.Line())
		if name := c.Name(); len(c.Assigns) > 0 || name != "" && name != c.Args[0].Text {
			a.cached = append(a.cached, c.Plain())
		}
	}
	if !a.decided() {
		a.cached = append(a.cached, a.p.Shell)
	}
	return a.cached
}

// input is what a server's tool is called with, as compact JSON with sorted keys;
// "" for an act of any other tool. It is what patterns of rules about such a tool
// are held against: its effects are the server's, and the same for every call.
func (a *act) input() string {
	if !tools.ServerActs(a.e.Info) {
		return ""
	}
	return tools.InputOf(a.p.Detail)
}

// names are what the path of each effect is called.
func (a *act) names() [][]string {
	if a.paths == nil {
		for _, e := range a.p.Effects {
			a.paths = append(a.paths, a.place.names(e.Target))
		}
	}
	return a.paths
}

// onlyExact reports whether only a grant for exactly this act lets it through:
// its author wants a question at every call, or a built-in rule asks.
func (a *act) onlyExact() bool {
	return a.p.Confirm || a.e.Info.Confirm || a.shell.Outcome == Ask || a.files.Outcome == Ask
}

// decided reports whether the commands of the act are known to the last word.
func (a *act) decided() bool {
	if len(a.script.Doubts) > 0 || len(a.script.Commands) == 0 || a.script.Redirects() {
		return false
	}
	for _, c := range a.script.Commands {
		if !c.Decided() {
			return false
		}
	}
	return true
}

// reads reports whether an act changes nothing, by its author's word. That one act of a tool
// that may change something does not, only our own tools can say.
func (a *act) reads() bool {
	return !a.e.Info.MayChange() || a.p.Reads && a.e.Info.Source == "builtin"
}

// named reports whether the agent has not chosen where an act reaches, which again only our
// own tools can say.
func (a *act) named() bool { return a.p.Named && a.e.Info.Source == "builtin" }

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.User != nil {
		return ""
	}
	return u.Hostname()
}
