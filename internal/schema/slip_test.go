package schema

import "testing"

func TestSlip(t *testing.T) {
	known := []string{"confirm", "timeout", "environment", "name", "tools", "workingDir", "id"}
	for given, want := range map[string]string{
		"confrim": "confirm", "confirmed": "confirm", "timeuot": "timeout", "timeot": "timeout", "environmnt": "environment", "anme": "name", "tolls": "tools", "Working-Dir": "workingDir", "working_dir": "workingDir",
		"type": "", "author": "", "ib": "", "license": "", "": "", "metadata": "",
	} {
		if got := Slip(given, known); got != want {
			t.Errorf("%s: %q, want %q", given, got, want)
		}
	}
}
