package main

import (
	"net/http"
	"os/exec"
)

// A server is one that people have, as its README says to add it.
type server struct {
	name string
	pkg  string // with the version that this was tried with
	args []string
	env  []string

	hosts  []string // that are stood in for
	answer http.HandlerFunc
	needs  bool // it does not work before it is let have what the catalog says; else a rule refuses it
	call        // that an agent makes
	last   call // that it makes after a crash; by itself the same
}

// A call is what an agent wants of a server, and what the answer holds. TOP is the folder of the run.
type call struct {
	tool, input, want string
}

// says answers everything with one JSON value.
func says(v string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(v)) // the server has gone
	}
}

// files are servers that work on what is here, and ask nothing of the internet.
func files() []server {
	return []server{
		{name: "filesystem", pkg: "@modelcontextprotocol/server-filesystem@2026.8.31", args: []string{"TOP/files"}, needs: true,
			call: call{"write_file", `{"path":"TOP/files/notes.txt","content":"likes rails"}`, "uccess"}, last: call{"read_text_file", `{"path":"TOP/files/notes.txt"}`, "likes rails"}},
		{name: "memory", pkg: "@modelcontextprotocol/server-memory@2026.8.31",
			call: call{"create_entities", `{"entities":[{"name":"Ada","entityType":"person","observations":["likes rails"]}]}`, ""}, last: call{"read_graph", `{}`, "likes rails"}},
		{name: "sequential-thinking", pkg: "@modelcontextprotocol/server-sequential-thinking@2026.8.31",
			call: call{"sequentialthinking", `{"thought":"One thing first.","nextThoughtNeeded":false,"thoughtNumber":1,"totalThoughts":1}`, "thoughtHistoryLength"}},
		{name: "everything", pkg: "@modelcontextprotocol/server-everything@2026.8.31", call: call{"get-sum", `{"a":2,"b":40}`, "42"}},
		{name: "obsidian", pkg: "mcp-obsidian@1.0.0", args: []string{"TOP/files"}, call: call{"search_notes", `{"query":"hello"}`, "hello.md"}},
		{name: "git", pkg: "@cyanheads/git-mcp-server@2.15.3", call: call{"git_init", `{"path":"TOP/space/repository"}`, "repository"}, last: call{"git_status", `{"path":"TOP/space/repository"}`, `"isClean": true`}},
		{name: "playwright", pkg: "@playwright/mcp@0.0.83", args: []string{"--headless", "--isolated", "--ignore-https-errors", "--executable-path", chromium()}, hosts: []string{"www.example.com"}, needs: true,
			answer: says(`<!doctype html><title>a page</title><h1>likes rails</h1>`), call: call{"browser_navigate", `{"url":"https://www.example.com/"}`, "Page URL: https://www.example.com/"}},
	}
}

