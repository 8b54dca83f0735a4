// Package programs puts Handrail among the servers of other programs, and takes it
// out again.
package programs

// A Connection says whether a program has Handrail among its servers.
type Connection struct {
	Program   string `json:"program"` // its id, with a variant: vscode-insiders
	Title     string `json:"title"`
	Flatpak   bool   `json:"flatpak,omitempty"` // it runs in a Flatpak
	File      string `json:"file"`
	Here      bool   `json:"here"`              // the program seems to be on this machine
	Connected bool   `json:"connected"`         // it has an entry "handrail" that starts `handrail mcp`
	Space     string `json:"space,omitempty"`   // with which space
	Command   string `json:"command,omitempty"` // the program that the entry starts
	Gone      bool   `json:"gone,omitempty"`    // that program is not there any more: connect again
	Other     bool   `json:"other,omitempty"`   // it has an entry "handrail" that is not ours; it is left alone
	Undo      string `json:"undo,omitempty"`    // when our last change was made, if it can still be undone (RFC 3339)
	Problem   string `json:"problem,omitempty"` // why its file cannot be read, with line and column
}

// A Change is a change of another program's file, before it is made.
type Change struct {
	Program    string `json:"program"`
	Title      string `json:"title"`
	File       string `json:"file"`              // the one that is written
	Link       string `json:"link,omitempty"`    // the symbolic link that leads there; "" if none does
	Made       bool   `json:"made,omitempty"`    // the file is not there yet
	Nothing    bool   `json:"nothing,omitempty"` // the file is as it should be already
	Difference string `json:"difference"`        // a unified difference; "" if Nothing
	Note       string `json:"note"`              // what to do afterwards, as "restart Claude Desktop"
	Digest     string `json:"digest"`            // of the whole change: hand it to Connect, Disconnect or Undo
}

// A Result is a change that was made, or why it was not.
type Result struct {
	Change
	Done   bool   `json:"done"`
	Why    string `json:"why,omitempty"`    // not done: the file has changed since it was shown; the new change is in Difference
	Backup string `json:"backup,omitempty"` // the file as it was, beside our own data
}
