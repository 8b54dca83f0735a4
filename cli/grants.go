package cli

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"handrail/operator"
	"handrail/operator/caps"
	"handrail/operator/permits"
	"handrail/operator/settings"
)

// grantsCmd is what the person has granted.
type grantsCmd struct {
	List   grantsListCmd   `cmd:"" default:"1" help:"List what you always allow, in all spaces."`
	Revoke grantsRevokeCmd `cmd:"" help:"Revoke a grant. It takes effect at once, everywhere."`
	Widen  grantsWidenCmd  `cmd:"" help:"Let every chat of a space use a file or folder that you picked for one."`
}

type grantsListCmd struct{}

// Run lists grants of every kind, the newest first.
func (grantsListCmd) Run(s *session) (err error) {
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	list, err := o.Permits().Grants(s.ctx)
	if err != nil {
		return err
	}
	if s.app.JSON {
		if list == nil {
			list = []permits.GrantLine{}
		}
		return s.print(map[string]any{"grants": list})
	}
	if len(list) == 0 {
		fmt.Fprintln(s.Stdout, "Nothing is always allowed.")
		return nil
	}
	w := tabwriter.NewWriter(s.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "GRANT\tWHAT\tSPACE\tCREATED\tUNTIL\tUSED")
	for _, g := range list {
		space, until, used := g.Space, "you revoke it", "not counted"
		if space == "" {
			space = "every space"
		}
		if !g.Until.IsZero() {
			until = g.Until.Local().Format(time.DateTime)
		}
		if g.Session != "" && g.Until.IsZero() {
			until = "the session ends"
		}
		if g.Session != "" && g.Kind == permits.PathGrant {
			space += ", one chat"
		}
		if g.Counted {
			used = fmt.Sprint(g.Count)
			if g.Count > 0 {
				used += ", last " + g.Last.Local().Format(time.DateTime)
			}
		}
		what := granted(g)
		if g.Idle != "" {
			what += " (not in effect: " + g.Idle + ")"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", g.ID, clean(what), clean(space), g.Made.Local().Format(time.DateTime), until, used)
	}
	return w.Flush()
}

type grantsRevokeCmd struct {
	ID string `arg:"" help:"The grant's id, as grants list shows it."`
}

// Run takes a grant back.
func (c grantsRevokeCmd) Run(s *session) (err error) {
	if err := whose(); err != nil {
		return err
	}
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	line, err := grantLine(s, o.Permits(), c.ID)
	if err != nil {
		return err
	}
	if err := o.Permits().RevokeGrant(s.ctx, c.ID); err != nil {
		return usage{err}
	}
	fmt.Fprintf(s.Stderr, "Revoked: %s.\n", clean(granted(line)))
	return nil
}

type grantsWidenCmd struct {
	ID string `arg:"" help:"The grant's id, as grants list shows it."`
}

// Run lets every chat use what was picked for one.
func (c grantsWidenCmd) Run(s *session) (err error) {
	if err := whose(); err != nil {
		return err
	}
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	line, err := grantLine(s, o.Permits(), c.ID)
	if err != nil {
		return err
	}
	if err := o.Permits().WidenPath(s.ctx, c.ID); err != nil {
		return usage{err}
	}
	fmt.Fprintf(s.Stderr, "Widened to every chat of %s: %s.\n", clean(line.Space), clean(granted(line)))
	return nil
}

// grantLine is a grant by its id; an empty one if there is none, about which whoever changes it says so.
func grantLine(s *session, book *permits.Book, id string) (permits.GrantLine, error) {
	list, err := book.Grants(s.ctx)
	at := slices.IndexFunc(list, func(g permits.GrantLine) bool { return g.ID == id })
	if err != nil || at < 0 {
		return permits.GrantLine{}, err
	}
	return list[at], nil
}

// granted words what a grant allows.
func granted(g permits.GrantLine) string {
	if g.Tool != "" {
		return g.Tool + ": " + g.Label
	}
	return g.Label
}

// capsCmd is how much agents use before they wait for the person.
type capsCmd struct {
	Show  capsShowCmd  `cmd:"" default:"1" help:"Show how much agents may use before you are asked, and what they have used today."`
	Set   capsSetCmd   `cmd:"" help:"Set a cap, such as 'run.calls 200', 'day.tokens 5000000' or 'day.cost 10'; 0 or none removes it."`
	Price capsPriceCmd `cmd:"" help:"Set what a model costs, in US dollars for a million tokens, so that its cost can be counted."`
}

type capsShowCmd struct{}

// capLine is a cap in JSON.
type capLine struct {
	Cap   string  `json:"cap"` // run.calls
	Space string  `json:"space,omitempty"`
	Most  float64 `json:"most"`
	Used  float64 `json:"used,omitempty"` // today, of a cap of a day
}

// Run lists the caps that are set.
func (capsShowCmd) Run(s *session) (err error) {
	o, space, err := s.openAnywhere()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	set, _, err := o.Settings().Load()
	if err != nil {
		return err
	}
	var lines []capLine
	add := func(dir string, c settings.Caps) error {
		used, err := operator.MeterOf(o.Operator).Today(s.ctx, dir)
		if err != nil {
			return err
		}
		for _, name := range caps.Names() {
			if most := *caps.Field(&c, name); most > 0 {
				lines = append(lines, capLine{name, dir, most, *caps.Field(&used, name)})
			}
		}
		return nil
	}
	if err := errors.Join(add("", set.Caps), add(space.Dir(), set.PerSpace[space.Dir()].Caps)); err != nil {
		return err
	}
	if s.app.JSON {
		if lines == nil {
			lines = []capLine{}
		}
		return s.print(map[string]any{"caps": lines})
	}
	if len(lines) == 0 {
		fmt.Fprintln(s.Stdout, "No cap is set: agents use what they use. To set one: handrail caps set run.calls 200")
		return nil
	}
	w := tabwriter.NewWriter(s.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "CAP\tOF\tMOST\tUSED TODAY")
	for _, l := range lines {
		of, used := "every space", ""
		if l.Space != "" {
			of = l.Space
		}
		if strings.HasPrefix(l.Cap, "day.") {
			used = number(l.Used)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", l.Cap, clean(of), number(l.Most), used)
	}
	return w.Flush()
}

// number is a number with at most six decimals.
func number(n float64) string {
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(n, 'f', 6, 64), "0"), ".")
}

