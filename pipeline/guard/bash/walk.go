package bash

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"handrail/tools"
)

// A flow is what a statement prints, if that is known before it runs.
type flow struct {
	text  string
	known bool
	value bool
}

// stmts follows statements in order. What they print is known if all of them
// say so.
func (w *walker) stmts(list []*syntax.Stmt, st *state, in Feed) flow {
	all := flow{known: len(list) > 0}
	for _, n := range list {
		out := w.stmt(n, st, in)
		all.known = all.known && out.known
		all.value = all.value || out.value
		if all.known {
			all.text += out.text
		}
		all = w.bounded(all)
	}
	return all
}

// bounded is a flow that is no longer than is followed.
func (s *Script) bounded(out flow) flow {
	if out.known && len(out.text) > maxFeed {
		s.unread(tools.Say(tools.UnreadPiped))
		out = flow{value: out.value}
	}
	return out
}

// stmt follows one statement with its redirections.
func (w *walker) stmt(n *syntax.Stmt, st *state, in Feed) flow {
	w.steps++
	if !w.spend(20 + st.size()) {
		return flow{}
	}
	if st.astray {
		w.unread(tools.Say(tools.UnreadFolders))
	}
	var c Command
	c.In = in
	kept := true // the output still goes where it would
	for _, r := range n.Redirs {
		kept = w.redirect(r, &c, st) && kept
	}
	if n.Background || n.Coprocess {
		st = st.clone()
		w.forks++
		defer func() { w.forks-- }()
	}
	var out flow
	switch cmd := n.Cmd.(type) {
	case nil:
		w.simple(nil, c, st)
	case *syntax.CallExpr:
		out = w.simple(cmd, c, st)
	default:
		if len(c.Writes)+len(c.Reads) > 0 { // of a group: nobody's argument, still a write
			w.note(Command{Writes: c.Writes, Reads: c.Reads, Dirs: st.dirs, Depth: w.depth, Value: c.Value})
		}
		out = w.compound(n, st, c.In)
	}
	for _, o := range c.output {
		w.writes(o, out)
	}
	if !kept {
		out = flow{value: out.value}
	}
	return out
}

// compound follows everything that is no simple command.
func (w *walker) compound(n *syntax.Stmt, st *state, in Feed) flow {
	switch cmd := n.Cmd.(type) {
	case *syntax.Block:
		return w.stmts(cmd.Stmts, st, in)
	case *syntax.Subshell:
		return w.stmts(cmd.Stmts, st.clone(), in)
	case *syntax.BinaryCmd:
		return w.binary(cmd, st, in)
	case *syntax.IfClause:
		w.branch(cmd, st, in)
	case *syntax.WhileClause:
		w.loop(st, func() { w.stmts(cmd.Cond, st, in); w.stmts(cmd.Do, st, in) })
	case *syntax.ForClause:
		w.forLoop(cmd, st, in)
	case *syntax.CaseClause:
		w.choice(cmd, st, in)
	case *syntax.FuncDecl:
		w.declare(cmd, st)
	case *syntax.DeclClause:
		w.declared(cmd, st)
	case *syntax.TimeClause:
		if cmd.Stmt != nil {
			return w.stmt(cmd.Stmt, st, in)
		}
	case *syntax.CoprocClause:
		if cmd.Name != nil {
			w.sets(cmd.Name.Lit())
		}
		w.stmt(cmd.Stmt, st.clone(), in)
	case *syntax.TestDecl:
		w.stmt(cmd.Body, st.clone(), in)
	case nil:
	default: // [[ ]], (( )), let
		w.calculate(cmd, st)
	}
	return flow{}
}

// binary follows && || and pipes.
func (w *walker) binary(n *syntax.BinaryCmd, st *state, in Feed) flow {
	if !w.spend(16 + 4*st.size()) {
		return flow{}
	}
	switch n.Op {
	case syntax.Pipe, syntax.PipeAll:
		return piped(w, n, st, in)
	}
	yes, no, out := w.ways(&syntax.Stmt{Cmd: n}, st, in)
	*st = *either(yes, no)
	return out
}

