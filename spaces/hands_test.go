package spaces_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"handrail/spaces"
)

// A ctxnest.json of 50 MB is refused, and not read: the problem comes at once.
func TestAHugeHandsFile(t *testing.T) {
	dir := realTemp(t)
	name := filepath.Join(dir, "ctxnest.json")
	write(t, name, `{"version":"1","tools":{}}`)
	if err := os.Truncate(name, 50<<20); err != nil {
		t.Fatal(err)
	}
	space, problems := load(t, dir)
	if got := texts(problems); len(got) != 1 || !strings.Contains(got[0], "has 52428800 bytes; at most 1048576 are read") || len(space.Hands) > 0 {
		t.Errorf("%d hands, problems: %v", len(space.Hands), got)
	}
}

// A file that changes while it is read gives one of its versions, or a problem:
// never hands of which nobody wrote the whole. Trust pins what was read.
func TestAHandsFileThatChangesWhileItIsRead(t *testing.T) {
	dir := realTemp(t)
	name := filepath.Join(dir, "ctxnest.json")
	version := func(word string) string {
		var tools []string
		for i := range 200 {
			tools = append(tools, fmt.Sprintf(`"tool-%d":{"description":"%s","command":["echo","%s"]}`, i, word, word))
		}
		return `{"version":"1","tools":{` + strings.Join(tools, ",") + `}}`
	}
	one, two := version("one"), version("longer")
	write(t, name, one)
	stop := make(chan struct{})
	var writer sync.WaitGroup
	writer.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			text := []string{one, two}[i%2]
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil { // not atomic, as careless editors do it
				t.Error(err)
				return
			}
		}
	})
	for range 200 {
		space, problems, err := spaces.Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		if len(space.Hands) == 0 && len(problems) == 0 {
			t.Error("neither hands nor a problem")
		}
		for _, i := range space.Inventory() {
			if i.Kind == "hand" && len(i.SHA256) != 64 {
				t.Errorf("%s is not pinned: %q", i.Name, i.SHA256)
			}
		}
		changed, err := space.Changed()
		if err != nil {
			t.Fatal(err)
		}
		words := map[string]bool{}
		for _, h := range space.Hands {
			words[h.Command[1]] = true
		}
		if len(words) > 1 && len(changed) == 0 {
			t.Error("hands of two versions, and nothing says that the file is not what was read")
		}
	}
	close(stop)
	writer.Wait()
}
