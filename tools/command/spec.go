package command

import "handrail/tools"

// A Spec is a tool as its author wrote it: the front matter of a Markdown file,
// or an entry of the manifest. The tags say what each field may hold; whoever
// reads the file checks them. The rest is checked by New.
type Spec struct {
	ID          string            `json:"id,omitempty"`
	Name        string            `json:"name,omitempty" maxlen:"200"`
	Description string            `json:"description,omitempty" maxlen:"10000"`
	Category    string            `json:"category,omitempty" maxlen:"200"`
	Icon        string            `json:"icon,omitempty" maxlen:"200"`
	Parameters  []Parameter       `json:"parameters,omitempty"`
	Command     string            `json:"command,omitempty"`
	Timeout     float64           `json:"timeout,omitempty" default:"60" min:"0.1" max:"86400"`
	Confirm     bool              `json:"confirm,omitempty"`
	Environment map[string]string `json:"environment,omitempty"`

	SideEffect bool     `json:"sideEffect" default:"true"`
	Idempotent bool     `json:"idempotent,omitempty"`
	Danger     string   `json:"danger,omitempty" enum:"safe,moderate,high"`
	WorkingDir string   `json:"workingDir,omitempty" maxlen:"4096"`
	Network    []string `json:"network,omitempty"` // off, on, or hosts

	MCP    bool   `json:"mcp,omitempty"`
	Server string `json:"server,omitempty" maxlen:"200"`
	Tool   string `json:"tool,omitempty" maxlen:"512"` // of the server, with MCP; "": the one of this id
}

// A Parameter is an input as its author wrote it
// (docs/spec/06-declared-tools.md#fields).
type Parameter struct {
	Name        string   `json:"name"`
	Type        string   `json:"type" enum:"string,number,boolean,array"`
	Description string   `json:"description,omitempty" maxlen:"2000"`
	Required    bool     `json:"required,omitempty"`
	Enum        []string `json:"enum,omitempty"`
	Pattern     string   `json:"pattern,omitempty" maxlen:"2000"`

	// Default has the parameter's own type, which no tag can say: whoever reads
	// the file sets it, and New checks it.
	Default any `json:"-"`
}

// An Origin says where a Spec stands.
type Origin struct {
	Source string // custom or manifest
	File   string // relative to the space
	Line   int
	Body   string // the Markdown behind the front matter: documentation for the model
}

// A Problem is something that the author must change.
type Problem struct {
	Field string // of the Spec: "command", "parameters"
	Line  int    // of the field's own text, from 1, where it has several; else 0
	Text  string
	Minor bool // the tool works without the change
}

// danger is what the author says, or what fits the rest.
func (s Spec) danger() tools.Danger {
	switch {
	case s.Danger != "":
		return tools.Danger(s.Danger)
	case s.SideEffect:
		return tools.Moderate
	}
	return tools.Safe
}