// services are servers that ask a service of the internet.
func services() []server {
	return []server{
		{name: "github", pkg: "@modelcontextprotocol/server-github@2025.4.8", env: []string{"GITHUB_PERSONAL_ACCESS_TOKEN=ghp_abcdefghijklmnopqrstuvwxyz0123456789"}, hosts: []string{"api.github.com"}, needs: true,
			answer: says(`{"total_count":1,"incomplete_results":false,"items":[]}`), call: call{"search_repositories", `{"query":"rails"}`, `"total_count": 1`}},
		{name: "gitlab", pkg: "@modelcontextprotocol/server-gitlab@2025.4.25", env: []string{"GITLAB_PERSONAL_ACCESS_TOKEN=glpat-abcdefghijklmnopqrst"}, hosts: []string{"gitlab.com"}, needs: true,
			answer: says(`[]`), call: call{"search_repositories", `{"search":"rails"}`, "items"}},
		{name: "slack", pkg: "@modelcontextprotocol/server-slack@2025.4.25", env: []string{"SLACK_BOT_TOKEN=xoxb-1234567890-abcdefghijkl", "SLACK_TEAM_ID=T0123"}, hosts: []string{"slack.com"}, needs: true,
			answer: says(`{"ok":true,"channels":[{"id":"C1","name":"rails"}]}`), call: call{"slack_list_channels", `{}`, "rails"}},
		{name: "brave", pkg: "@brave/brave-search-mcp-server@2.1.4", env: []string{"BRAVE_API_KEY=BSAabcdefghijklmnopqrstuvwxyz"}, hosts: []string{"api.search.brave.com"}, needs: true,
			answer: says(`{"web":{"type":"search","results":[{"title":"likes rails","url":"https://example.com","description":"d"}]}}`), call: call{"brave_web_search", `{"query":"rails"}`, "likes rails"}},
		{name: "google-maps", pkg: "@modelcontextprotocol/server-google-maps@0.6.2", env: []string{"GOOGLE_MAPS_API_KEY=AIzaabcdefghijklmnopqrstuvwxyz0123456"}, hosts: []string{"maps.googleapis.com"}, needs: true,
			answer: says(`{"status":"OK","results":[{"formatted_address":"Rails 1","geometry":{"location":{"lat":1,"lng":2}},"place_id":"p"}]}`), call: call{"maps_geocode", `{"address":"Rails"}`, "Rails 1"}},
		{name: "context7", pkg: "@upstash/context7-mcp@4.1.1", hosts: []string{"context7.com"}, needs: true,
			answer: says(`{"results":[{"id":"/rails/rails","title":"likes rails","description":"d","totalSnippets":3,"trustScore":9,"stars":1,"versions":[]}]}`), call: call{"resolve-library-id", `{"query":"routes","libraryName":"rails"}`, "likes rails"}},
		{name: "notion", pkg: "@notionhq/notion-mcp-server@2.5.2", env: []string{"NOTION_TOKEN=ntn_abcdefghijklmnopqrstuvwxyz0123456789"}, hosts: []string{"api.notion.com"}, needs: true,
			answer: says(`{"object":"user","id":"u","name":"likes rails","type":"bot"}`), call: call{"API-get-self", `{}`, "likes rails"}},
		{name: "firecrawl", pkg: "firecrawl-mcp@3.26.0", env: []string{"FIRECRAWL_API_KEY=fc-0123456789abcdef0123456789abcdef"}, hosts: []string{"api.firecrawl.dev"}, needs: true,
			answer: says(`{"success":true,"data":{"markdown":"likes rails","metadata":{}},"links":[{"url":"https://example.com/rails"}]}`), call: call{"firecrawl_map", `{"url":"https://example.com"}`, "rails"}},
		{name: "tavily", pkg: "tavily-mcp@0.2.22", env: []string{"TAVILY_API_KEY=tvly-abcdefghijklmnopqrstuvwxyz012345"}, hosts: []string{"api.tavily.com"}, needs: true,
			answer: says(`{"query":"rails","results":[{"title":"likes rails","url":"https://example.com","content":"c","score":1}],"images":[],"response_time":1}`), call: call{"tavily_search", `{"query":"rails"}`, "likes rails"}},
		{name: "exa", pkg: "exa-mcp-server@3.4.1", env: []string{"EXA_API_KEY=01234567-89ab-cdef-0123-456789abcdef"}, hosts: []string{"api.exa.ai"}, needs: true,
			answer: says(`{"requestId":"r","results":[{"id":"1","title":"likes rails","url":"https://example.com","text":"t","publishedDate":"2026-01-01","author":"a","highlights":["h"]}]}`), call: call{"web_search_exa", `{"query":"rails"}`, "likes rails"}},
		{name: "perplexity", pkg: "@perplexity-ai/mcp-server@1.2.1", env: []string{"PERPLEXITY_API_KEY=pplx-abcdefghijklmnopqrstuvwxyz0123456789"}, hosts: []string{"api.perplexity.ai"}, needs: true,
			answer: says(`{"id":"1","model":"m","created":1,"results":[{"title":"likes rails","url":"https://example.com","snippet":"s"}]}`), call: call{"perplexity_search", `{"query":"rails"}`, "likes rails"}},
		{name: "figma", pkg: "figma-developer-mcp@0.13.2", args: []string{"--stdio"}, env: []string{"FIGMA_API_KEY=figd_abcdefghijklmnopqrstuvwxyz"}, hosts: []string{"api.figma.com"}, needs: true,
			answer: says(`{"name":"likes rails","lastModified":"2026-01-01T00:00:00Z","thumbnailUrl":"","document":{"id":"0:0","name":"d","type":"DOCUMENT","children":[]},"components":{},"componentSets":{},"styles":{}}`), call: call{"get_figma_data", `{"fileKey":"abcdefghijklmnopqrstuv"}`, "likes rails"}},
		{name: "airtable", pkg: "airtable-mcp-server@1.14.0", env: []string{"AIRTABLE_API_KEY=patabcdefghijklmn.0123456789abcdef"}, hosts: []string{"api.airtable.com"}, needs: true,
			answer: says(`{"bases":[{"id":"appabcdefghijklmn","name":"likes rails","permissionLevel":"create"}]}`), call: call{"list_bases", `{}`, "likes rails"}},
		{name: "hubspot", pkg: "@hubspot/mcp-server@0.4.0", env: []string{"PRIVATE_APP_ACCESS_TOKEN=pat-na1-01234567-89ab-cdef-0123-456789abcdef"}, hosts: []string{"api.hubspot.com"}, needs: true,
			answer: says(`{"results":[{"id":"1","properties":{"name":"likes rails"}}]}`), call: call{"hubspot-list-objects", `{"objectType":"companies"}`, "likes rails"}},
		{name: "asana", pkg: "@roychri/mcp-server-asana@1.8.0", env: []string{"ASANA_ACCESS_TOKEN=2/1234567890/abcdefghijklmnop"}, hosts: []string{"app.asana.com"}, needs: true,
			answer: says(`{"data":[{"gid":"1","name":"likes rails","resource_type":"workspace"}]}`), call: call{"asana_list_workspaces", `{}`, "likes rails"}},
		{name: "mapbox", pkg: "@mapbox/mcp-server@0.14.0", env: []string{"MAPBOX_ACCESS_TOKEN=pk.eyJ1IjoieCJ9.abcdefghijklmnop"}, hosts: []string{"api.mapbox.com"}, needs: true,
			answer: says(`{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Rails 1","full_address":"Rails 1"},"geometry":{"type":"Point","coordinates":[1,2]}}]}`), call: call{"search_and_geocode_tool", `{"q":"Rails"}`, "Rails 1"}},
		{name: "elasticsearch", pkg: "@elastic/mcp-server-elasticsearch@0.3.1", env: []string{"ES_URL=https://search.example.com", "ES_API_KEY=abcdefghijklmnopqrstuvwxyz"}, hosts: []string{"search.example.com"}, needs: true,
			answer: elastic, call: call{"list_indices", `{"indexPattern":"*"}`, "likes-rails"}},
		{name: "chart", pkg: "@antv/mcp-server-chart@0.9.10", hosts: []string{"antv-studio.alipay.com"}, needs: true,
			answer: says(`{"success":true,"resultObj":"https://example.com/rails.png"}`), call: call{"generate_pie_chart", `{"data":[{"category":"a","value":1}]}`, "rails.png"}},
	}
}

