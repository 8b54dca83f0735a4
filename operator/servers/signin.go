package servers

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"handrail/internal/secrets"
	"handrail/mcp"
	"handrail/mcp/oauth"
	"handrail/operator/settings"
)

// SignInState says whether the person has signed in to a server.
type SignInState = oauth.State

// SignIns are how the person signs in to the remote servers of a space.
type SignIns struct{ s *Set }

// SignIn lets the person sign in to a remote server of the space: open shows a page
// of the server's in the browser, and SignIn waits until the person has come back
// from it. It is called by the person's own act only. It takes at most
// mcp.SignInLimit; then the server is started with what that gave. Errors are
// sentences without secrets.
func (i SignIns) SignIn(ctx context.Context, name string, open func(url string) error) error {
	server, signIn, err := i.remote(name)
	if err != nil {
		return err
	}
	if err := oauth.Authorize(ctx, server, signIn, "Handrail", open); err != nil {
		return fmt.Errorf("signing in to the server %q: %w", name, err)
	}
	return i.s.Restart(ctx, name)
}

// SignOut forgets what signing in to a server gave, and starts the server again
// without it.
func (i SignIns) SignOut(ctx context.Context, name string) error {
	_, signIn, err := i.remote(name)
	if err != nil {
		return err
	}
	if err := oauth.SignOut(ctx, signIn.Vault, signIn.Way); err != nil {
		return fmt.Errorf("signing out of the server %q: %w", name, err)
	}
	return i.s.Restart(ctx, name)
}

// State says whether the person has signed in to a server. It may wait for the
// keyring.
func (i SignIns) State(ctx context.Context, name string) (SignInState, error) {
	server, signIn, err := i.remote(name)
	if err != nil {
		return SignInState{}, err
	}
	return oauth.SignedIn(ctx, server, signIn)
}

// remote finds a remote server, and how it is signed in to.
func (i SignIns) remote(name string) (mcp.Server, oauth.SignIn, error) {
	v, err := i.s.server(name)
	if err != nil {
		return mcp.Server{}, oauth.SignIn{}, err
	}
	resolved, err := i.s.resolver.resolve(v.found())
	if err != nil {
		return mcp.Server{}, oauth.SignIn{}, err
	}
	if resolved.URL == "" {
		return mcp.Server{}, oauth.SignIn{}, fmt.Errorf("the server %q runs on this machine: there is nothing to sign in to", name)
	}
	signIn, err := i.config(v.found(), resolved)
	return resolved, signIn, err
}

// config is how a remote server is signed in to. An error names what is missing of
// its settings.
func (i SignIns) config(f Found, resolved mcp.Server) (oauth.SignIn, error) {
	pool := i.s.pool
	out := oauth.SignIn{Vault: vault{pool.c.Secrets, vaultName(resolved)}, Scopes: f.Settings.OAuthScopes, Port: f.Settings.OAuthPort, Way: pool.c.Way}
	var err error
	if out.ClientID, err = i.s.resolver.fill(f, "its oauth_client_id", f.Settings.OAuthClientID); err != nil {
		return out, err
	}
	if out.ClientSecret, err = i.s.resolver.fill(f, "its oauth_client_secret", f.Settings.OAuthClientSecret); err != nil {
		return out, err
	}
	if out.PrivateKey, err = i.s.resolver.fill(f, "its oauth_private_key", f.Settings.OAuthPrivateKey); err != nil {
		return out, err
	}
	switch f.Settings.OAuthGrant {
	case "":
	case "client_credentials":
		out.Machine = true
	default:
		return out, fmt.Errorf("its oauth_grant is %q, and only client_credentials is known: correct it, or leave it out to sign in by yourself", f.Settings.OAuthGrant)
	}
	if out.PrivateKey != "" {
		pool.learnHeader(f.Name+" oauth_private_key", out.PrivateKey)
	}
	if out.ClientSecret != "" {
		pool.learnHeader(f.Name+" oauth_client_secret", out.ClientSecret)
	}
	return out, nil
}

// vaultName is the name of the secret in which it is kept what signing in to a
// server gave. Its URL is part of it: a space of somebody else's may have a server
// of the same name elsewhere.
func vaultName(server mcp.Server) string {
	sum := sha256.Sum256([]byte(server.URL))
	return vaultPrefix(server.Name) + hex.EncodeToString(sum[:vaultSum])
}

// vaultSum is how many bytes of its URL's digest are in the name.
const vaultSum = 6

// vaultPrefix begins the names of all that belongs to servers of this name.
func vaultPrefix(name string) string {
	if len(name) > 40 {
		name = name[:40]
	}
	return secrets.SignInName(name + "-")
}

// ForgetSignIn forgets what signing in to a server of the settings gave, which is
// there no more or has another URL, and gives it back. Where its URL had a
// placeholder it may have been several: all of that name are forgotten.
func (p *Pool) ForgetSignIn(ctx context.Context, name string, old settings.Server) error {
	if old.URL == "" {
		return nil
	}
	kept, err := p.c.Secrets.List()
	if err != nil {
		return err
	}
	prefix, only := vaultPrefix(name), ""
	if !settings.HasPlaceholder(old.URL) {
		only = vaultName(mcp.Server{Name: name, URL: old.URL})
	}
	for _, secret := range slices.Sorted(maps.Keys(kept)) {
		if !strings.HasPrefix(secret, prefix) || len(secret) != len(prefix)+2*vaultSum || only != "" && secret != only {
			continue
		}
		if err := oauth.SignOut(ctx, vault{p.c.Secrets, secret}, p.c.Way); err != nil {
			return fmt.Errorf("signing out of the server %q: %w", name, err)
		}
	}
	return nil
}

// A vault keeps what signing in to a server gave among the person's secrets.
type vault struct {
	store *secrets.Store
	name  string
}

// Load implements mcp.Vault. Where nobody has signed in no keychain is asked.
func (v vault) Load(context.Context) (string, error) {
	kept, err := v.store.List()
	if err != nil || kept[v.name] == "" {
		return "", err
	}
	text, err := v.store.Get(v.name)
	if errors.Is(err, secrets.ErrNotFound) {
		return "", nil
	}
	return text, err
}

// Save implements mcp.Vault.
func (v vault) Save(_ context.Context, text string) error {
	if text == "" {
		return v.store.Delete(v.name)
	}
	return v.store.Set(v.name, text)
}

// Hold implements mcp.Vault.
func (v vault) Hold(ctx context.Context) (release func(), err error) {
	return v.store.Hold(ctx, v.name)
}
