package clients

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"handrail/internal/secrets"
)

// entry translates one server's entry into our words (docs/spec/08-mcp.md).
// What has no place with us becomes a note, never silence.
type entry struct {
	r    *reader
	s    *Server
	n    *node
	used []string          // keys that were read
	env  map[string]string // the server's own variables, once they are translated
	keys []string          // variables of which only the names are there
}

// read fills in the server.
func (e *entry) read() {
	s := e.s
	started(e)
	s.Dir = e.text("cwd")
	s.URL = e.text("url")
	s.Headers = e.table("headers")
	if options := e.value("requestOptions", isTable); options != nil { // Continue's
		inner := entry{r: e.r, s: s, n: options}
		for name, value := range inner.table("headers") {
			set(&s.Headers, name, value)
		}
	}
	switch shape := e.r.f.shape; shape {
	case shapeCodex:
		e.codex()
	case shapeGemini:
		e.gemini()
	case shapeGoose:
		readGoose(e)
	case shapeSeconds, shapeCrush:
		e.timeout("timeout", time.Second)
	default:
		if u := e.text("serverUrl"); s.URL == "" {
			s.URL = u
		}
		if u := e.text("httpUrl"); s.URL == "" && u != "" {
			s.URL, s.Transport = u, "http"
		}
		e.timeout("timeout", time.Millisecond)
	}
	e.kind()
	e.oauth()
	if e.yes("disabled") {
		s.Disabled = true
	}
	if file := e.text("envFile"); file != "" {
		s.note("envFile is left out: Handrail does not read %s for it. Add its variables to the server's environment", file)
	}
	e.rest()
	e.direct()
	e.variables()
	if e.r.f.shape == shapeCodex { // what it makes are our own references already
		e.codexVariables()
	}
	gooseKeys(e) // likewise
	e.place()
	e.check()
}

// started reads what starts the server: a command with its arguments, in each program's own way.
func started(e *entry) {
	s, shape := e.s, e.r.f.shape
	command := e.n.get("command")
	switch {
	case shape == shapeOpencode && command != nil && command.kind == isList:
		if all := e.list("command"); len(all) > 0 {
			s.Command, s.Args = all[0], all[1:]
		}
		s.Env = e.table("environment")
	case shape == shapeZed && command != nil && command.kind == isTable: // as it was until 2025
		inner := entry{r: e.r, s: s, n: command}
		e.used = append(e.used, "command")
		s.Command, s.Args, s.Env = inner.text("path"), inner.list("args"), inner.table("env")
	case shape == shapeGoose:
		s.Command, s.Args, s.Env = e.text("cmd"), e.list("args"), e.table("envs")
	default:
		s.Command, s.Args, s.Env = e.text("command"), e.list("args"), e.table("env")
	}
	if on := e.n.get("enabled"); on != nil && on.kind == isBool && shape != shapeCodex {
		e.used = append(e.used, "enabled")
		s.Disabled = on.text == "false"
	}
	if shape == shapeZed && s.Command == "" && e.n.get("url") == nil {
		s.refuse("it belongs to an extension of Zed, which starts it itself: add the server by its own command")
	}
}

// readGoose reads what only Goose has.
func readGoose(e *entry) {
	s := e.s
	if u := e.text("uri"); s.URL == "" {
		s.URL = u
	}
	e.timeout("timeout", time.Second)
	e.keys = e.list("env_keys")
}

// gooseKeys are variables whose values Goose keeps in the system's keyring.
func gooseKeys(e *entry) {
	for _, name := range e.keys {
		ask := Ask{Secret: secrets.NameOf(e.s.Name + "." + name), Prompt: name}
		e.s.Asks = append(e.s.Asks, ask)
		set(&e.s.Env, name, secrets.Reference(ask.Secret))
	}
}

// kind settles how the server is spoken to.
func (e *entry) kind() {
	s := e.s
	word := strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(e.text("type") + e.text("transport")))
	if e.r.f.shape == shapeOpencode && word == "remote" { // it tries both
		word = ""
	}
	switch word {
	case "", "stdio", "local":
	case "http", "streamablehttp", "remote":
		if e.r.f.shape != shapeVSCode && e.r.f.shape != shapeSettings { // there it tries SSE too
			s.Transport = "http"
		}
	case "sse":
		s.Transport = "sse"
	default:
		s.refuse("it uses %q, which Handrail doesn't support: use stdio, http or sse", word)
	}
	if s.Command != "" {
		s.Transport = ""
	}
}

