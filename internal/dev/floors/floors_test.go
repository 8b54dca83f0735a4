package floors

import (
	"os"
	"path/filepath"
	"testing"
)

// The floors, from the ground up. Imports go down only; ARCHITECTURE.md says
// what each floor is for.
const (
	ground   = 1 // helpers that know nothing of agents
	nouns    = 2 // the words of the domain; a noun never imports a verb
	kinds    = 3 // one way each of being a tool, a provider, a recorder; they never know each other
	verbs    = 4 // what is done with the nouns
	rooms    = 5 // the parts of the operator: what the app without a face is made of; they do not know it
	core     = 6 // the app without a face: opens, connects, closes; one call
	above    = 7 // what is made with the core, and it does not know
	faces    = 8 // the window, the command line
	workshop = 9 // checks and measurements; nothing imports them
)

// architecture is the table of floors. Whoever changes it changes the
// architecture: say why in the commit, and in docs/decisions if it is a
// direction and not a detail.
func architecture() Table {
	return Table{
		Module: "handrail",
		Rows:   rows(),
		Fences: fences(),
		Bans:   bans(),
		Orders: orders(),
		Loners: []int{nouns, kinds},
		Exact:  true,

		MaxLines:   400,
		MaxMethods: 25,
		MaxFiles:   30,
		Exceptions: exceptions(),
	}
}

// orders are the floors inside of the two packages whose files used to stand on each
// other in circles (docs/decisions/0588-the-commons-of-the-open-spaces.md).
func orders() []Order {
	return []Order{
		{
			Package: "operator", Back: []string{"Operator"}, // the faces of Config are made from it
			Files: []string{
				"words.go", "commons.go", "stopping.go", "others.go", "space.go", "calls.go", "takeback.go", "rehearse.go", "rehearseask.go", "web.go", "late.go", "labels.go", "spending.go", "messages.go", "reading.go", "reload.go", "openspace.go", "openspaces.go", "operator.go",
				"projects.go", "newspace.go", "toolbox.go", "machines.go", "openapp.go",
			},
		},
		{
			Package: "mcp",
			Files: []string{
				"doc.go", "text.go", "names.go", "server.go", "call.go", "use.go", "tooldigest.go", "toolpins.go", "result.go", "toolapp.go", "tool.go", "tooldata.go",
				"source.go", "toolprovisions.go", "declared.go",
			},
		},
	}
}

