package oauth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"handrail/internal/web"
	"handrail/mcp"
)

// A provider is who lets people into a server, as its metadata says (RFC 8414).
type provider struct {
	Issuer       string   `json:"issuer"`
	Authorize    string   `json:"authorization_endpoint"`
	Token        string   `json:"token_endpoint"`
	Register     string   `json:"registration_endpoint"`
	Revoke       string   `json:"revocation_endpoint"`
	Scopes       []string `json:"scopes_supported"`
	Challenges   []string `json:"code_challenge_methods_supported"`
	AuthMethods  []string `json:"token_endpoint_auth_methods_supported"`
	SaysIssuer   bool     `json:"authorization_response_iss_parameter_supported"` // RFC 9207
	TakesURLasID bool     `json:"client_id_metadata_document_supported"`

	indicator string   // the resource as the MCP server names itself (RFC 8707)
	wanted    []string // scopes that the MCP server asks for
}

// resourceMetadata is what an MCP server says of its authorization (RFC 9728).
type resourceMetadata struct {
	Resource string   `json:"resource"`
	Servers  []string `json:"authorization_servers"`
	Scopes   []string `json:"scopes_supported"`
}

// discover finds out who lets people into a server. What does not fit together
// is refused: whoever can name another's authorization server could have tokens
// made for it (RFC 9728 7.3, RFC 8414 3.3).
func discover(ctx context.Context, client *http.Client, server *url.URL, machine bool) (provider, error) {
	challenge := challengeOf(ctx, client, server)
	meta, err := askResource(ctx, client, server, challenge["resource_metadata"])
	if err != nil {
		return provider{}, err
	}
	issuer := web.Origin(server) // a server of the time before RFC 9728 is its own
	indicator := resourceOf(server.String())
	if meta != nil {
		if !covers(meta.Resource, server) {
			return provider{}, fmt.Errorf("%s says that it is %q: signing in is refused, because your token could be meant for another server", server.Host, mcp.Clip(meta.Resource, 200))
		}
		indicator = meta.Resource
		if len(meta.Servers) > 0 {
			issuer = meta.Servers[0]
		}
	}
	p, err := askProvider(ctx, client, issuer)
	if meta == nil && errors.Is(err, errNoMetadata) {
		p, err = usual(issuer), nil
	}
	if err == nil {
		err = p.check(issuer, meta == nil, machine)
	}
	if err != nil {
		return provider{}, err
	}
	if page, err := url.Parse(p.Authorize); machine {
	} else if err != nil || mayAsk(page, web.Loopback(server)) != nil {
		return provider{}, fmt.Errorf("%s sends you to a page on this machine to sign in: that is refused", server.Host)
	}
	p.indicator = indicator
	if scope := challenge["scope"]; scope != "" {
		p.wanted = strings.Fields(scope)
	} else if meta != nil {
		p.wanted = meta.Scopes
	}
	return p, nil
}

