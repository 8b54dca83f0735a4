// Package render turns templates into command lines that no value can break
// out of (docs/spec/06-declared-tools.md#templates), and resolves
// ${NAME} and ${secret:NAME} in environment values.
//
// A value is never pasted into a script. Rendering goes in these steps, each
// in a file of its own:
//
//	template.go  Handlebars is read once, when the definition is loaded
//	values.go    the call's values are checked against the parameters' types
//	expand.go    the template is written out with a mark, letters and digits
//	             that occur nowhere else, where each value will stand
//	script.go    that text, which holds the author's words only, is parsed as bash
//	place.go     each mark's place is told by the syntax node in which it stands
//	disputed.go  what versions of bash do not read alike is refused
//	inert.go     which values are no code in any language is told
//	simple.go    what could read any other value as code is refused: the nodes of
//	             the script, its words (simple_word.go), its commands (running.go,
//	             builtins.go, reading.go, careful.go), the files it runs (files.go)
//	fill.go      each value is written in the way its place asks for (quote.go)
//	verify.go    the result is parsed again and must have the same shape
//
// The steps from expand.go on run at load, for every branch of the template,
// so that a template with an unsafe place is a Problem of its file; and at
// every call, because {{#if}} and {{#each}} change the script. A mark whose
// place nobody thought of is refused, because marks made and marks placed are
// counted.
//
// Text (text.go) is for templates that become text for a model, not a command.
package render
