package trust

import (
	"net"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"handrail/internal/difference"
	"handrail/internal/git"
	"handrail/internal/git/objects"
	"handrail/internal/pins"
)

// Limits on where trusted versions of a file are looked for.
const (
	mostCommits  = 300
	mostVersions = 6
	mostStarts   = 20 // moves of HEAD
)

// merged reports whether the file is what git makes of three versions that the person had trusted: their own branches merge without a question.
func (r *record) merged() bool {
	if r.data == nil {
		return false
	}
	is := string(withoutReturns(r.data))
	versions := r.versions()
	for _, base := range versions {
		for i, one := range versions {
			for _, other := range versions[:i] {
				if made, ok := difference.Merged(base, one, other); ok && made == is {
					return true
				}
			}
		}
	}
	return false
}

// versions are texts of the file that the person had trusted, from commits that HEAD has meant, and those before them.
func (r *record) versions() (list []string) {
	var next []string
	if raw, _, err := git.ReadFile(filepath.Join(r.dir, "logs", "HEAD"), mostLog); err == nil {
		moves := objects.Moves(string(raw))
		for _, m := range moves[max(0, len(moves)-mostStarts):] {
			next = append([]string{m.New, m.Old}, next...)
		}
	}
	seen, looked := map[string]bool{}, map[string]bool{}
	for len(next) > 0 && len(seen) < mostCommits && len(list) < mostVersions {
		commit := next[0]
		if next = next[1:]; seen[commit] {
			continue
		}
		seen[commit] = true
		parents, err := r.store.Parents(commit)
		if err != nil {
			continue
		}
		next = append(next, parents...)
		id, err := r.store.Blob(commit, r.name)
		if err != nil || id == "" || looked[id] {
			continue
		}
		if looked[id] = true; r.trusted(id) {
			if data, err := r.store.Content(id); err == nil {
				list = append(list, string(withoutReturns(data)))
			}
		}
	}
	return list
}

// fetched reports whether the person's git has last fetched a commit with the file as it lies here from another machine: what lies there is not an agent's.
// No program of ours could have written since then from where git says that it was.
func (r *record) fetched(ids []string) bool {
	at := filepath.Join(r.dir, "FETCH_HEAD")
	t, there := pins.TraceOf(at)
	place, err := placeAt(at, false)
	if !there || err != nil || t.Changed == 0 || r.w.notes.Why(place, time.Unix(0, t.Changed)) != "" {
		return false
	}
	raw, _, err := git.ReadFile(at, mostLog)
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(raw)) {
		commit, what, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		_, from, named := strings.Cut(what, "' of ")
		if !ok || !named || strings.Contains(from, " ") || !far(from) {
			continue
		}
		if is, err := r.store.Blob(commit, r.name); err == nil && slices.Contains(ids, is) {
			return true
		}
	}
	return false
}

// far reports whether an address from which git fetches is surely one of another machine.
func far(address string) bool {
	host := ""
	if u, err := url.Parse(address); err == nil && slices.Contains([]string{"https", "ssh", "git+ssh"}, u.Scheme) {
		host = u.Hostname()
	} else if user, rest, ok := strings.Cut(address, "@"); ok && !strings.ContainsAny(user, "/:\\") {
		host, _, ok = strings.Cut(rest, ":")
		if !ok || strings.Contains(host, "/") {
			return false
		}
	}
	ip := net.ParseIP(host)
	return host != "" && !strings.EqualFold(host, "localhost") && (ip == nil || !ip.IsLoopback() && !ip.IsUnspecified())
}