// elastic answers as a server that says what it is.
func elastic(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Elastic-Product", "Elasticsearch")
	says(`[{"index":"likes-rails","health":"green","status":"open","docs.count":"1"}]`)(w, r)
}

// chromium is a browser of this machine.
func chromium() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return "chromium"
}

func known() []server { return append(files(), services()...) }

// heading is the top of the page.
const heading = `# Servers in use

` + "`make servers`" + ` writes this page. It takes servers that people have from npm, at these versions, adds each as its own README
says (` + "`handrail servers add NAME -- npx -y PACKAGE`" + `, with its key), and uses it with the built program as another program's agent does:
its tools are listed, one is called and refused, allowed, called again, called by two programs at once, and once more after Handrail
was killed, with nothing left running. What it wrote before has to be there after.

No account of anybody is used. A service of the internet is stood in for by a TLS server behind Handrail's gate, with a certificate
that only that server is told to trust; so the table shows that what the service answers arrives, not what it would answer.

- *Refused first*: what the agent is told, before the person has done anything; without a word in it, a rule of the person's was set to
  refuse the call, because the server needs nothing more than it has.
- *The person had to*: beside adding it, and saying once that its tools may be called, also after what it has answered (` + "`rules add allow 'NAME__* after NAME'`" + `). In the window the host is asked about on
  the way instead, and the answer can be "always".

`