// direct takes the remote server in the place of a program that only passes on to it.
func (e *entry) direct() {
	s := e.s
	if s.URL != "" || s.Command == "" {
		return
	}
	r, ok := Direct(s.Command, s.Args, s.Env)
	if !ok {
		return
	}
	s.Command, s.Args, s.Env, s.Dir = "", nil, nil, ""
	s.URL, s.Transport, s.Headers = r.URL, r.Transport, r.Headers
	if r.ClientID != "" {
		s.ClientID, s.ClientSecret = r.ClientID, r.ClientSecret
	}
	if r.Port != 0 {
		s.Port = r.Port
	}
	s.note("%s", r.Note())
}

// codex reads what only Codex has.
func (e *entry) codex() {
	s := e.s
	for name, value := range e.table("http_headers") {
		set(&s.Headers, name, value)
	}
	if token := e.text("bearer_token"); token != "" {
		set(&s.Headers, "Authorization", "Bearer "+token)
	}
	if s.URL != "" {
		s.Transport = "http"
	}
	if on := e.value("enabled", isBool); on != nil && on.text == "false" {
		s.Disabled = true
	}
	e.timeout("tool_timeout_sec", time.Second)
	if scopes := e.list("scopes"); len(scopes) > 0 {
		s.Scopes = scopes
	}
}

// codexVariables makes references of the variables that Codex hands on.
func (e *entry) codexVariables() {
	s := e.s
	for _, name := range e.names("env_vars") {
		if isVariable(name) {
			set(&s.Env, name, "${"+name+"}")
		}
	}
	for name, variable := range e.table("env_http_headers") {
		if isVariable(variable) {
			set(&s.Headers, name, "${"+variable+"}")
		}
	}
	if variable := e.text("bearer_token_env_var"); isVariable(variable) {
		set(&s.Headers, "Authorization", "Bearer ${"+variable+"}")
		s.note("its token is taken from the variable %s of your environment, as Codex does", variable)
	}
}

// gemini reads what only Gemini CLI has: there url means SSE, and httpUrl
// streamable HTTP.
func (e *entry) gemini() {
	s := e.s
	if u := e.text("httpUrl"); u != "" {
		s.URL, s.Transport = u, "http"
	} else if s.URL != "" {
		s.Transport = "sse"
	}
	if e.text("tcp") != "" {
		s.refuse("it uses a WebSocket, which Handrail doesn't support: use stdio, http or sse")
	}
	e.timeout("timeout", time.Millisecond)
}

// oauth reads the client's own registration, which some servers need.
func (e *entry) oauth() {
	e.s.ClientID, e.s.ClientSecret = e.text("oauth_client_id"), e.text("oauth_client_secret") // as Handrail's own settings have it
	e.s.Grant, e.s.PrivateKey = e.text("oauth_grant"), e.text("oauth_private_key")
	if scopes := e.list("oauth_scopes"); len(scopes) > 0 {
		e.s.Scopes = scopes
	}
	if port := e.value("oauth_port", isNumber); port != nil {
		e.s.Port, _ = strconv.Atoi(port.text) // what is no port is none
	}
	for _, key := range []string{"oauth", "auth"} {
		n := e.value(key, isTable)
		if n == nil {
			continue
		}
		inner := entry{r: e.r, s: e.s, n: n}
		for _, name := range []string{"clientId", "client_id", "CLIENT_ID"} {
			if v := inner.text(name); v != "" {
				e.s.ClientID = v
			}
		}
		for _, name := range []string{"clientSecret", "client_secret", "CLIENT_SECRET"} {
			if v := inner.text(name); v != "" {
				e.s.ClientSecret = v
			}
		}
		if scopes := inner.list("scopes"); len(scopes) > 0 {
			e.s.Scopes = scopes
		}
		if port := inner.value("callbackPort", isNumber); port != nil {
			e.s.Port, _ = strconv.Atoi(port.text) // what is no port is none
		}
	}
}

