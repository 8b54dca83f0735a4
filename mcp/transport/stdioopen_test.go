package transport

import (
	"strings"
	"testing"
)

func TestTheReasonsAreSentences(t *testing.T) {
	for _, program := range []string{"npx", "NPX.cmd", "uvx", "python3", "docker", "deno", "bunx", "java", "foo"} {
		if got := installing(program); !strings.HasPrefix(got, "install ") || !strings.HasSuffix(got, "command") {
			t.Errorf("%s: %s", program, got)
		}
	}
}
