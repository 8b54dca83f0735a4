package walls

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"handrail/internal/proc"
	"handrail/internal/sandbox"
	"handrail/journal"
	"handrail/tools"
)

// A registryReply is what this app has heard about the package registries of a
// space, beside a yes that is kept. nil: nothing.
type registryReply struct {
	no   error  // nil: --confirm allow has let builds reach them
	call string // what no holds for, when it was no answer of the person's; "" is every call
}

// A registry asks the person about the package registries of a space, and knows the
// answer.
type registry struct {
	s *Space

	mu      sync.Mutex // one question at a time; guards pending
	pending *registryQuestion
	reply   atomic.Pointer[registryReply]
	work    sync.WaitGroup // questions that stand
}

// A registryQuestion is one that stands.
type registryQuestion struct {
	answered chan struct{} // closed when it is answered or withdrawn
	cancel   context.CancelFunc
}

// granted reports whether the person has let builds of the space reach
// the package registries, in this app or another.
func (r *registry) granted(ctx context.Context) (bool, error) {
	_, granted, err := r.s.k.c.States.State(ctx, answerKind, r.s.c.Dir)
	return granted, err
}

// answer is what the person has said about the package registries.
func (r *registry) answer(ctx context.Context) (RegistryAnswer, error) {
	text, granted, err := r.s.k.c.States.State(ctx, answerKind, r.s.c.Dir)
	if err != nil {
		return RegistryAnswer{}, err
	}
	if granted {
		return RegistryAnswer{Said: "yes", When: answeredAt(text)}, nil
	}
	if reply := r.reply.Load(); reply != nil && reply.no != nil && reply.call == "" {
		return RegistryAnswer{Said: "no"}, nil
	}
	return RegistryAnswer{}, nil
}

// ask asks the person whether builds of this space may reach the package
// registries: once, however many connections wait for it. ctx is one
// connection's, and the question outlives it: package managers give up and try
// again while the person reads. A yes holds until it is revoked, a no until the
// app ends, and no answer for this call alone.
func (r *registry) ask(ctx context.Context, st *Stay, host string) error {
	for {
		r.mu.Lock()
		known, err := r.known(st)
		if known || ctx.Err() != nil {
			r.mu.Unlock()
			return errors.Join(err, ctx.Err())
		}
		q := r.pending
		if q == nil {
			q = r.pose(st, host)
		}
		r.mu.Unlock()
		select {
		case <-q.answered:
		case <-ctx.Done():
			return errors.New("you haven't decided yet whether builds may reach the package registries")
		}
	}
}

// known is the answer that counts for a call, if there is one. The
// caller holds r.mu.
func (r *registry) known(st *Stay) (known bool, err error) {
	granted, err := r.granted(r.s.k.c.Context)
	if granted || err != nil {
		return true, err
	}
	reply := r.reply.Load()
	if reply == nil || reply.call != "" && reply.call != st.errand.Call {
		return false, nil
	}
	return true, reply.no
}

// pose puts the question to the person; it ends with the call that asks. The caller
// holds r.mu.
func (r *registry) pose(st *Stay, host string) *registryQuestion {
	ctx, cancel := context.WithCancel(r.s.k.c.Context)
	q := &registryQuestion{answered: make(chan struct{}), cancel: cancel}
	r.pending = q
	r.work.Go(func() {
		select {
		case <-st.left:
			cancel()
		case <-ctx.Done():
		}
	})
	r.work.Go(func() {
		defer cancel()
		reply := r.askPerson(ctx, st, host)
		r.mu.Lock()
		defer r.mu.Unlock()
		if reply != nil {
			r.reply.Store(reply)
		}
		r.pending = nil
		close(q.answered)
	})
	return q
}

// stop withdraws a question that stands, and waits until it is gone. No
// room of the space is open any more.
func (r *registry) stop() {
	r.mu.Lock()
	if r.pending != nil {
		r.pending.cancel()
	}
	r.mu.Unlock()
	r.work.Wait()
}

// askPerson asks and keeps a yes; another reply is returned.
func (r *registry) askPerson(ctx context.Context, st *Stay, host string) *registryReply {
	answer, kind, err := recorded(r.s.k).Ask(ctx, st.errand.Call, r.question(st, host))
	reason := unopened(answer, err)
	no := func(why string, call string) *registryReply {
		return &registryReply{no: fmt.Errorf("the package registries are closed to this space: %s", why), call: call}
	}
	switch {
	case kind == journal.Allowed && answer.Where == tools.WhereFixed:
		return &registryReply{} // nobody has been asked: it is not kept
	case kind == journal.Allowed:
		err := r.s.k.c.States.SetState(r.s.k.c.Context, answerKind, r.s.c.Dir, sandbox.Registry+" "+time.Now().UTC().Format(time.RFC3339))
		if err = errors.Join(err, r.s.c.Answered(r.s.k.c.Context)); err != nil {
			return no("your answer could not be saved: "+err.Error(), st.errand.Call)
		}
		return nil
	case kind == journal.Declined && err == nil:
		return no(reason, "") // the person said no, and is not asked again
	}
	return no(reason, st.errand.Call)
}

