package spaces

import (
	"testing"

	"handrail/internal/programs"
)

// What stands behind a shell or a wrapper of package programs runs.
func TestShellsAndWrappersRunWhatFollows(t *testing.T) {
	for _, name := range append(programs.Shells(), "sudo", "doas", "env", "nohup", "nice", "ionice", "timeout", "gtimeout", "stdbuf", "xargs", "npx", "/usr/bin/setsid") {
		if words := argvWords([]string{name, "-x", "deploy.sh"}); !words[2].runs {
			t.Errorf("behind %s nothing runs", name)
		}
	}
	if words := argvWords([]string{"echo", "deploy.sh"}); words[1].runs {
		t.Error("behind echo something runs")
	}
}
