package serving

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/settings"
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
	o, err := operator.Open(context.Background(), operator.Config{
		Dirs: settings.Dirs{Config: filepath.Join(dir, "config"), Data: filepath.Join(dir, "data")}, Version: "1", Home: dir,
		Environ: settings.Environ{Vars: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "USER=kim"}},
		Confirmer: func(*operator.Operator) tools.Confirmer {
			return &operatortest.Person{Asked: make(chan tools.Question), Answer: func(ctx context.Context, q tools.Question) (tools.Answer, error) {
				if strings.HasSuffix(q.Preview.Detail, "stand") {
					fmt.Fprintln(os.Stderr, "stands")
					return operatortest.Never(ctx, q)
				}
				return tools.Answer{Verdict: tools.RunOnce, Where: "the app"}, nil
			}}
		},
	})
	if err == nil {
		err = New(o, Config{}).Listen(context.Background())
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
