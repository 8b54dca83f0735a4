package oauth

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"handrail/mcp"
)

// mostScopes is how many rights a server may want, and mostScope how many bytes one may have.
const (
	mostScopes = 100
	mostScope  = 200
)

// Widen says what a server's answer means that the rights of the token do not suffice (RFC 6750, 3.1):
// an ErrSignIn, after which Authorize asks for what the server has named here as well as for what it asked
// for the last time. Where that was asked for already, signing in again would go in a circle: the error
// says so, and is none. So it is where the person's settings say which rights are asked for.
func (b *Bearer) Widen(ctx context.Context, h http.Header) error {
	named := strings.Fields(bearerChallenge(h)["scope"])
	at := host(b.server)
	switch {
	case len(named) == 0:
		return fmt.Errorf("%w: %s wants more rights than you gave it the last time", ErrSignIn, at)
	case len(named) > mostScopes || slices.ContainsFunc(named, unsound):
		return fmt.Errorf("%s wants more rights than you gave it, and names them in no sound way: tell its owner", at)
	}
	words := mcp.Clip(strings.Join(named, " "), 200)
	if missing := without(named, b.s.Scopes); len(b.s.Scopes) > 0 && len(missing) > 0 {
		return fmt.Errorf("%s wants the rights %q, and its settings (oauth_scopes) say which are asked for: add them there, and sign in again", at, words)
	}
	release, err := b.s.Vault.Hold(ctx)
	if err != nil {
		return fmt.Errorf("the sign-in can't be read: %w", err)
	}
	defer release()
	g, err := b.s.load(ctx, b.server)
	switch {
	case err != nil:
		return err
	case len(without(named, g.Asked)) == 0:
		return fmt.Errorf("%s wants the rights %q, which were asked for when you signed in: it does not give them to you; ask its owner, or sign in as somebody who has them", at, words)
	}
	g.Wanted = union(union(g.Wanted, g.Asked), named)
	if err := b.s.save(ctx, g); err != nil {
		return err
	}
	return fmt.Errorf("%w again: %s wants the rights %q as well", ErrSignIn, at, words)
}

// unsound reports whether a right is none that a request may name (RFC 6749, 3.3).
func unsound(scope string) bool {
	return len(scope) > mostScope || strings.ContainsFunc(scope, func(r rune) bool { return r <= ' ' || r > '~' || r == '"' || r == '\\' })
}

// union is a list with what else is in the other, each once.
func union(list, other []string) []string {
	return append(slices.Clone(list), without(other, list)...)
}

// without is a list without what is in the other.
func without(list, other []string) (left []string) {
	for _, s := range list {
		if !slices.Contains(other, s) && !slices.Contains(left, s) {
			left = append(left, s)
		}
	}
	return left
}
