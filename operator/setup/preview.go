package setup

// A File is one file in which another program keeps its servers
// (docs/spec/08-mcp.md#other-programs).
type File struct {
	Program string    `json:"program"`           // its id: claude-desktop, claude-code, cursor, vscode, codex, gemini, lmstudio, with a variant
	Title   string    `json:"title"`             // "VS Code Insiders"
	File    string    `json:"file"`              // absolute
	Project string    `json:"project,omitempty"` // the folder whose servers these are; "" for everywhere
	Problem string    `json:"problem,omitempty"` // why it cannot be read, with line and column; the others are not held up
	Line    int       `json:"line,omitempty"`    // of Problem, from 1; 0: of the file as a whole
	Column  int       `json:"column,omitempty"`
	Notes   []string  `json:"notes,omitempty"`
	Servers []Preview `json:"servers"`
}

// A Preview is the preview of one server: what would be added to the
// settings. No secret value is in it.
type Preview struct {
	ID       string   `json:"id"`     // names it among all that were found
	Digest   string   `json:"digest"` // of what was found: Editor.Import refuses if it is another by then
	Original string   `json:"original"`
	Name     string   `json:"name"`              // the name that it would get
	Taken    string   `json:"taken,omitempty"`   // the name that it could not get, because another server has it
	Repeats  string   `json:"repeats,omitempty"` // the ID of one above that is the same
	Same     string   `json:"same,omitempty"`    // the server that is there already and is the same; "" if none
	Line     int      `json:"line,omitempty"`
	Project  string   `json:"project,omitempty"`
	Kind     string   `json:"kind"` // stdio, http, sse, remote (http, else sse)
	Command  string   `json:"command,omitempty"`
	Args     []string `json:"args,omitempty"` // what looks secret is masked
	Env      []Value  `json:"env,omitempty"`
	Dir      string   `json:"cwd,omitempty"`
	URL      string   `json:"url,omitempty"` // what looks secret is masked
	Headers  []Value  `json:"headers,omitempty"`
	Disabled bool     `json:"disabled,omitempty"` // the person has turned it off there: it is added turned off
	Secrets  []string `json:"secrets,omitempty"`  // names under which values would be kept in the keychain
	Asks     []Ask    `json:"asks,omitempty"`     // values that only the person knows
	Known    string   `json:"known,omitempty"`    // what the catalog of well-known servers calls it
	Needs    []Need   `json:"needs,omitempty"`    // what it lacks, as that knows: see Choice.Take
	Profile  []string `json:"profile,omitempty"`  // what it could read, write and reach, in words
	Found    string   `json:"found,omitempty"`    // where its program is; "" for a remote one, or if it is not on PATH
	Warnings []string `json:"warnings,omitempty"`
	Refused  string   `json:"refused,omitempty"` // why it cannot be brought over
}

// A Value is a variable or a header.
type Value struct {
	Name   string `json:"name"`
	Value  string `json:"value"`            // "••••" if it looks secret
	Secret string `json:"secret,omitempty"` // the name under which it would be kept in the keychain
}

// An Ask is a value that the other program asks the person for.
type Ask struct {
	Secret string `json:"secret"` // the name under which it is kept
	Prompt string `json:"prompt"`
	Value  string `json:"value,omitempty"` // what is proposed
}

// A Choice is a server that the person wants.
type Choice struct {
	ID           string            `json:"id"`
	Digest       string            `json:"digest"`            // as the preview said
	Name         string            `json:"name,omitempty"`    // "": as the preview said
	InternalOnly bool              `json:"internal_only"`     // connected, and offered only where a skill or an agent asks for it
	Plain        bool              `json:"plain"`             // leave what looks secret in the settings instead of the keychain
	Answers      map[string]string `json:"answers,omitempty"` // values for Asks, by Secret
	Take         []string          `json:"take,omitempty"`    // of Needs, by their IDs: what the server is let have
}

// A Result is what became of one choice.
type Result struct {
	ID      string   `json:"id"`
	Name    string   `json:"name,omitempty"` // of the server in the settings
	Outcome string   `json:"outcome"`        // added, same, refused
	Why     string   `json:"why,omitempty"`
	Secrets []string `json:"secrets,omitempty"` // what was put into the keychain, by name
	Missing []string `json:"missing,omitempty"` // secrets that it names and that are not kept yet
}
