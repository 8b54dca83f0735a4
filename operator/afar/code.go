package afar

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"handrail/internal/quote"
	"handrail/tools"
)

// Codes are eight of 32 signs that nobody takes for each other: 40 bits, for five tries.
const (
	signs      = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
	codeLength = 8
	mostWrong  = 5
)

// mostShown is how many bytes of an act a message shows. A longer one can only be denied from there.
const mostShown = 3000

// errGuessed says that somebody has guessed at a code.
var errGuessed = errors.New("too many wrong codes were written in its chat")

// A secret is this process's own: what is kept of a code is worth nothing without it.
type secret [32]byte

func newSecret() (s secret) {
	rand.Read(s[:]) // never fails (crypto/rand)
	return s
}

// newCode makes a code.
func newCode() string {
	var raw [codeLength]byte
	rand.Read(raw[:])
	for i, b := range raw {
		raw[i] = signs[int(b)%len(signs)] // 256 is a multiple of 32
	}
	return string(raw[:])
}

// A pending question waits for the person's answer by a line. Its fields are guarded by the line's mu, but code and said.
type pending struct {
	code    string // for the message alone
	own     secret
	bound   string // what the code is good for: the call, its act, and until when
	sum     []byte
	expires time.Time
	whole   bool // the message shows all of the act
	wrong   int
	over    bool
	said    chan outcome // takes one
}

func newPending(q tools.Question, own secret, now time.Time) *pending {
	p := &pending{code: newCode(), own: own, expires: now.Add(q.Limit), whole: fits(q), said: make(chan outcome, 1)}
	p.bound = fmt.Sprintf("%s\x00%s\x00%d", q.ID, q.Preview.Digest, p.expires.UnixNano())
	p.sum = p.mac(p.code)
	return p
}

func (p *pending) mac(code string) []byte {
	m := hmac.New(sha256.New, p.own[:])
	fmt.Fprintf(m, "%s\x00%s", code, p.bound)
	return m.Sum(nil)
}

// is reports whether a code is the question's, in a time that does not depend on it.
func (p *pending) is(code string) bool {
	return subtle.ConstantTimeCompare(p.mac(code), p.sum) == 1 && !p.over
}

// answer ends the question by the person's word: once, and not later than it says.
func (p *pending) answer(yes bool, now time.Time) {
	switch {
	case now.After(p.expires):
		p.end(outcome{err: errSilent})
	case yes && !p.whole:
		return // the message did not offer it; the code stays good for a no
	case yes:
		p.end(outcome{answer: tools.Answer{Verdict: tools.RunOnce}})
	default:
		p.end(outcome{answer: tools.Answer{Verdict: tools.Deny}})
	}
}

// guessed counts a wrong code.
func (p *pending) guessed() {
	if p.wrong++; p.wrong >= mostWrong {
		p.end(outcome{err: errGuessed})
	}
}

func (p *pending) end(o outcome) {
	if !p.over {
		p.over = true
		p.said <- o
	}
}

// wait returns the person's answer, or why there is none.
func (p *pending) wait(ctx context.Context, ended <-chan struct{}) (tools.Answer, error) {
	timer := time.NewTimer(time.Until(p.expires))
	defer timer.Stop()
	select {
	case o := <-p.said:
		return o.answer, o.err
	case <-timer.C:
		return tools.Answer{}, errSilent
	case <-ended:
		return tools.Answer{}, errors.New("the person cannot be heard there any more")
	case <-ctx.Done():
		return tools.Answer{}, ctx.Err()
	}
}

// read finds an answer in what the person has written: "approve CODE" or "deny CODE", alone.
func read(text string) (yes bool, code string, ok bool) {
	words := strings.Fields(text)
	if len(words) != 2 || len(words[1]) > 64 {
		return false, "", false
	}
	switch strings.ToLower(words[0]) {
	case "approve":
		yes = true
	case "deny":
	default:
		return false, "", false
	}
	return yes, strings.ToUpper(words[1]), true
}

// shown is a text of others as a chat shows it: with what nobody would see written out.
func shown(text string) string { return strings.TrimSpace(quote.Visible(text)) }

// actOf is all of an act, as the person must see it.
func actOf(q tools.Question) string {
	lines := []string{shown(q.Preview.Title)}
	if detail := shown(q.Preview.Detail); !strings.Contains(lines[0], detail) {
		lines = append(lines, detail)
	}
	if q.Preview.Folder != "" {
		lines = append(lines, "in "+shown(q.Preview.Folder))
	}
	if len(q.Would) > 0 {
		lines = append(lines, "It would "+shown(strings.Join(q.Would, ", ")))
	} else {
		for _, e := range q.Preview.Effects {
			lines = append(lines, shown(string(e.Kind)+" "+e.Target))
		}
	}
	return strings.Join(lines, "\n")
}

func fits(q tools.Question) bool { return len(actOf(q)) <= mostShown }

// who says who does something.
func who(q tools.Question, does string) string {
	if q.Caller.Kind == tools.CallerPerson {
		return "A call of your own waits"
	}
	return shown(q.Caller.String()) + " " + does
}

// question is what is sent where the person can answer.
func question(q tools.Question, space, code string) string {
	act, how := actOf(q), fmt.Sprintf("To let it run once, write:\napprove %s\nTo deny it:\ndeny %s", code, code)
	if !fits(q) {
		cut := mostShown
		for cut > 0 && !utf8.RuneStart(act[cut]) {
			cut--
		}
		act, how = act[:cut]+"\n… (there is more)", fmt.Sprintf("It is too long to be approved from here: answer at the machine. To deny it, write:\ndeny %s", code)
	}
	return fmt.Sprintf("%s in the space %s, because %s:\n\n%s\n\n%s\nThe code is good once, for %s.",
		who(q, "asks"), shown(space), shown(q.Reason), act, how, q.Limit.Round(time.Second))
}

// notice is what is sent where nobody can answer.
func notice(q tools.Question, space string) string {
	return fmt.Sprintf("%s in the space %s:\n%s\nAnswer at the machine.", who(q, "waits for you"), shown(space), shown(q.Preview.Title))
}