// rest notes what was not read.
func (e *entry) rest() {
	members, _ := e.n.once()
	for _, m := range members {
		if slices.Contains(e.used, m.name) || e.r.f.shape == shapeCodex && slices.Contains([]string{"env_vars", "env_http_headers", "bearer_token_env_var"}, m.name) {
			continue
		}
		switch m.name {
		case "source", "settings", "display_name", "bundled", "available_tools", "watchPaths", "faviconUrl", "schema", "name", "title", "description", "icon", "gallery", "version", "$schema", "id", "dev", "required", "startup_timeout_sec", "startup_timeout_ms", "supports_parallel_tool_calls", "tool_timeout_sec":
		case "tools":
			if texts := texts(m.value); !slices.Equal(texts, []string{"*"}) {
				e.s.note("tools is left out: turn tools off in Handrail's list of tools")
			}
		case "autoApprove", "alwaysAllow", "trust", "default_tools_approval_mode":
			e.s.note("%s is left out: what may run without asking is for your own rules here", m.name)
		case "includeTools", "excludeTools", "enabled_tools", "disabled_tools", "disabledTools":
			e.s.note("%s is left out: turn tools off in Handrail's list of tools", m.name)
		case "headersHelper":
			e.s.note("headersHelper is left out: Handrail runs no program to get headers")
		case "sandbox", "sandboxEnabled":
			e.s.note("%s is left out: Handrail's own walls stand around every server", m.name)
		case "internal_only", "network", "read", "write": // of Handrail's own settings
			e.s.note("%s is left out: who is offered its tools and what it may touch is for you to say, not for a text", m.name)
		default:
			e.s.note("%q is left out: Handrail does not know it", m.name)
		}
	}
}

// place makes relative paths mean what they meant in their project.
func (e *entry) place() {
	s := e.s
	if s.Project == "" {
		return
	}
	s.note("there it is for the folder %s only; here it is for all spaces", s.Project)
	if s.Command == "" {
		return
	}
	relative := func(path string) bool {
		if path == "" || filepath.IsAbs(path) || strings.HasPrefix(path, "-") || strings.Contains(path, "${") {
			return false
		}
		_, err := os.Stat(filepath.Join(s.Project, path))
		return err == nil || strings.HasPrefix(path, "./") || strings.HasPrefix(path, "../")
	}
	switch {
	case s.Dir != "" && !filepath.IsAbs(s.Dir) && !strings.HasPrefix(s.Dir, "~") && !strings.Contains(s.Dir, "${"):
		s.Dir = filepath.Join(s.Project, s.Dir)
	case s.Dir == "" && (strings.ContainsAny(s.Command, `/\`) && relative(s.Command) || slices.ContainsFunc(s.Args, relative)):
		s.Dir = s.Project
	}
}

// check refuses what cannot be a server.
func (e *entry) check() {
	s := e.s
	switch {
	case s.Command == "" && s.URL == "":
		s.refuse("it has neither a command nor a url")
	case s.Command != "" && s.URL != "":
		s.note("its url is left out: it is started by its command")
		s.URL = ""
	}
	if _, ours := entryFrom(s.Command, s.Args); ours && isOurs(s.Command) {
		s.refuse("it is Handrail itself")
	}
	all := slices.Concat([]string{s.Command, s.URL, s.Dir, s.ClientID, s.ClientSecret, s.PrivateKey}, s.Args, slices.Collect(maps.Keys(s.Env)), slices.Collect(maps.Values(s.Env)), slices.Collect(maps.Values(s.Headers)))
	for _, text := range all { // however it came there: only what the person is asked for is a secret of this server
		for _, name := range secrets.References(text) {
			if !e.r.w.Form && !slices.ContainsFunc(s.Asks, func(a Ask) bool { return a.Secret == name }) {
				s.refuse("it would be given a secret of yours, %s, which a text cannot choose", secrets.Reference(name))
			}
		}
	}
	if slices.ContainsFunc(all, func(text string) bool { return strings.ContainsRune(text, 0) }) {
		s.refuse("a text of it holds a zero byte, which no program can be given")
	}
}

func set(table *map[string]string, name, value string) {
	if *table == nil {
		*table = map[string]string{}
	}
	(*table)[name] = value
}
