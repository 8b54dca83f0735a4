package pinning

import (
	"slices"
	"strings"

	"handrail/internal/lazy"
	"handrail/internal/programs"
)

// starters are the functions by which a language starts programs, or runs text as code.
type starters struct {
	any     []string // start a program, whatever they are called on
	of      []string // start one if they are called on one of on
	on      []string // "" is a call on nothing
	code    []string // run text, or load a file, whatever they are given, if they are called on nothing
	loads   []string // the same, whatever they are called on
	plain   bool     // its calls need no parentheses
	ticks   bool     // text between backquotes is a command
	mention string   // without it in the text, nothing of it starts a program
}

func startersOf(program string) starters {
	switch program {
	case "python":
		return starters{
			any: []string{
				"system", "popen", "execl", "execle", "execlp", "execlpe", "execv", "execve", "execvp", "execvpe", "spawnl", "spawnle", "spawnlp", "spawnlpe", "spawnv", "spawnve", "spawnvp", "spawnvpe",
				"posix_spawn", "posix_spawnp", "Popen", "check_output", "check_call", "getoutput", "getstatusoutput", "create_subprocess_exec", "create_subprocess_shell",
			},
			of: []string{"run", "call", "spawn"}, on: []string{"subprocess", "pty", ")"}, code: []string{"exec", "eval", "execfile", "__import__"},
			loads: []string{"import_module", "addsitedir", "load_module", "load_source", "load_dynamic", "run_module", "CDLL", "LoadLibrary", "Unpickler"},
		}
	case "node":
		return starters{
			any: []string{"execSync", "execFile", "execFileSync", "spawn", "spawnSync", "fork"}, of: []string{"exec"}, on: []string{"", "child_process", ")"}, code: []string{"eval", "Function", "promisify"},
			loads: []string{"runInThisContext", "runInNewContext", "runInContext", "dlopen", "_load"}, mention: "child_process",
		}
	case "perl":
		return starters{any: []string{"open2", "open3"}, of: []string{"system", "exec"}, on: []string{"", "CORE", "GLOBAL"}, code: []string{"eval"}, plain: true, ticks: true}
	case "ruby":
		return starters{
			any: []string{"popen", "popen2", "popen2e", "popen3", "capture2", "capture2e", "capture3"}, of: []string{"system", "exec", "spawn"}, on: []string{"", "Kernel", "Process", "PTY"},
			code: []string{"eval"}, loads: []string{"instance_eval", "class_eval", "module_eval"}, plain: true, ticks: true,
		}
	case "php":
		return starters{of: []string{"system", "exec", "shell_exec", "passthru", "popen", "proc_open", "pcntl_exec"}, on: []string{""}, code: []string{"eval"}, ticks: true}
	case "lua":
		return starters{any: []string{"execute", "popen"}, code: []string{"load", "loadstring"}, plain: true}
	}
	return starters{}
}

