package settings

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"handrail/internal/sandbox"
	"handrail/internal/secrets"
	"handrail/mcp"
)

// Tools are what the person has set for tools (docs/spec/02-settings.md). Other
// keys of it are kept as they are.
type Tools struct {
	Servers   map[string]Server `json:"mcp_servers,omitempty"`
	WebFetch  WebFetch          `json:"web_fetch,omitzero"`
	WebSearch WebSearch         `json:"web_search,omitzero"`
}

// Server are an MCP server as the person has set it
// (docs/spec/08-mcp.md#settings-of-a-server). Texts may hold ${NAME} of the
// person's environment and ${secret:NAME}; they are filled in when the server
// is started.
type Server struct {
	Command   string            `json:"command,omitempty"` // of a server that runs here
	Args      []string          `json:"args,omitempty"`
	Env       map[string]string `json:"env,omitempty"`
	Dir       string            `json:"cwd,omitempty"` // "": the space's folder
	URL       string            `json:"url,omitempty"` // of a remote server
	Transport mcp.Transport     `json:"transport,omitempty"`
	Type      string            `json:"type,omitempty"`    // Transport, as most other programs spell it; it counts where that is not said
	Headers   map[string]string `json:"headers,omitempty"` // of every request to a remote server

	// Internal keeps the server's tools from models until a skill or an agent
	// brings them up. nil is true (docs/spec/08-mcp.md#settings-of-a-server).
	Internal *bool   `json:"internal_only,omitempty"`
	Timeout  float64 `json:"timeout,omitempty"` // of one call, in seconds; 0: mcp.DefaultTimeout
	Disabled bool    `json:"disabled,omitempty"`

	// Network is what its process may reach, as sandbox.ParseNetwork reads it. nil:
	// what its command needs to start (see ProfileOf).
	Network Words    `json:"network,omitempty"`
	Read    []string `json:"read,omitempty"`  // files and folders beyond what programs of the space can read
	Write   []string `json:"write,omitempty"` // files and folders beyond the space

	OAuthClientID     string   `json:"oauth_client_id,omitempty"`
	OAuthClientSecret string   `json:"oauth_client_secret,omitempty"`
	OAuthScopes       []string `json:"oauth_scopes,omitempty"`
	// OAuthGrant is "client_credentials" where no person signs in: the client ID does, with its
	// secret or its private key (PEM). "" is a person, in the browser.
	OAuthGrant      string `json:"oauth_grant,omitempty"`
	OAuthPrivateKey string `json:"oauth_private_key,omitempty"`
	OAuthPort       int    `json:"oauth_port,omitempty"` // of the redirect; 0: any that is free

	// For names the server that options of per_space were given for: see Identity.Key. In
	// the settings' own servers it says nothing.
	For string `json:"for,omitempty"`

	// Broken says why nothing of the entry could be read; raw is how it stands there.
	Broken string `json:"-"`
	// Unknown are keys that nothing reads.
	Unknown []string `json:"-"`
	raw     json.RawMessage
}

// serverKeys are the keys of a server's settings.
var serverKeys = sync.OnceValue(func() []string { return keysOf(reflect.TypeFor[plainServer]()) })

// plainServer is Server without its methods.
type plainServer Server

// UnmarshalJSON implements json.Unmarshaler. It never fails: what is wrong with
// one server must not close the whole file.
func (s *Server) UnmarshalJSON(raw []byte) error {
	var p plainServer
	if err := json.Unmarshal(raw, &p); err != nil {
		*s = Server{Broken: brokenWords(err), raw: slices.Clone(raw)}
		return nil
	}
	if p.Transport == "" {
		p.Transport = mcp.Transport(p.Type)
	}
	*s = Server(p)
	var all map[string]json.RawMessage
	_ = json.Unmarshal(raw, &all) // it is an object, or all of it is empty
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if !slices.Contains(serverKeys(), key) {
			s.Unknown = append(s.Unknown, key)
		}
	}
	s.Transport = ParseTransport(string(s.Transport))
	return nil
}