// rows are sorted from the ground up: a package may import packages that stand before it.
func rows() []Row {
	return []Row{
		{Package: "examples", Floor: ground},                                                               // the example that the program brings along
		{Package: "internal/addresses", Floor: ground},                                                     // addresses that are no place out there
		{Package: "internal/builtins", Floor: ground},                                                      // names and facts of the built-in tools
		{Package: "internal/catalog", Floor: ground, Tests: []string{"internal/sandbox"}},                  // well-known MCP servers
		{Package: "internal/picture", Floor: ground},                                                       // what a picture is, and smaller copies
		{Package: "internal/pins", Floor: ground},                                                          // what the person has trusted, by its SHA-256
		{Package: "internal/plain", Floor: ground},                                                         // files and folders, without waiting for a pipe
		{Package: "internal/steady", Floor: ground, May: []string{"internal/plain", "internal/pins"}},      // files of folders that programs change meanwhile
		{Package: "internal/confine", Floor: ground, May: []string{"internal/plain", "internal/steady"}},   // files inside roots
		{Package: "internal/ignore", Floor: ground, May: []string{"internal/confine"}},                     // rules of .gitignore
		{Package: "internal/jsonfile", Floor: ground},                                                      // JSON with its places and its order
		{Package: "internal/lazy", Floor: ground},                                                          // what is made at first use
		{Package: "internal/channels", Floor: ground, May: []string{"internal/lazy"}},                      // a message by one of the person's channels
		{Package: "internal/gate", Floor: ground, May: []string{"internal/addresses", "internal/lazy"}},    // the way out of a room
		{Package: "internal/local", Floor: ground},                                                         // a socket between programs of one person
		{Package: "internal/lockfile", Floor: ground, May: []string{"internal/plain", "internal/confine"}}, // files that several processes change
		{Package: "internal/frame", Floor: ground, May: []string{"internal/local", "internal/lockfile"}},   // one window per data folder, and where it was
		{Package: "internal/snapshot", Floor: ground, May: []string{"internal/plain", "internal/ignore", "internal/lazy", "internal/lockfile"}, Tests: []string{"internal/dev/effort"}}, // what lay in folders, kept by content

		{Package: "internal/restore", Floor: ground, May: []string{"internal/confine", "internal/snapshot"}},                                                                                         // puts files into a state that they had
		{Package: "internal/difference", Floor: ground, May: []string{"internal/snapshot"}},                                                                                                          // how two texts differ, and what was renamed
		{Package: "internal/layer", Floor: ground, May: []string{"internal/plain", "internal/snapshot"}},                                                                                             // what programs have changed on a layer
		{Package: "internal/programs", Floor: ground, May: []string{"internal/lazy"}},                                                                                                                // shells and wrappers: programs that start others
		{Package: "internal/git", Floor: ground, May: []string{"internal/lazy", "internal/pins", "internal/programs", "internal/steady"}},                                                            // what git reads unasked, and where it is
		{Package: "internal/git/objects", Floor: ground, May: []string{"internal/plain", "internal/git", "internal/steady"}},                                                                         // what a commit holds
		{Package: "internal/git/tips", Floor: ground, May: []string{"internal/git", "internal/git/objects", "internal/lazy", "internal/pins", "internal/steady"}},                                    // what the names of a repository have come to bring
		{Package: "internal/heredoc", Floor: ground},                                                                                                                                                 // where bash reads here-documents
		{Package: "internal/render", Floor: ground, May: []string{"internal/heredoc", "internal/lazy", "internal/programs"}},                                                                         // templates
		{Package: "internal/sandbox", Floor: ground},                                                                                                                                                 // what a program may touch
		{Package: "internal/terminal", Floor: ground},                                                                                                                                                // a screen on which text stays text, a keyboard without type-ahead
		{Package: "internal/schema", Floor: ground, May: []string{"internal/jsonfile", "internal/terminal"}, Tests: []string{"internal/dev/effort"}},                                                 // inputs
		{Package: "internal/secrets/looks", Floor: ground, Tests: []string{"internal/secrets"}},                                                                                                      // what looks secret, for all who ask
		{Package: "internal/secrets", Floor: ground, May: []string{"internal/lazy", "internal/lockfile", "internal/secrets/looks"}},                                                                  // the keychain, and what is redacted
		{Package: "internal/secrets/secretstest", Floor: ground},                                                                                                                                     // a keychain for tests
		{Package: "internal/spool", Floor: ground},                                                                                                                                                   // the whole output of programs
		{Package: "internal/quote", Floor: ground, May: []string{"internal/terminal"}},                                                                                                               // text from elsewhere, as models are given it
		{Package: "internal/web", Floor: ground},                                                                                                                                                     // URLs and the errors of connecting, for who speaks HTTP to servers
		{Package: "internal/web/webtest", Floor: ground},                                                                                                                                             // what pages of elsewhere send to services of this machine
		{Package: "internal/proc/group", Floor: ground},                                                                                                                                              // a program and all that it starts, as the system knows them
		{Package: "internal/proc/cgroup", Floor: ground},                                                                                                                                             // the control group of the person's that a room stands in
		{Package: "internal/proc/room", Floor: ground, May: []string{"internal/pins", "internal/sandbox", "internal/proc/cgroup", "internal/proc/group"}},                                            // a room, outside and inside
		{Package: "internal/proc", Floor: ground, May: []string{"internal/sandbox", "internal/secrets/looks", "internal/proc/group", "internal/proc/room"}, Tests: []string{"internal/proc/cgroup"}}, // processes
		{Package: "internal/proc/roomer", Floor: ground, May: []string{"internal/proc/room"}},                                                                                                        // the program that becomes rooms
		{Package: "internal/proc/lean", Floor: ground, May: []string{"internal/proc/room"}},                                                                                                          // carries that program
		{Package: "internal/proc/layers", Floor: ground, May: []string{"internal/sandbox", "internal/proc/room"}},                                                                                    // layers over folders that a rehearsed run shares
		{Package: "internal/clients", Floor: ground, May: []string{"internal/plain", "internal/jsonfile", "internal/lockfile", "internal/secrets"}},                                                  // the configuration files of other programs that speak MCP
		{Package: "internal/dev/pty", Floor: ground},                                                                                                                                                 // a terminal for tests
		{Package: "internal/dev/effort", Floor: ground},                                                                                                                                              // what a test takes of the processor
		{Package: "internal/dev/modeltest", Floor: ground},                                                                                                                                           // a model server for tests
		{Package: "internal/dev/servertest", Floor: ground},                                                                                                                                          // an MCP server for tests

		{Package: "tools", Floor: nouns, May: []string{"internal/builtins", "internal/jsonfile", "internal/schema"}},
		{Package: "hooks", Floor: nouns, May: []string{"internal/builtins", "internal/jsonfile", "internal/lazy", "internal/render", "internal/sandbox", "internal/proc"}},
		{Package: "journal", Floor: nouns},
		{Package: "agent/llm", Floor: nouns, May: []string{"internal/secrets/looks", "internal/web"}},

		{Package: "tools/spoken", Floor: nouns, Of: "tools", May: []string{"tools"}, Tests: []string{"internal/builtins", "internal/catalog"}},       // what people are told, in German
		{Package: "tools/toolstest", Floor: kinds, May: []string{"tools"}},                                                                           // the contract of a tool
		{Package: "tools/web", Floor: kinds, Of: "tools/builtin", May: []string{"internal/addresses", "internal/builtins", "internal/web", "tools"}}, // pages of the web, and where a request may go
		{Package: "tools/builtin", Floor: kinds, May: []string{
			"internal/builtins", "internal/confine", "internal/ignore", "internal/picture", "internal/render", "internal/schema", "internal/spool", "internal/proc", "tools", "tools/web",
		}, Tests: []string{"internal/dev/effort", "tools/toolstest"}},
		{Package: "tools/memory", Floor: kinds, May: []string{
			"internal/builtins", "internal/confine", "internal/lockfile", "tools",
		}, Tests: []string{"tools/toolstest"}}, // MEMORY.md
		{Package: "tools/message", Floor: kinds, May: []string{"internal/builtins", "internal/channels", "tools"}, Tests: []string{"tools/toolstest"}}, // messages by the person's channels
		{Package: "tools/command", Floor: kinds, May: []string{
			"internal/builtins", "internal/confine", "internal/jsonfile", "internal/programs", "internal/render", "internal/schema", "internal/proc",
			"tools",
		}, Tests: []string{"internal/dev/effort", "tools/toolstest"}},
		{Package: "mcp", Floor: kinds, May: []string{"internal/jsonfile", "internal/schema", "tools"}, Tests: []string{"internal/dev/effort", "tools/toolstest"}}, // the words of both sides, pins, tools of servers
		{Package: "mcp/oauth", Floor: kinds, Of: "mcp", May: []string{"internal/web", "mcp"}, Tests: []string{"internal/web/webtest", "mcp/mcptest"}},             // signing in to servers
		{Package: "mcp/transport", Floor: kinds, Of: "mcp", May: []string{
			"internal/jsonfile", "internal/web", "internal/proc", "tools", "mcp", "mcp/oauth",
		}, Tests: []string{"mcp/mcptest"}}, // the ways to a server
		{Package: "mcp/mcptest", Floor: kinds, Of: "mcp", May: []string{"internal/proc", "mcp", "mcp/oauth", "mcp/transport"}}, // servers to test against
		{Package: "mcp/client", Floor: kinds, Of: "mcp", May: []string{
			"internal/web", "internal/proc", "tools", "mcp", "mcp/oauth", "mcp/transport",
		}, Tests: []string{"internal/proc/room", "mcp/mcptest"}}, // the servers that the person has
		{Package: "mcp/serve", Floor: kinds, Of: "mcp", May: []string{"internal/lazy", "internal/quote", "internal/web", "tools", "mcp"}, Tests: []string{"internal/web/webtest", "internal/builtins", "internal/schema", "mcp/mcptest"}}, // other people's agents, who are served
		{Package: "bridge/bridgetest", Floor: kinds, May: []string{"internal/proc"}},                                                                      // a display for tests: Xvfb, a bus, a hand on the keys
		{Package: "bridge/trusted", Floor: kinds, Of: "bridge", May: []string{"internal/proc"}},                                                           // programs that nobody else can have exchanged
		{Package: "bridge/opener", Floor: kinds, Of: "bridge", May: []string{"internal/proc", "bridge/trusted"}},                                          // opens pages and files with the person's own programs
		{Package: "bridge/card", Floor: kinds, Of: "bridge"},                                                                                              // the dialog in which a call asks
		{Package: "bridge/zoom", Floor: kinds, Of: "bridge"},                                                                                              // how large the window shows its page
		{Package: "bridge/viewer", Floor: kinds, Of: "bridge"},                                                                                            // the window of a page of a space
		{Package: "bridge/clipboard", Floor: kinds, Of: "bridge", May: []string{"internal/proc", "bridge/trusted"}, Tests: []string{"bridge/bridgetest"}}, // the text of the clipboard
		{Package: "bridge", Floor: kinds, May: []string{"internal/builtins", "internal/secrets", "internal/terminal", "internal/proc", "tools", "tools/spoken", "bridge/card", "bridge/trusted", "bridge/opener", "bridge/clipboard"}, Tests: []string{"internal/dev/pty", "tools/toolstest", "bridge/bridgetest"}},
		{Package: "journal/journaltest", Floor: kinds, May: []string{"journal"}}, // the contract of a recorder
		{Package: "journal/sqlite", Floor: kinds, May: []string{"journal"}, Tests: []string{"journal/journaltest"}},
		{Package: "journal/jetstream/natstest", Floor: kinds},                                                                                        // a NATS server for tests
		{Package: "journal/jetstream", Floor: kinds, May: []string{"journal"}, Tests: []string{"journal/journaltest", "journal/jetstream/natstest"}}, // letters on a NATS server
		{Package: "agent/llm/anthropic", Floor: kinds, May: []string{"internal/web", "agent/llm"}},
		{Package: "agent/llm/guide", Floor: kinds, May: []string{"agent/llm"}},
		{Package: "agent/llm/openai", Floor: kinds, May: []string{"internal/web", "agent/llm"}},
		{Package: "agent/llm/scripted", Floor: kinds, May: []string{"agent/llm"}},

		{Package: "pipeline/guard/bash", Floor: verbs, May: []string{"internal/heredoc", "internal/lazy", "internal/programs", "tools"}}, // what shell text would run
		{Package: "spaces/pinning", Floor: verbs, May: []string{"internal/lazy", "internal/programs", "tools", "pipeline/guard/bash"}},   // what of a command cannot be pinned
		{Package: "spaces", Floor: verbs, May: []string{
			"internal/plain", "internal/jsonfile", "internal/pins", "internal/programs", "internal/render", "internal/sandbox", "internal/schema", "tools", "hooks", "tools/command",
			"spaces/pinning",
		}},
		{Package: "spaces/templates", Floor: verbs, May: []string{"internal/plain", "internal/jsonfile", "spaces"}}, // what a new space can begin with
		{Package: "spaces/scaffold", Floor: verbs, May: []string{
			"internal/builtins", "internal/confine", "internal/jsonfile", "internal/lazy", "tools/command",
		}, Tests: []string{"internal/dev/effort", "internal/proc"}},
		{Package: "pipeline/guard", Floor: verbs, May: []string{
			"internal/builtins", "internal/git", "internal/jsonfile", "internal/lazy", "internal/plain", "internal/secrets/looks", "tools", "pipeline/guard/bash",
		}, Tests: []string{"internal/dev/effort", "internal/render"}},
		{Package: "pipeline", Floor: verbs, May: []string{"internal/difference", "internal/schema", "tools", "hooks", "journal", "pipeline/guard"}},
		{Package: "agent", Floor: verbs, May: []string{"internal/jsonfile", "internal/lazy", "internal/picture", "internal/quote", "tools", "journal", "agent/llm"}},

		{Package: "operator/news", Floor: rooms, May: []string{"tools", "journal"}},                                       // what faces hear
		{Package: "operator/paths", Floor: rooms, May: []string{"internal/plain", "internal/proc/room", "internal/proc"}}, // where files really lie, and what agents could have written
		{Package: "operator/settings", Floor: rooms, May: []string{
			"internal/lazy", "internal/channels", "internal/jsonfile", "internal/lockfile", "internal/sandbox", "internal/schema", "internal/secrets", "internal/secrets/looks", "internal/proc", "tools", "mcp", "journal/jetstream", "pipeline/guard", "operator/paths",
		}}, // settings.json, the app's folders and its environment
		{Package: "operator/secrecy", Floor: rooms, May: []string{
			"internal/secrets/looks", "internal/secrets", "spaces",
		}, Tests: []string{"tools", "operator/settings", "operator/operatortest"}}, // the person's secrets: which there are, what names them
		{Package: "operator/skills", Floor: rooms, May: []string{
			"internal/render", "tools", "journal", "spaces", "agent",
		}, Tests: []string{"operator/operatortest"}}, // skills, and the turns in which they bring tools up
		{Package: "operator/hookstate", Floor: rooms, May: []string{
			"internal/plain", "internal/lazy", "internal/pins", "internal/schema", "internal/proc/room", "internal/proc", "tools", "hooks", "journal", "journal/sqlite", "spaces",
		}, Tests: []string{"pipeline/guard", "operator/news", "operator/walls", "operator", "operator/operatortest"}}, // which hooks run, what they have counted, a trial of one
		{Package: "operator/trust/trusttest", Floor: rooms}, // spaces for tests of trust
		{Package: "operator/trust", Floor: rooms, May: []string{
			"internal/plain", "internal/confine", "internal/difference", "internal/git", "internal/git/objects", "internal/pins", "internal/sandbox", "internal/proc/room", "internal/proc", "tools", "spaces", "pipeline/guard", "operator/paths",
		}, Tests: []string{"operator", "operator/trust/trusttest", "operator/operatortest"}}, // what the person has looked at, and what is held back
		{Package: "operator/asking", Floor: rooms, May: []string{"tools", "journal", "operator/news"}}, // what waits for the person
		{Package: "operator/running", Floor: rooms, May: []string{
			"internal/spool", "tools", "journal", "tools/builtin", "operator/news",
		}, Tests: []string{"operator/settings", "operator", "operator/operatortest"}}, // what goes on in this process: runs, their live output, jobs
		{Package: "operator/holdings", Floor: rooms, May: []string{"journal", "journal/sqlite", "operator/settings"}, Tests: []string{"tools", "operator", "operator/operatortest"}},                // what is kept on this machine
		{Package: "operator/proxies", Floor: rooms, May: []string{"internal/secrets", "internal/web", "operator/settings"}, Tests: []string{"tools", "operator", "operator/operatortest"}},          // the way out of this machine
		{Package: "operator/models", Floor: rooms, May: []string{"internal/lazy", "internal/secrets", "internal/web", "agent/llm", "agent/llm/anthropic", "agent/llm/openai", "operator/settings"}}, // which models there are
		{Package: "operator/history", Floor: rooms, May: []string{
			"internal/picture", "internal/spool", "tools", "journal", "journal/sqlite", "operator/settings",
		}, Tests: []string{"tools/command", "operator", "operator/operatortest"}}, // what has happened, as a person reads it
		{Package: "operator/definitions", Floor: rooms, May: []string{
			"internal/confine", "internal/render", "internal/schema", "tools", "tools/command", "spaces", "operator/trust",
		}, Tests: []string{"operator", "operator/operatortest"}}, // agents, tools, skills, hooks and rules as they are edited
		{Package: "operator/hands", Floor: rooms, May: []string{
			"internal/schema", "tools", "tools/command", "spaces", "spaces/scaffold", "operator/definitions",
		}, Tests: []string{"operator/trust", "operator/operatortest"}}, // ctxnest.json as it is edited
		{Package: "operator/walls", Floor: rooms, May: []string{
			"internal/plain", "internal/gate", "internal/git", "internal/git/tips", "internal/lazy", "internal/lockfile", "internal/pins", "internal/sandbox", "internal/steady", "internal/proc/room", "internal/proc/lean", "internal/proc", "internal/proc/layers", "tools", "journal", "spaces", "spaces/pinning",
			"pipeline/guard", "operator/asking", "operator/paths", "operator/settings",
		}, Tests: []string{"journal/sqlite", "operator/news", "operator", "operator/operatortest"}}, // rooms, network and caches around programs
		{Package: "operator/rehearsal", Floor: rooms, May: []string{
			"internal/plain", "internal/confine", "internal/difference", "internal/layer", "internal/lockfile", "internal/restore", "internal/snapshot", "tools", "operator/walls",
		}, Tests: []string{"pipeline/guard", "operator/trust", "operator", "operator/operatortest"}}, // calls that were only rehearsed, and what is kept of them
		{Package: "operator/permits", Floor: rooms, May: []string{
			"internal/plain", "internal/builtins", "internal/channels", "internal/confine", "internal/git", "internal/ignore", "tools", "journal", "pipeline/guard", "pipeline", "operator/paths", "operator/settings",
			"operator/trust", "operator/walls",
		}, Tests: []string{"journal/sqlite", "operator/news", "operator/asking", "operator", "operator/operatortest"}}, // rules, modes, and what the person has granted for longer than one call
		{Package: "operator/servers/code", Floor: rooms, May: []string{"internal/plain", "internal/pins", "internal/programs", "internal/render", "tools", "operator/paths", "pipeline/guard/bash"}}, // which code a server runs from where agents write
		{Package: "operator/servers", Floor: rooms, May: []string{
			"internal/plain", "internal/catalog", "internal/gate", "internal/lazy", "internal/sandbox", "internal/secrets/looks", "internal/secrets", "internal/web", "internal/proc", "tools", "mcp", "mcp/oauth", "mcp/client", "spaces",
			"agent", "operator/asking", "operator/paths", "operator/settings", "operator/servers/code", "operator/walls",
		}, Tests: []string{"internal/dev/servertest", "operator/news", "operator", "operator/operatortest"}}, // the MCP servers of open spaces
		{Package: "operator/setup", Floor: rooms, May: []string{
			"internal/plain", "internal/catalog", "internal/sandbox", "internal/secrets", "internal/proc", "internal/clients", "tools", "mcp", "operator/paths", "operator/settings",
			"operator/servers",
		}, Tests: []string{"operator", "operator/operatortest"}}, // where the person sets servers up

		{Package: "operator/memories", Floor: rooms, May: []string{
			"internal/confine", "tools/memory", "operator/history",
		}, Tests: []string{"tools", "operator/trust", "operator", "operator/operatortest"}}, // MEMORY.md as the person sees it
		{Package: "operator/subagents", Floor: rooms, May: []string{
			"internal/builtins", "internal/quote", "tools", "journal", "spaces", "agent",
		}, Tests: []string{"agent/llm"}}, // tasks that agents give to each other
		{Package: "operator/caps", Floor: rooms, May: []string{"journal/sqlite", "operator/settings", "tools"}, Tests: []string{"journal"}},                                                                                                                                                                                              // what agents use, and may
		{Package: "operator/origins", Floor: rooms, May: []string{"internal/plain", "internal/builtins", "internal/git", "internal/git/objects", "internal/lazy", "internal/pins", "internal/snapshot", "internal/steady", "journal/sqlite", "operator/paths", "pipeline/guard", "tools", "tools/command", "tools/memory", "tools/web"}}, // where the text of conversations comes from
		{Package: "operator/browsing", Floor: rooms, May: []string{
			"internal/sandbox", "internal/secrets", "tools", "tools/web", "operator/settings",
		}, Tests: []string{"operator", "operator/operatortest"}}, // what the person has set of the web
		{Package: "operator/machines", Floor: rooms, May: []string{
			"internal/secrets", "tools", "journal", "journal/sqlite", "journal/jetstream", "operator/settings",
		}, Tests: []string{"journal/jetstream/natstest", "internal/channels", "operator/news", "operator/outbox", "operator", "operator/operatortest"}}, // the person's machines, which ask each other
		{Package: "operator/undo", Floor: rooms, May: []string{
			"internal/confine", "internal/difference", "internal/lockfile", "internal/restore", "internal/snapshot", "internal/steady", "tools", "journal", "journal/sqlite", "pipeline", "operator/history", "operator/settings",
		}, Tests: []string{"operator", "operator/operatortest"}}, // what calls have changed, and taking it back
		{Package: "operator/afar", Floor: rooms, May: []string{"internal/channels", "internal/lockfile", "internal/quote", "tools"}}, // questions that are answered by a channel
		{Package: "operator/outbox", Floor: rooms, May: []string{"internal/channels", "journal/sqlite", "operator/settings"}},        // messages on their way out, and the channels
		{Package: "operator", Floor: core, May: []string{
			"internal/channels", "internal/confine", "internal/render", "internal/schema", "internal/secrets", "internal/snapshot", "internal/terminal", "internal/pins", "internal/proc", "tools", "hooks", "journal",
			"tools/builtin", "tools/web", "tools/command", "tools/memory", "tools/message", "mcp", "journal/sqlite", "spaces", "spaces/scaffold", "spaces/templates", "pipeline/guard", "pipeline", "agent",
			"operator/news", "operator/paths", "operator/settings", "operator/secrecy", "operator/skills", "operator/hookstate", "operator/trust",
			"operator/asking", "operator/running", "operator/models", "operator/history", "operator/definitions", "operator/hands", "operator/walls", "operator/permits",
			"operator/servers", "operator/setup", "operator/memories", "operator/subagents", "operator/origins", "operator/caps", "operator/browsing", "operator/proxies", "operator/holdings", "operator/afar", "operator/outbox", "operator/machines", "operator/undo", "operator/rehearsal",
		}, Tests: []string{"internal/dev/servertest", "operator/chats", "operator/doctor", "operator/operatortest"}}, // it receives the Confirmer and the bridge's tools from above, and never asks for them

		{Package: "operator/chats", Floor: above, May: []string{
			"internal/plain", "internal/confine", "internal/ignore", "internal/lazy", "internal/picture", "internal/quote", "internal/render", "internal/terminal", "tools", "journal", "agent/llm", "journal/sqlite", "agent/llm/guide", "agent/llm/scripted", "mcp", "spaces", "pipeline",
			"agent", "operator/caps", "operator/news", "operator/paths", "operator/permits", "operator/skills", "operator/rehearsal", "operator/subagents", "operator/trust", "operator/undo", "operator/models", "operator/servers", "operator",
		}, Tests: []string{"internal/dev/modeltest", "internal/dev/servertest", "operator/settings", "operator/operatortest"}}, // conversations with agents
		{Package: "operator/doctor", Floor: above, May: []string{
			"internal/sandbox", "internal/proc", "tools", "operator/trust", "operator/models", "operator/servers", "operator/walls", "operator",
		}, Tests: []string{"operator/operatortest"}}, // what works on this machine
		{Package: "operator/pages", Floor: above, May: []string{
			"internal/proc", "internal/web", "tools", "mcp", "journal", "spaces", "pipeline", "operator/news", "operator/history", "operator/trust", "operator",
		}, Tests: []string{"internal/web/webtest", "internal/dev/servertest", "bridge/bridgetest", "tools/spoken", "operator/skills", "operator/operatortest"}}, // pages of spaces and apps of servers, and the calls that they make
		{Package: "operator/programs", Floor: above, May: []string{
			"internal/clients", "tools", "operator/paths", "operator",
		}, Tests: []string{"operator/settings", "operator/operatortest"}}, // our entry in other programs' files
		{Package: "operator/replay", Floor: above, May: []string{
			"internal/schema", "tools", "hooks", "journal", "journal/sqlite", "pipeline/guard", "pipeline", "tools/web", "operator/origins", "operator",
		}, Tests: []string{"operator/operatortest"}}, // recorded calls, judged again
		{Package: "operator/serving", Floor: above, May: []string{
			"internal/local", "tools", "journal", "agent", "mcp", "mcp/serve", "spaces", "pipeline", "operator/news", "operator/settings", "operator/running", "operator/servers", "operator",
		}, Tests: []string{"mcp/mcptest", "operator/setup", "operator/operatortest"}}, // other programs' agents, who use our tools
		{Package: "operator/operatortest", Floor: above, May: []string{
			"internal/secrets", "internal/dev/servertest", "tools", "journal", "operator/settings", "operator/walls", "operator/servers", "operator",
		}}, // real operators on temporary folders

		{Package: "cli", Floor: faces, May: []string{
			"internal/channels", "internal/difference", "internal/terminal", "tools", "journal", "tools/web", "operator/news", "operator/paths", "operator/settings", "operator/hookstate", "operator/trust", "operator/running", "operator/history",
			"operator/hands", "operator/memories", "operator/origins", "operator/caps", "operator/outbox", "operator/machines", "operator/undo", "operator/browsing", "operator/proxies", "operator/holdings", "operator/rehearsal", "operator/walls", "operator/permits", "operator/servers", "operator/setup", "operator", "operator/chats",
			"operator/doctor", "operator/pages", "operator/programs", "operator/replay", "operator/serving",
		}}, // the command line
		{Package: "window", Floor: faces, May: []string{
			"examples",
			"internal/channels", "internal/frame", "tools", "tools/spoken", "journal", "pipeline/guard", "operator/news", "operator/caps", "operator/origins", "operator/settings", "operator/secrecy", "operator/skills", "operator/hookstate",
			"operator/trust", "operator/asking", "operator/running", "operator/models", "operator/history", "operator/definitions", "operator/hands", "operator/machines", "operator/memories", "operator/outbox", "operator/walls",
			"operator/permits", "operator/servers", "operator/setup", "operator", "operator/chats", "operator/doctor", "operator/pages", "operator/programs",
			"operator/replay", "operator/serving", "operator/browsing", "operator/proxies", "operator/holdings", "operator/undo", "operator/rehearsal", "internal/difference", "internal/snapshot", "tools/web",
		}, Tests: []string{"internal/secrets/secretstest", "internal/dev/modeltest", "internal/dev/servertest", "bridge", "journal/jetstream/natstest", "operator/operatortest"}}, // what the page may ask; it knows no window system
		{Package: ".", Floor: faces, May: []string{
			"internal/frame", "internal/local", "internal/terminal", "tools", "tools/spoken", "bridge", "bridge/card", "bridge/viewer", "bridge/zoom", "operator/news", "operator/settings", "operator/walls", "operator", "operator/pages", "cli", "window",
		}, Tests: []string{"journal/jetstream/natstest", "internal/lockfile", "internal/dev/pty", "internal/dev/modeltest", "internal/dev/servertest", "journal", "bridge/bridgetest"}}, // both programs

		{Package: "internal/dev/floors", Floor: workshop},
		{Package: "internal/dev/compare", Floor: workshop},
		{Package: "internal/dev/conformance", Floor: workshop}, // the protocol's own suite against the built program
		{Package: "internal/dev/elsewhere", Floor: workshop},   // the project as the other systems compile it
		{Package: "internal/dev/servers", Floor: workshop},     // servers that people have, with the built program
		{Package: "internal/dev/scripts", Floor: workshop},     // tests of the scripts in build/
		{Package: "internal/dev/reference", Floor: workshop, May: []string{
			"internal/builtins", "internal/schema", "tools", "hooks", "spaces", "pipeline/guard", "operator/settings", "operator/hands", "operator",
		}}, // docs/reference, from the code
		{Package: "internal/dev/seeds", Floor: workshop}, // docs/seeds.md: the documents that Handrail was made from, and what shows each claim
		{Package: "internal/dev/bench", Floor: workshop, May: []string{
			"internal/channels", "internal/confine", "internal/restore", "internal/dev/compare", "internal/proc", "internal/secrets", "internal/snapshot", "tools", "tools/web", "journal", "journal/sqlite", "journal/jetstream/natstest", "spaces", "pipeline/guard", "operator/machines", "operator/origins", "operator/outbox", "operator/pages", "operator/settings", "operator", "operator/replay",
		}},
	}
}

