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
	rooms    = 5 // what the app without a face is made of; they do not know it
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
				"words.go", "commons.go", "space.go", "calls.go", "reading.go", "reload.go", "rooms.go", "opened.go", "operator.go",
				"projects.go", "newspace.go", "toolbox.go", "open.go",
			},
		},
		{
			Package: "mcp",
			Files: []string{
				"doc.go", "text.go", "names.go", "server.go", "call.go", "use.go", "tooldigest.go", "toolpins.go", "result.go", "tool.go",
				"source.go", "toolprovisions.go", "declared.go",
			},
		},
	}
}

func rows() []Row {
	return []Row{
		{Package: "internal/builtins", Floor: ground}, // names and facts of the built-in tools
		{Package: "internal/clients", Floor: ground, May: []string{"internal/jsonfile", "internal/secrets", "internal/lockfile"}}, // the configuration files of other programs that speak MCP
		{Package: "internal/confine", Floor: ground},
		{Package: "internal/gate", Floor: ground},
		{Package: "internal/jsonfile", Floor: ground}, // JSON with its places and its order
		{Package: "internal/local", Floor: ground},    // a socket between programs of one person
		{Package: "internal/pins", Floor: ground},     // what the person has trusted, by its SHA-256
		{Package: "internal/proc", Floor: ground, May: []string{"internal/proc/group", "internal/proc/room", "internal/sandbox", "internal/secrets/looks"}},
		{Package: "internal/proc/group", Floor: ground},                                                          // a program and all that it starts, as the system knows them
		{Package: "internal/proc/room", Floor: ground, May: []string{"internal/proc/group", "internal/sandbox"}}, // a room, outside and inside
		{Package: "internal/lockfile", Floor: ground},                                                            // files that several processes change
		{Package: "internal/programs", Floor: ground},                                                            // shells and wrappers: programs that start others
		{Package: "internal/render", Floor: ground, May: []string{"internal/programs"}},
		{Package: "internal/sandbox", Floor: ground},
		{Package: "internal/schema", Floor: ground, May: []string{"internal/jsonfile"}},
		{Package: "internal/spool", Floor: ground}, // the whole output of programs
		{Package: "internal/web", Floor: ground},   // URLs and the errors of connecting, for who speaks HTTP to servers
		{Package: "internal/secrets", Floor: ground, May: []string{"internal/secrets/looks", "internal/lockfile"}},
		{Package: "internal/secrets/looks", Floor: ground, Tests: []string{"internal/secrets"}}, // what looks secret, for all who ask
		{Package: "internal/snapshot", Floor: ground, May: []string{"internal/confine"}},
		{Package: "internal/dev/modeltest", Floor: ground},  // a model server for tests
		{Package: "internal/dev/servertest", Floor: ground}, // an MCP server for tests

		{Package: "tools", Floor: nouns, May: []string{"internal/builtins", "internal/jsonfile", "internal/schema"}},
		{Package: "hooks", Floor: nouns, May: []string{"internal/builtins", "internal/jsonfile", "internal/proc", "internal/render"}},
		{Package: "journal", Floor: nouns},
		{Package: "agent/llm", Floor: nouns, May: []string{"internal/secrets/looks", "internal/web"}},

		{Package: "tools/toolstest", Floor: kinds, May: []string{"tools", "internal/schema"}},
		{Package: "tools/builtin", Floor: kinds, May: append(kind(), "internal/builtins", "internal/spool"), Tests: []string{"tools/toolstest"}},
		{Package: "tools/command", Floor: kinds, May: append(kind(), "internal/builtins", "internal/jsonfile", "internal/programs"), Tests: []string{"tools/toolstest"}},
		{Package: "mcp", Floor: kinds, May: []string{"tools", "internal/schema"}, Tests: []string{"tools/toolstest"}}, // the words of both sides, pins, tools of servers
		{Package: "mcp/oauth", Floor: kinds, Of: "mcp", May: []string{"mcp", "internal/web"}, Tests: []string{"mcp/mcptest"}},
		{Package: "mcp/transport", Floor: kinds, Of: "mcp", May: []string{"internal/jsonfile", "mcp", "mcp/oauth", "tools", "internal/proc", "internal/web"}, Tests: []string{"mcp/mcptest"}},
		{Package: "mcp/client", Floor: kinds, Of: "mcp", May: []string{"mcp", "mcp/oauth", "mcp/transport", "tools", "internal/proc", "internal/web"}, Tests: []string{"mcp/mcptest", "internal/proc/room"}}, // the servers that the person has
		{Package: "mcp/mcptest", Floor: kinds, Of: "mcp", May: []string{"mcp", "mcp/oauth", "mcp/transport", "internal/proc"}},                                                                               // servers to test against
		{Package: "mcp/serve", Floor: kinds, Of: "mcp", May: []string{"mcp", "tools"}, Tests: []string{"internal/builtins", "mcp/mcptest", "internal/schema"}},                                               // other people's agents, who are served
		{Package: "bridge", Floor: kinds, May: append(kind(), "internal/builtins"), Tests: []string{"tools/toolstest", "bridge/bridgetest"}},
		{Package: "bridge/bridgetest", Floor: kinds, May: kind()}, // a display for tests: Xvfb, a bus, a hand on the keys
		{Package: "journal/journaltest", Floor: kinds, May: []string{"journal"}},
		{Package: "journal/sqlite", Floor: kinds, May: []string{"journal"}, Tests: []string{"journal/journaltest"}},
		{Package: "agent/llm/anthropic", Floor: kinds, May: []string{"agent/llm"}},
		{Package: "agent/llm/guide", Floor: kinds, May: []string{"agent/llm"}},
		{Package: "agent/llm/openai", Floor: kinds, May: []string{"agent/llm"}},
		{Package: "agent/llm/scripted", Floor: kinds, May: []string{"agent/llm"}},

		{Package: "spaces", Floor: verbs, May: []string{"tools", "hooks", "tools/command", "internal/jsonfile", "internal/pins", "internal/programs", "internal/schema"}},
		{Package: "spaces/scaffold", Floor: verbs, May: []string{"internal/builtins", "internal/jsonfile", "tools/command", "internal/confine"}, Tests: []string{"internal/proc"}},
		{Package: "pipeline/guard/bash", Floor: verbs, May: []string{"tools", "internal/programs"}}, // what shell text would run
		{Package: "pipeline/guard", Floor: verbs, May: []string{"internal/builtins", "internal/jsonfile", "tools", "internal/secrets/looks", "pipeline/guard/bash"}, Tests: []string{"internal/render"}},
		{Package: "pipeline", Floor: verbs, May: []string{"tools", "hooks", "journal", "internal/schema", "internal/snapshot", "pipeline/guard"}},
		{Package: "agent", Floor: verbs, May: []string{"tools", "journal", "agent/llm"}},

		{Package: "operator/paths", Floor: rooms, May: []string{"internal/proc", "internal/proc/room"}}, // where files really lie, and what agents could have written

		// operator receives the Confirmer and the bridge's tools from above; it never asks for them.
		{Package: "operator", Floor: core, May: []string{
			"operator/servers",
			"operator/setup",
			"internal/clients", "internal/confine", "internal/gate", "internal/pins", "internal/proc", "internal/render", "internal/sandbox", "internal/schema", "internal/secrets", "internal/secrets/looks", "internal/snapshot", "internal/spool", "internal/lockfile",
			"tools", "hooks", "journal", "agent/llm",
			"tools/builtin", "tools/command", "mcp", "mcp/client", "mcp/oauth", "journal/sqlite",
			"spaces", "spaces/scaffold", "pipeline", "pipeline/guard", "agent",
			"operator/paths", "operator/settings", "operator/news", "operator/walls", "operator/asking", "operator/models", "operator/hookstate", "operator/hands", "operator/skills", "operator/trust", "operator/history", "operator/running",
			"operator/paths", "operator/settings", "operator/news", "operator/walls", "operator/asking", "operator/models", "operator/hookstate", "operator/hands", "operator/skills", "operator/trust", "operator/history",
			"operator/paths", "operator/settings", "operator/news", "operator/walls", "operator/asking", "operator/models", "operator/hookstate", "operator/hands", "operator/skills", "operator/trust", "operator/permits",
			"operator/paths", "operator/settings", "operator/news", "operator/walls", "operator/asking", "operator/models", "operator/hookstate", "operator/hands", "operator/skills", "operator/trust", "operator/history", "operator/running", "operator/secrecy",
		}, Tests: []string{"internal/dev/modeltest", "internal/dev/servertest", "operator/operatortest", "operator/chats", "operator/doctor", "operator/trust/trusttest"}},

		{Package: "operator/news", Floor: rooms, May: []string{"journal", "tools"}},                                                                                                                                    // what faces hear
		{Package: "operator/asking", Floor: rooms, May: []string{"operator/news", "tools"}},                                                                                                                            // what waits for the person in the window
		{Package: "operator/models", Floor: rooms, May: []string{"operator/settings", "internal/secrets", "agent/llm", "agent/llm/anthropic", "agent/llm/openai"}},                                                     // which models there are
		{Package: "operator/running", Floor: rooms, May: []string{"internal/spool", "tools", "tools/builtin", "journal", "operator/news"}, Tests: []string{"operator", "operator/settings", "operator/operatortest"}},  // what goes on in this process: runs, their live output, jobs
		{Package: "operator/secrecy", Floor: rooms, May: []string{"internal/secrets", "internal/secrets/looks", "spaces"}, Tests: []string{"operator", "operator/settings", "operator/operatortest", "tools"}},         // the person's secrets: which there are, what names them
		{Package: "operator/history", Floor: rooms, May: []string{"internal/spool", "tools", "journal", "journal/sqlite", "operator/settings"}, Tests: []string{"operator", "operator/operatortest", "tools/command"}}, // what has happened, as a person reads it
		{Package: "operator/settings", Floor: rooms, May: []string{"internal/jsonfile", "internal/lockfile", "internal/proc", "internal/sandbox", "internal/secrets", "tools", "mcp", "pipeline/guard"}},               // settings.json, the app's folders and its environment

		{Package: "operator/walls", Floor: rooms, May: []string{
			"internal/gate", "internal/lockfile", "internal/proc", "internal/proc/room", "internal/sandbox", "tools", "journal", "pipeline/guard", "spaces", "operator/paths", "operator/settings",
		}, Tests: []string{"operator", "operator/news", "operator/operatortest", "journal/sqlite"}}, // rooms, network and caches around programs

		{Package: "operator/hookstate", Floor: rooms, May: []string{
			"internal/pins", "internal/proc", "internal/proc/room", "internal/schema", "tools", "hooks", "journal", "journal/sqlite", "spaces",
		}, Tests: []string{"operator", "operator/news", "operator/operatortest", "pipeline/guard"}}, // which hooks run, what they have counted, a trial of one
		{Package: "operator/hands", Floor: rooms, May: []string{"operator/trust", "internal/confine", "internal/schema", "tools", "tools/command", "spaces", "spaces/scaffold"}, Tests: []string{"operator", "operator/trust", "operator/operatortest"}}, // ctxnest.json as it is edited
		{Package: "operator/skills", Floor: rooms, May: []string{"internal/render", "tools", "journal", "spaces", "agent"}, Tests: []string{"operator/operatortest"}},                                                                                    // skills, and the turns in which they bring tools up

		{Package: "operator/servers", Floor: rooms, May: []string{
			"internal/proc", "internal/sandbox", "internal/secrets", "internal/secrets/looks", "tools", "mcp", "mcp/client", "mcp/oauth", "spaces", "agent",
			"operator/paths", "operator/settings", "operator/walls",
		}, Tests: []string{"operator", "operator/news", "operator/operatortest", "internal/dev/servertest"}}, // the MCP servers of open spaces
		{Package: "operator/setup", Floor: rooms, May: []string{
			"internal/clients", "internal/secrets", "internal/secrets/looks", "internal/proc", "tools", "mcp", "operator/paths", "operator/settings", "operator/servers",
		}, Tests: []string{"operator", "operator/operatortest"}}, // where the person sets servers up

		// The rooms above the core know it; it does not know them.
		{Package: "operator/chats", Floor: above, May: []string{"operator/trust", "operator", "operator/models", "operator/skills", "operator/news", "internal/render", "tools", "journal", "journal/sqlite", "agent", "agent/llm", "agent/llm/guide", "agent/llm/scripted", "spaces", "pipeline"}, Tests: []string{"operator/operatortest"}}, // conversations with agents
		{Package: "operator/doctor", Floor: above, May: []string{"operator/trust", "operator/servers", "operator", "operator/models", "internal/proc", "internal/sandbox", "tools"}, Tests: []string{"operator/operatortest"}},                                                                                                                // what works on this machine
		{Package: "operator/programs", Floor: above, May: []string{"operator", "operator/paths", "internal/clients", "tools"}, Tests: []string{"operator/operatortest", "operator/settings"}},                                                                                                                                                 // our entry in other programs' files
		{Package: "operator/replay", Floor: above, May: []string{"operator", "hooks", "internal/schema", "tools", "journal", "journal/sqlite", "pipeline", "pipeline/guard"}, Tests: []string{"operator/operatortest"}},                                                                                                                       // recorded calls judged again
		{Package: "operator/serving", Floor: above, May: []string{"operator", "operator/news", "operator/settings", "internal/local", "tools", "journal", "mcp", "mcp/serve", "spaces", "pipeline"}, Tests: []string{"operator/operatortest"}},                                                                                                // other programs' agents

		{Package: "operator/permits", Floor: rooms, May: []string{"internal/confine", "tools", "journal", "pipeline", "pipeline/guard", "operator/paths", "operator/settings", "operator/trust", "operator/walls"}, Tests: []string{"operator", "operator/asking", "operator/news", "operator/operatortest", "journal/sqlite"}}, // rules, modes and lasting yeses
		// what the person has looked at, and what is held back
		{Package: "operator/trust", Floor: rooms, May: []string{"internal/confine", "internal/pins", "internal/proc", "tools", "spaces", "pipeline/guard"}, Tests: []string{"operator/operatortest", "operator/trust/trusttest", "operator/news", "journal"}},
		{Package: "operator/trust/trusttest", Floor: rooms}, // spaces for tests of trust

		{Package: "operator/operatortest", Floor: above, May: []string{"internal/secrets", "operator/servers", "operator/settings", "operator", "operator/walls", "tools", "journal", "internal/dev/servertest"}}, // real operators on temporary folders

		{Package: "cli", Floor: faces, May: []string{"operator/history", "operator/trust", "operator/hands", "operator", "operator/hookstate", "operator/walls", "operator/chats", "operator/serving", "operator/paths", "operator/settings", "tools", "journal", "operator/news", "operator/doctor", "operator/programs", "operator/replay", "operator/servers", "operator/setup", "operator/permits"}, Tests: []string{"internal/dev/modeltest"}},
		// what the page may ask; it knows no window system
		{Package: "window", Floor: faces, May: []string{"operator/running", "operator/history", "operator/trust", "operator/servers", "operator/setup", "operator", "operator/walls", "operator/chats", "operator/serving", "operator/news", "operator/settings", "tools", "journal", "operator/asking", "operator/models", "operator/hookstate", "operator/skills", "operator/doctor", "operator/programs", "operator/replay", "operator/hands", "operator/permits", "pipeline/guard", "operator/secrecy"}, Tests: []string{"bridge", "operator/operatortest"}},
		// what the page may ask; it knows no window system
		{Package: ".", Floor: faces, May: []string{"operator", "operator/walls", "operator/settings", "bridge", "tools", "window", "cli"}, Tests: []string{"bridge/bridgetest", "internal/lockfile", "internal/dev/modeltest", "internal/dev/servertest", "journal"}},
		// what the page may ask; it knows no window system

		{Package: "internal/dev/floors", Floor: workshop},
		{Package: "internal/dev/compare", Floor: workshop},
		{Package: "internal/dev/scripts", Floor: workshop}, // tests of the scripts in build/
		{Package: "internal/dev/reference", Floor: workshop, May: []string{"internal/builtins", "hooks", "cli", "internal/schema", "operator", "spaces", "tools", "operator/settings", "operator/hands"}},
		{Package: "internal/dev/bench", Floor: workshop, May: []string{"operator", "operator/settings", "tools", "spaces", "internal/proc", "journal", "journal/sqlite", "pipeline/guard", "operator/replay"}},
	}
}

