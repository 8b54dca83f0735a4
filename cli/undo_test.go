package cli

import "testing"

func TestGitStore(t *testing.T) {
	for path, want := range map[string]string{
		"/s/.git/objects/ab/cd": "/s/.git/objects", "/s/.git/objects": "/s/.git/objects", ".git/objects/ab": ".git/objects",
		"/s/sub/.git/objects/pack/x.idx": "/s/sub/.git/objects", "/s/.git/objectsx": "", "/s/x.git/objects/ab": "", "/s/objects/ab": "", "/s/.git/index": "", "": "",
	} {
		if got := gitStore(path); got != want {
			t.Errorf("gitStore(%q) = %q, want %q", path, got, want)
		}
	}
}
