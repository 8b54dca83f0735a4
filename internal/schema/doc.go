// Package schema describes what a tool takes and checks what it is given.
//
// A [Schema] is made in one of three ways: from a list of [Parameter] (tools
// that an author declares), from the tags of a Go struct ([Infer], built-in
// tools), or from the JSON Schema of somebody else ([FromJSON], MCP servers).
// Whichever it was, [Schema.Check] is the only way to an [Input], and a tool
// only ever sees an Input: no unchecked value reaches a tool.
//
// Our own schemas are checked by the same small walk that coerces, renames and
// fills in; what they publish as JSON Schema says the same thing, and a fuzz
// target holds the two together. Foreign schemas are checked by a JSON Schema
// validator. Both match patterns with RE2, so no pattern can run away.
//
// Nothing happens when the package is loaded: RE2 starts with the first pattern.
package schema