// kind is what every kind of tool may import.
func kind() []string {
	return []string{"tools", "internal/schema", "internal/confine", "internal/proc", "internal/render"}
}

func fences() []Fence {
	return []Fence{
		{Library: "C", Why: "the command line is built without cgo"},
		{Library: "github.com/wailsapp/wails/v2", Only: []string{"."}, Why: "only the window knows Wails"},
		{Library: "github.com/ncruces/zenity", Only: []string{"bridge"}, Why: "native dialogs are opened by bridge alone"},
		{Library: "github.com/aymerick/raymond", Only: []string{"internal/render"}, Why: "raymond escapes for HTML and drops unknown names; only internal/render makes it safe"},
		{Library: "mvdan.cc/sh/v3", Only: []string{"internal/render", "pipeline/guard/bash"}, Tests: true, Why: "the shell is parsed by internal/render, and read by pipeline/guard/bash"},
		{Library: "github.com/wasilibs/go-re2", Only: []string{"internal/schema"}, Why: "use schema.Regexp"},
		{Library: "github.com/adrg/frontmatter", Only: []string{"tools/command", "spaces"}, Why: "front matter is read where definitions are loaded"},
		{Library: "gopkg.in/yaml.v3", Only: []string{"spaces/scaffold"}, Why: "only a Taskfile needs YAML with its lines; front matter is read by frontmatter"},
		{Library: "modernc.org/sqlite", Only: []string{"journal/sqlite"}, Why: "use journal.Recorder"},
		{Library: "database/sql", Only: []string{"journal/sqlite"}, Why: "use journal.Recorder"},
		{Library: "github.com/mark3labs/mcp-go", Only: []string{"mcp/transport", "mcp/client", "mcp/serve", "mcp/mcptest"}, Why: "the protocol is spoken by these rooms of mcp alone"},
		{Library: "os/exec", Only: []string{"internal/proc", "internal/proc/room", "internal/dev/bench", "internal/dev/compare"}, Tests: true, Why: "a process starts only in internal/proc, in its group, with its limits"},

		{Library: "github.com/santhosh-tekuri/jsonschema/v6", Only: []string{"internal/schema"}, Why: "use schema.Schema"},
		{Library: "golang.org/x/text", Only: []string{"internal/schema", "tools/builtin", "bridge"}, Why: "only sentences of the schema, decoding of files and the width of characters in dialogs need it"},
		{Library: "golang.org/x/oauth2", Only: []string{"mcp/oauth"}, Why: "signing in to servers is done by mcp/oauth alone"},
		{Library: "golang.org/x/net", Only: []string{"internal/gate"}, Why: "the gate speaks DNS, and finds the person's own proxy"},
		{Library: "golang.org/x/sys", Only: []string{"internal/proc", "internal/proc/group", "internal/proc/room", "internal/sandbox", "internal/confine", "internal/local", "internal/lockfile", "internal/snapshot", "bridge"}, Why: "system calls stay on the ground floor; bridge asks the terminal"},
		{Library: "golang.org/x/term", Only: []string{"bridge", "cli", "."}, Why: "only faces know a terminal"},
		{Library: "github.com/godbus/dbus/v5", Only: []string{"bridge", "bridge/bridgetest"}, Why: "notifications are sent by bridge alone"},
		{Library: "github.com/landlock-lsm/go-landlock", Only: []string{"internal/sandbox"}, Why: "walls are built by internal/sandbox alone"},
		{Library: "github.com/gofrs/flock", Only: []string{"internal/lockfile"}, Why: "use lockfile, which also says who holds a lock"},
		{Library: "github.com/zalando/go-keyring", Only: []string{"internal/secrets"}, Why: "use secrets"},
		{Library: "github.com/bluekeyes/go-gitdiff", Only: []string{"tools/builtin"}, Why: "only the tool patch reads patches"},
		{Library: "github.com/aymanbagabas/go-udiff", Only: []string{"tools/builtin", "internal/snapshot", "spaces/scaffold", "operator", "operator/trust", "operator/hands", "operator/hands", "operator/servers", "internal/clients"}, Why: "differences are made where files change"},
		{Library: "github.com/bmatcuk/doublestar/v4", Only: []string{"tools/builtin", "pipeline/guard"}, Why: "patterns of paths are matched by the file tools and the guard"},
		{Library: "github.com/charlievieth/fastwalk", Only: []string{"tools/builtin"}, Why: "only the file tools walk big trees"},
		{Library: "github.com/ledongthuc/pdf", Only: []string{"tools/builtin"}, Why: "only the tool read turns a PDF into text"},
		{Library: "github.com/go-git/go-git/v5", Only: []string{"tools/builtin"}, Why: "only its gitignore package is used, by the file tools"},
		{Library: "github.com/anthropics/anthropic-sdk-go", Only: []string{"agent/llm/anthropic"}, Why: "use llm.Provider"},
		{Library: "github.com/openai/openai-go/v3", Only: []string{"agent/llm/openai"}, Why: "use llm.Provider"},
		{Library: "github.com/fsnotify/fsnotify", Only: []string{"spaces", "operator"}, Why: "files are watched where spaces are opened"},
		{Library: "github.com/adrg/xdg", Only: []string{"operator/settings"}, Why: "operator/settings decides where settings and data are"},
		{Library: "github.com/alecthomas/kong", Only: []string{"cli"}, Why: "the command line is read by cli"},

		{Library: "github.com/go-json-experiment/json", Only: []string{"internal/jsonfile"}, Why: "use jsonfile, which says where a mistake is"},
		{Library: "github.com/tailscale/hujson", Only: []string{"internal/jsonfile"}, Why: "use jsonfile, which keeps how a file is written"},
		{Library: "github.com/pelletier/go-toml/v2", Only: []string{"internal/clients"}, Why: "only another program's file is TOML"},

		{Library: "github.com/modelcontextprotocol/go-sdk", Only: []string{"mcp/mcptest"}, Tests: true, Why: "it is the other side in tests of mcp"},
		{Library: "github.com/google/go-cmp", Only: []string{"tools/toolstest", "journal/journaltest"}, Tests: true, Why: "it is for tests"},
		{Library: "golang.org/x/tools/txtar", Tests: true, Why: "it is for tests"},
		{Library: "github.com/rogpeppe/go-internal", Tests: true, Why: "it is for tests"},
	}
}

