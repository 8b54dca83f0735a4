package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
)

// callAsClient calls a tool through `handrail mcp`, as a program does that can show forms: it says yes
// to each and fills in no more than it must, so that what the server hears besides are the form's defaults.
func (h home) callAsClient(ctx context.Context, tool string) error {
	cmd := exec.CommandContext(ctx, h.handrail, "--confirm", "allow", "mcp")
	cmd.Dir, cmd.Env, cmd.Stderr = h.space, h.env, os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	defer func() {
		_ = in.Close() // it ends with its input
		_ = cmd.Wait()
	}()
	for _, line := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{}},"clientInfo":{"name":"conformance","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		fmt.Sprintf(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":%q,"arguments":{}}}`, tool),
	} {
		if _, err := fmt.Fprintln(in, line); err != nil {
			return err
		}
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		var m struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
			Params struct {
				Schema form `json:"requestedSchema"`
			} `json:"params"`
		}
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			return err
		}
		switch {
		case m.Method == "elicitation/create":
			if _, err := fmt.Fprintf(in, `{"jsonrpc":"2.0","id":%s,"result":{"action":"accept","content":%s}}`+"\n", m.ID, m.Params.Schema.filled()); err != nil {
				return err
			}
		case m.Method == "" && string(m.ID) == "2":
			fmt.Println(lines.Text())
			return nil
		}
	}
	return errors.New("the call has no answer")
}

// A form is what a server wants to know.
type form struct {
	Properties map[string]struct {
		Type string `json:"type"`
	} `json:"properties"`
	Required []string `json:"required"`
}

// filled is an answer with what the form requires, as JSON.
func (f form) filled() []byte {
	content := map[string]any{}
	for _, name := range f.Required {
		switch f.Properties[name].Type {
		case "boolean":
			content[name] = true
		case "integer", "number":
			content[name] = 1
		default:
			content[name] = "something"
		}
	}
	out, err := json.Marshal(content)
	if err != nil {
		return []byte("{}")
	}
	return out
}
