package servers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"handrail/internal/gate"
	"handrail/internal/sandbox"
	"handrail/operator/walls"
	"handrail/tools"
)

// reachQuestionOf is what the person is asked.
func reachQuestionOf(server string, call tools.Call, targets []string) tools.Question {
	what, label := tools.Words(targets[0]), tools.Say(tools.LetReach, server, targets[0])
	if !strings.Contains(targets[0], ":") {
		label.Code = tools.LetReachPorts
	}
	var effects []tools.Effect
	for _, at := range targets {
		effects = append(effects, tools.Effect{Kind: tools.EffectReach, Target: at})
	}
	text := tools.Say(tools.TextReach, server, targets[0])
	if len(targets) > 1 {
		count := strconv.Itoa(len(targets))
		what, label = tools.Say(tools.HostCount, count), tools.Say(tools.LetReachAll, server)
		shown := targets[:min(len(targets), mostNamed)]
		text = tools.Say(tools.TextReachMany, server, count, "  "+strings.Join(shown, "\n  "))
		if more := len(targets) - len(shown); more > 0 {
			text = tools.Say(tools.TextReachMore, server, count, "  "+strings.Join(shown, "\n  "), strconv.Itoa(more))
		}
	}
	because := tools.Because(tools.Say(tools.WhyServerReaches).With(what))
	return tools.Question{
		ID: call.ID + "/reach/" + tools.Digest(targets...), Run: call.Run, Session: call.Session, Tool: call.Tool, Space: call.Space, Caller: call.Caller,
		Preview: tools.Preview{
			Detail: wrapped(text.String()), Wording: text, Effects: effects, Digest: tools.Digest(append([]string{"reach", server}, targets...)...),
		}.Titled(tools.Say(tools.AskReach, server).With(what)),
		Reason: because.String(), Because: because, During: true, Present: true, Limit: tools.AnswerLimit, Yes: tools.Say(tools.YesOnce).String(),
		Offers: []tools.Offer{{ID: alwaysOffer, Label: label.String(), Says: label, Scope: "pattern", Until: "everywhere", Server: server}},
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
