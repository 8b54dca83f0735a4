// Package command is the kind of tool that an author declares as a command line
// with placeholders: in Markdown (agent/tools/*.md) and in the manifest of a
// space (SPEC 6, seed 0). A value never becomes shell syntax, whatever it holds:
// package render places each one by the position of its placeholder.
package command
