// Package spaces turns a folder into a [Space]: what its author declared, and
// what is wrong with it.
//
// A folder needs none of its parts (docs/spec/03-spaces.md). A broken part is
// skipped and becomes a [Problem] that says where, what and what to do; loading
// never fails as a whole. Loading only reads: nothing that a folder declares
// runs here, and whether it ever may is decided elsewhere, by trust. For that
// decision,
// [Space.Inventory] lists everything that would be able to run or to reach a
// system prompt, each with the digest of the file it stands in.
package spaces
