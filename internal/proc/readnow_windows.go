package proc

import "os"

// readNow has nothing to offer: anonymous pipes know no reading without waiting.
func readNow(*os.File, []byte) int { return 0 }
