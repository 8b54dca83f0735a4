// Package mcptest is what tests of several parts of mcp need: servers to talk to, an
// authorization server, and a check that nothing goes on when a test has ended.
package mcptest

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// Run runs the tests of a package and fails them if goroutines of ours are left.
func Run(m *testing.M) int {
	code := m.Run()
	if left := leftRunning(); left != "" && code == 0 {
		fmt.Fprintf(os.Stderr, "goroutines are left:\n%s", left)
		code = 1
	}
	return code
}

// leftRunning waits until nothing of any client is left, and says what is.
func leftRunning() string {
	buf := make([]byte, 4<<20)
	for deadline := time.Now().Add(10 * time.Second); ; {
		left := ""
		for one := range strings.SplitSeq(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
			for _, ours := range []string{"mcp/client.(*", "mcp/transport.(*", "transport.(*Stdio).", "proc.(*process)."} {
				if strings.Contains(one, ours) {
					left += one + "\n\n"
					break
				}
			}
		}
		if left == "" || time.Now().After(deadline) {
			return left
		}
		<-time.After(2 * time.Millisecond)
	}
}
