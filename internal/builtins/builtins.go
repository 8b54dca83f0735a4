// Package builtins is the table of the built-in tools: what rules, hooks, other programs
// and the registry know of a tool by its name alone. What it does is in tools/builtin.
//
// A new built-in tool has its row here, and nobody else has a list of names.
package builtins

import "slices"

// Facts are what others know of a tool. Only built-in tools have any: of all others
// they are the zero value, which promises nothing.
type Facts struct {
	Aliases   []string // other names, which are taken as well (docs/spec/04-names.md)
	Subject   Subject  // what a rule's pattern for it is held against
	Local     bool     // it deals with nothing outside this machine
	NamesOnly bool     // of files it tells the names, and not what is in them
	Shows     bool     // it tells what is in files: rules about reading them are about it, too
	Changes   bool     // it changes files, and rules about that likewise
	Delegates bool     // it gives a task to another agent: several run side by side, and what comes back is a model's words
	OutputOf  []string // the tools whose programs' output it gives: their hooks see it, too
	Claude    Claude   // what Claude Code calls it
	Brings    Brings   // whose words its results hold
	Out       Out      // how what it is given could leave the conversation
}

// Brings says whose words the results of a tool hold, beside those of the space.
type Brings string

// What a tool may bring.
const (
	BringsPages     Brings = "pages"     // of the host that it reaches
	BringsFinds     Brings = "finds"     // what the host that it reaches has found
	BringsFiles     Brings = "files"     // what is in the files that it reads
	BringsMemory    Brings = "memory"    // what it shows of the space's memory
	BringsHands     Brings = "hands"     // what the author of the space says of its hands
	BringsClipboard Brings = "clipboard" // what the person has copied
)

// Out says how what a tool is given could leave the conversation, or act later
// (docs/spec/16-in-and-out.md#ways-out). What it starts or reaches beside is told by its effects.
type Out string

// The ways of tools of ours.
const (
	OutAddress   Out = "address"   // the host learns the address, and the body if there is one
	OutQuery     Out = "query"     // whom the person has set for searches learns the words
	OutMessage   Out = "message"   // whoever reads the chat that is named
	OutClipboard Out = "clipboard" // wherever the person pastes it
	OutMemory    Out = "memory"    // every later conversation is told
)

// Subject is what the pattern of a rule is held against.
type Subject string

// The subjects. A tool without one is judged by all that it says of its act.
const (
	Commands Subject = "commands" // one command of a shell at a time, without quotes
	Paths    Subject = "paths"    // paths of files, with globs
)

// Claude is a tool in the words of Claude Code, whose hooks run here, too.
type Claude struct {
	Name   string            // "": it has none
	Fields map[string]string // its inputs: ours to theirs; the others have the same name
	Millis []string          // our inputs in seconds that are milliseconds there
}

// A Row is one built-in tool.
type Row struct {
	Name string
	Facts
}

// filePath is the input of Claude Code's file tools.
const filePath = "file_path"

// rows are never changed.
var rows = []Row{
	{"bash", Facts{Aliases: []string{"exec_shell"}, Subject: Commands, Claude: Claude{Name: "Bash", Fields: map[string]string{"background": "run_in_background"}, Millis: []string{"timeout"}}}},
	{"spawn", Facts{Subject: Commands}},
	{"job_output", Facts{Local: true, OutputOf: []string{"bash", "spawn", "web_fetch"}}},
	{"job_stop", Facts{Local: true}},

	{"read", Facts{Aliases: []string{"read_file"}, Subject: Paths, Local: true, Shows: true, Brings: BringsFiles, Claude: Claude{Name: "Read", Fields: map[string]string{"path": filePath}}}},
	{"write", Facts{Aliases: []string{"write_file"}, Subject: Paths, Local: true, Changes: true, Claude: Claude{Name: "Write", Fields: map[string]string{"path": filePath}}}},
	{"edit", Facts{Aliases: []string{"edit_file"}, Subject: Paths, Local: true, Shows: true, Brings: BringsFiles, Changes: true, Claude: Claude{Name: "Edit", Fields: map[string]string{"path": filePath}}}},
	{"patch", Facts{Subject: Paths, Local: true, Shows: true, Brings: BringsFiles, Changes: true}},
	{"glob", Facts{Subject: Paths, Local: true, NamesOnly: true, Claude: Claude{Name: "Glob"}}},
	{"grep", Facts{Subject: Paths, Local: true, Shows: true, Brings: BringsFiles, Claude: Claude{Name: "Grep", Fields: map[string]string{"context": "-C", "ignore_case": "-i"}}}},
	{"listdir", Facts{Aliases: []string{"list_directory", "list_dir"}, Subject: Paths, Local: true, NamesOnly: true, Claude: Claude{Name: "LS"}}},
	{"web_fetch", Facts{Brings: BringsPages, Out: OutAddress, Claude: Claude{Name: "WebFetch"}}},
	{"web_search", Facts{Brings: BringsFinds, Out: OutQuery, Claude: Claude{Name: "WebSearch"}}},

	{"message", Facts{Out: OutMessage}},

	{"memory_read", Facts{Subject: Paths, Local: true, Shows: true, Brings: BringsMemory}},
	{"memory_write", Facts{Subject: Paths, Local: true, Shows: true, Changes: true, Out: OutMemory}},

	{"list_hands", Facts{Local: true, Brings: BringsHands}},
	{"reload_hands", Facts{Local: true, Brings: BringsHands}},
	{"describe_hands_schema", Facts{Local: true}},
	{"register_project", Facts{}},
	{"use_skill", Facts{Shows: true}},
	{"find_tools", Facts{}},
	{"invoke_agent", Facts{Delegates: true}},
	{"spawn_agent", Facts{Delegates: true}},
}

// All are the built-in tools, in the order in which they are listed.
func All() []Row { return slices.Clone(rows) }

// Of are the facts of a built-in tool; false: no built-in tool has this name.
func Of(name string) (Facts, bool) {
	for i := range rows {
		if rows[i].Name == name {
			return rows[i].Facts, true
		}
	}
	return Facts{}, false
}

// Taken reports whether a name is that of a built-in tool.
func Taken(name string) bool {
	_, known := Of(name)
	return known
}

// Canonical is the tool whose alias a name is; other names come back as they are.
func Canonical(name string) string {
	for i := range rows {
		if slices.Contains(rows[i].Aliases, name) {
			return rows[i].Name
		}
	}
	return name
}
