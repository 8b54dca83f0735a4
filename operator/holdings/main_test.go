package holdings_test

import (
	"os"
	"testing"

	"handrail/operator/operatortest"
)

func TestMain(m *testing.M) { os.Exit(operatortest.Main(m)) }
