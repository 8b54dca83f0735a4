package proc

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"
)

// loginWait is how long a login shell may take to say what its PATH is.
const loginWait = 5 * time.Second

// LoginPath asks the person's login shell for its PATH. A desktop starts
// programs with a shorter one, in which npx, node and the like are missing
// (docs/spec/12-processes.md#environment). shell is the
// shell's full path, env the environment it starts with. A shell that fails,
// hangs or prints something else is an error; go on with the PATH at hand.
func LoginPath(ctx context.Context, shell string, env []string) (string, error) {
	const mark = "handrail-path:"
	say := `printf '\n%s%s\n' '` + mark + `' "$PATH"`
	if strings.TrimSuffix(filepath.Base(shell), ".exe") == "bash" {
		// A login bash does not read .bashrc by itself, in which nvm and its like stand.
		say = `exec "$BASH" -i -c '` + strings.ReplaceAll(say, "'", `'\''`) + `'`
	}
	c := Command{
		Path: shell,
		// -i too: most people set PATH in the file that only interactive shells read.
		Args:    []string{"-l", "-i", "-c", say},
		Env:     WithoutBashDoors(env),
		Timeout: loginWait,
	}
	out, err := Run(ctx, c)
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(out.Stdout.Text) {
		if path, ok := strings.CutPrefix(strings.TrimRight(line, "\r\n"), mark); ok && path != "" {
			return path, nil
		}
	}
	why := fmt.Sprintf("it ended with exit code %d", out.ExitCode)
	if out.TimedOut {
		why = fmt.Sprintf("it took longer than %v", loginWait)
	}
	return "", fmt.Errorf("the login shell %s did not say what its PATH is: %s; check its start-up files", shell, why)
}