var (
	anyCall    = lazy.Regexp(`(?:([\w$)\]]+)\s*(?:\.|::|->)\s*)?\b([A-Za-z_]\w*)[ \t]*(\(|[ \t]["'$@\[])`)
	otherNames = lazy.Regexp(`(?m)\b(?:(?:subprocess|os|pty|asyncio)\s+as\s+(\w+)|(\w+)\s*=\s*require\(\s*["'](?:node:)?child_process["']\s*\)\s*;?\s*$|import\s+(?:\*\s+as\s+)?(\w+)\s+from\s+["'](?:node:)?child_process["'])`)
	fromImport = lazy.Regexp(`(?m)(?:^|[;:])\s*from\s+(?:subprocess|os|posix|pty|sys|site|importlib|asyncio)\s+import\s*(\([^)]*\)|[^\n;]+)`)
	renames    = lazy.Regexp(`(?m)\b(?:exec|execSync|execFile|execFileSync|spawn|spawnSync|fork)\s*(?::\s*\w+\s*[,}]|\s+as\s+\w+)|=\s*(?:subprocess|os|pty)\.(?:run|call|system|popen|Popen|exec\w+|spawn\w*|check_\w+)\s*$|\bgetattr\s*\(\s*(?:os|sys|subprocess|importlib|builtins|__builtins__)\b|\bbuiltins\.(?:exec|eval|__import__)|\bpickle\.loads?\s*\(|\bmarshal\.loads?\s*\(|\bsys\.(?:meta_path|path_hooks)\b|\b(?:do|require)\s+\$\w+\s*;`)
	// lent are the functions that start programs, where they are given another name or passed on.
	lent       = lazy.Regexp(`(?m)\b(?:os|posix|subprocess|pty)\.(?:run|call|system|popen|Popen|exec[vl]\w*|spawn\w*|posix_spawnp?|check_output|check_call|getoutput|getstatusoutput)\s*(?:[\]),;]|$)|=\s*\w+\.(?:system|popen|Popen|check_output|check_call|getoutput|execSync|execFile|execFileSync|spawnSync|spawn|fork|execute)\s*(?:;|$)|\brequire\(\s*["'](?:node:)?child_process["']\s*\)\s*(?:\.\s*\w+\s*(?:[\]),;]|$)|\[)|\b(?:method|send|public_send|__send__)\s*\(?\s*:(?:system|exec|spawn|eval|popen)\b|\bcall_user_func(?:_array)?\s*\(`)
	environ    = lazy.Regexp(`(?m)(?:environ|ENV|process\.env)(?:\[\s*["']|\{\s*["']?|\.)([A-Za-z_]\w*)["']?\s*[\]}]?\s*(?:\.|\+|\|\|)?=([^=~>\n][^\n]*)`)
	putEnv     = lazy.Regexp(`(?:putenv|setdefault|setenv)\s*\(\s*["'](\w+)["']\s*,`)
	given      = lazy.Regexp(`["']?\b([A-Z_][A-Z0-9_]*)["']?\s*(?:=>|[:=])\s*(["'][^"']*["'])?`)
	otherShell = lazy.Regexp(`\bexecutable\s*=|\bpreexec_fn\s*=|\bshell\s*:\s*(?:["'\x60]|[a-su-zA-Z])`)
	ticked     = lazy.Regexp("(?s)`([^`]*)`|(?:\\bqx|%x)\\s*(?:\\(([^)]*)\\)|\\{([^}]*)\\}|\\[([^\\]]*)\\]|/([^/]*)/|!([^!]*)!)")
	commented  = lazy.Regexp(`(?m)^\s*(?:#|//).*$`)
	bareStart  = lazy.Regexp(`(?m)(?:^|[;=({]|\b(?:if|unless|and|or|return)\b)\s*(?:(?:eval|system|exec|spawn)[ \t]+[A-Za-z_]\w*|(?:system|exec)\s*\{)`)
	lists      = lazy.Regexp(`(?:\bqw|%w)\s*[(\[{/]([^)\]}/]*)[)\]}/]`)
)

// started says what a script starts, by the functions of its language, that an agent may change.
func (r *Reader) started(script, text, program string) (list []Loose) {
	how := startersOf(program)
	note := func(what, why string) {
		if why != "" && len(list) < most {
			list = append(list, Loose{Command: script + ": " + short(what), Why: why})
		}
	}
	text = commented().ReplaceAllString(text, "")
	text = lists().ReplaceAllStringFunc(text, func(list string) string {
		words := strings.Fields(lists().FindStringSubmatch(list)[1])
		return "('" + strings.Join(words, "', '") + "')"
	})
	for _, what := range slices.Concat(renames().FindAllString(text, 3), lent().FindAllString(text, 3)) {
		note(what, "it starts or loads what is known only when it runs")
	}
	if program == "perl" || program == "ruby" {
		for _, what := range bareStart().FindAllString(text, 3) {
			note(what, "what it starts is known only when it runs")
		}
	}
	how.learn(text)
	for _, m := range anyCall().FindAllStringSubmatchIndex(text, -1) {
		on := ""
		if m[2] >= 0 {
			on = text[m[2]:m[3]]
		}
		name, open := text[m[4]:m[5]], m[6]
		if text[open] != '(' && !how.plain || m[4] > 0 && strings.ContainsAny(text[m[4]-1:m[4]], "$@%") {
			continue
		}
		note(text[m[0]:m[1]]+" …", r.called(text, program, how, on, name, open))
	}
	if how.ticks {
		for _, m := range ticked().FindAllStringSubmatch(text, -1) {
			note(m[0], r.starts(interpolated().ReplaceAllString(strings.Join(m[1:], ""), "$$x")))
		}
	}
	for _, m := range environ().FindAllStringSubmatch(text, -1) {
		value, _ := literal(strings.TrimRight(m[2], "; \t\r"))
		note(m[0], r.sets(m[1], value.text, value.known))
	}
	for _, m := range putEnv().FindAllStringSubmatch(text, -1) {
		note(m[0], r.sets(m[1], "", false))
	}
	return list
}