func bans() []Ban {
	return []Ban{
		{
			Functions: []string{"os.StartProcess", "syscall.ForkExec", "syscall.StartProcess", "syscall.Exec", "golang.org/x/sys/unix.Exec"},
			Except:    []string{"internal/proc/room", "internal/sandbox"},
			Why:       "a process starts only in internal/proc, in its group, with its limits",
		},
		{
			Functions: []string{
				"os.Open", "os.OpenFile", "os.OpenInRoot", "os.Create", "os.CreateTemp", "os.ReadFile", "os.WriteFile", "os.ReadDir", "os.Mkdir", "os.MkdirAll",
				"os.Remove", "os.RemoveAll", "os.Rename", "os.Link", "os.Symlink", "os.Truncate", "os.Chmod", "path/filepath.WalkDir", "path/filepath.Walk",
			},
			In:    []string{"tools", "tools/builtin", "tools/command", "mcp", "mcp/oauth", "mcp/transport", "mcp/client", "mcp/serve"},
			Tests: true,
			Why:   "a tool touches files only through internal/confine, which keeps it inside the roots",
		},
		{
			Functions: []string{".Prepare"},
			Except:    []string{"pipeline", "tools/toolstest", "journal/sqlite"}, // in journal/sqlite it is a statement of SQL
			Tests:     true,
			Why:       "only the pipeline settles a call, so that nothing acts outside it",
		},
		{
			Functions: []string{"context.WithValue"},
			Except:    []string{"mcp/oauth"}, // the only way to give x/oauth2 an http.Client
			Why:       "domain values are arguments, never hidden in a context",
		},
		{
			Functions: []string{"os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln"},
			Except:    []string{".", "internal/dev/bench", "internal/dev/compare"},
			Tests:     true,
			Why:       "only main ends the program; return an error",
		},
		{
			Functions: []string{"panic"},
			Tests:     true,
			Why:       "return an error",
		},
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
