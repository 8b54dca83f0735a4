package serve

import (
	"fmt"
	"strings"
	"testing"
)

// An id comes back as the text that it was, so that no two look alike.
func TestIDsStayAsTheyCame(t *testing.T) {
	var script strings.Builder
	ids := []string{"0", "1e-100000000", "-0", "1.0", "1", "12345678901234567890", "12345678901234567891", "1e400", "2.5"}
	for _, id := range ids {
		fmt.Fprintf(&script, `{"jsonrpc":"2.0","id":%s,"method":"ping"}`+"\n", id)
	}
	got := talk(t, script.String())
	for _, id := range ids {
		if n := strings.Count(got, `"id":`+id+","); n != 1 {
			t.Errorf("%s is answered %d times: %s", id, n, got)
		}
	}
}