// learn adds the other names by which a script calls what starts programs.
func (s *starters) learn(text string) {
	for _, m := range otherNames().FindAllStringSubmatch(text, -1) {
		s.on = append(s.on, strings.Join(m[1:], ""))
	}
	for _, m := range fromImport().FindAllStringSubmatch(text, -1) {
		for part := range strings.SplitSeq(strings.Trim(m[1], "() \r\n\t"), ",") {
			words := strings.Fields(part)
			if len(words) == 1 && words[0] == "*" {
				s.on = append(s.on, "")
			}
			if len(words) == 0 || !slices.Contains(slices.Concat(s.any, s.of, s.loads, []string{"path"}), words[0]) {
				continue
			}
			switch name := words[len(words)-1]; {
			case slices.Contains(s.of, words[0]) && len(words) == 1:
				s.on = append(s.on, "")
			case len(words) == 3:
				s.any = append(s.any, name)
			}
		}
	}
}

// called says why what one call starts cannot be pinned; "" if it can, or starts nothing.
func (r *Reader) called(text, program string, how starters, on, name string, open int) string {
	arguments := argumentsAt(text, open)
	elements := split(arguments)
	switch {
	case len(elements) == 0:
		return ""
	case on == "" && slices.Contains(how.code, name), slices.Contains(how.loads, name):
		if name == "promisify" && !strings.HasPrefix(elements[0], "exec") && !strings.HasPrefix(elements[0], "spawn") && !strings.Contains(elements[0], ".exec") {
			return ""
		}
		return "it runs text as code, or loads what is named there"
	case program == "perl" && name == "open" && on == "":
		return r.opened(elements)
	case how.mention != "" && !strings.Contains(text, how.mention):
		return ""
	case !slices.Contains(how.any, name) && (!slices.Contains(how.of, name) || !slices.Contains(how.on, on)):
		return ""
	case otherShell().MatchString(arguments):
		return "what it starts is named by an option"
	}
	for _, m := range given().FindAllStringSubmatch(arguments, -1) {
		if why := r.sets(m[1], strings.Trim(m[2], `"'`), m[2] != ""); why != "" {
			return why
		}
	}
	if strings.HasPrefix(name, "spawn") && program == "python" && on != "pty" {
		elements = elements[1:] // how it is waited for
	}
	if (strings.HasPrefix(name, "open2") || strings.HasPrefix(name, "open3")) && len(elements) > 2 {
		elements = elements[min(len(elements)-1, int(name[4]-'0')):]
	}
	if name == "fork" {
		elements = append([]string{`"node"`}, elements...)
	}
	return r.starts(commandOf(text, program, elements))
}

// opened is called for Perl's open, which starts a program if its mode says so.
func (r *Reader) opened(elements []string) string {
	if len(elements) < 2 {
		return ""
	}
	mode, _ := literal(elements[1])
	bare := strings.TrimSpace(mode.text)
	switch {
	case len(elements) > 2 && (bare == "-|" || bare == "|-"):
		return r.starts(commandOf("", "perl", elements[2:]))
	case len(elements) == 2 && (strings.HasPrefix(bare, "|") || strings.HasSuffix(bare, "|")):
		return r.starts(strings.Trim(bare, "|"))
	}
	return ""
}

// starts says why a command that a script of another language starts cannot be pinned.
func (r *Reader) starts(command string) string {
	found := r.read(command, nil, place{r: r, folder: r.dir, pinned: nothing})
	if len(found) == 0 {
		return ""
	}
	return found[0].Why
}

// sets says why a variable that a script gives to what it starts brings code of the space.
func (r *Reader) sets(name, value string, known bool) string {
	if !programs.FindsCode(name) || harmless(name) {
		return ""
	}
	if !known {
		return name + " decides what programs run, and what it is set to is known only when it runs"
	}
	return place{r: r, dirs: []string{r.dir}, folder: r.dir}.assigned(name + "=" + value)
}
