package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// againstClient runs scenarios that need a client: this program again, once for each.
func (b *bench) againstClient(ctx context.Context, args []string) (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	return b.suiteRun(ctx, append(args, "--command", self+" as-client "+b.handrail+" "+b.work))
}

// asClient does with the suite's server what a person would: adds it, signs in where it asks for that, lists
// its tools, and calls each. Its arguments are the program, the folder for what goes with the run, and the server's URL.
func asClient(args []string) error {
	if len(args) != 3 {
		return errors.New("usage: conformance as-client HANDRAIL FOLDER URL")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 25*time.Second)
	defer cancel()
	top, err := os.MkdirTemp(args[1], "client-")
	if err != nil {
		return err
	}
	b := &bench{handrail: args[0]}
	h, err := b.home(top, `{"allow_unattended":true}`)
	if err != nil {
		return err
	}
	if _, err := h.run(ctx, "space", "trust", "--yes"); err != nil {
		return err
	}
	if _, err := h.run(ctx, "servers", "add", fixture, "--no-internal", "--url", args[2]); err != nil {
		return err
	}
	if err := settle(top); err != nil {
		return err
	}
	return h.useAll(ctx)
}

// useAll lists the server's tools and calls each; where the server asks for it, the person signs in
// and does that once more: at most twice, as a person would not do it for ever.
func (h home) useAll(ctx context.Context) error {
	for times := 0; ; times++ {
		said, err := h.listAndCall(ctx)
		fmt.Println(said)
		if err == nil || times == 2 || !strings.Contains(said+err.Error(), "servers sign-in "+fixture) {
			return err
		}
		fmt.Println("signing in, because of:", err)
		if err := h.signIn(ctx); err != nil {
			return err
		}
	}
}

// listAndCall lists the server's tools and calls each once, or as often as the scenario says.
func (h home) listAndCall(ctx context.Context) (string, error) {
	said, err := h.run(ctx, "servers", "test", fixture)
	if err != nil {
		return said, err
	}
	listed, err := h.run(ctx, "--json", "tools", "list")
	if err != nil {
		return listed, err
	}
	var all struct {
		Tools []struct {
			Name string `json:"qualified"`
		} `json:"tools"`
	}
	if err := json.Unmarshal([]byte(listed), &all); err != nil {
		return listed, err
	}
	k, err := known()
	if err != nil {
		return said, err
	}
	for _, t := range all.Tools {
		name, ours := strings.CutPrefix(t.Name, fixture+"__")
		if !ours {
			continue
		}
		if strings.Contains(name, "elicitation") || strings.Contains(name, "mrtr") {
			if err := h.callAsClient(ctx, t.Name); err != nil {
				return said, err
			}
			continue
		}
		for _, input := range k.inputs(name) {
			out, err := h.run(ctx, "--confirm", "allow", "call", t.Name, input)
			said += out
			if err != nil {
				return said, err
			}
		}
	}
	return said, nil
}

// knowledge is what the scenario lets a client know beforehand.
type knowledge struct {
	ID     string `json:"client_id"`
	Secret string `json:"client_secret"`
	Key    string `json:"private_key_pem"`
	Calls  []struct {
		Name  string          `json:"name"`
		Input json.RawMessage `json:"arguments"`
	} `json:"toolCalls"`
}

func known() (k knowledge, err error) {
	if text := os.Getenv("MCP_CONFORMANCE_CONTEXT"); text != "" {
		err = json.Unmarshal([]byte(text), &k)
	}
	if os.Getenv("MCP_CONFORMANCE_SCENARIO") == "auth/basic-cimd" { // the document that the suite stands in for
		k.ID = "https://conformance-test.local/client-metadata.json"
	}
	return k, err
}

// inputs are what a tool is called with.
func (k knowledge) inputs(tool string) (list []string) {
	for _, c := range k.Calls {
		if c.Name == tool {
			list = append(list, string(c.Input))
		}
	}
	switch {
	case len(list) > 0:
		return list
	case tool == "add_numbers":
		return []string{`{"a":5,"b":3}`}
	case tool == "valid_tool":
		return []string{`{"region":"us-west1"}`}
	}
	return []string{`{}`}
}

// signIn signs in as a person does whose browser says yes to everything.
func (h home) signIn(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, h.handrail, "servers", "sign-in", fixture)
	cmd.Dir, cmd.Env = h.space, append(h.env, "BROWSER=/bin/true")
	stderr, err := cmd.StderrPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	var said []string
	lines, visited := bufio.NewScanner(stderr), false
	for lines.Scan() {
		line := lines.Text()
		said = append(said, line)
		if !visited && strings.HasPrefix(line, "http") {
			visited = true
			if err := visit(ctx, line); err != nil {
				said = append(said, err.Error())
			}
		}
	}
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("signing in: %w\n%s", err, strings.Join(said, "\n"))
	}
	return nil
}

func visit(ctx context.Context, page string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, page, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// settle writes into the settings who the person has registered us as.
func settle(top string) error {
	k, err := known()
	if err != nil || k.ID == "" {
		return err
	}
	path := filepath.Join(top, "config", "settings.json")
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var all map[string]any
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	tools, _ := all["tools"].(map[string]any)
	servers, _ := tools["mcp_servers"].(map[string]any)
	one, ok := servers[fixture].(map[string]any)
	if !ok {
		return fmt.Errorf("the server is not in %s", path)
	}
	one["oauth_client_id"] = k.ID
	for key, value := range map[string]string{"oauth_client_secret": k.Secret, "oauth_private_key": k.Key} {
		if value != "" {
			one[key] = value
		}
	}
	if strings.HasPrefix(os.Getenv("MCP_CONFORMANCE_SCENARIO"), "auth/client-credentials") {
		one["oauth_grant"] = "client_credentials"
	}
	if text, err = json.Marshal(all); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o600)
}
