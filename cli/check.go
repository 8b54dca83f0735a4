package cli

import "fmt"

// checkCmd loads a space and prints what is wrong with it.
type checkCmd struct {
	Dir string `arg:"" optional:"" help:"The space's folder." type:"path"`
}

// Run prints each problem as file:line: text, and fails if one is an error.
func (c checkCmd) Run(s *session) (err error) {
	o, space, err := s.openSpace(c.Dir)
	if err != nil {
		return err
	}
	defer closing(o, &err)
	problems := space.Problems()
	errs := 0
	for _, p := range problems {
		if p.Severity == "error" {
			errs++
		}
		if s.app.JSON {
			if err := s.print(p); err != nil {
				return err
			}
			continue
		}
		place := p.File
		if p.Line > 0 {
			place = fmt.Sprintf("%s:%d", p.File, p.Line)
		}
		fmt.Fprintf(s.Stdout, "%s: %s: %s\n", clean(place), p.Severity, clean(withAction(p.Text, p.Action)))
	}
	if len(problems) == 0 {
		fmt.Fprintf(s.Stderr, "%s: no problems\n", clean(space.Dir()))
	}
	if errs > 0 {
		return exit(ExitFailed)
	}
	return nil
}
