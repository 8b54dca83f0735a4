// Package catalog knows well-known MCP servers: what each needs to work, with the reason. It is
// what a person is shown and may take, and it decides nothing (docs/spec/08-mcp.md).
package catalog

import (
	_ "embed" // the table
	"encoding/json"
	"net"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
)

//go:embed servers.json
var table []byte

// A Server is a well-known server.
type Server struct {
	Name     string   `json:"name"`
	Packages []string `json:"packages"`         // of npm or PyPI
	Images   []string `json:"images,omitempty"` // of containers, without their tags
	Instead  *Remote  `json:"instead,omitempty"`
	Needs    []Need   `json:"needs"`
}

// A Remote is the same service at an address.
type Remote struct {
	URL string `json:"url"`
}

// A Need is one thing that a server lacks as it is added. Exactly one of its first fields is set.
type Need struct {
	Reach    string `json:"reach,omitempty"`    // a host, or "on", "loopback"
	HostOf   string `json:"hostOf,omitempty"`   // the host that a variable names, or the "arguments"
	Variable string `json:"variable,omitempty"` // a value that only the person has
	Read     string `json:"read,omitempty"`     // a folder in the home folder
	Write    string `json:"write,omitempty"`    // likewise
	WriteOf  string `json:"writeOf,omitempty"`  // the folders that a variable or the "arguments" name, or those of files that they name
	Argument string `json:"argument,omitempty"` // to be added
	Set      string `json:"set,omitempty"`      // a variable with a value that is known

	Value    string `json:"value,omitempty"`    // of Set
	Bring    string `json:"bring,omitempty"`    // of Set: a file in the package's folder, where another program's copy of the server kept what is now at Value
	Plain    bool   `json:"plain,omitempty"`    // of Variable: it is no secret
	Optional bool   `json:"optional,omitempty"` // of Variable: it works without
	Unless   string `json:"unless,omitempty"`   // of Variable: a variable or argument in whose presence it is not needed
	Why      string `json:"why"`                // what it is, in words that follow a colon
}

// load reads the table once.
var load = sync.OnceValue(func() (list []Server) {
	_ = json.Unmarshal(table, &list) // a test reads it
	return list
})

// All are the servers of the table.
func All() []Server { return slices.Clone(load()) }

// Find finds the server that a command starts: by the package that a runner fetches, a program
// of that package, or a container's image. Other words of the command do not count.
func Find(command string, args []string) (s Server, pkg string, ok bool) {
	base := plainBase(command)
	for _, s := range load() {
		if base == "docker" || base == "podman" { // options take words, so that it may be any
			for _, word := range args {
				if image, _, _ := strings.Cut(word, ":"); slices.Contains(s.Images, image) {
					return s, "", true
				}
			}
			continue
		}
		for _, word := range append([]string{base}, started(args)...) {
			if pkg := named(word, s.Packages); pkg != "" {
				return s, pkg, true
			}
		}
	}
	return Server{}, "", false
}

// plainBase is a command without its folder and the end that Windows gives it.
func plainBase(command string) string {
	base := path.Base(strings.ReplaceAll(command, `\`, "/"))
	for _, end := range []string{".cmd", ".exe", ".bat", ".ps1"} {
		base = strings.TrimSuffix(base, end)
	}
	return base
}

// started are the words that say what is started: what a runner is told to fetch, and the first that
// is no option.
func started(args []string) (words []string) {
	verbs := []string{"npx", "bunx", "pnpx", "uvx", "npm", "pnpm", "yarn", "bun", "uv", "run", "exec", "x", "dlx", "tool"}
	for i, arg := range args {
		switch {
		case strings.HasPrefix(arg, "--package="), strings.HasPrefix(arg, "--from="), strings.HasPrefix(arg, "-p="):
			words = append(words, arg)
		case (arg == "--package" || arg == "--from" || arg == "-p") && i+1 < len(args):
			return append(words, args[i+1])
		case strings.HasPrefix(arg, "-"), arg == "/c", slices.Contains(verbs, plainBase(arg)):
		default:
			return append(words, arg)
		}
	}
	return words
}

// named is the package that a word names: as it is, with a version or extras, behind
// "--package=" or "--from=", or as the folder that a script lies in.
func named(word string, packages []string) string {
	word = strings.ReplaceAll(word, `\`, "/")
	for _, flag := range []string{"--package=", "--from=", "-p="} {
		word = strings.TrimPrefix(word, flag)
	}
	for _, pkg := range packages {
		rest, ok := strings.CutPrefix(word, pkg)
		if ok && (rest == "" || rest[0] == '@' || rest[0] == '[' || rest[0] == '=') || strings.Contains(word, "/node_modules/"+pkg+"/") {
			return pkg
		}
	}
	return ""
}

// HostIn is the host, with its port if that is not the web's, of an address in a text: a URL, or a
// host alone. "" if there is none, or if it is a placeholder.
func HostIn(text string) string {
	if strings.Contains(text, "${") {
		return ""
	}
	host, port := text, ""
	if strings.Contains(text, "://") {
		u, err := url.Parse(text)
		if err != nil {
			return ""
		}
		host, port = u.Hostname(), u.Port()
		if port == "" {
			port = map[string]string{"postgres": "5432", "postgresql": "5432", "mysql": "3306", "redis": "6379", "rediss": "6379", "mongodb": "27017"}[u.Scheme]
		}
		if u.Scheme == "mongodb+srv" {
			host, port = "*."+after(host), "27017"
		}
	} else if h, p, err := net.SplitHostPort(text); err == nil {
		host, port = h, p
	}
	name := strings.TrimPrefix(host, "*.")
	if host != "localhost" && (!strings.Contains(name, ".") || strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz0123456789.-") != "") {
		return "" // words such as "on" are none
	}
	if port == "" || port == "443" || port == "80" {
		return host
	}
	return net.JoinHostPort(host, port)
}

// after is a host without its first label.
func after(host string) string {
	_, rest, _ := strings.Cut(host, ".")
	return rest
}
