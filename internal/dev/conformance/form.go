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
// to each and fills in nothing, so that what the server hears are the form's defaults.
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
		}
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			return err
		}
		switch {
		case m.Method == "elicitation/create":
			if _, err := fmt.Fprintf(in, `{"jsonrpc":"2.0","id":%s,"result":{"action":"accept","content":{}}}`+"\n", m.ID); err != nil {
				return err
			}
		case m.Method == "" && string(m.ID) == "2":
			fmt.Println(lines.Text())
			return nil
		}
	}
	return errors.New("the call has no answer")
}
