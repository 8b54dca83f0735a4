package clients

import (
	"encoding/json"
	"maps"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
)

// A Remote is a remote server that an entry reaches by way of a program of this machine.
type Remote struct {
	URL          string
	Transport    string // "http", "sse" or "", which tries both
	Headers      map[string]string
	ClientID     string
	ClientSecret string
	Port         int      // of the redirect when signing in; 0: any
	Unused       []string // variables that only that program had, sorted
}

// Direct finds the remote server behind mcp-remote, by which programs that know no remote
// servers reach one: Handrail speaks to it and signs in by itself. ok is false for
// everything else, and where an option is given that we have nothing for.
func Direct(command string, args []string, env map[string]string) (r Remote, ok bool) {
	rest, ok := behindRunner(command, args)
	if !ok {
		return r, false
	}
	used := map[string]bool{}
	for i := 0; i < len(rest); i++ {
		arg, value, glued := strings.Cut(rest[i], "=")
		if !strings.HasPrefix(arg, "-") {
			arg, value, glued = rest[i], "", false
		}
		take := func() string {
			if !glued && i+1 < len(rest) {
				i++
				value = rest[i]
			}
			return fillIn(value, env, used)
		}
		switch number, err := strconv.Atoi(arg); {
		case err == nil && r.URL != "" && r.Port == 0:
			r.Port = number
		case !strings.HasPrefix(arg, "-") && r.URL == "":
			r.URL = fillIn(rest[i], env, used)
		case arg == "--allow-http", arg == "--debug", arg == "--silent", arg == "--enable-proxy":
		case arg == "--host", arg == "--auth-timeout":
			take()
		case arg == "--transport":
			word, known := map[string]string{"http-only": "http", "sse-only": "sse", "http-first": "", "sse-first": ""}[take()]
			if !known {
				return r, false
			}
			r.Transport = word
		case arg == "--header":
			name, text, found := strings.Cut(take(), ":")
			if name = strings.TrimSpace(name); !found || name == "" {
				return r, false
			}
			set(&r.Headers, name, strings.TrimSpace(text))
		case arg == "--static-oauth-client-info":
			var info struct {
				ID     string `json:"client_id"`
				Secret string `json:"client_secret"`
			}
			if json.Unmarshal([]byte(take()), &info) != nil || info.ID == "" {
				return r, false
			}
			r.ClientID, r.ClientSecret = info.ID, info.Secret
		default:
			return r, false
		}
	}
	for _, name := range slices.Sorted(maps.Keys(env)) {
		if !used[name] {
			r.Unused = append(r.Unused, name)
		}
	}
	u, err := url.Parse(r.URL)
	return r, err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != ""
}

// Note says what becomes of such an entry.
func (r Remote) Note() string {
	note := "mcp-remote is left out: Handrail connects to the server itself, and signs in with your browser if it asks for that"
	if len(r.Unused) > 0 {
		note += "; the variables " + strings.Join(r.Unused, ", ") + " were mcp-remote's and are left out, too"
	}
	return note
}

// behindRunner are the arguments of mcp-remote, if a command starts that.
func behindRunner(command string, args []string) (rest []string, ok bool) {
	words := append([]string{path.Base(strings.ReplaceAll(command, `\`, "/"))}, args...)
	word := func() string {
		if len(words) == 0 {
			return ""
		}
		first := words[0]
		words = words[1:]
		return first
	}
	name := func() string { return strings.TrimSuffix(strings.TrimSuffix(word(), ".exe"), ".cmd") }
	runner := name()
	if runner == "cmd" && strings.EqualFold(word(), "/c") {
		runner = name()
	}
	switch runner {
	case "npx", "pnpx", "bunx", "mcp-remote":
	case "npm", "pnpm", "yarn", "bun":
		if verb := word(); verb != "exec" && verb != "x" && verb != "dlx" {
			return nil, false
		}
	default:
		return nil, false
	}
	for runner != "mcp-remote" {
		switch arg := word(); {
		case arg == "-y", arg == "--yes", arg == "-q", arg == "--quiet", arg == "--":
		case arg == "mcp-remote", strings.HasPrefix(arg, "mcp-remote@"):
			return words, true
		default:
			return nil, false
		}
	}
	return words, true
}

// fillIn puts the entry's own variables in their places, as mcp-remote does: ${TOKEN}. Others
// stay: they are of the person's environment.
func fillIn(text string, env map[string]string, used map[string]bool) string {
	for _, name := range slices.Sorted(maps.Keys(env)) {
		if mark := "${" + name + "}"; strings.Contains(text, mark) {
			used[name] = true
			text = strings.ReplaceAll(text, mark, env[name])
		}
	}
	return text
}
