package oauth

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"handrail/internal/web"
	"handrail/mcp"
)

// ClientDocument is the https URL of our client ID metadata document, which
// authorization servers may read instead of registering us. It is empty until we
// host one; the person can name one of their own (SignIn.ClientID).
const ClientDocument = ""

// SignInLimit is how long the person has in the browser.
const SignInLimit = 10 * time.Minute

// Authorize lets the person sign in to a server: it finds out who lets people in,
// says who we are, has open show the page of theirs, waits until the person is
// back and keeps the tokens. It is called by the person's own act only, and open
// gets a URL of https, or of this machine. It takes at most SignInLimit.
//
// What the server says of itself is checked before anything is sent: the
// resource, the issuer, PKCE. Errors are sentences and hold no secret.
func Authorize(ctx context.Context, server mcp.Server, s SignIn, name string, open func(url string) error) error {
	if s.Vault == nil {
		return errors.New("nothing can be stored here, so you can't sign in")
	}
	at, err := server.Address()
	if err != nil {
		return err
	}
	if at.Scheme != "https" && !web.Loopback(at) {
		return fmt.Errorf("the URL of %s begins with http: so that others could read your token on the way; write https: in the server's settings", at.Host)
	}
	ctx, cancel := context.WithTimeout(ctx, SignInLimit)
	defer cancel()
	client := newOAuthClient(server.URL, s.Way)
	defer client.CloseIdleConnections()
	p, err := discover(ctx, client, at, s.Machine)
	if err != nil {
		return err
	}
	before, err := s.load(ctx, server.URL)
	if err != nil {
		return err
	}
	if before.Issuer == p.Issuer {
		p.wanted = union(p.wanted, before.Wanted)
	}
	g := grant{Resource: resourceOf(server.URL), Issuer: p.Issuer, Endpoint: p.Token, Revoke: p.Revoke, Indicator: p.indicator}
	if s.Machine {
		g, err = withoutPerson(ctx, client, g, s, p)
	} else {
		g, err = inBrowser(ctx, client, g, s, before, p, name, open)
	}
	if err != nil {
		return err
	}
	if before.Issuer == p.Issuer {
		g.Wanted = before.Wanted
	}
	release, err := s.Vault.Hold(ctx)
	if err != nil {
		return err
	}
	defer release()
	return s.save(ctx, g)
}

// inBrowser has the person sign in on a page.
func inBrowser(ctx context.Context, client *http.Client, g grant, s SignIn, before grant, p provider, name string, open func(url string) error) (grant, error) {
	back, err := listenBack(ctx, s, before, p)
	if err != nil {
		return grant{}, err
	}
	defer back.close()
	g.Redirect = back.redirect
	if err := identify(ctx, client, &g, s, before, p, name); err != nil {
		return grant{}, err
	}
	g.Asked = scopes(s, p)
	verifier := oauth2.GenerateVerifier()
	if err := open(authorizeURL(g, s, p, back.state, verifier)); err != nil {
		return grant{}, fmt.Errorf("the browser cannot be opened: %w", err)
	}
	code, err := back.wait(ctx)
	if err != nil {
		return grant{}, err
	}
	g.Since = time.Now().UTC()
	g, err = exchange(ctx, client, g, code, verifier)
	var no *oauthError
	if errors.As(err, &no) {
		return grant{}, fmt.Errorf("%s gives no token: %s", host(p.Issuer), no.words())
	}
	return g, err
}

// SignOut forgets what signing in gave, whichever URL it was for, and tells the
// authorization server if it wants to hear it. It succeeds where nobody was signed
// in.
func SignOut(ctx context.Context, v Vault, way web.Way) error {
	if v == nil {
		return nil
	}
	release, err := v.Hold(ctx)
	if err != nil {
		return err
	}
	defer release()
	text, err := v.Load(ctx)
	if err != nil {
		return fmt.Errorf("the sign-in can't be read: %w", err)
	}
	if err := v.Save(ctx, ""); err != nil {
		return fmt.Errorf("the sign-in can't be removed: %w", err)
	}
	var g grant
	_ = json.Unmarshal([]byte(text), &g) // what is not readable can be given back to nobody
	token := g.Refresh
	if token == "" {
		token = g.Token
	}
	if g.Revoke != "" && token != "" {
		within, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		revoke(within, way, g, token)
	}
	return nil
}

// identify settles who we are to the authorization server: what the person has
// registered, a metadata document, what was registered the last time, or a new
// registration.
func identify(ctx context.Context, client *http.Client, g *grant, s SignIn, before grant, p provider, name string) error {
	document := ClientDocument
	if strings.HasPrefix(s.ClientID, "https://") {
		document = s.ClientID
	} else if s.ClientID != "" {
		g.ClientID, g.ClientSecret, g.Method = s.ClientID, s.ClientSecret, secretMethod(p)
		return nil
	}
	if document != "" && p.TakesURLasID {
		g.ClientID = document
		return nil
	}
	if before.Registered && before.Issuer == p.Issuer && before.Redirect == g.Redirect {
		g.ClientID, g.ClientSecret, g.Method, g.Registered = before.ClientID, before.ClientSecret, before.Method, true
		return nil
	}
	if p.Register == "" {
		return fmt.Errorf("%s lets in only programs that it knows: register Handrail there, with the redirect URI http://127.0.0.1, and put the client ID into the server's settings (oauth_client_id)", host(p.Issuer))
	}
	return register(ctx, client, g, s, p, name)
}

