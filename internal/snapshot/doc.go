// Package snapshot knows what lay in folders before and after something happened, and
// keeps the contents: what a call changed can be shown, and be taken back.
//
//   - A Store keeps contents by their hash, in packs, safe against a kill at any point and
//     against other processes.
//   - A Tree watches one folder: Look walks it and says what has changed since it last
//     looked, with the contents of both sides in the store.
//   - A Set is what changed during one call; the store keeps those, too.
//
// It never changes a file outside its own folder (docs/spec/13-journal.md#snapshots).
package snapshot
