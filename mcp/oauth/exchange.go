package oauth

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"handrail/internal/web"
	"handrail/mcp"
)

// config is a grant as the library needs it.
func (g grant) config() *oauth2.Config {
	style := oauth2.AuthStyleInParams
	if g.Method == "client_secret_basic" && g.ClientSecret != "" {
		style = oauth2.AuthStyleInHeader
	}
	return &oauth2.Config{
		ClientID: g.ClientID, ClientSecret: g.ClientSecret, RedirectURL: g.Redirect,
		Endpoint: oauth2.Endpoint{TokenURL: g.Endpoint, AuthStyle: style},
	}
}

// authorizeURL is the page on which the person signs in.
func authorizeURL(g grant, s SignIn, p provider, state, verifier string) string {
	page, _ := url.Parse(p.Authorize) // check has read it
	q := page.Query()
	c := g.config()
	c.Scopes = scopes(s, p)
	options := []oauth2.AuthCodeOption{oauth2.S256ChallengeOption(verifier)}
	if g.Indicator != "" {
		options = append(options, oauth2.SetAuthURLParam("resource", g.Indicator))
	}
	ours, _ := url.ParseQuery(strings.TrimPrefix(c.AuthCodeURL(state, options...), "?")) // the library has encoded it
	maps.Copy(q, ours)
	page.RawQuery = q.Encode()
	return page.String()
}

// exchange gets tokens for the code that the person came back with.
func exchange(ctx context.Context, client *http.Client, g grant, code, verifier string) (grant, error) {
	token, err := g.config().Exchange(g.asking(ctx, client), code, oauth2.VerifierOption(verifier))
	return g.with(ctx, token, err, time.Now())
}

// refresh gets new tokens for a grant.
func refresh(ctx context.Context, server string, way web.Way, g grant, now time.Time) (grant, error) {
	old := &oauth2.Token{RefreshToken: g.Refresh}
	token, err := g.config().TokenSource(g.asking(ctx, newOAuthClient(server, way)), old).Token()
	return g.with(ctx, token, err, now)
}

// asking is a context in which the library asks the token endpoint by means of client.
// It has no other way to be given one.
func (g grant) asking(ctx context.Context, client *http.Client) context.Context {
	asker := *client
	asker.Transport = tokenWire{next: client.Transport, resource: g.Indicator}
	return context.WithValue(ctx, oauth2.HTTPClient, &asker)
}

// with is the grant with the tokens that came back. No error holds a token or a body.
func (g grant) with(ctx context.Context, token *oauth2.Token, err error, now time.Time) (grant, error) {
	var refused *oauth2.RetrieveError
	var network *url.Error
	switch {
	case errors.As(err, &refused) && refused.ErrorCode != "":
		return grant{}, &oauthError{Code: refused.ErrorCode, Description: refused.ErrorDescription}
	case errors.As(err, &refused):
		return grant{}, fmt.Errorf("%s gives no token (HTTP %d): try again later", host(g.Endpoint), refused.Response.StatusCode)
	case err != nil && ctx.Err() != nil:
		return grant{}, ctx.Err()
	case errors.As(err, &network):
		at, _ := url.Parse(g.Endpoint) // it was asked
		_, said := web.Explain(at, err)
		return grant{}, said
	case err != nil:
		return grant{}, fmt.Errorf("%s gives an answer that is no token: it is broken, tell its owner", host(g.Endpoint))
	case token.TokenType != "" && !strings.EqualFold(token.TokenType, "bearer"):
		return grant{}, fmt.Errorf("%s gives a token of the kind %q, and only bearer tokens are known here", host(g.Endpoint), mcp.Clip(token.TokenType, 40))
	}
	g.Token, g.Expires = token.AccessToken, token.Expiry // which is all that clientcredentials tells
	if token.ExpiresIn > 0 {
		g.Expires = now.Add(time.Duration(min(token.ExpiresIn, 10*365*24*3600)) * time.Second)
	}
	if token.RefreshToken != "" {
		g.Refresh = token.RefreshToken
	}
	if scope, _ := token.Extra("scope").(string); scope != "" {
		g.Scope = scope
	}
	return g, nil
}

// A tokenWire does what the library leaves out at a token endpoint: it names the resource
// in every request (RFC 8707), and reads answers that are JSON whatever their type says,
// with an expires_in that is not a whole number.
type tokenWire struct {
	next     http.RoundTripper
	resource string
}

// RoundTrip implements http.RoundTripper.
func (w tokenWire) RoundTrip(req *http.Request) (*http.Response, error) {
	if w.resource != "" && req.Body != nil {
		text, err := io.ReadAll(req.Body)
		if err != nil {
			return nil, err
		}
		body := string(text) + "&" + url.Values{"resource": {w.resource}}.Encode()
		req = req.Clone(req.Context())
		req.Body, req.ContentLength, req.GetBody = io.NopCloser(strings.NewReader(body)), int64(len(body)), nil
	}
	req.Header.Set("Accept", "application/json")
	resp, err := w.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, mostOAuth+1))
	if err != nil {
		return nil, err
	}
	if len(body) > mostOAuth {
		return nil, fmt.Errorf("%s sends more than %d KB, where a short answer is due", req.URL.Host, mostOAuth>>10)
	}
	resp.Header.Set("Content-Type", "application/json")
	resp.Body = io.NopCloser(bytes.NewReader(wholeSeconds(body)))
	return resp, nil
}

// wholeSeconds makes the expires_in of an answer a whole number; what is none is left
// out.
func wholeSeconds(body []byte) []byte {
	var fields map[string]json.RawMessage
	if json.Unmarshal(body, &fields) != nil || fields["expires_in"] == nil {
		return body
	}
	fields["expires_in"] = json.RawMessage(strconv.FormatInt(number(fields["expires_in"]), 10))
	if out, err := json.Marshal(fields); err == nil {
		return out
	}
	return body
}

// revoke tells the authorization server that a token is of no use any more. Nobody
// waits for its answer: the token is forgotten here in any case.
func revoke(ctx context.Context, way web.Way, g grant, token string) {
	data, basic := url.Values{"token": {token}}, g.Method == "client_secret_basic" && g.ClientSecret != ""
	if !basic {
		data.Set("client_id", g.ClientID)
		if g.ClientSecret != "" {
			data.Set("client_secret", g.ClientSecret)
		}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, g.Revoke, strings.NewReader(data.Encode()))
	if err != nil {
		return
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if basic {
		req.SetBasicAuth(url.QueryEscape(g.ClientID), url.QueryEscape(g.ClientSecret)) // RFC 6749, 2.3.1
	}
	client := newOAuthClient(g.Resource, way)
	defer client.CloseIdleConnections()
	if resp, err := client.Do(req); err == nil {
		_ = resp.Body.Close()
	}
}
