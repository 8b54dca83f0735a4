// Package oauth signs the person in to remote MCP servers: it finds out who lets people
// in, checks what they say, and keeps and renews the tokens.
package oauth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"time"

	"handrail/internal/web"
	"handrail/mcp"
)

// ErrSignIn says that a remote server wants the person to sign in first, or
// again. Nothing but Authorize mends it, and that is the person's act.
var ErrSignIn = errors.New("you have to sign in to this server")

// A SignIn is what a remote server needs to be signed in to with OAuth: where
// what it gave is kept, and who we are to it. The zero value offers none: a
// server that asks for it fails, and says so.
type SignIn struct {
	Vault        Vault    // nil: nothing can be kept, so nobody can sign in
	ClientID     string   // known beforehand: registered by the person, or the https URL of a client ID metadata document
	ClientSecret string   // of a ClientID that the person has registered; may be ""
	Scopes       []string // asked for instead of what the server names
	Machine      bool     // nobody has to be there: we sign in for ourselves, with ClientSecret or PrivateKey
	PrivateKey   string   // in PEM; may be ""
	Way          web.Way  // out of this machine, also for the server itself; nil: as the environment says
	Port         int      // of the redirect to 127.0.0.1, where a registration names one; 0: any that is free
}

// A Vault keeps what signing in to one server gave: one text, which is secret.
// It is shared with other processes.
type Vault interface {
	// Load returns the text; "" if there is none.
	Load(ctx context.Context) (string, error)
	// Save keeps the text in place of the last one; "" forgets it.
	Save(ctx context.Context, text string) error
	// Hold waits until no other process or goroutine holds the vault, and holds
	// it until release is called. Load and Save do not need it.
	Hold(ctx context.Context) (release func(), err error)
}

// A grant is what a Vault keeps: the tokens, and who we are to the server that
// gave them. It is worth something for its Resource only.
type grant struct {
	Resource string    `json:"resource"` // the URL of the MCP server
	Issuer   string    `json:"issuer"`
	Token    string    `json:"access_token,omitempty"`
	Refresh  string    `json:"refresh_token,omitempty"`
	Expires  time.Time `json:"expires_at,omitzero"` // zero: the server does not say
	Scope    string    `json:"scope,omitempty"`
	Since    time.Time `json:"since,omitzero"`
	Asked    []string  `json:"scopes_asked,omitempty"`  // what was asked for when the person signed in
	Wanted   []string  `json:"scopes_wanted,omitempty"` // what the server has named since, and all that was asked for then

	ClientID     string `json:"client_id,omitempty"`
	ClientSecret string `json:"client_secret,omitempty"`
	Method       string `json:"token_endpoint_auth_method,omitempty"` // how the secret is sent
	Registered   bool   `json:"registered,omitempty"`                 // ClientID comes from dynamic registration
	Redirect     string `json:"redirect_uri,omitempty"`               // what was registered

	Indicator string `json:"indicator,omitempty"` // the resource as the server calls itself (RFC 8707)
	Endpoint  string `json:"token_endpoint,omitempty"`
	Revoke    string `json:"revocation_endpoint,omitempty"`
}

// early is how long before its end a token is renewed.
const early = 60 * time.Second

// fresh reports whether the token can be used now.
func (g grant) fresh(now time.Time) bool {
	return g.Token != "" && (g.Expires.IsZero() || now.Add(early).Before(g.Expires))
}

// load reads the grant of a server. What belongs to another URL, or is not
// readable, is none: the person signs in again.
func (s SignIn) load(ctx context.Context, server string) (grant, error) {
	if s.Vault == nil {
		return grant{}, nil
	}
	text, err := s.Vault.Load(ctx)
	if err != nil {
		return grant{}, fmt.Errorf("the sign-in can't be read: %w", err)
	}
	var g grant
	if text == "" || json.Unmarshal([]byte(text), &g) != nil || g.Resource != resourceOf(server) {
		return grant{}, nil //nolint:nilerr // see above
	}
	return g, nil
}

// save keeps a grant.
func (s SignIn) save(ctx context.Context, g grant) error {
	text, err := json.Marshal(g)
	if err != nil {
		return err
	}
	if err := s.Vault.Save(ctx, string(text)); err != nil {
		return fmt.Errorf("the sign-in can't be saved: %w", err)
	}
	return nil
}

// resourceOf is the URL of a server as tokens are bound to it: without query
// and fragment.
func resourceOf(server string) string {
	u, err := url.Parse(server)
	if err != nil {
		return server
	}
	u.RawQuery, u.Fragment, u.User = "", "", nil
	return u.String()
}

// A State says how things stand with signing in to a server.
type State struct {
	In      bool      // there is a token, or one can be had without the person
	Since   time.Time // when the person signed in
	Issuer  string    // who gave the token
	Expires time.Time // of the token that is there; zero: not known
	Scope   string
}

// SignedIn says whether the person has signed in to a server. It asks nobody
// but the vault.
func SignedIn(ctx context.Context, server mcp.Server, s SignIn) (State, error) {
	g, err := s.load(ctx, server.URL)
	if err != nil {
		return State{}, err
	}
	in := g.Refresh != "" || g.Token != "" && (g.Expires.IsZero() || time.Now().Before(g.Expires))
	return State{In: in, Since: g.Since, Issuer: g.Issuer, Expires: g.Expires, Scope: g.Scope}, nil
}