// ways follows a condition: what is known where it held, and where it did not; nil
// if a script never comes there.
func (w *walker) ways(n *syntax.Stmt, st *state, in Feed) (yes, no *state, out flow) {
	cmd, ok := n.Cmd.(*syntax.BinaryCmd)
	if !ok || cmd.Op != syntax.AndStmt && cmd.Op != syntax.OrStmt || n.Negated || n.Background || len(n.Redirs) > 0 {
		before := st.clone()
		out = w.stmt(n, st, in)
		switch firstLit(n) {
		case "cd", "pushd":
			return st, before, out
		case "exit", "return":
			return nil, nil, out
		}
		return st, st.clone(), out
	}
	yes, no, out = w.ways(cmd.X, st, in)
	next := yes
	if cmd.Op == syntax.OrStmt {
		next = no
	}
	if next == nil { // never reached; it is looked at all the same
		next = st.clone()
	}
	yes2, no2, out2 := w.ways(cmd.Y, next.clone(), in)
	if cmd.Op == syntax.OrStmt {
		return either(yes, yes2), no2, flow{}
	}
	out = w.bounded(flow{text: out.text + out2.text, known: out.known && out2.known, value: out.value || out2.value})
	return yes2, either(no, no2), out
}

// either is what is known after one of two ways.
func either(a, b *state) *state {
	switch {
	case a == nil && b == nil:
		return &state{dirs: []string{""}}
	case a == nil:
		return b
	case b == nil:
		return a
	}
	c := a.clone()
	c.merge(b)
	return c
}

// firstLit is the first word of a simple command, if it is plain.
func firstLit(n *syntax.Stmt) string {
	if call, ok := n.Cmd.(*syntax.CallExpr); ok && len(call.Args) > 0 {
		return call.Args[0].Lit()
	}
	return ""
}

// branch follows if: any way may have been taken.
func (w *walker) branch(n *syntax.IfClause, st *state, in Feed) {
	w.stmts(n.Cond, st, in)
	other := st.clone()
	w.stmts(n.Then, st, in)
	if n.Else != nil {
		w.branch(n.Else, other, in)
	}
	st.merge(other)
}

// loop follows what may run several times: twice, so that what a first round
// leaves is seen by the second.
func (w *walker) loop(st *state, round func()) {
	before := st.clone()
	round()
	if w.steps < maxAgain {
		round()
	} else {
		w.unread(tools.Say(tools.UnreadLoops))
	}
	st.merge(before)
}

// mostItems is how many words of a for are followed one by one.
const mostItems = 256

func (w *walker) forLoop(n *syntax.ForClause, st *state, in Feed) {
	iter, ok := n.Loop.(*syntax.WordIter)
	if ok {
		w.sets(iter.Name.Value)
	}
	if !ok {
		w.calculate(n.Loop, st)
		w.loop(st, func() { w.stmts(n.Do, st, in) })
		return
	}
	var items []Word
	for _, item := range iter.Items {
		items = append(items, w.expand(item, st)...)
	}
	if !iter.InPos.IsValid() && st.given {
		items = st.args
	}
	one := len(items) > 0 && len(items) <= mostItems && !n.Select
	value := false
	for _, item := range items {
		one = one && item.Known
		value = value || item.Value
	}
	if len(items) > mostItems || w.steps > maxAgain {
		w.unread(tools.Say(tools.UnreadLoopWords))
	}
	if !one || w.steps > maxAgain {
		for _, item := range items { // each may be a target, as far as it is known
			st.set(iter.Name.Value, item)
			if item.Known || w.steps > maxAgain {
				continue
			}
			w.stmts(n.Do, st, in)
		}
		st.forget(iter.Name.Value, value)
		w.loop(st, func() { w.stmts(n.Do, st, in) })
		return
	}
	before := st.clone()
	for _, item := range items {
		st.set(iter.Name.Value, item)
		w.stmts(n.Do, st, in)
	}
	before.set(iter.Name.Value, items[len(items)-1])
	st.merge(before)
}

