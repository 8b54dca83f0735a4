package serving

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"handrail/operator"
	"handrail/tools"
)

const (
	// tokensKind is where the journal's database keeps clients' tokens, hashed.
	tokensKind = "client-token"
	// tokenMark begins every token, so that people and scanners know one.
	tokenMark = "handrail_"
	// tokenStep is how exactly the last use of a token is kept.
	tokenStep = time.Minute
)

// A Token lets one program in over HTTP. The token itself is shown once and
// kept nowhere.
type Token struct {
	Name string
	Made time.Time
	Used time.Time // last, to the minute; zero: never
}

// Tokens are what programs come with that are served over HTTP. They are safe for
// concurrent use, also by several processes.
type Tokens struct{ o *operator.Operator }

// NewTokens returns the tokens of an operator's data folder.
func NewTokens(o *operator.Operator) *Tokens { return &Tokens{o} }

// keptToken is a token as it is kept.
type keptToken struct {
	SHA256 string    `json:"sha256"`
	Made   time.Time `json:"made"`
	Used   time.Time `json:"used,omitzero"`
}

// Add makes a token for a program that is to be let in over HTTP, and
// returns it. The name is the person's own, of letters, digits, "-", "_" and ".".
func (t *Tokens) Add(ctx context.Context, name string) (token string, err error) {
	if ok, _ := regexp.MatchString(`^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$`, name); !ok {
		return "", fmt.Errorf("%q can't be a token's name: use up to 64 letters, digits, \"-\", \"_\" and \".\", such as \"editor\"", name)
	}
	token = tokenMark + rand.Text()
	raw, err := json.Marshal(keptToken{SHA256: hashed(token), Made: time.Now().UTC().Truncate(time.Second)})
	if err != nil {
		return "", err
	}
	taken := false
	err = t.o.Store().States().ChangeState(ctx, tokensKind, name, func(old string) string {
		if taken = old != ""; taken {
			return old
		}
		return string(raw)
	})
	if taken {
		return "", fmt.Errorf("there is already a token %q: revoke it first, or choose another name", name)
	}
	return token, err
}

// List lists the tokens, by name.
func (t *Tokens) List(ctx context.Context) ([]Token, error) {
	kept, err := t.o.Store().States().States(ctx, tokensKind)
	if err != nil {
		return nil, err
	}
	out := make([]Token, 0, len(kept))
	for name, text := range kept {
		var k keptToken
		if err := json.Unmarshal([]byte(text), &k); err != nil {
			return nil, fmt.Errorf("the token %q is kept in a way that this version cannot read: %w", name, err)
		}
		out = append(out, Token{Name: name, Made: k.Made, Used: k.Used})
	}
	slices.SortFunc(out, func(a, b Token) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}

// Revoke forgets a token. What has come with it is refused from its
// next request on.
func (t *Tokens) Revoke(ctx context.Context, name string) error {
	known := false
	err := t.o.Store().States().ChangeState(ctx, tokensKind, name, func(old string) string {
		known = old != ""
		return ""
	})
	if err == nil && !known {
		return tools.Advise(tools.Action{Kind: tools.ListTokens}, "there is no token %q", name)
	}
	return err
}

var errToken = errors.New("this token is not known: it was revoked, or belongs to another Handrail: make another one in Handrail")

// allow finds the name of a token, and notes that it was used.
func (t *Tokens) allow(ctx context.Context, token string) (name string, err error) {
	kept, err := t.o.Store().States().States(ctx, tokensKind)
	if err != nil {
		return "", fmt.Errorf("the tokens cannot be read: %w", err)
	}
	sum := hashed(token)
	for known, text := range kept {
		var k keptToken
		if json.Unmarshal([]byte(text), &k) != nil || subtle.ConstantTimeCompare([]byte(sum), []byte(k.SHA256)) != 1 {
			continue
		}
		if now := time.Now().UTC(); now.Sub(k.Used) >= tokenStep {
			t.noteUse(ctx, known, sum, now)
		}
		return known, nil
	}
	return "", errToken
}

// noteUse keeps when a token was last used. It does not bring back one that is
// revoked at this moment.
func (t *Tokens) noteUse(ctx context.Context, name, sum string, now time.Time) {
	err := t.o.Store().States().ChangeState(ctx, tokensKind, name, func(old string) string {
		var k keptToken
		if json.Unmarshal([]byte(old), &k) != nil || k.SHA256 != sum {
			return old
		}
		k.Used = now.Truncate(tokenStep)
		raw, err := json.Marshal(k)
		if err != nil {
			return old
		}
		return string(raw)
	})
	if err != nil {
		t.o.News().Notice("warning", "when the token %s was last used could not be kept: %v", name, err)
	}
}

func hashed(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
