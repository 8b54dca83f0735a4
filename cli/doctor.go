package cli

import (
	"cmp"
	"fmt"

	"handrail/operator/doctor"
)

// doctorCmd says what works here.
type doctorCmd struct{}

// A finding is one of the doctor's, with what to do about it in words.
type finding struct {
	doctor.Finding
	Action string `json:"action,omitempty"`
}

// Run prints each finding with what to do about it.
func (doctorCmd) Run(s *session) (err error) {
	o, space, err := s.openAnywhere()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	area := ""
	for _, f := range doctor.New(o.Operator).Examine(s.ctx, space) {
		todo := cmp.Or(f.Advice, actionWords(f.Action))
		if s.app.JSON {
			if err := s.print(finding{f, todo}); err != nil {
				return err
			}
			continue
		}
		if f.Area != area {
			area = f.Area
			fmt.Fprintf(s.Stdout, "\n%s\n", area)
		}
		fmt.Fprintf(s.Stdout, "  %-7s  %s: %s\n", f.State, clean(f.Name), clean(f.Text))
		if todo != "" {
			fmt.Fprintf(s.Stdout, "           → %s\n", clean(todo))
		}
	}
	return nil
}