// unopened says why an answer opens nothing, for who waits for it.
func unopened(answer tools.Answer, err error) string {
	switch {
	case err != nil:
		return err.Error()
	case answer.Verdict == tools.Expire:
		return "nobody answered"
	case answer.Where == tools.WhereFixed:
		return "--confirm deny answers every question with no"
	case answer.Reason != "":
		return "the person said no, and is not asked again: " + answer.Reason
	}
	return "the person said no, and is not asked again"
}

// question is what the person is asked.
func (r *registry) question(st *Stay, host string) tools.Question {
	text, because := tools.Say(tools.TextRegistries, host, "  "+strings.Join(r.s.k.registries(), "\n  ")), tools.Because(tools.Say(tools.WhyRegistries))
	return tools.Question{
		ID: st.errand.Call + "/registry", Run: st.errand.Run, Session: st.errand.Session, Tool: st.errand.Tool, Space: r.s.c.Dir,
		Caller: tools.Caller{Kind: tools.CallerKind(st.errand.Kind), Name: st.errand.Caller, Token: st.errand.Token},
		Preview: tools.Preview{
			Detail: text.String(), Wording: text,
			Effects: []tools.Effect{{Kind: tools.EffectReach, Target: "package registries"}}, Digest: tools.Digest("registry", r.s.c.Dir),
		}.Titled(tools.Say(tools.AskBuilds, filepath.Base(r.s.c.Dir))),
		Reason: because.String(), Because: because, During: true, Limit: tools.AnswerLimit, Yes: tools.Say(tools.YesHere).String(),
	}
}

// Registries are the hosts from which builds fetch packages, with their port. It is
// slow at first.
func (k *Keeper) Registries() []string { return k.registries() }

// findRegistries asks the person's own package managers which hosts they fetch
// packages from, as they are set up: a company's mirror counts, and no list of
// ours goes stale. They are asked in the home folder, where no project has a
// say. What is not installed has none.
func (k *Keeper) findRegistries() []string {
	answers := k.Ask(
		[]string{"npm", "config", "get", "registry"},
		[]string{"yarn", "config", "get", "registry"},
		[]string{"go", "env", "GOPROXY", "GOSUMDB"},
		[]string{"python3", "-I", "-c", pipIndex},
	)
	for _, name := range []string{"npm_config_registry", "NPM_CONFIG_REGISTRY", "PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "UV_INDEX_URL", "UV_DEFAULT_INDEX", "YARN_NPM_REGISTRY_SERVER", "GOPROXY"} {
		answers = append(answers, proc.Getenv(k.c.Vars, name))
	}
	var hosts []string
	for _, answer := range answers {
		hosts = append(hosts, hostsIn(answer)...)
	}
	slices.Sort(hosts)
	return slices.Compact(hosts)
}

// pipIndex prints where pip fetches from, as it is made and as the person's
// settings say, also of the pip that a new venv gets.
const pipIndex = `
import glob, os, sys
try:
    import ensurepip
    for d in (os.path.join(os.path.dirname(ensurepip.__file__), "_bundled"), "/usr/share/python-wheels"):
        sys.path += glob.glob(os.path.join(d, "pip-*.whl"))
except ImportError:
    pass
from pip._internal.models.index import PyPI
print(PyPI.url, "https://" + PyPI.file_storage_domain)
try:
    from pip._internal.configuration import Configuration
    c = Configuration(isolated=False)
    c.load()
    for name, value in c.items():
        for key, text in value.items() if isinstance(value, dict) else [(name, value)]:
            if key.endswith("index-url"):
                print(text)
except Exception:
    pass # a damaged file of settings
`

// hostsIn lists the hosts of the addresses in a text, with their port if that is
// not the usual one: "host" means 443. Go names its checksum server without a
// scheme.
func hostsIn(text string) []string {
	var hosts []string
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n,|+\"'", r) }) {
		if !strings.Contains(word, "://") {
			if !strings.Contains(word, ".") || strings.ContainsAny(word, "/:") {
				continue
			}
			word = "https://" + word
		}
		u, err := url.Parse(word)
		switch {
		case err != nil || u.Hostname() == "":
		case u.Port() != "":
			hosts = append(hosts, strings.ToLower(u.Host))
		case u.Scheme == "https":
			hosts = append(hosts, strings.ToLower(u.Hostname())+":443")
		case u.Scheme == "http":
			hosts = append(hosts, strings.ToLower(u.Hostname())+":80")
		}
	}
	return hosts
}
