package floors

// bans are functions that few may call.
func bans() []Ban {
	return []Ban{
		{
			Functions: []string{"os.StartProcess", "syscall.ForkExec", "syscall.StartProcess", "syscall.Exec", "golang.org/x/sys/unix.Exec"},
			Except:    []string{"internal/proc/room"},
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
			Functions: []string{"os.Open", "os.ReadFile", "os.OpenRoot", "os.OpenInRoot", "os.DirFS", "os.CopyFS", "path/filepath.Glob"},
			Except: []string{
				"internal/git", // on Windows, where no pipe is waited for
				// What only Handrail writes: its data folder.
				"internal/snapshot", "internal/pins", "internal/spool", "internal/frame", "internal/lockfile", "internal/clients", "internal/proc/layers", "operator/walls", "operator/rehearsal", "operator/hookstate",
				// What only the person writes, or names by hand: settings, certificates, an input; and programs that agents cannot write (bridge/trusted).
				"operator/secrecy", "operator/settings", "operator/holdings", "cli", "bridge/trusted",
				// What the system writes: /proc, /sys, /etc.
				"internal/proc/room", "internal/proc/group", "internal/proc/cgroup", "internal/proc", "internal/sandbox", "journal/sqlite",
				"internal/plain", "internal/confine", // they wait for nothing
				// The workshop.
				"tools/toolstest", "internal/dev/bench", "internal/dev/compare", "internal/dev/conformance", "internal/dev/floors", "internal/dev/reference", "internal/dev/seeds", "internal/dev/servers", "internal/dev/servertest",
			},
			Tests: true,
			Why:   "where programs can write, a pipe under this name would be waited for without end; use internal/plain",
		},
		{
			Functions: []string{".Prepare"},
			Except:    []string{"pipeline", "tools/toolstest"},
			Tests:     true,
			Why:       "only the pipeline settles a call, so that nothing acts outside it",
		},
		{
			Functions: []string{"context.WithValue"},
			Except:    []string{"mcp/oauth", "mcp/transport"}, // the only way to give x/oauth2 an http.Client, and to know whose the requests are that mcp-go makes by itself
			Why:       "domain values are arguments, never hidden in a context",
		},
		{
			Functions: []string{"os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln"},
			Except:    []string{".", "internal/proc/roomer", "internal/dev/bench", "internal/dev/conformance", "internal/dev/servers", "internal/dev/seeds", "internal/dev/elsewhere"},
			Tests:     true,
			Why:       "only main ends the program; return an error",
		},
		{
			Functions: []string{"os.Stdout", "os.Stderr", "fmt.Print", "fmt.Printf", "fmt.Println"},
			Except:    []string{"internal/terminal", "mcp/mcptest", "internal/dev/servertest", "internal/dev/bench", "internal/dev/conformance", "internal/dev/servers", "internal/dev/seeds", "internal/dev/elsewhere"},
			Tests:     true,
			Why:       "a terminal is written to through internal/terminal, which lets nothing act there; use terminal.Out or terminal.Err",
		},
		{
			Functions: []string{"panic"},
			Tests:     true,
			Why:       "return an error",
		},
	}
}
