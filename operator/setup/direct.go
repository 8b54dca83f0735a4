package setup

import (
	other "handrail/internal/clients"
	"handrail/operator/settings"
)

// Direct takes the remote server in the place of a program that only passes on to it, as
// mcp-remote does (docs/spec/08-mcp.md). note says so; "" if nothing was changed.
func Direct(set settings.Server) (out settings.Server, note string) {
	if set.URL != "" || set.Command == "" {
		return set, ""
	}
	r, ok := other.Direct(set.Command, set.Args, set.Env)
	if !ok {
		return set, ""
	}
	set.Command, set.Args, set.Env, set.Dir, set.Network, set.Read, set.Write = "", nil, nil, "", nil, nil, nil
	set.URL, set.Transport, set.Headers = r.URL, settings.ParseTransport(r.Transport), r.Headers
	if r.ClientID != "" {
		set.OAuthClientID, set.OAuthClientSecret = r.ClientID, r.ClientSecret
	}
	if r.Port != 0 {
		set.OAuthPort = r.Port
	}
	return set, r.Note()
}