type capsSetCmd struct {
	Cap  string `arg:"" help:"run or day, and calls, minutes, tokens or cost: day.cost."`
	Most amount `arg:"" help:"How much may be used before you are asked; 0 or none is no cap."`
	Here bool   `help:"Of this space only, beside what holds everywhere."`
}

// Run sets a cap.
func (c capsSetCmd) Run(s *session) (err error) {
	if err := whose(); err != nil {
		return err
	}
	if err := caps.Check(c.Cap, float64(c.Most)); err != nil {
		return usage{err}
	}
	o, space, err := s.openAnywhere()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	_, err = o.Settings().Update(func(set *settings.Settings) error {
		of := ""
		if c.Here {
			of = space.Dir()
		}
		return caps.Change(set, of, c.Cap, float64(c.Most))
	})
	switch {
	case err != nil:
		return err
	case c.Most == 0:
		fmt.Fprintf(s.Stderr, "Removed: %s has no cap.\n", c.Cap)
	default:
		fmt.Fprintf(s.Stderr, "Set: %s is %s.\n", c.Cap, number(float64(c.Most)))
	}
	return nil
}

// An amount is a number that a person writes.
type amount float64

// UnmarshalText implements encoding.TextUnmarshaler.
func (a *amount) UnmarshalText(text []byte) error {
	if *a = 0; string(text) == "none" {
		return nil
	}
	n, err := strconv.ParseFloat(string(text), 64)
	if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
		return fmt.Errorf("%q is not a number", text)
	}
	*a = amount(n)
	return nil
}

type capsPriceCmd struct {
	Model  string `arg:"" help:"The model, as PROVIDER/NAME."`
	Input  amount `arg:"" help:"US dollars for a million tokens that it reads."`
	Output amount `arg:"" help:"US dollars for a million tokens that it writes."`
}

// Run sets the price of a model.
func (c capsPriceCmd) Run(s *session) (err error) {
	if err := whose(); err != nil {
		return err
	}
	if c.Input < 0 || c.Output < 0 || !strings.Contains(c.Model, "/") {
		return usagef("name the model as PROVIDER/NAME, and prices that are not negative")
	}
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	_, err = o.Settings().Update(func(set *settings.Settings) error {
		if set.Models.Prices == nil {
			set.Models.Prices = map[string]settings.Price{}
		}
		set.Models.Prices[c.Model] = settings.Price{Input: float64(c.Input), Output: float64(c.Output)}
		return nil
	})
	if err == nil {
		fmt.Fprintf(s.Stderr, "Set: a million tokens of %s cost $%s to read and $%s to write.\n", clean(c.Model), number(float64(c.Input)), number(float64(c.Output)))
	}
	return err
}
