package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"handrail/operator"
	"handrail/operator/machines"
	"handrail/operator/settings"
)

// machinesCmd is the person's other machines (docs/spec/13-journal.md#questions-on-other-machines).
type machinesCmd struct {
	List   machinesListCmd   `cmd:"" default:"1" help:"List the machines that are paired with this one, and whether the server is reached."`
	Server machinesServerCmd `cmd:"" help:"Set the NATS server that your machines reach, or \"none\"."`
	Pair   machinesPairCmd   `cmd:"" help:"Pair this machine with another one: run it here, then there with the number that it shows."`
	Record machinesRecordCmd `cmd:"" help:"Print what a paired machine has recorded, if it was set up with --record, as JSON lines."`
	Outbox machinesOutboxCmd `cmd:"" help:"List messages that wait in the outboxes of your other machines, and decide on them."`
	Unpair machinesUnpairCmd `cmd:"" help:"Part this machine from another one: nothing that it says counts from then on."`
}

// serverPatience is how long the command line waits for the server.
const serverPatience = 10 * time.Second

type machinesListCmd struct{}

// machineLine is a machine in JSON.
type machineLine struct {
	Name   string    `json:"name"`
	ID     string    `json:"id"`
	Paired time.Time `json:"paired"`
}

// Run lists machines.
func (machinesListCmd) Run(s *session) (err error) {
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	desk := operator.MachinesOf(o)
	peers, err := desk.Peers(s.ctx)
	if err != nil {
		return err
	}
	set, _, err := o.Settings().Load()
	if err != nil {
		return err
	}
	reached, problem := false, ""
	if err := set.Machines.Check(); err != nil {
		problem = err.Error()
	} else if len(peers) > 0 && set.Machines.URL != "" {
		err := connectTo(s, desk)
		if reached = err == nil; err != nil {
			problem = err.Error()
		}
	}
	lines := []machineLine{}
	for _, p := range peers {
		lines = append(lines, machineLine{p.Name, p.ID, p.Paired})
	}
	if s.app.JSON {
		return s.print(map[string]any{"name": desk.Name(), "server": set.Machines.URL, "reached": reached, "problem": problem, "machines": lines})
	}
	switch {
	case problem != "":
		fmt.Fprintf(s.Stderr, "The server is not reached: %s\n", clean(problem))
	case set.Machines.URL == "":
		fmt.Fprintln(s.Stderr, "No server is set. To set one: handrail machines server tls://HOST:4222 --credentials SECRET")
	case len(peers) == 0:
		fmt.Fprintln(s.Stderr, "No machine is paired with this one. To pair one: handrail machines pair")
	default:
		fmt.Fprintf(s.Stderr, "This is %s. The server %s is reached.\n", clean(desk.Name()), clean(set.Machines.URL))
	}
	if len(lines) == 0 {
		return nil
	}
	w := tabwriter.NewWriter(s.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tID\tPAIRED")
	for _, l := range lines {
		fmt.Fprintf(w, "%s\t%s\t%s\n", clean(l.Name), l.ID, l.Paired.Local().Format("2006-01-02 15:04"))
	}
	return w.Flush()
}

// connectTo exchanges letters with the server.
func connectTo(s *session, desk *machines.Desk) error {
	ctx, stop := context.WithTimeout(s.ctx, serverPatience)
	defer stop()
	return desk.Connect(ctx)
}

type machinesServerCmd struct {
	URL         string `arg:"" help:"Such as tls://nats.example.com:4222; nats:// on this machine only; none: no server."`
	Credentials string `help:"The name of the secret that holds the server's credentials: a .creds file's text, an nkey's seed, user:password, or a token." placeholder:"SECRET"`
	CA          string `name:"ca" help:"A file of certificates in PEM that sign the server's." placeholder:"FILE"`
	Name        string `help:"What your other machines call this one, instead of its host name."`
	Record      bool   `help:"Let your paired machines read what is recorded on this one."`
}

// Run sets the server.
func (c machinesServerCmd) Run(s *session) (err error) {
	if err := ownHand("setting the server of your machines"); err != nil {
		return err
	}
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	m := settings.Machines{Name: c.Name, Record: c.Record}
	if c.URL != "none" {
		m.URL = c.URL
		if c.Credentials != "" {
			m.Credentials = "${secret:" + c.Credentials + "}"
		}
		if m.CA = c.CA; m.CA != "" && !filepath.IsAbs(m.CA) {
			m.CA = filepath.Join(s.Dir, m.CA)
		}
	}
	if err := m.Check(); err != nil {
		return usage{err}
	}
	if _, err := o.Settings().Update(func(set *settings.Settings) error { set.Machines = m; return nil }); err != nil {
		return err
	}
	if c.URL == "none" {
		fmt.Fprintln(s.Stderr, "No server is set now.")
		return nil
	}
	fmt.Fprintln(s.Stderr, "Set. To pair a machine: handrail machines pair")
	return nil
}

type machinesPairCmd struct {
	Number string `arg:"" optional:"" help:"The number that the other machine shows; none on the first."`
}

// Run pairs this machine with another one. The person compares, at a terminal.
func (c machinesPairCmd) Run(s *session) (err error) {
	if err := ownHand("pairing machines"); err != nil {
		return err
	}
	if c.Number != "" {
		if err := machines.CheckInvitation(c.Number); err != nil {
			return usage{err}
		}
	}
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	if !s.atTerminal() {
		fmt.Fprintln(s.Stderr, "Nothing was paired: there is no terminal to compare the code in.")
		return exit(ExitRefused)
	}
	peer, err := operator.MachinesOf(o).Pair(s.ctx, c.Number, func(number string) {
		fmt.Fprintf(s.Stderr, "On the other machine, with the same server: handrail machines pair %s\n", number)
	}, func(_ context.Context, code, other string) bool {
		return s.saysYes(fmt.Sprintf("The other machine calls itself %s. Both show this code:\n\n    %s\n\nDoes the other machine show the same?", clean(other), code))
	})
	if errors.Is(err, machines.ErrNotPaired) {
		fmt.Fprintln(s.Stderr, "Nothing was paired: the code was not confirmed on both machines.")
		return exit(ExitRefused)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(s.Stderr, "Paired with %s. What waits on either stands on both: handrail inbox\n", clean(peer.Name))
	return nil
}

type machinesRecordCmd struct {
	Name   string `arg:"" help:"The machine's name, or the beginning of its id."`
	Follow bool   `help:"Go on with what comes, until you interrupt it."`
}

// Run prints events.
func (c machinesRecordCmd) Run(s *session) (err error) {
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	desk := operator.MachinesOf(o)
	peer, err := desk.Find(s.ctx, c.Name)
	if err != nil {
		return usage{err}
	}
	if err := connectTo(s, desk); err != nil {
		fmt.Fprintf(s.Stderr, "The server cannot be reached now, so this may be old: %s\n", clean(err.Error()))
	}
	for e, err := range desk.Record(s.ctx, peer, c.Follow) {
		if err != nil {
			return err
		}
		if err := s.print(e); err != nil {
			return err
		}
	}
	return nil
}

type machinesUnpairCmd struct {
	Name string `arg:"" help:"The machine's name, or the beginning of its id."`
}

// Run parts two machines, and tells the other one if it can be reached.
func (c machinesUnpairCmd) Run(s *session) (err error) {
	if err := ownHand("unpairing machines"); err != nil {
		return err
	}
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	desk := operator.MachinesOf(o)
	peer, err := desk.Find(s.ctx, c.Name)
	if err != nil {
		return usage{err}
	}
	if err := desk.Unpair(s.ctx, peer); err != nil {
		return err
	}
	fmt.Fprintf(s.Stderr, "Unpaired: nothing that %s says counts any more.\n", clean(peer.Name))
	if err := connectTo(s, desk); err != nil {
		fmt.Fprintf(s.Stderr, "%s is told when the server is reached again.\n", clean(peer.Name))
	}
	return nil
}

// machinesOutboxCmd is what waits in the outboxes of other machines.
type machinesOutboxCmd struct {
	List  machinesOutboxListCmd  `cmd:"" default:"1" help:"List messages that wait on your other machines, could not be sent, or may have been sent."`
	Retry machinesOutboxRetryCmd `cmd:"" help:"Have their machine try messages again, also those that may have been sent."`
	Drop  machinesOutboxDropCmd  `cmd:"" help:"Have their machine forget messages that were not sent."`
}

type machinesOutboxListCmd struct{}

// theirLine is a message of another machine in JSON.
type theirLine struct {
	Machine string `json:"machine"`
	machines.Message
}

// Run lists messages, those of each machine oldest first.
func (machinesOutboxListCmd) Run(s *session) (err error) {
	o, desk, err := openInbox(s)
	if err != nil {
		return err
	}
	defer closing(o, &err)
	all, err := desk.Outboxes().All(s.ctx)
	if err != nil {
		return err
	}
	lines, more := []theirLine{}, 0
	for _, out := range all {
		for _, m := range out.Messages {
			lines = append(lines, theirLine{out.Machine, m})
		}
		more += out.More
	}
	if s.app.JSON {
		return s.print(map[string]any{"messages": lines, "more": more})
	}
	if len(lines) == 0 {
		fmt.Fprintln(s.Stderr, "Nothing waits in the outboxes of your other machines.")
		return nil
	}
	w := tabwriter.NewWriter(s.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tMACHINE\tSTATE\tCHANNEL\tWRITTEN\tTEXT\tWHY")
	for _, l := range lines {
		state := l.State
		if l.Asked != "" {
			state += ", asked to " + string(l.Asked)
		}
		text := cut(strings.ReplaceAll(l.Text, "\n", " "), 60)
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", clean(l.ID), clean(l.Machine), clean(state), clean(strings.TrimSpace(l.Channel+" "+l.Chat)), l.Created.Local().Format("2006-01-02 15:04"), clean(text), clean(l.Reason))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if more > 0 {
		fmt.Fprintf(s.Stderr, "%d more wait there.\n", more)
	}
	return nil
}

type machinesOutboxRetryCmd struct {
	ID []string `arg:"" help:"The messages' ids."`
}

// Run asks for it, once for each.
func (c machinesOutboxRetryCmd) Run(s *session) error { return askOutboxes(s, c.ID, machines.RetryIt) }

type machinesOutboxDropCmd struct {
	ID []string `arg:"" help:"The messages' ids."`
}

// Run asks for it, once for each.
func (c machinesOutboxDropCmd) Run(s *session) error { return askOutboxes(s, c.ID, machines.DropIt) }

// askOutboxes has other machines do something with their messages.
func askOutboxes(s *session, ids []string, order machines.Order) (err error) {
	if err := ownHand("changing the outbox"); err != nil {
		return err
	}
	o, desk, err := openInbox(s)
	if err != nil {
		return err
	}
	defer closing(o, &err)
	for _, id := range ids {
		peer, err := desk.Outboxes().Ask(s.ctx, id, order)
		if err != nil {
			return usage{err}
		}
		fmt.Fprintf(s.Stderr, "%s is asked to %s %s, and does it when it hears of that.\n", clean(peer.Name), order, clean(id))
	}
	return nil
}
