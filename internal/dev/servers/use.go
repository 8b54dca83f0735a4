package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// use takes one server through all that a person and an agent do with it.
func use(ctx context.Context, d *desk, s server) (r result) {
	ctx, cancel := context.WithTimeout(ctx, mostTime)
	defer cancel()
	r.server = s
	for _, host := range s.hosts {
		d.web.stand(host, s.answer)
	}
	u := &usage{desk: d, s: s, r: &r}
	r.problem = u.all(ctx)
	r.did = d.did
	for _, a := range u.agents {
		_ = a.kill() // those that are left after a problem
	}
	return r
}

// A usage is one server in use.
type usage struct {
	*desk
	s      server
	r      *result
	agents []*agent
}

func (u *usage) all(ctx context.Context) error {
	if err := u.set(ctx); err != nil {
		return err
	}
	if err := u.add(ctx); err != nil {
		return err
	}
	a, err := u.start(ctx)
	if err != nil {
		return err
	}
	began := time.Now()
	names, err := a.tools(ctx, u.s.name+"__")
	if err != nil {
		said, _ := u.run(ctx, "servers", "test", u.s.name)
		return fmt.Errorf("%w: %s", err, said)
	}
	u.r.tools, u.r.ready = len(names), time.Since(began)
	if err := u.refuse(ctx, a); err != nil {
		return err
	}
	if err := u.works(a, u.s.call, "allowed"); err != nil {
		return err
	}
	b, err := u.start(ctx)
	if err != nil {
		return err
	}
	if _, err := b.tools(ctx, u.s.name+"__"); err != nil {
		return err
	}
	both := make(chan error, 2)
	for _, one := range []*agent{a, b} {
		go func() { both <- u.works(one, u.s.call, "by two programs") }()
	}
	if err := errors.Join(<-both, <-both); err != nil {
		return err
	}
	if err := u.crash(ctx, a, b); err != nil {
		return err
	}
	c, err := u.start(ctx)
	if err != nil {
		return err
	}
	if _, err := c.tools(ctx, u.s.name+"__"); err != nil {
		return fmt.Errorf("after a kill: %w", err)
	}
	last := u.s.call
	if u.s.last.tool != "" {
		last = u.s.last
	}
	if err := u.works(c, last, "after a kill"); err != nil {
		return err
	}
	u.agents = nil
	return c.leave()
}

// add adds the server as its README says, and lets its tools be called, also after what it has answered: an agent has read that
// by the second call, and what could leave by it would be asked about.
func (u *usage) add(ctx context.Context) error {
	args := []string{"servers", "add", u.s.name}
	for _, v := range append(u.s.env, "NODE_EXTRA_CA_CERTS="+u.web.ca) {
		args = append(args, "--env", v)
	}
	args = append(args, "--", "npx", "-y", u.s.pkg)
	for _, v := range u.s.args {
		args = append(args, strings.ReplaceAll(v, "TOP", u.top))
	}
	if err := os.MkdirAll(filepath.Join(u.top, "files"), 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(u.top, "files", "hello.md"), []byte("likes rails\n"), 0o600); err != nil {
		return err
	}
	if _, err := u.run(ctx, args...); err != nil {
		return err
	}
	_, err := u.run(ctx, "rules", "add", "allow", u.s.name+"__* after "+u.s.name)
	return err
}

// start connects another program. Where Handrail still asks, the person says no.
func (u *usage) start(ctx context.Context) (*agent, error) {
	a, err := u.connect(ctx, "deny")
	if err == nil {
		u.agents = append(u.agents, a)
	}
	return a, err
}

// refuse calls a tool that the walls or a rule refuse, and then lets it through.
func (u *usage) refuse(ctx context.Context, a *agent) error {
	tool := u.s.name + "__" + u.s.tool
	if !u.s.needs {
		if _, err := u.run(ctx, "rules", "add", "deny", tool); err != nil {
			return err
		}
	}
	text, ok, err := a.call(tool, u.input(u.s.call))
	switch {
	case err != nil:
		return err
	case ok && !strings.Contains(text, "Handrail"):
		return fmt.Errorf("not refused: %q", text)
	case u.s.needs && !strings.Contains(text, asksFor), !u.s.needs && !strings.Contains(text, "denied"):
		return fmt.Errorf("refused without saying by whom: %q", text)
	}
	if u.s.needs {
		u.r.refused = strings.ReplaceAll(refusal(text), u.top, "~")
		return u.must(ctx, "servers", "needs", u.s.name, "all")
	}
	_, err = u.run(ctx, "rules", "revoke", "deny", tool)
	return err
}

// asksFor begins what an agent is told to ask the person for.
const asksFor = "Ask the person to"

// refusal is the line that says what was refused.
func refusal(text string) string {
	for line := range strings.Lines(text) {
		if at := strings.Index(line, asksFor); at >= 0 {
			return strings.TrimSuffix(strings.TrimSpace(line[at:]), "]")
		}
	}
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// works calls a tool that must answer.
func (u *usage) works(a *agent, c call, when string) error {
	text, ok, err := a.call(u.s.name+"__"+c.tool, u.input(c))
	switch {
	case err != nil:
		return fmt.Errorf("%s, %s: %w", when, c.tool, err)
	case !ok || !strings.Contains(text, c.want):
		return fmt.Errorf("%s, %s: %q does not hold %q", when, c.tool, text, c.want)
	}
	return nil
}

func (u *usage) input(c call) json.RawMessage {
	return json.RawMessage(strings.ReplaceAll(c.input, "TOP", u.top))
}

// crash kills Handrail under both, and waits until nothing that it started is left.
func (u *usage) crash(ctx context.Context, both ...*agent) error {
	for _, a := range both {
		if err := a.kill(); err != nil {
			return err
		}
	}
	u.agents = nil
	for {
		left := u.left()
		if len(left) == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("after a kill these are left: %s", strings.Join(left, "; "))
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// left are the processes that have this machine's home folder in their environment.
func (u *usage) left() (list []string) {
	all, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, file := range all {
		environ, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(environ), u.top+"/") {
			continue
		}
		if line, err := os.ReadFile(filepath.Join(filepath.Dir(file), "cmdline")); err == nil && len(line) > 0 {
			list = append(list, strings.ReplaceAll(string(line), "\x00", " "))
		}
	}
	return list
}
