package command

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/schema"
)

// A handChecker holds a tool that was read against the rules of more than one field.
type handChecker struct {
	p     *handParser
	hand  *Hand
	notes *handNotes
}

// folder holds workingDir against the rules that need no folder
// (docs/spec/07-hands.md#errors).
func (c *handChecker) folder() {
	dir := c.hand.WorkingDir
	slashed := strings.ReplaceAll(dir, `\`, "/")
	outside := filepath.IsAbs(dir) || strings.HasPrefix(slashed, "/") || slices.Contains(strings.Split(slashed, "/"), "..") ||
		len(slashed) > 1 && slashed[1] == ':'
	switch {
	case outside:
		c.notes.reject("workingDir", c.notes.lineOf("workingDir"), textWorkingDir, "")
	case strings.HasPrefix(dir, "~"):
		c.notes.reject("workingDir", c.notes.lineOf("workingDir"), textWorkingDir, "~ is not expanded here")
	case strings.ContainsFunc(dir, func(c rune) bool { return c < ' ' || c == 0x7f }) || len(dir) > 4096:
		c.notes.reject("workingDir", c.notes.lineOf("workingDir"), "workingDir has a control character in it, or is longer than 4096 bytes", "")
	}
}

// command checks the program and the placeholders.
func (c *handChecker) command() {
	argv := c.hand.Command
	if len(argv) == 0 {
		return // said already
	}
	program, line := argv[0], c.notes.lineOf(elementField(0))
	switch {
	case strings.Contains(program, "{{") && strings.Contains(program, "}}"):
		c.notes.reject("command", line, textLiteral, "write the program's name out: which program runs is the author's word")
	case !isProgram(program):
		c.notes.reject("command", line, textProgram, "")
	}
	for i, element := range argv {
		if strings.ContainsRune(element, 0) {
			c.notes.reject("command", c.notes.lineOf(elementField(i)), fmt.Sprintf("%s has a NUL byte in it, which no program can be given", elementField(i)), "")
		}
		if i == 0 {
			continue
		}
		for _, name := range placeholders(element) {
			if _, declared := c.hand.Params[name]; !declared {
				c.notes.reject("command", c.notes.lineOf(elementField(i)), fmt.Sprintf(textPlaceholder, name), "declare it under params, or write the text differently")
			}
		}
	}
}

// isProgram reports whether command[0] is an absolute path or a bare name.
func isProgram(name string) bool {
	if strings.TrimSpace(name) == "" || name == "." || name == ".." || strings.HasPrefix(name, "~") || strings.ContainsAny(name, "\x00\n\r") {
		return false
	}
	return filepath.IsAbs(name) || !strings.ContainsAny(name, `/\`)
}

// params checks what a parameter demands, and its default.
func (c *handChecker) params() {
	for _, name := range c.hand.ParamNames() {
		p, field := c.hand.Params[name], "params."+name
		at := func(key string) (string, int) {
			return field + "." + key, max(c.notes.lines[field+"."+key], c.notes.lines[field])
		}
		if p.Pattern != "" {
			f, line := at("pattern")
			if p.Type != schema.TypeString {
				c.notes.warn(f, line, fmt.Sprintf("param '%s' has a pattern, which counts for strings only and is ignored", name), "")
			} else if _, err := schema.NewPattern(p.Pattern); err != nil {
				c.notes.reject(f, line, fmt.Sprintf(textPattern, name), err.Error())
				continue
			}
		}
		if p.Min != nil && p.Max != nil && *p.Min > *p.Max {
			f, line := at("min")
			c.notes.reject(f, line, fmt.Sprintf("param '%s' has a min above its max", name), "nothing could pass")
			continue
		}
		if (p.Min != nil || p.Max != nil) && p.Type != schema.TypeNumber {
			f, line := at("min")
			c.notes.warn(f, line, fmt.Sprintf("param '%s' has a min or max, which count for numbers only and are ignored", name), "")
		}
		c.defaultValue(name, p)
	}
}

// defaultValue holds a default against its own parameter. The pattern is tried
// by Go's own engine, which knows the same language as RE2: RE2 need not start
// for a file that is only read.
func (c *handChecker) defaultValue(name string, p HandParam) {
	if p.Default == nil || p.Type == "" {
		return
	}
	field := "params." + name + ".default"
	line := max(c.notes.lines[field], c.notes.lines["params."+name])
	if p.Required {
		c.notes.warn(field, line, fmt.Sprintf("param '%s' is required, so that its default is never used", name), "")
	}
	plain := p
	if p.Type == schema.TypeString && p.Pattern != "" {
		plain.Pattern = ""
		if text, ok := p.Default.(string); ok {
			err := plainText(name, text)
			if err == nil && text != "" && !matchesAtLoad(p.Pattern, text) {
				err = fmt.Errorf("param '%s' must match the pattern %s", name, p.Pattern)
			}
			if err != nil {
				c.notes.reject(field, line, fmt.Sprintf(textDefault, name), err.Error())
			}
			return
		}
	}
	if _, err := plain.Accept(name, p.Default); err != nil {
		c.notes.reject(field, line, fmt.Sprintf(textDefault, name), err.Error())
	}
}
