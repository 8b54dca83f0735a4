//go:build unix

package confine

import (
	"errors"
	"io/fs"
	"os"
	"testing"
)

// TestOpenBelowAClosedFolder tests that a folder whose grant ended a moment ago is told
// of by the error that everybody knows.
func TestOpenBelowAClosedFolder(t *testing.T) {
	folder, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := folder.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := openBelow(nil, folder, []string{"a"}, Path{Abs: "/a"}); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("got %v", err)
	}
}
