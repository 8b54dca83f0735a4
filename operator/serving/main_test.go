package serving

import (
	"os"
	"testing"

	"handrail/operator/operatortest"
)

func TestMain(m *testing.M) {
	if os.Getenv(relayAppDirs) != "" { // see TestRelay
		os.Exit(beApp())
	}
	os.Exit(operatortest.Main(m))
}
