package setup

import (
	"fmt"

	other "handrail/internal/clients"
	"handrail/mcp"
	"handrail/operator/settings"
)

// A Pasted is a server that stands in a text.
type Pasted struct {
	Name     string // "server" where the text has none
	Settings settings.Server
	Problem  string   // why it cannot be saved as it is; "" if it can
	Notes    []string // what was translated or left out
}

// Read reads servers from a text that the person has pasted: the JSON or TOML
// of this or another program, {"mcpServers": …}, {"name": …} or {"command": …}, also
// without the braces around it. Nothing is saved. The error says line and column.
func (d *Desk) Read(text string) ([]Pasted, error) {
	f := other.ReadText(other.World{}, "the text", []byte(text))
	if f.Err != nil {
		return nil, f.Err
	}
	var out []Pasted
	for _, c := range f.Servers {
		p := Pasted{Name: c.Name, Settings: pastedSettings(c), Notes: c.Notes, Problem: c.Refused}
		if err := ownNames(d, &p.Settings, c.Asks, nil); err != nil {
			return nil, err
		}
		if p.Problem == "" {
			p.Problem = p.Settings.Problem(p.Name)
		}
		out = append(out, p)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("there is no server in the text: paste an object such as {\"name\": {\"command\": \"npx\", \"args\": [\"-y\", \"a-server\"]}}")
	}
	return out, nil
}

// pastedSettings are the settings of a server as another program has it.
func pastedSettings(c other.Server) settings.Server {
	return settings.Server{
		Command: c.Command, Args: c.Args, Env: c.Env, Dir: c.Dir, URL: c.URL, Transport: settings.ParseTransport(c.Transport), Headers: c.Headers,
		Timeout: c.Timeout.Seconds(), Disabled: c.Disabled,
		OAuthClientID: c.ClientID, OAuthClientSecret: c.ClientSecret, OAuthScopes: c.Scopes, OAuthPort: c.Port,
		OAuthGrant: c.Grant, OAuthPrivateKey: c.PrivateKey,
	}
}

// Transports are the words for how a remote server is spoken to.
func Transports() []string { return []string{string(mcp.HTTP), string(mcp.SSE)} }
