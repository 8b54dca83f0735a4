package servers_test

import (
	"os"
	"testing"

	"handrail/operator/operatortest"
)

func TestMain(m *testing.M) {
	runAgent()
	os.Exit(operatortest.Main(m))
}

// openFiles opens a space with these files.
func openFiles(t *testing.T, files map[string]string) *operatortest.Bench {
	t.Helper()
	return operatortest.New(t, operatortest.Options{Files: files})
}
