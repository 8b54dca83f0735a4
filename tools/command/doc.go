// Package command is the kind of tool that an author declares as a command line
// with placeholders: in Markdown (agent/tools/*.md) and in the manifest of a
// space (docs/spec/06-declared-tools.md). A value never becomes shell syntax,
// whatever it holds: package render places each one by the position of its
// placeholder.
package command
