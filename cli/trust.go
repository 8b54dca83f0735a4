package cli

import (
	"fmt"
	"strings"

	"handrail/internal/terminal"
	"handrail/operator"
	"handrail/operator/trust"
	"handrail/operator/walls"
)

type spaceTrustCmd struct {
	Dir  string   `arg:"" optional:"" help:"The space's folder." type:"path"`
	Yes  bool     `help:"Trust exactly what is shown, without asking."`
	Own  bool     `help:"Also trust your own edits automatically: changes made while no call runs count as yours."`
	Only []string `help:"Trust only these; the rest stays held back." placeholder:"KIND/NAME" sep:"none"`
	Show bool     `help:"Only show what is trusted and what changed."`
}

// Run shows exactly what will be able to run, or what changed since it was
// trusted, asks, and trusts it.
func (c spaceTrustCmd) Run(s *session) (err error) {
	if !c.Show {
		if err := s.notInRoom(); err != nil {
			return err
		}
	}
	o, space, err := s.openSpace(c.Dir)
	if err != nil {
		return err
	}
	defer closing(o, &err)
	inv := space.Trust().State().Inventory() // before the changes: what is shown later than this is refused
	changes := space.Trust().Changes()
	switch level := space.Trust().State().Level(); {
	case c.Show && s.app.JSON:
		return s.print(trustLines(space, changes))
	case c.Show && level == trust.Untrusted:
		s.showInventory(space, inv, nil)
		return nil
	case c.Show:
		s.showTrusted(space, changes)
		return nil
	case level == trust.Untrusted:
		s.showInventory(space, inv, c.Only)
	case len(changes) == 0 && (!c.Own || space.Trust().State().Own()):
		fmt.Fprintf(s.Stderr, "%s: %s; nothing to do\n", visible(space.Dir()), level.Words())
		return nil
	case len(changes) == 0:
		return s.makeOwn(space)
	default:
		s.showChanges(space, changes, c.Only)
	}
	if !c.Yes && !s.saysYes("Trust it?") {
		if space.Trust().State().Level() == trust.Untrusted {
			fmt.Fprintln(s.Stderr, "Not trusted: its tools are listed, but don't run.")
		} else {
			fmt.Fprintln(s.Stderr, "Still held back. To restore a file: handrail space restore FILE")
		}
		return exit(ExitRefused)
	}
	if err := space.Trust().Approve(s.ctx, inv.Digest, c.Only...); err != nil {
		return err
	}
	fmt.Fprintln(s.Stderr, "Trusted.")
	if c.Own {
		return s.makeOwn(space)
	}
	return nil
}

func (s *session) makeOwn(space *operator.Space) error {
	if err := space.Trust().SetOwn(s.ctx, true); err != nil {
		return err
	}
	fmt.Fprintln(s.Stderr, "Your own edits are trusted automatically from now on.")
	return nil
}

// notInRoom refuses to answer for the person inside our own walls.
func (s *session) notInRoom() error {
	if !walls.InRoom() {
		return nil
	}
	fmt.Fprintln(s.Stderr, "handrail: this is refused: an agent started this program (it runs in Handrail's sandbox), and only you can do this")
	return exit(ExitRefused)
}

// chosen reports whether an item is among those that were named; none is all.
func chosen(only []string, kind, name string) bool {
	if len(only) == 0 {
		return true
	}
	for _, o := range only {
		if o == kind+"/"+name {
			return true
		}
	}
	return false
}

func (out *printer) showInventory(space *operator.Space, inv trust.Inventory, only []string) {
	fmt.Fprintf(out.env.Stdout, "If you trust %s, these can run, or are read by a model as instructions:\n\n", visible(space.Dir()))
	for _, i := range inv.Items {
		if chosen(only, i.Kind, i.Name) {
			out.showItem(i, true)
		}
	}
	for _, note := range inv.Notes {
		fmt.Fprintf(out.env.Stdout, "\n%s\n", note)
	}
}

// showItem shows an item; whole says that all of a definition is, whose words steer a model.
func (out *printer) showItem(i operator.Item, whole bool) {
	sum := ""
	if i.SHA256 != "" {
		sum = fmt.Sprintf(", sha256 %.12s", i.SHA256)
	}
	fmt.Fprintf(out.env.Stdout, "  %-7s %s  (%s%s)\n", i.Kind, visible(i.Name), visible(i.File), sum)
	for line := range strings.Lines(i.Detail) {
		fmt.Fprintf(out.env.Stdout, "          %s\n", visible(strings.TrimRight(line, "\n")))
	}
	if whole && i.Whole != "" {
		fmt.Fprintln(out.env.Stdout)
		for line := range strings.Lines(strings.TrimRight(i.Whole, "\n")) {
			fmt.Fprintf(out.env.Stdout, "          | %s\n", visible(strings.TrimRight(line, "\n")))
		}
		fmt.Fprintln(out.env.Stdout)
	}
}

