// Package scaffold proposes hands (docs/spec/07-hands.md) from what a project
// declares already: the scripts of package.json, the targets of a Makefile, the
// recipes of a justfile, the tasks of a Taskfile, and go.mod. It runs nothing,
// and it writes only what was shown.
package scaffold
