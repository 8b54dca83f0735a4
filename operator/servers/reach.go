package servers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"handrail/internal/gate"
	"handrail/internal/sandbox"
	"handrail/operator/walls"
	"handrail/tools"
)

// reachQuestionOf is what the person is asked.
func reachQuestionOf(server string, call tools.Call, targets []string) tools.Question {
	what, label := targets[0], "Always let "+server+" reach "+targets[0]
	if !strings.Contains(targets[0], ":") {
		label += ", at any port"
	}
	var effects []tools.Effect
	for _, at := range targets {
		effects = append(effects, tools.Effect{Kind: tools.EffectReach, Target: at})
	}
	detail := fmt.Sprintf("The server %s wants to connect to %s, which you have not allowed it yet. Its connection waits for your answer.\n\n", server, what)
	if len(targets) > 1 {
		what, label = fmt.Sprintf("%d hosts", len(targets)), "Always let "+server+" reach these hosts"
		shown := targets[:min(len(targets), mostNamed)]
		detail = fmt.Sprintf("The server %s wants to connect to %d hosts that you have not allowed it yet:\n  %s\n", server, len(targets), strings.Join(shown, "\n  "))
		if more := len(targets) - len(shown); more > 0 {
			detail += fmt.Sprintf("and %d more. Many hosts at once are unusual: if you don't expect this, refuse.\n", more)
		}
		detail += "\nIts connections wait for your answer.\n\n"
	}
	detail += "It can send there whatever it can read, and what its tools are given. If you allow it once, that counts until the calls of it that run now have ended. After a no you are not asked about it again: its calls say how to allow it then."
	detail = wrapped(detail)
	return tools.Question{
		ID: call.ID + "/reach/" + tools.Digest(targets...), Run: call.Run, Session: call.Session, Tool: call.Tool, Space: call.Space, Caller: call.Caller,
		Preview: tools.Preview{
			Title: fmt.Sprintf("May the server %s reach %s?", server, what), Detail: detail, Effects: effects, Digest: tools.Digest(append([]string{"reach", server}, targets...)...),
		},
		Reason: "its server reaches " + what, During: true, Present: true, Limit: tools.AnswerLimit, Yes: "Allow once",
		Offers: []tools.Offer{{ID: alwaysOffer, Label: label, Scope: "pattern", Until: "everywhere", Server: server}},
	}
}

// wrapped breaks a text between words, so that no dialog breaks it within one.
func wrapped(text string) string {
	const width = 74 // fits a terminal of 80 columns, behind the bar
	var out strings.Builder
	for line := range strings.Lines(text) {
		at := 0
		for i, word := range strings.Split(strings.TrimSuffix(line, "\n"), " ") {
			switch {
			case i > 0 && word != "" && at+1+len(word) > width:
				out.WriteString("\n")
				at = 0
			case i > 0:
				out.WriteString(" ")
				at++
			}
			out.WriteString(word)
			at += len(word)
		}
		if strings.HasSuffix(line, "\n") {
			out.WriteString("\n")
		}
	}
	return out.String()
}

// Reach implements walls.Servers: it may wait for the person.
func (l Lodgers) Reach(ctx context.Context, st *walls.Stay, host string, port int) (until <-chan struct{}, err error) {
	v, at, why := l.asked(st, host, port)
	if v == nil {
		return nil, why
	}
	return v.desk.reach(ctx, at)
}

// Askable implements walls.Servers.
func (l Lodgers) Askable(st *walls.Stay, host string) (ports []int) {
	common := []int{443, 80, 3306, 5432, 6379, 27017} // the web, and databases
	if network, err := l.network(st); err == nil {
		common = append(common, network.Ports()...)
	}
	for _, port := range common {
		v, at, why := l.asked(st, host, port)
		if (v == nil && why == nil || v != nil && v.desk.asks(at)) && !slices.Contains(ports, port) {
			ports = append(ports, port)
		}
	}
	return ports
}

// network is what the server in a room may reach as it is set now.
func (l Lodgers) network(st *walls.Stay) (sandbox.Network, error) {
	v, err := l.s.server(st.Errand().Server)
	if err != nil {
		return sandbox.Network{Mode: sandbox.Off}, err
	}
	return l.s.c.Walls().ServerNetwork(v.found().Settings.NetworkWords())
}

// asked is the server that the person can be asked for about a place, and how the place is called.
// Without one, and without an error, the server may reach the place as it is set now.
func (l Lodgers) asked(st *walls.Stay, host string, port int) (v *server, at string, err error) {
	e := st.Errand()
	v, err = l.s.server(e.Server)
	if err != nil {
		return nil, "", err
	}
	network, err := l.network(st)
	if err != nil {
		return nil, "", err
	}
	closed := fmt.Errorf("the server %s may reach: %s", e.Server, network)
	at = target(host, port)
	switch {
	case e.Trial || v.live() == nil: // or one that was replaced
		return nil, "", closed
	case network.Allows(host, port, nil):
		return nil, "", nil // nobody has to be asked
	case l.s.pool.c.Network != nil || at == "" || gate.Inner(host): // the command line has the last word
		return nil, "", closed
	}
	if why := l.s.c.Denied(e.Server, at); why != "" {
		return nil, "", errors.New(why)
	}
	return v, at, nil
}