func fences() []Fence {
	return []Fence{
		{Library: "C", Only: []string{"bridge/card", "bridge/viewer", "bridge/zoom"}, Why: "the command line is built without cgo; the window has GTK and WebKit, asks with the one and shows pages with the other"},
		{Library: "github.com/wailsapp/wails/v2", Only: []string{"."}, Why: "only the window knows Wails"},
		{Library: "github.com/ncruces/zenity", Only: []string{"bridge"}, Why: "native dialogs are opened by bridge alone"},
		{Library: "github.com/atotto/clipboard", Only: []string{"bridge/clipboard"}, Why: "the clipboard is read and written by bridge/clipboard alone"},
		{Library: "github.com/aymerick/raymond", Only: []string{"internal/render"}, Why: "raymond escapes for HTML and drops unknown names; only internal/render makes it safe"},
		{Library: "mvdan.cc/sh/v3", Only: []string{"internal/heredoc", "internal/render", "pipeline/guard/bash"}, Tests: true, Why: "the shell is parsed by internal/render, and read by pipeline/guard/bash; internal/heredoc tells where it is parsed wrongly"},
		{Library: "github.com/wasilibs/go-re2", Only: []string{"internal/schema"}, Why: "use schema.Regexp"},
		{Library: "github.com/adrg/frontmatter", Only: []string{"tools/command", "spaces"}, Why: "front matter is read where definitions are loaded"},
		{Library: "gopkg.in/yaml.v3", Only: []string{"internal/clients", "spaces/scaffold"}, Why: "a Taskfile and two other programs' settings need YAML with its lines; front matter is read by frontmatter"},
		{Library: "modernc.org/sqlite", Only: []string{"journal/sqlite"}, Why: "use journal.Recorder"},
		{Library: "github.com/nats-io/nats.go", Only: []string{"journal/jetstream"}, Why: "use journal.Post"},
		{Library: "github.com/nats-io/nkeys", Only: []string{"journal/jetstream"}, Why: "only journal/jetstream signs in to NATS"},
		{Library: "github.com/nats-io/nats-server/v2", Only: []string{"journal/jetstream/natstest"}, Tests: true, Why: "it is for tests, which start it by natstest"},
		{Library: "database/sql", Only: []string{"journal/sqlite"}, Why: "use journal.Recorder"},
		{Library: "github.com/mark3labs/mcp-go", Only: []string{"mcp/transport", "mcp/client", "mcp/serve", "mcp/mcptest"}, Why: "the protocol is spoken by these parts of mcp alone"},
		{Library: "os/exec", Only: []string{"internal/proc", "internal/proc/room", "internal/dev/bench", "internal/dev/compare", "internal/dev/conformance", "internal/dev/servers"}, Tests: true, Why: "a process starts only in internal/proc, in its group, with its limits"},

		{Library: "github.com/santhosh-tekuri/jsonschema/v6", Only: []string{"internal/schema"}, Why: "use schema.Schema"},
		{Library: "golang.org/x/text", Only: []string{"internal/schema", "tools/builtin", "bridge"}, Why: "only sentences of the schema, decoding of files and the width of characters in dialogs need it"},
		{Library: "golang.org/x/oauth2", Only: []string{"mcp/oauth"}, Why: "signing in to servers is done by mcp/oauth alone"},
		{Library: "golang.org/x/net", Only: []string{"internal/gate", "internal/web", "tools/web", "operator/pages"}, Why: "the gate speaks DNS and SOCKS, internal/web finds the person's own proxy, and tools/web and operator/pages read HTML"},
		{Library: "code.dny.dev/ssrf", Only: []string{"tools/web"}, Why: "which addresses are public is asked in one place"},
		{Library: "github.com/JohannesKaufmann/html-to-markdown/v2", Only: []string{"tools/web"}, Why: "pages become Markdown in tools/web"},
		{Library: "github.com/wneessen/go-mail", Only: []string{"internal/channels"}, Why: "e-mails are sent by internal/channels alone"},
		{Library: "golang.org/x/sys", Only: []string{"internal/pins", "internal/proc", "internal/proc/group", "internal/proc/room", "internal/sandbox", "internal/confine", "internal/frame", "internal/gate", "internal/layer", "internal/local", "internal/lockfile", "internal/snapshot", "internal/steady", "internal/terminal", "internal/dev/pty"}, Why: "system calls stay on the ground floor"},
		{Library: "golang.org/x/term", Only: []string{"bridge", "cli", "internal/terminal"}, Why: "only faces and the bridge know a terminal"},
		{Library: "github.com/godbus/dbus/v5", Only: []string{"bridge", "bridge/bridgetest", "internal/proc/cgroup"}, Why: "notifications are sent by bridge alone, and systemd is asked by cgroup"},
		{Library: "github.com/gofrs/flock", Only: []string{"internal/lockfile"}, Why: "use lockfile, which also says who holds a lock"},
		{Library: "github.com/zalando/go-keyring", Only: []string{"internal/secrets", "internal/secrets/secretstest"}, Why: "use secrets"},
		{Library: "github.com/bluekeyes/go-gitdiff", Only: []string{"tools/builtin"}, Why: "only the tool patch reads patches"},
		{Library: "github.com/aymanbagabas/go-udiff", Only: []string{"internal/clients", "tools/builtin", "tools/memory", "spaces/scaffold", "operator/trust", "operator/definitions", "operator/servers", "internal/difference", "operator/undo"}, Why: "differences are made where files change"},
		{Library: "github.com/bmatcuk/doublestar/v4", Only: []string{"tools/builtin", "pipeline/guard"}, Why: "patterns of paths are matched by the file tools and the guard"},
		{Library: "github.com/ledongthuc/pdf", Only: []string{"tools/builtin"}, Why: "only the tools read and web_fetch turn a PDF into text"},
		{Library: "golang.org/x/image", Only: []string{"internal/picture"}, Why: "use picture, which unpacks nothing enormous"},
		{Library: "github.com/klauspost/compress", Only: []string{"internal/snapshot"}, Why: "only kept contents are compressed"},
		{Library: "github.com/go-git/go-git/v5", Only: []string{"internal/ignore"}, Why: "only its gitignore package is used"},
		{Library: "github.com/anthropics/anthropic-sdk-go", Only: []string{"agent/llm/anthropic"}, Why: "use llm.Provider"},
		{Library: "github.com/openai/openai-go/v3", Only: []string{"agent/llm/openai"}, Why: "use llm.Provider"},
		{Library: "github.com/fsnotify/fsnotify", Only: []string{"spaces"}, Why: "files are watched where spaces are opened"},
		{Library: "github.com/adrg/xdg", Only: []string{"operator/settings"}, Why: "operator/settings decides where settings and data are"},
		{Library: "github.com/alecthomas/kong", Only: []string{"cli"}, Why: "the command line is read by cli"},

		{Library: "github.com/go-json-experiment/json", Only: []string{"internal/jsonfile"}, Why: "use jsonfile, which says where a mistake is"},
		{Library: "github.com/tailscale/hujson", Only: []string{"internal/jsonfile"}, Why: "use jsonfile, which keeps how a file is written"},
		{Library: "github.com/pelletier/go-toml/v2", Only: []string{"internal/clients", "internal/git", "pipeline/guard"}, Why: "only another program's file is TOML"},

		{Library: "github.com/modelcontextprotocol/go-sdk", Only: []string{"mcp/mcptest"}, Tests: true, Why: "it is the other side in tests of mcp"},
		{Library: "github.com/google/go-cmp", Only: []string{"tools/toolstest", "journal/journaltest"}, Tests: true, Why: "it is for tests"},
		{Library: "golang.org/x/tools/txtar", Tests: true, Why: "it is for tests"},
		{Library: "golang.org/x/tools", Only: []string{"internal/dev/elsewhere"}, Why: "it reads the project for another system and says what go vet would, without compiling the libraries for it"},
		{Library: "github.com/rogpeppe/go-internal", Tests: true, Why: "it is for tests"},
	}
}

// TestFloors holds this repository against the table.
func TestFloors(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil {
		t.Fatalf("the module's root is not where this test looks for it: %v", err)
	}
	found, err := Check(root, architecture())
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range found {
		t.Error(v)
	}
}
