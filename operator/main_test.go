package operator

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	if IsRoom() {
		os.Exit(Inhabit())
	}
	os.Exit(m.Run())
}
