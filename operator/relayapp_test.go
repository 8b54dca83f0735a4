package operator

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"handrail/tools"
)

// relayAppDirs is the environment variable that makes a process of these tests the
// running app: its folder.
const relayAppDirs = "HANDRAIL_TEST_APP"

// beApp is the running app without a window: it listens for clients and says yes to
// what they ask, but to what has "stand" in it, which stands. It ends when its standard
// input does.
func beApp() int {
	dir := os.Getenv(relayAppDirs)
	o, err := Open(context.Background(), Config{
		Dirs: Dirs{Config: filepath.Join(dir, "config"), Data: filepath.Join(dir, "data")}, Version: "1", Home: dir,
		Environ: Environ{Vars: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "USER=kim"}},
		Confirmer: func(*Operator) tools.Confirmer {
			return &person{asked: make(chan tools.Question), answer: func(ctx context.Context, q tools.Question) (tools.Answer, error) {
				if strings.HasSuffix(q.Preview.Detail, "stand") {
					fmt.Fprintln(os.Stderr, "stands")
					return never(ctx, q)
				}
				return tools.Answer{Verdict: tools.RunOnce, Where: "the app"}, nil
			}}
		},
	})
	if err == nil {
		err = o.ListenForClients(context.Background())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	fmt.Fprintln(os.Stderr, "listens")
	_, _ = io.Copy(io.Discard, os.Stdin)
	if err := o.Close(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}