// MarshalJSON implements json.Marshaler: what could not be read stays as it was.
func (s Server) MarshalJSON() ([]byte, error) {
	if s.Broken != "" && s.raw != nil {
		return s.raw, nil
	}
	return json.Marshal(plainServer(s))
}

// brokenWords says what JSON of another shape is, without Go's types.
func brokenWords(err error) string {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) && kind.Field != "" {
		return fmt.Sprintf("%q must not be a %s", kind.Field, kind.Value)
	}
	return err.Error()
}

// ParseTransport reads the many spellings of transports. One that is not known
// stays, and Server.Problem says so.
func ParseTransport(word string) mcp.Transport {
	switch strings.ToLower(strings.NewReplacer("-", "", "_", "", " ", "").Replace(word)) {
	case "", "stdio", "local":
		return ""
	case "http", "streamablehttp", "remote":
		return mcp.HTTP
	case "sse":
		return mcp.SSE
	}
	return mcp.Transport(word)
}

// IsInternal reports whether the tools are there only where a skill or an agent
// brings them up.
func (s Server) IsInternal() bool { return s.Internal == nil || *s.Internal }

// CallTimeout is how long one call may take; 0: mcp.DefaultTimeout.
func (s Server) CallTimeout() time.Duration { return time.Duration(s.Timeout * float64(time.Second)) }

// UserInfoPattern is a regular expression that finds a name or a password before the
// host of an address.
const UserInfoPattern = `^[^/?#]*//[^/?#]*@`

var userInfo = regexp.MustCompile(UserInfoPattern) // compiled once, never changed

// InUse are the settings as they count: a server that has a command is not reached by a url, whatever else stands there
// (docs/spec/08-mcp.md#servers-that-we-use).
func (s Server) InUse() Server {
	if s.Command != "" {
		s.URL = ""
	}
	return s
}

// Problem says why a server of this name cannot be used as it is set, with what to
// do; "" if it can.
func (s Server) Problem(name string) string {
	if err := mcp.CheckName(name); err != nil {
		return err.Error()
	}
	_, networkErr := sandbox.ParseNetwork(s.Network)
	switch {
	case s.Broken != "":
		return "its settings cannot be read: " + s.Broken
	case s.Command == "" && s.URL == "":
		return "it has neither a command nor a url: give it one of them"
	case s.Command != "" && s.URL != "": // in a file that somebody has written by hand, the command counts: InUse
		return "it has both a command and a url: remove one of them, so that it is clear where it runs"
	case s.Timeout < 0 || s.Timeout > 24*3600:
		return "its timeout is in seconds, from 0 (as usual) to 86400"
	case s.Transport != "" && s.Transport != mcp.HTTP && s.Transport != mcp.SSE:
		return fmt.Sprintf("its transport %q is not known: write http or sse, or nothing", s.Transport)
	case networkErr != nil:
		return "network: " + networkErr.Error()
	case userInfo.MatchString(s.URL): // it is not said again: it may be a password
		return "its url has a name or a password before the host: leave that out, and put it into a header named Authorization, as ${secret:NAME}"
	case s.URL != "" && !strings.Contains(s.URL, "${"):
		if u, err := url.Parse(s.URL); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return "its url is no address: write one that begins with https:// or http://" // it is not said again: it may hold a key
		}
	}
	for _, key := range slices.Sorted(maps.Keys(s.Env)) {
		if key == "" || strings.ContainsAny(key, "=\x00") {
			return fmt.Sprintf("env: %q cannot be the name of a variable", key)
		}
	}
	return ""
}

// Restrictions returns the options that only take something away. They count for
// whatever server has the name.
func (s Server) Restrictions() Server {
	out := Server{Disabled: s.Disabled}
	if s.Internal != nil && *s.Internal {
		out.Internal = s.Internal
	}
	return out
}

// Extends reports whether the options give a server anything.
func (s Server) Extends() bool {
	return s.Network != nil || len(s.Read)+len(s.Write) > 0 || s.Internal != nil && !*s.Internal
}

