package mcp

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"time"

	"handrail/tools"
)

// DefaultTimeout is how long one call of a server's tool may take where the
// settings do not say.
const DefaultTimeout = 60 * time.Second

// ConnectTimeout is how long a server has to answer the handshake and list what
// it has (docs/spec/08-mcp.md).
const ConnectTimeout = 30 * time.Second

// InstallTimeout is the same for a server that its command may have to fetch first, as npx does: some
// take a minute and more on an ordinary line.
const InstallTimeout = 3 * time.Minute

// FailTimeout is how long a Client's Connect takes at most until it says why there is
// no answer, where nothing is to be fetched: a server that does not answer is ended first, which takes up to 5 s.
const FailTimeout = ConnectTimeout + EndTimeout

// EndTimeout is how much longer it takes until a server that does not answer has ended.
const EndTimeout = 6 * time.Second

// A Server says how one server is reached: by Command over stdio, else by URL
// over streamable HTTP, else over legacy SSE. Everything in it is resolved: no
// ${NAME} is left.
type Server struct {
	Name      string            // the namespace of its tools; see CheckName
	Command   string            // of a stdio server: a program, looked up on the PATH of Env
	Args      []string          // its arguments
	Env       []string          // its whole environment, as "NAME=value"
	Dir       string            // its working folder
	URL       string            // of a remote server
	Transport Transport         // "" tries streamable HTTP, then SSE
	Headers   map[string]string // of every request to a remote server; they may be secret
	Timeout   time.Duration     // of one call; 0: DefaultTimeout
	Installs  bool              // its command may have to fetch it first
}

// StartTimeout is how long the server has to answer the handshake and list what it has.
func (s Server) StartTimeout() time.Duration {
	if s.Installs {
		return InstallTimeout
	}
	return ConnectTimeout
}

// Address reads the URL of a remote server. Its errors hold nothing that may be secret
// in it.
func (s Server) Address() (*url.URL, error) {
	u, err := url.Parse(s.URL)
	switch {
	case err != nil:
		return nil, errors.New("the URL of the server cannot be read: write it as https://host/path")
	case u.Scheme != "https" && u.Scheme != "http" || u.Host == "":
		return nil, fmt.Errorf("the URL of the server begins with %q: write it as https://host/path", u.Scheme+":")
	case u.User != nil:
		return nil, errors.New("the URL of the server has a password in it: put it into a header named Authorization, as ${secret:NAME}")
	}
	u.Fragment = ""
	return u, nil
}

// CallTimeout is how long one call of the server's tools may take.
func (s Server) CallTimeout() time.Duration {
	if s.Timeout > 0 {
		return s.Timeout
	}
	return DefaultTimeout
}

// Transport is how a remote server is spoken to.
type Transport string

// The transports. A server with a Command is spoken to by its stdin and stdout.
const (
	HTTP Transport = "http" // streamable HTTP
	SSE  Transport = "sse"  // the older one, before revision 2025-03-26
)

// State is how things stand with a server.
type State string

// The states of a server.
const (
	Idle        State = "idle"       // nobody has needed it yet
	Connecting  State = "connecting" // it was started and has not answered yet
	Ready       State = "ready"
	Failed      State = "failed"  // it could not be started, or ended; see Reason
	Waiting     State = "waiting" // it failed and is started again at Next
	NeedsSignIn State = "sign-in" // the person has to sign in first
	Stopped     State = "stopped" // the person has stopped it
)

// A Status is what is known of a server. Its texts may come from the server and
// are shown literally.
type Status struct {
	State    State
	Since    time.Time
	Reason   string        // why it is not ready, in a sentence
	Action   tools.Action  // what the person can do about that, if it is known
	Said     []string      // the last lines of its stderr, and what it printed on stdout that is not MCP; at most 200
	Next     time.Time     // when it is started again, if State is Waiting
	Tries    int           // how often it has failed in a row
	PID      int           // of a stdio server that runs
	Took     time.Duration // from start to the last answer of the handshake
	Protocol string        // the revision that both speak: "2025-06-18"
	Title    string        // what it calls itself
	Version  string        // its own version
	Help     string        // its instructions for models
}

// A Definition is a tool as its server declares it. It is what is pinned
// (docs/spec/08-mcp.md): any change of it is a change of the tool.
type Definition struct {
	Name        string          `json:"name"`
	Title       string          `json:"title,omitempty"`
	Description string          `json:"description,omitempty"`
	Input       json.RawMessage `json:"input"`            // as the server sends it
	Output      json.RawMessage `json:"output,omitempty"` // likewise
	Hints       Hints           `json:"hints,omitzero"`
	More        json.RawMessage `json:"more,omitempty"` // what programs are told beside that: an object with "icons" and "_meta", as the server sends them
	Task        bool            `json:"task,omitempty"` // the server runs it as a task only
}

// Hints are a tool's annotations. nil: the server does not say.
type Hints struct {
	ReadOnly    *bool `json:"read_only,omitempty"`
	Destructive *bool `json:"destructive,omitempty"`
	Idempotent  *bool `json:"idempotent,omitempty"`
	OpenWorld   *bool `json:"open_world,omitempty"`
}

// A Listing is what a server has: as it was listed last.
type Listing struct {
	Tools     []Definition
	Resources []Resource
	Templates []Resource // whose URI is a template
	Prompts   []Prompt
	Completes bool // it lists values for the arguments of templates and prompts
	Watches   bool // it tells of changes of resources
	LeftOut   []Omission
}

// An Omission is what of a list was left out, because it cannot be used.
type Omission struct {
	List string // the method that lists it: tools/list
	Text string // with the reason: "the tool x: its name is taken"
}

// Omissions are the texts of what was left out.
func (l Listing) Omissions() []string {
	var texts []string
	for _, o := range l.LeftOut {
		texts = append(texts, o.Text)
	}
	return texts
}

// mostData is how many resources, templates and prompts of one server are known, each.
const mostData = 500

// Data is what a server has beside its tools.
type Data struct {
	Resources []Resource `json:"resources,omitempty"`
	Templates []Resource `json:"templates,omitempty"` // whose URI is a template
	Prompts   []Prompt   `json:"prompts,omitempty"`
	Completes bool       `json:"completes,omitempty"` // it lists values for the arguments of templates and prompts
	Watches   bool       `json:"watches,omitempty"`   // it tells of changes of resources
}

// dataOf is what a listing has of it.
func dataOf(l Listing) Data {
	cut := func(list []Resource) []Resource { return slices.Clone(list[:min(len(list), mostData)]) }
	return Data{Resources: cut(l.Resources), Templates: cut(l.Templates), Prompts: slices.Clone(l.Prompts[:min(len(l.Prompts), mostData)]), Completes: l.Completes, Watches: l.Watches}
}

// equal reports whether both are the same.
func (d Data) equal(other Data) bool { return reflect.DeepEqual(d, other) }

// A Resource is a piece of data that a server has.
type Resource struct {
	URI, Name, Title, Description, MIME string
	Size                                int64 // bytes; 0: not known
}

// A Prompt is a text that a server can make.
type Prompt struct {
	Name, Title, Description string
	Arguments                []Argument
}

// An Argument is what a prompt is made from.
type Argument struct {
	Name, Description string
	Required          bool
}
