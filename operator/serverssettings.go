package operator

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"handrail/internal/sandbox"
	"handrail/mcp"
	"handrail/tools"
)

// ToolSettings are what the person has set for tools (SPEC 2). Other keys of it,
// such as web_search, are kept as they are.
type ToolSettings struct {
	Servers map[string]ServerSettings `json:"mcp_servers,omitempty"`
}

// ServerSettings are an MCP server as the person has set it (seed 2). Texts may
// hold ${NAME} of the person's environment and ${secret:NAME}; they are filled in
// when the server is started.
type ServerSettings struct {
	Command   string            `json:"command,omitempty"` // of a server that runs here
	Args      []string          `json:"args,omitempty"`
	Env       map[string]string `json:"env,omitempty"`
	Dir       string            `json:"cwd,omitempty"` // "": the space's folder
	URL       string            `json:"url,omitempty"` // of a remote server
	Transport mcp.Transport     `json:"transport,omitempty"`
	Type      string            `json:"type,omitempty"`    // Transport, as most other programs spell it; it counts where that is not said
	Headers   map[string]string `json:"headers,omitempty"` // of every request to a remote server

	// Internal keeps the server's tools from models until a skill or an agent
	// brings them up. nil is true, as in seed 2.
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
	OAuthPort         int      `json:"oauth_port,omitempty"` // of the redirect; 0: any that is free

	// For names the server that options of per_space were given for: see identity. In
	// the settings' own servers it says nothing.
	For string `json:"for,omitempty"`

	// Broken says why nothing of the entry could be read; raw is how it stands there.
	Broken string `json:"-"`
	raw    json.RawMessage
}

// plainServer is ServerSettings without its methods.
type plainServer ServerSettings

// UnmarshalJSON implements json.Unmarshaler. It never fails: what is wrong with
// one server must not close the whole file.
func (s *ServerSettings) UnmarshalJSON(raw []byte) error {
	var p plainServer
	if err := json.Unmarshal(raw, &p); err != nil {
		*s = ServerSettings{Broken: brokenWords(err), raw: slices.Clone(raw)}
		return nil
	}
	if p.Transport == "" {
		p.Transport = mcp.Transport(p.Type)
	}
	*s = ServerSettings(p)
	s.Transport = transportOf(string(s.Transport))
	return nil
}

// MarshalJSON implements json.Marshaler: what could not be read stays as it was.
func (s ServerSettings) MarshalJSON() ([]byte, error) {
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

// transportOf reads the many spellings of transports. One that is not known
// stays, and Problem says so.
func transportOf(word string) mcp.Transport {
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
func (s ServerSettings) IsInternal() bool { return s.Internal == nil || *s.Internal }

// limit is how long one call may take.
func (s ServerSettings) limit() time.Duration { return time.Duration(s.Timeout * float64(time.Second)) }

// userInfo finds what stands before the host of an address.
var userInfo = regexp.MustCompile(`^[^/?#]*//[^/?#]*@`) // compiled once, never changed

// Problem says why a server of this name cannot be used as it is set, with what to
// do; "" if it can.
func (s ServerSettings) Problem(name string) string {
	if err := mcp.CheckName(name); err != nil {
		return err.Error()
	}
	_, networkErr := sandbox.ParseNetwork(s.Network)
	switch {
	case s.Broken != "":
		return "its settings cannot be read: " + s.Broken
	case s.Command == "" && s.URL == "":
		return "it has neither a command nor a url: give it one of them"
	case s.Command != "" && s.URL != "":
		return "it has both a command and a url: take one of them out, so that it is clear where it runs"
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
			return fmt.Sprintf("its url %q is no address: write one that begins with https:// or http://", s.URL)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(s.Env)) {
		if key == "" || strings.ContainsAny(key, "=\x00") {
			return fmt.Sprintf("env: %q cannot be the name of a variable", key)
		}
	}
	return ""
}

// identity names what is started or reached: another command, other arguments,
// variables or folder, or another url make another server.
func (s ServerSettings) identity() string {
	raw, err := json.Marshal([]any{s.Command, s.Args, s.Env, s.Dir, s.URL})
	if err != nil { // it is plain data
		return ""
	}
	return tools.Digest("server", string(raw))
}

// narrow are those options that only take away. They count for whatever server has
// the name.
func (s ServerSettings) narrow() ServerSettings {
	out := ServerSettings{Disabled: s.Disabled}
	if s.Internal != nil && *s.Internal {
		out.Internal = s.Internal
	}
	return out
}

// opens reports whether options give a server anything.
func (s ServerSettings) opens() bool {
	return s.Network != nil || len(s.Read)+len(s.Write) > 0 || s.Internal != nil && !*s.Internal
}

// same reports whether two settings make the same process: what is only shown or
// offered differently needs no new one.
func (s ServerSettings) same(other ServerSettings) bool {
	plain := func(x ServerSettings) string {
		x.Internal, x.Disabled = nil, false
		raw, err := json.Marshal(x)
		if err != nil { // it is plain data
			return ""
		}
		return string(raw)
	}
	return plain(s) == plain(other)
}
