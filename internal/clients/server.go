package clients

import (
	"fmt"
	"slices"
	"time"
)

// A Server is one MCP server as a program has it, in our own words: in its texts
// ${NAME} and ${NAME:-default} stand for variables of the environment, and
// ${secret:NAME} for what is to be kept in the keyring.
type Server struct {
	Name      string            `json:"name"`              // as it stands there; anything
	Line      int               `json:"line,omitempty"`    // where it begins; 0: not known
	Project   string            `json:"project,omitempty"` // the folder it is for; "" for everywhere
	Command   string            `json:"command,omitempty"`
	Args      []string          `json:"args,omitempty"`
	Env       map[string]string `json:"env,omitempty"`
	Dir       string            `json:"cwd,omitempty"`
	URL       string            `json:"url,omitempty"`
	Headers   map[string]string `json:"headers,omitempty"`
	Transport string            `json:"transport,omitempty"` // http, sse; "" if it is not said, or with a Command
	Timeout   time.Duration     `json:"timeout,omitempty"`   // of one call; 0: not said
	Disabled  bool              `json:"disabled,omitempty"`  // the person has turned it off there

	ClientID     string   `json:"client_id,omitempty"` // of OAuth
	ClientSecret string   `json:"client_secret,omitempty"`
	Grant        string   `json:"grant,omitempty"`       // "client_credentials": nobody signs in
	PrivateKey   string   `json:"private_key,omitempty"` // in PEM
	Scopes       []string `json:"scopes,omitempty"`
	Port         int      `json:"port,omitempty"` // of OAuth's redirect

	Asks    []Ask    `json:"asks,omitempty"`    // what the program would ask the person for
	Notes   []string `json:"notes,omitempty"`   // what was translated or left out, and why
	Refused string   `json:"refused,omitempty"` // why it cannot be brought over; "" if it can
}

// note adds one, once.
func (s *Server) note(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(s.Notes, text) {
		s.Notes = append(s.Notes, text)
	}
}

// refuse says why the server cannot be brought over; the first reason counts.
func (s *Server) refuse(format string, args ...any) {
	if s.Refused == "" {
		s.Refused = fmt.Sprintf(format, args...)
	}
}

// An Ask is a value that the file does not hold: the program asks the person.
type Ask struct {
	Secret string `json:"secret"`          // the name in ${secret:NAME} that stands for it
	Prompt string `json:"prompt"`          // what the program says when it asks
	Value  string `json:"value,omitempty"` // what it proposes
}

// A File is one file of a program, as it was read.
type File struct {
	Place
	Servers []Server
	Notes   []string // of the file as a whole
	Err     error    // why it cannot be read, with line and column; nil if it could
}

// An Error says where in a file something is wrong.
type Error struct {
	File         string
	Line, Column int // from 1; 0: of the file as a whole
	Text         string
}

// Error implements error.
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Text
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Text)
}