// register makes us known to the authorization server (RFC 7591).
func register(ctx context.Context, client *http.Client, g *grant, s SignIn, p provider, name string) error {
	asked := map[string]any{
		"client_name": name, "redirect_uris": []string{g.Redirect}, "token_endpoint_auth_method": "none",
		"grant_types": []string{"authorization_code", "refresh_token"}, "response_types": []string{"code"}, "application_type": "native",
	}
	if scope := strings.Join(scopes(s, p), " "); scope != "" {
		asked["scope"] = scope
	}
	body, err := json.Marshal(asked)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.Register, bytes.NewReader(body))
	if err != nil {
		return errors.New("the authorization server has no sound address for registering: signing in is refused")
	}
	req.Header.Set("Content-Type", "application/json")
	var got struct {
		oauthError
		ID     string `json:"client_id"`
		Secret string `json:"client_secret"`
		Method string `json:"token_endpoint_auth_method"`
	}
	status, err := askJSON(client, req, &got)
	switch {
	case got.Code != "":
		return fmt.Errorf("%s does not register Handrail: %s", host(p.Issuer), got.words())
	case err != nil:
		return err
	case status >= 300 || got.ID == "":
		return fmt.Errorf("%s does not register Handrail (HTTP %d): register it there yourself, and put the client ID into the server's settings (oauth_client_id)", host(p.Issuer), status)
	}
	g.ClientID, g.ClientSecret, g.Method, g.Registered = got.ID, got.Secret, got.Method, true
	if g.ClientSecret != "" && g.Method == "" {
		g.Method = secretMethod(p)
	}
	return nil
}

// secretMethod is how a client's secret is sent.
func secretMethod(p provider) string {
	if slices.Contains(p.AuthMethods, "client_secret_post") && !slices.Contains(p.AuthMethods, "client_secret_basic") {
		return "client_secret_post"
	}
	return "client_secret_basic" // what holds where nothing is said (RFC 8414, 2)
}

// scopes are what is asked for: the person's, else the server's.
func scopes(s SignIn, p provider) []string {
	if len(s.Scopes) > 0 {
		return s.Scopes
	}
	if len(p.wanted) > 0 && slices.Contains(p.Scopes, "offline_access") {
		return union(p.wanted, []string{"offline_access"}) // else nothing can be renewed
	}
	return p.wanted
}

// A backway is where the browser comes back to: a page on this machine, which
// takes one answer.
type backway struct {
	host     string // ours, with the port
	redirect string
	state    string
	provider provider
	server   *http.Server
	answer   chan back
}

// back is how the person came back.
type back struct {
	code string
	err  error
}

// listenBack opens the way back: at the port that was registered if it is free,
// else at any.
func listenBack(ctx context.Context, s SignIn, before grant, p provider) (*backway, error) {
	port := s.Port
	if u, err := url.Parse(before.Redirect); err == nil && port == 0 && before.Registered && before.Issuer == p.Issuer {
		port, _ = strconv.Atoi(u.Port()) // 0 if there is none
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp4", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil && s.Port == 0 {
		listener, err = config.Listen(ctx, "tcp4", "127.0.0.1:0")
	}
	if err != nil {
		return nil, fmt.Errorf("the browser could not come back to this machine: %w", err)
	}
	b := &backway{host: listener.Addr().String(), redirect: "http://" + listener.Addr().String() + "/callback", state: rand.Text(), provider: p, answer: make(chan back, 1)}
	b.server = &http.Server{Handler: b, ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 64 << 10}
	go func() { _ = b.server.Serve(listener) }() // it ends with close
	return b, nil
}

func (b *backway) close() {
	within, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = b.server.Shutdown(within) // the page that says how it went is sent
	_ = b.server.Close()
}

// wait waits for the person.
func (b *backway) wait(ctx context.Context) (string, error) {
	select {
	case got := <-b.answer:
		return got.code, got.err
	case <-ctx.Done():
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return "", fmt.Errorf("signing in wasn't finished in the browser within %d minutes: sign in again", int(SignInLimit.Minutes()))
		}
		return "", ctx.Err()
	}
}

// ServeHTTP takes the answer. What does not know the state is not ours, and ends
// nothing: any page could send it.
func (b *backway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	ours := subtle.ConstantTimeCompare([]byte(q.Get("state")), []byte(b.state)) == 1
	if r.Method != http.MethodGet || r.URL.Path != "/callback" || web.Foreign(r, b.host) != "" || !ours {
		http.Error(w, "This is not the page that you signed in from.", http.StatusNotFound)
		return
	}
	got := b.read(q)
	select {
	case b.answer <- got:
	default: // the first answer counts
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	if got.err != nil {
		fmt.Fprintln(w, "Signing in to this server did not work. Handrail says why. You can close this page.")
		return
	}
	fmt.Fprintln(w, "You have signed in. You can close this page and go back to Handrail.")
}

// read checks an answer: who sent it, and whether it is a yes.
func (b *backway) read(q url.Values) back {
	issuer, said := q.Get("iss"), q.Has("iss")
	switch {
	case said && issuer != b.provider.Issuer, !said && b.provider.SaysIssuer: // RFC 9207
		return back{err: fmt.Errorf("the answer in the browser comes from %q, not from %q: signing in is refused, because one server may be passing itself off as another", mcp.Clip(issuer, 200), mcp.Clip(b.provider.Issuer, 200))}
	case q.Get("error") == "access_denied":
		return back{err: fmt.Errorf("you did not allow it at %s, or are not permitted to: nothing was saved", host(b.provider.Issuer))}
	case q.Get("error") != "":
		no := oauthError{Code: q.Get("error"), Description: q.Get("error_description")}
		return back{err: fmt.Errorf("%s does not let you in: %s", host(b.provider.Issuer), no.words())}
	case q.Get("code") == "":
		return back{err: fmt.Errorf("%s sent you back without a code: try again", host(b.provider.Issuer))}
	}
	return back{code: q.Get("code")}
}
