package command

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/schema"
)

// checkFolder holds workingDir against the rules that need no folder
// (docs/spec/07-hands.md#errors).
func (r *handReader) checkFolder() {
	dir := r.hand.WorkingDir
	slashed := strings.ReplaceAll(dir, `\`, "/")
	outside := filepath.IsAbs(dir) || strings.HasPrefix(slashed, "/") || slices.Contains(strings.Split(slashed, "/"), "..") ||
		len(slashed) > 1 && slashed[1] == ':'
	switch {
	case outside:
		r.reject("workingDir", r.lineOf("workingDir"), textWorkingDir, "")
	case strings.HasPrefix(dir, "~"):
		r.reject("workingDir", r.lineOf("workingDir"), textWorkingDir, "~ is not expanded here")
	case strings.ContainsFunc(dir, func(c rune) bool { return c < ' ' || c == 0x7f }) || len(dir) > 4096:
		r.reject("workingDir", r.lineOf("workingDir"), "workingDir has a control character in it, or is longer than 4096 bytes", "")
	}
}

// checkCommand checks the program and the placeholders.
func (r *handReader) checkCommand() {
	argv := r.hand.Command
	if len(argv) == 0 {
		return // said already
	}
	program, line := argv[0], r.lineOf(elementField(0))
	switch {
	case strings.Contains(program, "{{") && strings.Contains(program, "}}"):
		r.reject("command", line, textLiteral, "write the program's name out: which program runs is the author's word")
	case !isProgram(program):
		r.reject("command", line, textProgram, "")
	}
	for i, element := range argv {
		if strings.ContainsRune(element, 0) {
			r.reject("command", r.lineOf(elementField(i)), fmt.Sprintf("%s has a NUL byte in it, which no program can be given", elementField(i)), "")
		}
		if i == 0 {
			continue
		}
		for _, name := range placeholders(element) {
			if _, declared := r.hand.Params[name]; !declared {
				r.reject("command", r.lineOf(elementField(i)), fmt.Sprintf(textPlaceholder, name), "declare it under params, or write the text differently")
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

// checkParams checks what a parameter demands, and its default.
func (r *handReader) checkParams() {
	for _, name := range r.hand.ParamNames() {
		p, field := r.hand.Params[name], "params."+name
		at := func(key string) (string, int) {
			return field + "." + key, max(r.lines[field+"."+key], r.lines[field])
		}
		if p.Pattern != "" {
			f, line := at("pattern")
			if p.Type != schema.TypeString {
				r.warn(f, line, fmt.Sprintf("param '%s' has a pattern, which counts for strings only and is ignored", name), "")
			} else if _, err := schema.NewPattern(p.Pattern); err != nil {
				r.reject(f, line, fmt.Sprintf(textPattern, name), err.Error())
				continue
			}
		}
		if p.Min != nil && p.Max != nil && *p.Min > *p.Max {
			f, line := at("min")
			r.reject(f, line, fmt.Sprintf("param '%s' has a min above its max", name), "nothing could pass")
			continue
		}
		if (p.Min != nil || p.Max != nil) && p.Type != schema.TypeNumber {
			f, line := at("min")
			r.warn(f, line, fmt.Sprintf("param '%s' has a min or max, which count for numbers only and are ignored", name), "")
		}
		r.checkDefault(name, p)
	}
}

// checkDefault holds a default against its own parameter. The pattern is tried
// by Go's own engine, which knows the same language as RE2: RE2 need not start
// for a file that is only read.
func (r *handReader) checkDefault(name string, p HandParam) {
	if p.Default == nil || p.Type == "" {
		return
	}
	field := "params." + name + ".default"
	line := max(r.lines[field], r.lines["params."+name])
	if p.Required {
		r.warn(field, line, fmt.Sprintf("param '%s' is required, so that its default is never used", name), "")
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
				r.reject(field, line, fmt.Sprintf(textDefault, name), err.Error())
			}
			return
		}
	}
	if _, err := plain.Accept(name, p.Default); err != nil {
		r.reject(field, line, fmt.Sprintf(textDefault, name), err.Error())
	}
}
