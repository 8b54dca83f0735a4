// Package confine is the only way from a tool to a file
// (docs/spec/05-built-in-tools.md#paths; ARCHITECTURE.md, "What never happens",
// 5). It holds a set of roots: the space, the run's temporary folder, what the
// person has granted. A name is turned into a [Path] once, by
// [Roots.Resolve], with every symbolic link followed; the Path is what a person
// is shown, and every later step goes to exactly that place or fails.
//
// Two things keep it so. Each root is held as an [os.Root], so that no step can
// leave it. And on the way from the root to the file every folder is opened
// from the handle of the one before and compared with what its name stood for a
// moment earlier, so that a link that is put there after the check leads
// nowhere, not even to another place inside the root.
//
// What it does not see: a hard link that was made to a file outside (the file
// then lies inside, too) and a mount inside a root. Writing replaces a file
// instead of changing it in place, so a write never passes through a hard link.
package confine
