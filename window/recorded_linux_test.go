package window

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"handrail/internal/secrets/secretstest"
	"handrail/operator/operatortest"
)

var update = flag.Bool("update", false, "write what the page's fake backend plays")

const (
	recordedIn = "../frontend/src/testing/recorded"
	welcome    = "/home/ada/welcome"
	themeKit   = "/home/ada/Downloads/theme-kit"
	notes      = "/home/ada/notes"
)

// A recording is what the window answers about one space: every call that was made in
// each state of it. The page's fake backend plays it (frontend/src/backend/fake/recorded.ts).
type recording []recordedCall

// A recordedCall is one call and what came of it.
type recordedCall struct {
	State  *int   `json:"state,omitempty"` // nil: in every state
	Method string `json:"method"`
	Args   []any  `json:"args"` // after the space, if it names one
	Answer any    `json:"answer,omitempty"`
	Error  string `json:"error,omitempty"`
	// Words of its arguments in whose place the person may have typed any others.
	Typed []string `json:"typed,omitempty"`
	Next  *int     `json:"next,omitempty"` // the state that follows; nil: the same
}

// A recorder makes the calls of one walk on a window that was just opened.
type recorder struct {
	t      *testing.T
	bench  *operatortest.Bench
	window *Window
	space  string   // as the page names it
	real   string   // its folder
	places []string // what stands in a recording in place of where the files are, in pairs
	placed bool
	typed  []string
	settle func(r *recorder, method string)
	sums   []string // names of digests, likewise
}

// A step is a call that changes something. Its arguments may be taken from what the
// space is by then.
type step struct {
	method string
	args   func(r *recorder) []any
}

// A walk is what is recorded of one space: the reads in every state that one of the
// branches comes to, and the trials, which do not depend on it, once. Each branch
// begins anew.
type walk struct {
	about    string                           // what in the space it is about, such as a server; "": all of it
	space    string                           // as the page names it; "": the calls are about no space
	options  func(*operatortest.Options)      // what else its bench is made of
	files    map[string]string                // of the space
	prepare  func(*operatortest.Bench)        // what the person has done in it before
	attend   func(*recorder)                  // what else goes on around it
	settle   func(r *recorder, method string) // waits until a step has come to its end
	typed    []string                         // words of arguments in whose place the person may type others
	placed   bool                             // digests are of texts that have places in them
	more     func(*recorder) recording        // what else is recorded, once
	trials   []step
	reads    []step
	branches [][]step
}

// The page's tests play what the window really answers. If this fails, what it answers
// has changed: run go test ./window -run TestRecorded -update, look at the difference,
// and run the page's tests.
func TestRecordedAnswersAreCurrent(t *testing.T) {
	for name, walks := range map[string][]walk{
		"calls":      callWalks(),
		"hands":      handWalks(),
		"programs":   programWalks(),
		"rules":      ruleWalks(),
		"safeguards": safeguardWalks(),
		"secrets":    secretWalks(secretstest.Keychain),
		"settings":   settingsWalks(),
		"unsafe":     secretWalks(noKeychain),
		"servers":    serverWalks(t),
		"skills":     skillWalks(),
		"web":        webWalks(t),
	} {
		t.Run(name, func(t *testing.T) {
			all := map[string]recording{}
			for _, w := range walks {
				t.Run(w.about, func(t *testing.T) { all[strings.TrimSpace(w.space+" "+w.about)] = record(t, w) })
			}
			raw := ascii(compact(t, all))
			file := filepath.Join(recordedIn, name+".json")
			if *update {
				if err := os.WriteFile(file, raw, 0o600); err != nil {
					t.Fatal(err)
				}
				return
			}
			if committed, err := os.ReadFile(file); err != nil || !bytes.Equal(committed, raw) {
				t.Errorf("%s is not what the window answers now (%v): %s", file, err, differenceOf(committed, raw))
			}
		})
	}
}

// differenceOf shows where two recordings begin to differ.
func differenceOf(committed, raw []byte) string {
	at := 0
	for at < min(len(committed), len(raw)) && committed[at] == raw[at] {
		at++
	}
	line := 1 + bytes.Count(raw[:at], []byte("\n"))
	around := func(text []byte) []byte { return text[max(0, at-100):min(len(text), at+100)] }
	return fmt.Sprintf("line %d is committed as\n\t…%s…\nand answered as\n\t…%s…", line, around(committed), around(raw))
}

