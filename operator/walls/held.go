package walls

import (
	"path/filepath"
	"slices"

	"handrail/internal/proc"
	"handrail/internal/sandbox"
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