// Readable returns the settings with those parts of a broken entry that can be read.
func (s Server) Readable() Server {
	if s.Broken == "" {
		return s
	}
	var parts map[string]json.RawMessage
	if json.Unmarshal(s.raw, &parts) != nil {
		return Server{}
	}
	for _, key := range slices.Sorted(maps.Keys(parts)) {
		var part Server
		raw, err := json.Marshal(map[string]json.RawMessage{key: parts[key]})
		if err != nil || json.Unmarshal(raw, &part) != nil || part.Broken != "" {
			delete(parts, key)
		}
	}
	var out Server
	raw, err := json.Marshal(parts)
	if err != nil || json.Unmarshal(raw, &out) != nil {
		return Server{}
	}
	return out
}

// DroppedSecrets are the secrets that old names and the settings do not, sorted.
func (s Server) DroppedSecrets(old Server) []string {
	now := s.SecretNames()
	return slices.DeleteFunc(old.Readable().SecretNames(), func(name string) bool { return slices.Contains(now, name) })
}

// SecretNames are the secrets that the settings name, sorted, each once.
func (s Server) SecretNames() (out []string) {
	texts := slices.Concat([]string{s.Command, s.URL, s.Dir, s.OAuthClientSecret, s.OAuthPrivateKey}, s.Args, slices.Collect(maps.Values(s.Env)), slices.Collect(maps.Values(s.Headers)))
	for _, text := range texts {
		out = append(out, secrets.References(text)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Runner is what starts the server's program: npx, uvx and their like, which fetch
// it first, or docker. "" if the command is the program itself.
func (s Server) Runner() string {
	word := strings.ToLower(filepath.Base(filepath.ToSlash(s.Command)))
	for _, end := range []string{".cmd", ".exe", ".bat", ".ps1"} {
		word = strings.TrimSuffix(word, end)
	}
	args := slices.DeleteFunc(slices.Clone(s.Args), func(a string) bool { return strings.HasPrefix(a, "-") })
	first := ""
	if len(args) > 0 {
		first = args[0]
	}
	switch word {
	case "npx", "uvx", "bunx", "pnpx", "docker", "podman", "pipx":
		return word
	case "cmd": // cmd /c npx …
		rest := slices.DeleteFunc(slices.Clone(s.Args), func(a string) bool { return strings.HasPrefix(a, "/") })
		if len(rest) > 0 {
			return Server{Command: rest[0], Args: rest[1:]}.Runner()
		}
	case "npm", "pnpm", "yarn", "bun", "uv", "deno":
		fetches := map[string][]string{
			"npm": {"exec", "x"}, "pnpm": {"dlx", "exec"}, "yarn": {"dlx"}, "bun": {"x"}, "uv": {"run", "tool"}, "deno": {"run"},
		}
		if slices.Contains(fetches[word], first) {
			return word
		}
	}
	return ""
}

// NetworkWords are what a server's process may reach: what is set, else what its command
// needs to start.
func (s Server) NetworkWords() []string {
	switch {
	case s.Network != nil:
		return s.Network
	case s.Runner() != "":
		return []string{sandbox.Registry}
	}
	return []string{string(sandbox.Off)}
}

// WithOptions returns the settings of a space's own file with the options that the
// person has set for them.
func (s Server) WithOptions(own Server) Server {
	if own.Internal != nil {
		s.Internal = own.Internal
	}
	if own.Network != nil {
		s.Network = own.Network
	}
	s.Disabled = s.Disabled || own.Disabled
	s.Read, s.Write = own.Read, own.Write
	return s
}

// ReplaceText returns the settings with one text in place of another, wherever it
// stands.
func (s Server) ReplaceText(old, with string) Server {
	change := func(text string) string { return strings.ReplaceAll(text, old, with) }
	s.Command, s.URL, s.Dir = change(s.Command), change(s.URL), change(s.Dir)
	s.Args = slices.Clone(s.Args)
	for i := range s.Args {
		s.Args[i] = change(s.Args[i])
	}
	s.Env, s.Headers = maps.Clone(s.Env), maps.Clone(s.Headers)
	for _, table := range []map[string]string{s.Env, s.Headers} {
		for name := range table {
			table[name] = change(table[name])
		}
	}
	return s
}