// record walks all branches. What answers alike to every read is one state.
func record(t *testing.T, w walk) recording {
	t.Helper()
	out, states, made := recording{}, map[string]int{}, map[string]recordedCall{}
	for i, branch := range w.branches {
		r := newRecorder(t, w)
		if i == 0 {
			for _, s := range w.trials {
				out = append(out, r.call(s.method, s.args(r)))
			}
			if w.more != nil {
				out = append(out, w.more(r)...)
			}
		}
		state := r.read(w.reads, states, &out)
		for _, s := range branch {
			from, call := state, r.call(s.method, s.args(r))
			if r.settle != nil {
				r.settle(r, s.method)
			}
			at := len(out)
			state = r.read(w.reads, states, &out)
			next := state
			call.State, call.Next = &from, &next
			key := string(compact(t, []any{from, call.Method, call.Args}))
			if before, known := made[key]; !known {
				made[key], out = call, slices.Insert(out, at, call)
			} else if !reflect.DeepEqual(before, call) {
				t.Errorf("%s in state %d answers in two ways: the reads do not tell two states apart", call.Method, from)
			}
		}
	}
	return out
}

// read makes the calls that change nothing, and says which state they show. Those of a
// new one are recorded.
func (r *recorder) read(reads []step, states map[string]int, out *recording) int {
	r.t.Helper()
	var calls recording
	for _, s := range reads {
		calls = append(calls, r.call(s.method, s.args(r)))
	}
	key := string(compact(r.t, calls))
	state, known := states[key]
	if !known {
		state = len(states)
		states[key] = state
		for _, call := range calls {
			call.State = &state
			*out = append(*out, call)
		}
	}
	return state
}

// call makes one call as the page does: by name, with arguments of JSON.
func (r *recorder) call(method string, args []any) recordedCall {
	r.t.Helper()
	var bound reflect.Value
	for _, b := range r.window.Bound(false) {
		if m := reflect.ValueOf(b).MethodByName(method); m.IsValid() {
			bound = m
		}
	}
	if !bound.IsValid() {
		r.t.Fatalf("the window has no %s", method)
	}
	in := []reflect.Value{}
	if r.space != "" {
		in = append(in, reflect.ValueOf(r.real))
	}
	for _, a := range args {
		v := reflect.New(bound.Type().In(len(in)))
		if err := json.Unmarshal(compact(r.t, a), v.Interface()); err != nil {
			r.t.Fatal(err)
		}
		in = append(in, v.Elem())
	}
	out := bound.Call(in)
	c := recordedCall{Method: strings.ToLower(method[:1]) + method[1:], Args: []any{}}
	if len(args) > 0 {
		r.clean(args, &c.Args)
	}
	for _, word := range r.typed {
		if bytes.Contains(compact(r.t, c.Args), compact(r.t, word)) {
			c.Typed = append(c.Typed, word)
		}
	}
	if err, failed := out[len(out)-1].Interface().(error); failed {
		c.Error = strings.NewReplacer(r.places...).Replace(err.Error())
		return c
	}
	switch out[0].Interface().(type) {
	case ServersView, ServerDetailView:
		if method != "Server" {
			return c // how the server goes on is read afterwards
		}
	}
	r.clean(out[0].Interface(), &c.Answer)
	return c
}

var (
	momentText = regexp.MustCompile(`"\d{4}-\d\d-\d\dT[0-9:.]+Z"`)
	stampText  = regexp.MustCompile(`\d{8}T\d{6}\.\d+Z`)
	tokenText  = regexp.MustCompile(`handrail_[A-Z2-7]{26}`)
	pidText    = regexp.MustCompile(`("pid":)[1-9]\d*`)
	sumText    = regexp.MustCompile(`^(?:[a-z]_)?[0-9a-f]{16,64}$`)
	sumKeys    = []string{"id", "digest", "was", "run", "call"}
	tookText   = regexp.MustCompile(`("\w+Ms":)[0-9.e+-]*[1-9][0-9.e+-]*`)
)