func (w *walker) choice(n *syntax.CaseClause, st *state, in Feed) {
	w.expand(n.Word, st)
	before := st.clone()
	for _, item := range n.Items {
		for _, p := range item.Patterns {
			w.expand(p, st)
		}
		way := before.clone()
		w.stmts(item.Stmts, way, in)
		st.merge(way)
	}
}

// declare keeps a function, and follows it as if it ran.
func (w *walker) declare(n *syntax.FuncDecl, st *state) {
	if n.Name == nil { // other shells know functions without a name
		w.doubt(tools.Say(tools.DoubtFunction), w.fromValue(n))
		return
	}
	st.define(n.Name.Value, n.Body)
	inner := st.clone()
	inner.args, inner.given = nil, false
	w.active = append(w.active, frame{n.Name.Value, w.forks})
	w.stmt(n.Body, inner, Feed{})
	w.active = w.active[:len(w.active)-1]
}

// call follows the body of a function. One that is running already and starts
// itself in a pipe or in the background is a bomb.
func (w *walker) call(name string, st *state, in Feed) flow {
	for _, f := range w.active {
		if f.name == name {
			w.Bomb = w.Bomb || w.forks > f.forks
			return flow{}
		}
	}
	if len(w.active) >= maxDepth || w.steps > maxAgain {
		w.unread(tools.Say(tools.UnreadFunctions))
		return flow{}
	}
	w.active = append(w.active, frame{name, w.forks})
	out := w.stmt(st.funcs[name], st, in)
	w.active = w.active[:len(w.active)-1]
	return out
}

// declared follows export, declare and their like.
func (w *walker) declared(n *syntax.DeclClause, st *state) {
	c := Command{Args: []Word{{Text: n.Variant.Value, Known: true}}, Dirs: st.dirs, Depth: w.depth, Value: w.fromValue(n)}
	for _, a := range n.Args {
		if a.Name == nil {
			c.Args = append(c.Args, w.expand(a.Value, st)...)
			continue
		}
		text := a.Name.Value
		if !a.Naked {
			v := w.assign(a, st).Text
			text += "=" + v
			if a.Array == nil && strings.HasPrefix(v, "(") { // with -a, bash reads it as a list
				evaluates(w, v, st, w.fromValue(a))
			}
		}
		c.Args = append(c.Args, Word{Text: text, Known: true, Value: w.fromValue(a)})
	}
	st.lost = st.lost || refers(c.Args[1:])
	w.note(c)
	newLaunch(w, c, st).settings(c.Args[1:])
}

// calculate follows what arithmetic and tests hold. Text in them is read again
// by bash, with the commands in it.
func (w *walker) calculate(n syntax.Node, st *state) {
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Word:
			for _, x := range w.expand(n, st) {
				v := st.vars[x.Text] // a name
				if strings.ContainsAny(x.Text+v.Text, "`") || strings.Contains(x.Text+v.Text, "$(") && x.Known {
					w.doubt(tools.Say(tools.DoubtCalculates), x.Value || v.Value)
					evaluates(w, x.Text+"\n"+v.Text, st, x.Value || v.Value)
				}
			}
			return false
		case *syntax.BinaryArithm:
			if name, ok := n.X.(*syntax.Word); ok && strings.HasSuffix(n.Op.String(), "=") {
				w.sets(name.Lit())
				st.forget(name.Lit(), w.fromValue(n))
			}
		case *syntax.UnaryArithm:
			if name, ok := n.X.(*syntax.Word); ok {
				w.sets(name.Lit())
				st.forget(name.Lit(), w.fromValue(n))
			}
		}
		return true
	})
}
