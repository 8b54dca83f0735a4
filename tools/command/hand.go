package command

import (
	"bytes"
	"encoding/json"
	"slices"
	"time"

	"handrail/tools"
)

// HandsFile is the file of a space that declares hands (docs/spec/07-hands.md).
const HandsFile = "ctxnest.json"

// HandsVersion is what the file's "version" must say
// (docs/spec/07-hands.md#the-file).
const HandsVersion = "1"

// The limits of hands. They are those of docs/spec/07-hands.md.
const (
	MaxHandsFile       = 1 << 20   // bytes of the file
	maxHandsDepth      = 32        // objects and lists within each other
	maxHandElements    = 1_000     // elements of a command
	maxHandParams      = 100       // parameters of a tool
	DefaultHandTimeout = 60_000    // milliseconds
	MaxHandTimeout     = 300_000   // milliseconds; more is clamped
	DefaultHandOutput  = 100_000   // bytes kept of each stream
	MaxHandOutput      = 1_000_000 // bytes kept of each stream; more is clamped
	MaxHandValue       = 8_192     // bytes of a text value
	MaxHandNumber      = 1<<53 - 1 // beyond it, digits get lost
	handQuestion       = 60 * time.Second
)

// Hands is a ctxnest.json as it was read.
type Hands struct {
	List     []Hand         // those that hold together, in the file's order; also the disabled ones
	Rejected []RejectedHand // those that do not
}

// A RejectedHand is a tool of the file that cannot be used.
type RejectedHand struct {
	Name   string
	Reason string // the first of its problems
	Line   int
}

// A Hand is one tool of ctxnest.json as its author wrote it
// (docs/spec/07-hands.md#fields). It marshals to what the file holds.
type Hand struct {
	Name string `json:"-"` // the key under "tools"
	Line int    `json:"-"` // of the file; 0: it stands in none

	Description    string               `json:"description"`
	Command        []string             `json:"command"`
	WorkingDir     string               `json:"workingDir,omitempty"`
	Timeout        float64              `json:"timeout,omitempty"` // milliseconds; 0: DefaultHandTimeout
	Danger         string               `json:"danger,omitempty"`  // safe, moderate, high; "": safe
	Confirm        bool                 `json:"confirm,omitempty"`
	Disabled       bool                 `json:"disabled,omitempty"`
	ArgSeparator   bool                 `json:"argSeparator,omitempty"`
	MaxOutputBytes float64              `json:"maxOutputBytes,omitempty"` // of each stream; 0: DefaultHandOutput
	Env            map[string]string    `json:"env,omitempty"`
	InheritEnv     InheritEnv           `json:"inheritEnv,omitzero"`
	Network        []string             `json:"network,omitempty"` // off, on, or hosts
	SideEffect     *bool                `json:"sideEffect,omitempty"`
	Idempotent     bool                 `json:"idempotent,omitempty"`
	Params         map[string]HandParam `json:"params,omitempty"`
}

// A HandParam is one parameter of a Hand.
type HandParam struct {
	Type        string   `json:"type"` // string, number, boolean
	Description string   `json:"description,omitempty"`
	Required    bool     `json:"required,omitempty"`
	Default     any      `json:"default,omitempty"` // string, float64 or bool; nil: none
	Pattern     string   `json:"pattern,omitempty"` // RE2, searched in a text; "": see defaultPattern
	Min         *float64 `json:"min,omitempty"`
	Max         *float64 `json:"max,omitempty"`
}

// InheritEnv says what of the person's environment a hand gets beside the clean
// base: variables by name, or all but secrets and doors (docs/spec/12-processes.md).
type InheritEnv struct {
	All   bool
	Names []string
}

// IsZero reports whether nothing is inherited.
func (i InheritEnv) IsZero() bool { return !i.All && len(i.Names) == 0 }

// MarshalJSON writes true, or the list of names.
func (i InheritEnv) MarshalJSON() ([]byte, error) {
	if i.All {
		return []byte("true"), nil
	}
	return json.Marshal(slices.Clone(i.Names))
}

// TimeLimit is how long the hand may run, clamped.
func (h Hand) TimeLimit() time.Duration {
	ms := h.Timeout
	if ms <= 0 {
		ms = DefaultHandTimeout
	}
	return time.Duration(min(ms, MaxHandTimeout) * float64(time.Millisecond))
}

// OutputCap is how many bytes of each stream are kept, clamped.
func (h Hand) OutputCap() int {
	if h.MaxOutputBytes <= 0 {
		return DefaultHandOutput
	}
	return max(1, int(min(h.MaxOutputBytes, MaxHandOutput)))
}

// Acts reports whether the hand changes something: it does unless its author
// says otherwise.
func (h Hand) Acts() bool { return h.SideEffect == nil || *h.SideEffect }

func (h Hand) danger() tools.Danger {
	if h.Danger == "" {
		return tools.Safe
	}
	return tools.Danger(h.Danger)
}

// ParamNames lists the parameters in the order in which the command uses them,
// then the unused ones by name.
func (h Hand) ParamNames() []string {
	var names []string
	for _, element := range h.Command {
		for _, p := range splitElement(element) {
			if _, declared := h.Params[p.param]; declared && !slices.Contains(names, p.param) {
				names = append(names, p.param)
			}
		}
	}
	var rest []string
	for name := range h.Params {
		if !slices.Contains(names, name) {
			rest = append(rest, name)
		}
	}
	slices.Sort(rest)
	return append(names, rest...)
}

// WriteHands writes a ctxnest.json with the hands in the order of the list,
// indented by two spaces and with a line end. Each needs a name of its own.
func WriteHands(list []Hand) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("{\n  \"version\": \"" + HandsVersion + "\",\n  \"tools\": {")
	for i, h := range list {
		name, err := json.Marshal(h.Name)
		if err != nil {
			return nil, err
		}
		var raw bytes.Buffer
		enc := json.NewEncoder(&raw)
		enc.SetEscapeHTML(false)
		enc.SetIndent("    ", "  ")
		if err := enc.Encode(h); err != nil {
			return nil, err
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n    " + string(name) + ": ")
		b.Write(bytes.TrimSpace(raw.Bytes()))
	}
	if len(list) > 0 {
		b.WriteString("\n  ")
	}
	b.WriteString("}\n}\n")
	return b.Bytes(), nil
}
