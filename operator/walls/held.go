package walls

import (
	"os"
	"path/filepath"
	"slices"

	"handrail/internal/proc"
	"handrail/internal/sandbox"
	"handrail/internal/steady"
	"handrail/operator/paths"
	"handrail/tools"
)

// Held says what rooms keep from programs now, for each rule about files in the order of the
// rules.
func (s *Space) Held() []Held { return holdingOf(s).rules }

// holdingOf is what rules about files keep from the programs of the space now. What lies in its
// temporary folder is the programs' own.
func holdingOf(s *Space) holding {
	roots := slices.DeleteFunc(slices.Clone(s.c.Roots()), func(root string) bool { return root == s.c.Temp })
	return s.tree.holding(s.c.Rules(), roots, s.k.c.Home)
}

// hold makes a profile keep what rules about files say.
func hold(s *Space, p *sandbox.Profile) {
	holdTwins(s, p)
	h := holdingOf(s)
	p.Conceal = h.conceal
	if len(h.protect) > 0 {
		p.Protect = outermost(slices.Concat(p.Protect, h.protect))
	}
	if h.reading {
		roots := s.c.Roots()
		kept := func(path string) bool { return path != s.c.Temp && slices.Contains(roots, path) }
		for _, path := range p.Write {
			if kept(path) && !slices.Contains(p.Read, path) {
				p.Read = append(p.Read, path)
			}
		}
		p.Write = slices.DeleteFunc(slices.Clone(p.Write), kept)
	}
}

// holdTwins makes a profile keep the other names of files that it keeps from being changed: who writes by one name
// changes what the other one shows. What Handrail pins it knows by what it says, and shows a copy of it where that runs.
func holdTwins(s *Space, p *sandbox.Profile) {
	data, err := filepath.EvalSymlinks(s.k.c.Dirs.Data)
	if err != nil {
		data = s.k.c.Dirs.Data
	}
	roots := slices.DeleteFunc(slices.Clone(p.Write), func(path string) bool { return paths.Within(path, []string{data, s.c.Temp}) })
	if len(roots) == 0 {
		return
	}
	kept := slices.Concat(p.Protect, p.Places())
	pinned := pinnedFiles(s)
	var files []os.FileInfo
	for _, at := range kept {
		if !pinned[at] {
			files = append(files, linkedFiles(&s.tops, at, pinned)...)
		}
	}
	if len(files) == 0 {
		return
	}
	for _, at := range s.twins.twins(files, roots) {
		if !paths.Within(at, kept) {
			p.Protect = append(p.Protect, at)
		}
	}
	p.Protect = outermost(p.Protect)
}

// pinnedFiles are the paths in the space of what Handrail pins.
func pinnedFiles(s *Space) map[string]bool {
	list := map[string]bool{}
	_, declared := s.c.Current()
	for _, i := range declared.Inventory() {
		if real, ok := paths.Below(s.c.Dir, i.File); ok {
			list[real] = true
		}
	}
	return list
}

// linkedFiles are the files with other names among what a room keeps: a file, or those in a folder, as far as links are
// looked for there.
func linkedFiles(l *steady.Listings, at string, pinned map[string]bool) (list []os.FileInfo) {
	info, err := os.Lstat(at)
	if err != nil {
		return nil
	}
	if !info.IsDir() {
		if isTwin(info) {
			list = append(list, info)
		}
		return list
	}
	queue := []string{at}
	for seen := 0; len(queue) > 0 && seen < mostLinked; queue = queue[1:] {
		in, err := l.Read(queue[0])
		if err != nil {
			continue // it cannot be written either
		}
		seen += len(in.Names) + 1
		for _, name := range in.Names[:min(len(in.Names), mostLinked)] {
			below := filepath.Join(queue[0], name)
			switch {
			case pinned[below]:
			case slices.Contains(in.Dirs, name):
				queue = append(queue, below)
			case slices.Contains(in.Links, name):
			default:
				list = append(list, linkedFiles(l, below, nil)...)
			}
		}
	}
	return list
}

// linkedBelow are the files in a folder that have other names, by which somebody writes who cannot write the folder.
func linkedBelow(dir string) (list []string) {
	entries, _ := steady.ReadDir(dir, 0) // a file has none
	for _, e := range entries {
		if info, err := e.Info(); err == nil && isTwin(info) {
			list = append(list, filepath.Join(dir, e.Name()))
		}
	}
	return list
}

// HoldsFiles says why programs are not held to rules about files on this machine; "" if they
// are.
func (k *Keeper) HoldsFiles() string {
	switch report := k.report(); {
	case !report.Holds():
		return k.Unwalled()
	case !report.HoldsPaths():
		return tools.Say(tools.WhyNoFileWalls).String()
	}
	return ""
}

// ruleRefusal says which path rules about files have kept from a program, if what it printed
// tells so.
func ruleRefusal(s *Space, p sandbox.Profile, o proc.Outcome) error {
	s.tree.mu.Lock()
	h := s.tree.last
	s.tree.mu.Unlock()
	if len(h.rules) == 0 {
		return nil
	}
	text := o.Stderr.Text + "\n" + o.Stdout.Text
	for _, path := range append(pathsIn(refusedPath, text), pathsIn(busyPath, text)...) {
		if is, ok := protectedBy(path, sandbox.Profile{Protect: p.Conceal, Write: p.Write}); ok {
			return tools.Errorf(tools.PermissionDenied, "a rule keeps %s from programs: they can neither read nor change it", is)
		}
		is, ok := protectedBy(path, sandbox.Profile{Protect: h.protect, Write: p.Write})
		if whole := path; !ok && h.reading {
			if !filepath.IsAbs(path) {
				whole = filepath.Join(s.c.Dir, path)
			}
			is, ok = path, paths.Within(whole, s.c.Roots())
		}
		if ok {
			return tools.Errorf(tools.PermissionDenied, "a rule keeps programs from changing %s", is)
		}
	}
	return nil
}