// clean is a value without what differs from one walk to the next: where the files
// are, when it was, and how long it took.
func (r *recorder) clean(value, into any) {
	r.t.Helper()
	raw := []byte(strings.NewReplacer(r.places...).Replace(string(compact(r.t, value))))
	raw = stampText.ReplaceAll(raw, []byte("20261120T120000Z"))
	raw = tokenText.ReplaceAll(raw, []byte("handrail_5YQBD0MV2UXQ9CT1NR8WZPLK"))
	raw = pidText.ReplaceAll(raw, []byte("${1}48211"))
	raw = momentText.ReplaceAll(raw, []byte(`"2026-11-20T12:00:00Z"`))
	raw = tookText.ReplaceAll(raw, []byte("${1}12"))
	if r.placed {
		var all any
		if err := json.Unmarshal(raw, &all); err != nil {
			r.t.Fatal(err)
		}
		r.nameSums(all)
		raw = []byte(strings.NewReplacer(r.sums...).Replace(string(raw)))
	}
	if err := json.Unmarshal(raw, into); err != nil {
		r.t.Fatal(err)
	}
}

// nameSums gives the digests in a value names that say what they are of, without the
// places that are in it.
func (r *recorder) nameSums(value any) {
	switch v := value.(type) {
	case []any:
		for _, one := range v {
			r.nameSums(one)
		}
	case map[string]any:
		about := maps.Clone(v)
		maps.DeleteFunc(about, func(key string, _ any) bool { return slices.Contains(sumKeys, key) })
		name := sha256.Sum256(compact(r.t, about))
		for _, key := range sumKeys {
			if sum, ok := v[key].(string); ok && sumText.MatchString(sum) && !slices.Contains(r.sums, sum) {
				r.sums = append(r.sums, sum, fmt.Sprintf("%s-%x", key, name[:4]))
			}
		}
		for _, one := range about {
			r.nameSums(one)
		}
	}
}

// newRecorder opens a window on the space of a walk.
func newRecorder(t *testing.T, of walk) *recorder {
	t.Helper()
	secretstest.Keychain()
	opt := operatortest.Options{Files: of.files}
	if of.options != nil {
		of.options(&opt)
	}
	b := operatortest.New(t, opt)
	if of.prepare != nil {
		of.prepare(b)
	}
	w := New("0.1.0")
	w.app.ctx, w.app.o = t.Context(), b.O
	r := &recorder{t: t, bench: b, window: w, space: of.space, real: b.Dir, placed: of.placed, typed: of.typed, settle: of.settle, places: []string{
		b.Dir, cmp.Or(of.space, welcome), `"name":"space"`, fmt.Sprintf(`"name":%q`, path.Base(cmp.Or(of.space, welcome))), b.Options.Dirs.Config, "/home/ada/.config/handrail", b.Options.Dirs.Data, "/home/ada/.local/share/handrail", b.Options.Home, "/home/ada",
		filepath.Dir(b.Options.Home) + "/bin", "/usr/local/bin",
	}}
	if of.attend != nil {
		of.attend(r)
	}
	return r
}

// compact writes JSON as the recordings have it: in lines, with its characters as they
// are.
func compact(t *testing.T, value any) []byte {
	t.Helper()
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if all, ok := value.(map[string]recording); ok {
		out.WriteString("{\n")
		for i, space := range slices.Sorted(maps.Keys(all)) {
			if i > 0 {
				out.WriteString(",\n")
			}
			out.Write(bytes.TrimSpace(compact(t, space)))
			out.WriteString(": [\n")
			for j, call := range all[space] {
				if j > 0 {
					out.WriteString(",\n")
				}
				out.Write(bytes.TrimSpace(compact(t, call)))
			}
			out.WriteString("\n]")
		}
		out.WriteString("\n}\n")
		return out.Bytes()
	}
	if err := enc.Encode(value); err != nil {
		t.Fatal(err)
	}
	return bytes.TrimSpace(out.Bytes())
}

// ascii escapes what a reader of the file would not see.
func ascii(raw []byte) []byte {
	var out bytes.Buffer
	for _, c := range string(raw) {
		if c < 0x7f {
			out.WriteRune(c)
		} else {
			fmt.Fprintf(&out, `\u%04x`, c)
		}
	}
	return out.Bytes()
}

// with are arguments that are known beforehand.
func with(args ...any) func(*recorder) []any {
	return func(*recorder) []any { return args }
}
