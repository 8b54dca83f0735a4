package operator

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

// SignIn lets the person sign in to a remote server of a space: open shows a page
// of the server's in the browser, and SignIn waits until the person has come back
// from it. It is called by the person's own act only. It takes at most
// mcp.SignInLimit; then the server is started with what that gave. Errors are
// sentences without secrets.
func (o *Operator) SignIn(ctx context.Context, space, name string, open func(url string) error) error {
	s, server, signIn, err := o.remoteServer(space, name)
	if err != nil {
		return err
	}
	if err := oauth.Authorize(ctx, server, signIn, "Handrail", open); err != nil {
		return fmt.Errorf("signing in to the server %q: %w", name, err)
	}
	return s.RestartServer(ctx, name)
}

// SignOut forgets what signing in to a server gave, and starts the server again
// without it.
func (o *Operator) SignOut(ctx context.Context, space, name string) error {
	s, _, signIn, err := o.remoteServer(space, name)
	if err != nil {
		return err
	}
	if err := oauth.SignOut(ctx, signIn.Vault); err != nil {
		return fmt.Errorf("signing out of the server %q: %w", name, err)
	}
	return s.RestartServer(ctx, name)
}

// SignedIn says whether the person has signed in to a server. It may wait for the
// keyring.
func (o *Operator) SignedIn(ctx context.Context, space, name string) (SignInState, error) {
	_, server, signIn, err := o.remoteServer(space, name)
	if err != nil {
		return SignInState{}, err
	}
	return oauth.SignedIn(ctx, server, signIn)
}

// remoteServer finds a remote server of an open space, and how it is signed in to.
func (o *Operator) remoteServer(space, name string) (*Space, mcp.Server, oauth.SignIn, error) {
	s, err := o.Space(space)
	if err != nil {
		return nil, mcp.Server{}, oauth.SignIn{}, err
	}
	v, err := s.server(name)
	if err != nil {
		return nil, mcp.Server{}, oauth.SignIn{}, err
	}
	resolved, err := s.resolve(v.found())
	if err != nil {
		return nil, mcp.Server{}, oauth.SignIn{}, err
	}
	if resolved.URL == "" {
		return nil, mcp.Server{}, oauth.SignIn{}, fmt.Errorf("the server %q runs on this machine: there is nothing to sign in to", name)
	}
	signIn, err := s.signIn(v.found(), resolved)
	return s, resolved, signIn, err
}

// signIn is how a remote server is signed in to. An error names what is missing of
// its settings.
func (s *Space) signIn(f foundServer, resolved mcp.Server) (oauth.SignIn, error) {
	out := oauth.SignIn{Vault: serverVault{s.o.secrets, vaultName(resolved)}, Scopes: f.Settings.OAuthScopes, Port: f.Settings.OAuthPort}
	var err error
	if out.ClientID, err = s.fill("its oauth_client_id", f.Settings.OAuthClientID); err != nil {
		return out, err
	}
	if out.ClientSecret, err = s.fill("its oauth_client_secret", f.Settings.OAuthClientSecret); err != nil {
		return out, err
	}
	if out.ClientSecret != "" {
		s.o.learnHeader(f.Name+" oauth_client_secret", out.ClientSecret)
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

// forgetSignIn forgets what signing in to a server of the settings gave, which is
// there no more or has another URL, and gives it back. Where its URL had a
// placeholder it may have been several: all of that name are forgotten.
func (o *Operator) forgetSignIn(ctx context.Context, name string, old settings.Server) error {
	if old.URL == "" {
		return nil
	}
	kept, err := o.secrets.List()
	if err != nil {
		return err
	}
	prefix, only := vaultPrefix(name), ""
	if !placeholder.MatchString(old.URL) {
		only = vaultName(mcp.Server{Name: name, URL: old.URL})
	}
	for _, secret := range slices.Sorted(maps.Keys(kept)) {
		if !strings.HasPrefix(secret, prefix) || len(secret) != len(prefix)+2*vaultSum || only != "" && secret != only {
			continue
		}
		if err := oauth.SignOut(ctx, serverVault{o.secrets, secret}); err != nil {
			return fmt.Errorf("signing out of the server %q: %w", name, err)
		}
	}
	return nil
}

// A serverVault keeps what signing in to a server gave among the person's secrets.
type serverVault struct {
	store *secrets.Store
	name  string
}

// Load implements mcp.Vault. Where nobody has signed in no keyring is asked.
func (v serverVault) Load(context.Context) (string, error) {
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
func (v serverVault) Save(_ context.Context, text string) error {
	if text == "" {
		return v.store.Delete(v.name)
	}
	return v.store.Set(v.name, text)
}

// Hold implements mcp.Vault.
func (v serverVault) Hold(ctx context.Context) (release func(), err error) {
	return v.store.Hold(ctx, v.name)
}