func (out *printer) showChanges(space *operator.Space, changes []trust.Change, only []string) {
	head := "Changed in %s since you trusted it, and held back:\n"
	if space.Trust().State().Level() == trust.NotNeeded {
		head = "New in %s, and held back:\n"
	}
	fmt.Fprintf(out.env.Stdout, head, visible(space.Dir()))
	for _, c := range changes {
		if !chosen(only, c.Kind, c.Name) {
			continue
		}
		fmt.Fprintf(out.env.Stdout, "\n%s %s/%s  (%s)\n  %s\n", c.Status, c.Kind, visible(c.Name), visible(c.File), visible(c.Reason))
		if c.During != "" {
			fmt.Fprintf(out.env.Stdout, "  It doesn't count as your own edit: %s.\n", visible(c.During))
		}
		for line := range strings.Lines(c.Diff) {
			fmt.Fprintf(out.env.Stdout, "  %s\n", visible(strings.TrimRight(line, "\n")))
		}
	}
}

func (out *printer) showTrusted(space *operator.Space, changes []trust.Change) {
	fmt.Fprintf(out.env.Stdout, "%s: %s\n", visible(space.Dir()), space.Trust().State().Level().Words())
	if at := space.Trust().State().TrustedAt(); !at.IsZero() {
		fmt.Fprintf(out.env.Stdout, "Last reviewed on %s.\n", at.Local().Format("2006-01-02 15:04"))
	}
	if space.Trust().State().Own() {
		fmt.Fprintln(out.env.Stdout, "Your own edits are trusted automatically.")
	}
	for _, i := range space.Trust().State().Trusted() {
		out.showItem(i, false)
	}
	if len(changes) > 0 {
		fmt.Fprintln(out.env.Stdout)
		out.showChanges(space, changes, nil)
	}
}

// trustState is what --json shows of a space's trust.
type trustState struct {
	Space string        `json:"space"`
	Trust string        `json:"trust"`
	Own   bool          `json:"own"`
	Items []trustedItem `json:"items"`
	// Offered is what could run, of a space that is not trusted.
	Offered []trustedItem `json:"offered,omitempty"`
	Changes []changedItem `json:"changes"`
}

type trustedItem struct {
	Kind   string `json:"kind"`
	Name   string `json:"name"`
	File   string `json:"file"`
	SHA256 string `json:"sha256"`
	Detail string `json:"detail,omitempty"` // what it runs, says, or may call
	Whole  string `json:"whole,omitempty"`  // all of an agent's or a skill's file
}

type changedItem struct {
	Kind       string `json:"kind"`
	Name       string `json:"name"`
	File       string `json:"file"`
	Status     string `json:"status"`
	Reason     string `json:"reason"`
	During     string `json:"during,omitempty"`
	Restorable bool   `json:"restorable"`
	Difference string `json:"difference"`
}

func trustLines(space *operator.Space, changes []trust.Change) trustState {
	out := trustState{Space: space.Dir(), Trust: string(space.Trust().State().Level()), Own: space.Trust().State().Own(), Items: []trustedItem{}, Changes: []changedItem{}}
	line := func(i operator.Item) trustedItem {
		return trustedItem{i.Kind, i.Name, i.File, i.SHA256, i.Detail, i.Whole}
	}
	for _, i := range space.Trust().State().Trusted() {
		out.Items = append(out.Items, line(i))
	}
	if space.Trust().State().Level() == trust.Untrusted {
		for _, i := range space.Trust().State().Inventory().Items {
			out.Offered = append(out.Offered, line(i))
		}
	}
	for _, c := range changes {
		out.Changes = append(out.Changes, changedItem{c.Kind, c.Name, c.File, c.Status, c.Reason, c.During, c.Restorable, c.Diff})
	}
	return out
}

// visible is clean, and shows blanks of other widths and line breaks as well: for what the
// person approves. A name in it begins no line, so it can pass for none of a list.
func visible(text string) string {
	parts := strings.Split(text, "\t")
	for i := range parts {
		parts[i] = terminal.Line(parts[i])
	}
	return strings.Join(parts, "\t")
}

type spaceDistrustCmd struct {
	Dir string `arg:"" optional:"" help:"The space's folder." type:"path"`
}

// Run forgets what was trusted.
func (c spaceDistrustCmd) Run(s *session) (err error) {
	if err := s.notInRoom(); err != nil {
		return err
	}
	o, space, err := s.openSpace(c.Dir)
	if err != nil {
		return err
	}
	defer closing(o, &err)
	if err := space.Trust().Distrust(s.ctx); err != nil {
		return err
	}
	fmt.Fprintf(s.Stderr, "%s: %s\n", visible(space.Dir()), space.Trust().State().Level().Words())
	return nil
}

type spaceRestoreCmd struct {
	File string `arg:"" help:"The file, relative to the space."`
}

// Run puts one file back.
func (c spaceRestoreCmd) Run(s *session) (err error) {
	if err := s.notInRoom(); err != nil {
		return err
	}
	o, space, err := s.openSpace("")
	if err != nil {
		return err
	}
	defer closing(o, &err)
	if err := space.Trust().Restore(s.ctx, c.File); err != nil {
		return err
	}
	fmt.Fprintf(s.Stderr, "Restored %s to the version that you trusted.\n", clean(c.File))
	return nil
}
