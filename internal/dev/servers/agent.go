package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A desk is a person's machine as one server finds it: a home folder and a space.
type desk struct {
	handrail, top string
	web           *web
	did           []string
}

// set makes the folders.
func (d *desk) set(ctx context.Context) error {
	for _, dir := range []string{"h", "space"} {
		if err := os.MkdirAll(filepath.Join(d.top, dir), 0o700); err != nil {
			return err
		}
	}
	_, err := d.run(ctx, "space", "trust", "--yes")
	return err
}

// environ is that of the person's terminal: without a display, so that nobody is asked in one, and with the
// proxy that stands in for the internet.
func (d *desk) environ() []string {
	proxy := "http://" + d.web.proxy.Addr().String()
	out := []string{"HOME=" + filepath.Join(d.top, "h"), "HTTPS_PROXY=" + proxy}
	for _, name := range []string{"PATH", "LANG", "TMPDIR", "XDG_RUNTIME_DIR", "npm_config_registry"} {
		if v, ok := os.LookupEnv(name); ok {
			out = append(out, name+"="+v)
		}
	}
	return out
}

func (d *desk) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, d.handrail, args...)
	cmd.Dir, cmd.Env = filepath.Join(d.top, "space"), d.environ()
	return cmd
}

// run is a command that the person types.
func (d *desk) run(ctx context.Context, args ...string) (string, error) {
	out, err := d.command(ctx, args...).CombinedOutput()
	if err != nil {
		return string(out), fmt.Errorf("handrail %s: %w: %s", strings.Join(args, " "), err, out)
	}
	return string(out), nil
}

// must is a command that the person has to type for the server to work.
func (d *desk) must(ctx context.Context, args ...string) error {
	_, err := d.run(ctx, args...)
	d.did = append(d.did, strings.Join(args, " "))
	return err
}

// An agent is another program, connected over MCP by standard input and output.
type agent struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
	id  int
}

// connect starts `handrail mcp serve` as other programs do. Questions about calls are answered with confirm.
func (d *desk) connect(ctx context.Context, confirm string) (*agent, error) {
	a := &agent{cmd: d.command(ctx, "--confirm", confirm, "mcp", "serve")}
	var err error
	if a.in, err = a.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := a.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	a.out = bufio.NewReaderSize(out, 1<<20)
	if err := a.cmd.Start(); err != nil {
		return nil, err
	}
	_, err = a.ask("initialize", map[string]any{"protocolVersion": "2025-11-25", "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "an agent", "version": "1"}})
	if err != nil {
		return nil, errors.Join(err, a.kill())
	}
	return a, a.say(map[string]any{"jsonrpc": "2.0", "method": "notifications/initialized"})
}

func (a *agent) say(message map[string]any) error {
	raw, err := json.Marshal(message)
	if err != nil {
		return err
	}
	_, err = a.in.Write(append(raw, '\n'))
	return err
}

// ask sends a request and waits for its answer; what else comes in between is let go.
func (a *agent) ask(method string, params any) (json.RawMessage, error) {
	a.id++
	if err := a.say(map[string]any{"jsonrpc": "2.0", "id": a.id, "method": method, "params": params}); err != nil {
		return nil, err
	}
	for {
		line, err := a.out.ReadBytes('\n')
		if err != nil {
			return nil, fmt.Errorf("%s: %w", method, err)
		}
		var m struct {
			ID     *int            `json:"id"`
			Method string          `json:"method"`
			Result json.RawMessage `json:"result"`
			Error  json.RawMessage `json:"error"`
		}
		if json.Unmarshal(line, &m) != nil || m.Method != "" || m.ID == nil || *m.ID != a.id {
			continue
		}
		if m.Error != nil {
			return nil, fmt.Errorf("%s: %s", method, m.Error)
		}
		return m.Result, nil
	}
}

// tools are the server's that the agent is offered, once there are any.
func (a *agent) tools(ctx context.Context, prefix string) (names []string, err error) {
	for {
		var cursor string
		for first := true; first || cursor != ""; first = false {
			params := map[string]any{}
			if cursor != "" {
				params["cursor"] = cursor
			}
			raw, err := a.ask("tools/list", params)
			if err != nil {
				return nil, err
			}
			var page struct {
				Tools []struct {
					Name string `json:"name"`
				} `json:"tools"`
				Next string `json:"nextCursor"`
			}
			if err := json.Unmarshal(raw, &page); err != nil {
				return nil, err
			}
			cursor = page.Next
			for _, t := range page.Tools {
				if strings.HasPrefix(t.Name, prefix) {
					names = append(names, t.Name)
				}
			}
		}
		if len(names) > 0 {
			return names, nil
		}
		select {
		case <-ctx.Done():
			return nil, errors.New("the server's tools never came")
		case <-time.After(300 * time.Millisecond):
		}
	}
}

// call calls a tool: what it says, and whether it says that as a result.
func (a *agent) call(tool string, input json.RawMessage) (text string, ok bool, err error) {
	raw, err := a.ask("tools/call", map[string]any{"name": tool, "arguments": input})
	if err != nil {
		return "", false, err
	}
	var r struct {
		Content []struct {
			Text string `json:"text"`
		} `json:"content"`
		IsError bool `json:"isError"`
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		return "", false, err
	}
	for _, c := range r.Content {
		text += c.Text + "\n"
	}
	return text, !r.IsError, nil
}

// leave ends the agent as a program ends that is done.
func (a *agent) leave() error { return errors.Join(a.in.Close(), a.cmd.Wait()) }

// kill ends Handrail in the middle.
func (a *agent) kill() error {
	err := a.cmd.Process.Kill()
	_ = a.cmd.Wait() // it was killed
	return err
}