// challengeOf is what a server says to a request without a token, in its header
// WWW-Authenticate; empty if it says nothing.
func challengeOf(ctx context.Context, client *http.Client, server *url.URL) map[string]string {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, server.String(), strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
	if err != nil {
		return nil
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	resp, err := client.Do(req)
	if err != nil {
		return nil // what is asked next says why
	}
	_ = resp.Body.Close()
	return bearerChallenge(resp.Header)
}

// bearerChallenge is what an answer says to whoever has no token, or not the right one; empty if
// it says nothing.
func bearerChallenge(h http.Header) map[string]string {
	for _, header := range h.Values("WWW-Authenticate") {
		scheme, rest, _ := strings.Cut(header, " ")
		if strings.EqualFold(scheme, "bearer") {
			return params(rest)
		}
	}
	return nil
}

// params reads the parameters of a challenge: a=b, c="d, e".
func params(text string) map[string]string {
	out := map[string]string{}
	for text != "" {
		name, rest, ok := strings.Cut(text, "=")
		if !ok {
			break
		}
		name = strings.ToLower(strings.Trim(name, " ,\t"))
		var value, after string
		if quoted, is := strings.CutPrefix(rest, `"`); is {
			value, after, _ = strings.Cut(quoted, `"`)
		} else {
			value, after, _ = strings.Cut(rest, ",")
		}
		if _, twice := out[name]; !twice {
			out[name] = strings.TrimSpace(value)
		}
		text = after
	}
	return out
}

// askResource asks a server who lets people into it. nil: it does not say, as
// servers of revision 2025-03-26.
func askResource(ctx context.Context, client *http.Client, server *url.URL, named string) (*resourceMetadata, error) {
	root := web.Origin(server)
	ways := []string{root + "/.well-known/oauth-protected-resource" + strings.TrimSuffix(server.EscapedPath(), "/"), root + "/.well-known/oauth-protected-resource"}
	if named != "" {
		at, err := url.Parse(named)
		if err != nil || !web.SameOrigin(at, server) {
			return nil, fmt.Errorf("%s says that %s knows who lets you in: that is another place, so signing in is refused", server.Host, host(named))
		}
		ways = []string{named}
	}
	for _, way := range slices.Compact(ways) {
		var meta resourceMetadata
		status, err := getJSON(ctx, client, way, &meta)
		switch {
		case err == nil && status == http.StatusOK:
			return &meta, nil
		case status == 0: // nobody answered
			return nil, err
		case named != "":
			return nil, fmt.Errorf("%s does not say who lets you in (HTTP %d): tell its owner", server.Host, status)
		}
	}
	return nil, nil
}

// errNoMetadata says that an authorization server says nothing of itself.
var errNoMetadata = errors.New("if its owner gave you a token, put it into the server's settings, as a header named Authorization")

// usual is an authorization server of revision 2025-03-26 that says nothing of itself: the MCP server itself,
// at the addresses that the revision names. It has to do PKCE, as all of that revision.
func usual(issuer string) provider {
	return provider{Issuer: issuer, Authorize: issuer + "/authorize", Token: issuer + "/token", Register: issuer + "/register", Challenges: []string{"S256"}}
}

// askProvider reads the metadata of an authorization server.
func askProvider(ctx context.Context, client *http.Client, issuer string) (provider, error) {
	at, err := url.Parse(issuer)
	if err != nil || at.Host == "" {
		return provider{}, errors.New("the server names an authorization server that is no URL: signing in is refused")
	}
	path := strings.Trim(at.EscapedPath(), "/")
	root := web.Origin(at)
	ways := []string{root + "/.well-known/oauth-authorization-server", root + "/.well-known/openid-configuration"}
	if path != "" {
		ways = []string{ways[0] + "/" + path, ways[1] + "/" + path, root + "/" + path + "/.well-known/openid-configuration"}
	}
	var last error
	for _, way := range ways {
		var p provider
		status, err := getJSON(ctx, client, way, &p)
		if status == 0 {
			return provider{}, err
		}
		if err != nil || status != http.StatusOK {
			last = err
			continue
		}
		return p, nil
	}
	if last != nil {
		return provider{}, last
	}
	return provider{}, fmt.Errorf("%s does not say how to sign in: %w", at.Host, errNoMetadata)
}

// check refuses what is not sound. own says that the MCP server is its own authorization server, as in
// revision 2025-03-26: then it may call itself by any path below the place that we asked. machine says that
// there is no page, and no code that another program could use.
func (p provider) check(issuer string, own, machine bool) error {
	says, err := url.Parse(p.Issuer)
	same := strings.TrimSuffix(p.Issuer, "/") == strings.TrimSuffix(issuer, "/") ||
		own && err == nil && web.Origin(says) == issuer && says.RawQuery == "" && says.Fragment == ""
	if !same {
		return fmt.Errorf("the authorization server at %s says that it is %q: signing in is refused, because it may be another one in disguise", host(issuer), mcp.Clip(p.Issuer, 200))
	}
	at, err := url.Parse(issuer)
	if err != nil {
		return fmt.Errorf("%q is no URL of an authorization server: signing in is refused", mcp.Clip(issuer, 200))
	}
	for name, text := range map[string]string{"authorization": p.Authorize, "token": p.Token} {
		if machine && name == "authorization" {
			continue
		}
		u, err := url.Parse(text)
		if err != nil {
			return fmt.Errorf("the authorization server %s has no sound address for %s: signing in is refused", host(issuer), name)
		}
		if err := mayAsk(u, web.Loopback(at)); err != nil { // the browser goes there, too
			return fmt.Errorf("the authorization server %s has no sound address for %s: %w", host(issuer), name, err)
		}
	}
	if !machine && !slices.Contains(p.Challenges, "S256") {
		return fmt.Errorf("the authorization server %s does not offer PKCE with S256: signing in is refused, because another program could use the code it sends", host(issuer))
	}
	return nil
}

// covers reports whether a resource is the server or holds it: the same place,
// and a path at or above the server's.
func covers(resource string, server *url.URL) bool {
	u, err := url.Parse(resource)
	if err != nil || u.Host == "" || !web.SameOrigin(u, server) || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return false
	}
	above := strings.TrimSuffix(u.EscapedPath(), "/")
	path := strings.TrimSuffix(server.EscapedPath(), "/")
	return path == above || strings.HasPrefix(path, above+"/")
}

// getJSON is askJSON for what is there to read.
func getJSON(ctx context.Context, client *http.Client, at string, into any) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return 0, errors.New("the address of the authorization server cannot be used")
	}
	return askJSON(client, req, into)
}
