package oauth

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

// assertionLife is how long a signed assertion holds: it is used at once.
const assertionLife = 2 * time.Minute

// machineGrant gets a token for ourselves, without a person and a page: the extension
// io.modelcontextprotocol/oauth-client-credentials. Who we are is a secret, or a key that signs.
func machineGrant(ctx context.Context, client *http.Client, g grant, s SignIn, now time.Time) (grant, error) {
	c := clientcredentials.Config{ClientID: g.ClientID, TokenURL: g.Endpoint, Scopes: g.Asked, AuthStyle: oauth2.AuthStyleInParams}
	switch {
	case s.ClientID == "":
		return grant{}, errors.New("its settings say that it is signed in to without a person (oauth_grant), and not as whom: set oauth_client_id")
	case s.PrivateKey != "":
		assertion, err := assertionOf(s.PrivateKey, g, now)
		if err != nil {
			return grant{}, err
		}
		c.EndpointParams = url.Values{"client_assertion_type": {"urn:ietf:params:oauth:client-assertion-type:jwt-bearer"}, "client_assertion": {assertion}}
	case s.ClientSecret != "":
		if c.ClientSecret = s.ClientSecret; g.Method == "client_secret_basic" {
			c.AuthStyle = oauth2.AuthStyleInHeader
		}
	default:
		return grant{}, errors.New("its settings say that it is signed in to without a person (oauth_grant), and have nothing to do it with: set oauth_client_secret or oauth_private_key")
	}
	token, err := c.Token(g.asking(ctx, client))
	next, err := g.with(ctx, token, err, now)
	var no *oauthError
	if errors.As(err, &no) && !no.passes() {
		return grant{}, fmt.Errorf("%s gives no token: %s; check oauth_client_id and what goes with it in its settings", host(g.Issuer), no.words())
	}
	next.Refresh = "" // another token is asked for in the same way
	return next, err
}

// withoutPerson is Authorize where nobody has to be there.
func withoutPerson(ctx context.Context, client *http.Client, g grant, s SignIn, p provider) (grant, error) {
	g.ClientID, g.Method = s.ClientID, secretMethod(p)
	g.Asked = slices.DeleteFunc(slices.Clone(scopes(s, p)), func(scope string) bool { return scope == "offline_access" })
	g.Since = time.Now().UTC()
	return machineGrant(ctx, client, g, s, g.Since)
}

// assertionOf says who we are, signed by our key (RFC 7523): the authorization server knows the other half.
func assertionOf(key string, g grant, now time.Time) (string, error) {
	signer, alg, err := readKey(key)
	if err != nil {
		return "", err
	}
	part := func(v map[string]any) string {
		raw, _ := json.Marshal(v) // texts and numbers
		return base64.RawURLEncoding.EncodeToString(raw)
	}
	text := part(map[string]any{"alg": alg, "typ": "JWT"}) + "." + part(map[string]any{
		"iss": g.ClientID, "sub": g.ClientID, "aud": g.Issuer, "jti": rand.Text(), "iat": now.Unix(), "exp": now.Add(assertionLife).Unix(),
	})
	sum := sha256.Sum256([]byte(text))
	var signature []byte
	switch k := signer.(type) {
	case *ecdsa.PrivateKey:
		r, s, signErr := ecdsa.Sign(rand.Reader, k, sum[:])
		if err = signErr; err == nil {
			signature = append(r.FillBytes(make([]byte, 32)), s.FillBytes(make([]byte, 32))...)
		}
	case *rsa.PrivateKey:
		signature, err = rsa.SignPKCS1v15(nil, k, crypto.SHA256, sum[:])
	}
	if err != nil {
		return "", errors.New("its oauth_private_key cannot sign: make another one")
	}
	return text + "." + base64.RawURLEncoding.EncodeToString(signature), nil
}

// readKey reads a private key in PEM. No error holds any of it.
func readKey(text string) (key any, alg string, err error) {
	block, _ := pem.Decode([]byte(text))
	if block == nil {
		return nil, "", errors.New("its oauth_private_key is no key in PEM, which begins with -----BEGIN PRIVATE KEY-----")
	}
	for _, read := range []func([]byte) (any, error){
		x509.ParsePKCS8PrivateKey,
		func(b []byte) (any, error) { return x509.ParseECPrivateKey(b) },
		func(b []byte) (any, error) { return x509.ParsePKCS1PrivateKey(b) },
	} {
		if key, err = read(block.Bytes); err == nil {
			break
		}
	}
	switch k := key.(type) {
	case *ecdsa.PrivateKey:
		if err == nil && k.Curve == elliptic.P256() {
			return k, "ES256", nil
		}
	case *rsa.PrivateKey:
		if err == nil && k.N.BitLen() >= 2048 {
			return k, "RS256", nil
		}
	}
	return nil, "", errors.New("its oauth_private_key is of no kind that is known here: take one of the curve P-256, or of RSA with 2048 bits or more")
}
