package spaces

import (
	"encoding/json"
	"maps"
	"slices"

	"handrail/hooks"
	"handrail/tools/command"
)

// A Space is a folder as it was loaded. It does not change; a reload makes a new
// one.
type Space struct {
	Dir      string // the folder; real and absolute if Open loaded it
	ID       string // kebab-case: the manifest's id, else made of the folder's name
	Name     string // the manifest's name, else the folder's
	Manifest Manifest

	Agents []Agent // at least one: see DefaultAgent
	Tools  []Tool  // of agent/tools, then of the manifest
	Skills []Skill
	Hooks  []hooks.Hook

	// Barriers are hooks that should guard something and cannot: what they
	// would guard stays shut until they are mended (docs/spec/10-hooks.md).
	Barriers []Barrier

	Servers []Server // of .mcp.json

	Hands         []command.Hand         // of ctxnest.json; also the disabled ones
	RejectedHands []command.RejectedHand // those that do not hold together

	Pages  []string // files of pages/
	Rules  bool     // there is an agent/rules.json
	Memory string   // what MEMORY.md tells an agent: its end, if it is long

	declaring map[string]bool // see Declaring
	items     []Item          // see Inventory
	sights    *sights
}

// A Tool is what a space declares as one: a definition that can be made callable,
// or the reason why it cannot.
type Tool struct {
	command.Definition        // of a rejected tool only Spec.ID, Spec.Name and Origin
	Rejected           string // why it is left out; empty if it is not
}

// A Manifest is what space.manifest.json says of the space itself.
type Manifest struct {
	File                                   string // "": there is none
	ID, Name, Version, Description, Icon   string
	Scope, Navigation, Pages, Theme, Extra json.RawMessage
	pagesLine                              int // where the value of Pages begins
}

// A Barrier keeps tools shut because a hook that guards them is broken.
type Barrier struct {
	Tools       []string // names, aliases and globs; empty: all
	SideEffects bool     // only tools with a side effect are shut
	Hook        string   // the id of the hook in File that is not what was trusted; "": File itself is broken
	Reason      string   // what the person reads, with what to do
	File        string
	Line        int
}

// A Server is an MCP server that a space declares. It is noticed here and
// started elsewhere, once the space is trusted. Texts may hold ${NAME}.
type Server struct {
	Name     string
	Command  string
	Args     []string
	Env      map[string]string
	Dir      string // where it starts; "": the space's folder
	URL      string
	Type     string // how a remote one is spoken to, as its author spells it: http, sse, streamable-http
	Headers  map[string]string
	Timeout  float64  // of one call, in seconds; 0: as usual
	Disabled bool     // its author has turned it off
	Network  []string // what its author says that it reaches; nil: nothing is said
	Line     int      // of .mcp.json
	Broken   string   // why nothing of it counts but its name; "" if it does
}

// A Skill is text that an agent reads when it needs it (docs/spec/03-spaces.md).
type Skill struct {
	Name, Description, Version string
	AllowedTools               []string       // globs of internal tools that it brings up for a turn
	Triggers                   []string       // words and phrases; see Skill.Fits
	Variables                  map[string]any // with what they are where nobody says; none: Body is no template
	Body                       string
	BodyLine                   int // the line of File on which Body starts
	File                       string
	SHA256                     string

	whole string // all of File
}

// Declares reports whether the folder declares anything: a tool, hook, hand,
// server, agent, skill, tour, page or memory, even a broken one. Such a folder needs
// the person's trust before any of it counts (docs/spec/03-spaces.md#trust).
func (s *Space) Declares() bool { return len(s.declaring) > 0 }

// Declaring are the files by which it does, relative to the space, with slashes and in order.
func (s *Space) Declaring() []string { return slices.Sorted(maps.Keys(s.declaring)) }

// declares notes that the folder declares something by a file.
func (s *Space) declares(file string) {
	if s.declaring == nil {
		s.declaring = map[string]bool{}
	}
	s.declaring[file] = true
}

// Agent returns the agent with the id; "" means the first.
func (s *Space) Agent(id string) (Agent, bool) {
	for _, a := range s.Agents {
		if id == "" || a.ID == id {
			return a, true
		}
	}
	return Agent{}, false
}
