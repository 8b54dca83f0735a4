package schema

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/wasilibs/go-re2"
)

// RE2 says nothing on the person's terminal when it goes on without memory.
func TestRE2IsQuiet(t *testing.T) {
	const heavy = "HANDRAIL_TEST_HEAVY"
	if os.Getenv(heavy) != "" {
		quiet()
		re2.MustCompile(`\pL{500}`).MatchString(strings.Repeat("x", 1000)) // heavier than Compile accepts
		return
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestRE2IsQuiet$")
	cmd.Env = append(os.Environ(), heavy+"=1")
	out, err := cmd.CombinedOutput()
	if err != nil || strings.Contains(string(out), "re2") {
		t.Errorf("%v: %s", err, out)
	}
}
