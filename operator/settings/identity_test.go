package settings

import (
	"testing"

	"handrail/internal/secrets"
)

func TestMatches(t *testing.T) {
	ref := secrets.Reference("x")
	tests := []struct {
		pattern, text string
		want          bool
	}{
		{ref, "anything", true}, {"Bearer " + ref, "Bearer abc", true}, {"Bearer " + ref, "Basic abc", false}, {ref + "@host", "abc@host", true},
		{ref + "@host", "abc@other", false}, {"a" + ref + "b" + ref + "c", "a1b2c", true}, {"a" + ref + "b" + ref + "c", "a1c", false}, {"plain", "plain", false},
	}
	for _, tt := range tests {
		if got := matches(tt.pattern, tt.text); got != tt.want {
			t.Errorf("matches(%q, %q) = %t", tt.pattern, tt.text, got)
		}
	}
}

// One row for each field of a server, with what a change of it means to each
// question of the form "is this the same server?".
func TestIdentity(t *testing.T) {
	type answers struct{ key, program, matches, equal, process, duplicates, digest bool }
	all := answers{true, true, true, true, true, true, true}
	none := answers{}
	identity := func(key, program bool) answers { return answers{key: key, program: program} }
	base := func() Server {
		return Server{Command: "npx", Args: []string{"-y", "shop"}, Env: map[string]string{"TOKEN": "t"}, Dir: "/d", URL: "https://shop.example", Headers: map[string]string{"X": "x"}}
	}
	no, yes := false, true
	ref := secrets.Reference("shop")
	for name, tt := range map[string]struct {
		change func(*Server)
		same   answers
	}{
		"nothing":            {func(*Server) {}, all},
		"command":            {func(s *Server) { s.Command = "uvx" }, none},
		"args":               {func(s *Server) { s.Args = []string{"-y", "other"} }, none},
		"url":                {func(s *Server) { s.URL = "https://other.example" }, none},
		"env":                {func(s *Server) { s.Env["TOKEN"] = "u" }, identity(false, true)},
		"cwd":                {func(s *Server) { s.Dir = "/e" }, identity(false, true)},
		"headers":            {func(s *Server) { s.Headers["X"] = "y" }, identity(true, true)},
		"env by secret":      {func(s *Server) { s.Env["TOKEN"] = ref }, answers{program: true, matches: true, duplicates: true}},
		"args by secret":     {func(s *Server) { s.Args[1] = ref }, answers{matches: true, duplicates: true}},
		"url by secret":      {func(s *Server) { s.URL = "https://" + ref }, answers{matches: true, duplicates: true}},
		"header by secret":   {func(s *Server) { s.Headers["X"] = ref }, answers{key: true, program: true, matches: true, duplicates: true}},
		"internal_only":      {func(s *Server) { s.Internal = &no }, answers{true, true, true, true, true, true, false}},
		"internal_only said": {func(s *Server) { s.Internal = &yes }, answers{true, true, true, true, true, true, false}},
		"disabled":           {func(s *Server) { s.Disabled = true }, answers{true, true, true, true, true, true, false}},
		"timeout":            {func(s *Server) { s.Timeout = 5 }, answers{true, true, true, true, false, true, false}},
		"transport":          {func(s *Server) { s.Transport = "sse" }, answers{true, true, true, true, false, true, false}},
		"network":            {func(s *Server) { s.Network = Words{"on"} }, answers{true, true, true, true, false, true, false}},
		"read":               {func(s *Server) { s.Read = []string{"/r"} }, answers{true, true, true, true, false, true, false}},
		"write":              {func(s *Server) { s.Write = []string{"/w"} }, answers{true, true, true, true, false, true, false}},
		"client id":          {func(s *Server) { s.OAuthClientID = "id" }, answers{true, true, true, true, false, true, false}},
		"broken":             {func(s *Server) { s.Broken = "why" }, answers{true, true, true, true, true, false, true}},
	} {
		t.Run(name, func(t *testing.T) {
			a, b := base(), base()
			tt.change(&b)
			i, j := a.Identity(), b.Identity()
			got := answers{i.Key() == j.Key(), i.SameProgram(j), i.Matches(j), i.Equal(j), a.SameProcess(b), a.Duplicates(b), a.Digest() == b.Digest()}
			if got != tt.same {
				t.Errorf("got %+v, want %+v", got, tt.same)
			}
			back := answers{j.Key() == i.Key(), j.SameProgram(i), j.Matches(i), j.Equal(i), b.SameProcess(a), b.Duplicates(a), b.Digest() == a.Digest()}
			if back != got {
				t.Errorf("the other way round it is %+v", back)
			}
		})
	}
}

// The key is kept in settings files: it never changes.
func TestIdentityKeyIsStable(t *testing.T) {
	s := Server{Command: "npx", Args: []string{"-y", "shop"}, Env: map[string]string{"A": "b"}, Dir: "/d", URL: ""}
	const want = "7368e865b11aa267ea384ccaa2335a0bf8f72918d26c3ed2d8c96df579bff386"
	if got := s.Identity().Key(); got != want {
		t.Errorf("the key is %s, want %s", got, want)
	}
}
