package pages_test

import (
	"strings"
	"testing"

	"handrail/internal/web/webtest"
)

// No page of elsewhere gets a page of a space, also one that knows its key.
func TestNoOtherPageIsServed(t *testing.T) {
	b, f := newBench(t)
	w := show(t, b, f, "look")
	address := strings.TrimPrefix(w.base, "http://")
	webtest.AnswersNoPage(t, address, "GET "+strings.TrimPrefix(w.frame, w.base)+" HTTP/1.1", "")
}
