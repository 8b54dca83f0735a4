package spaces_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"handrail/spaces"
)

func mkdir(t *testing.T, parts ...string) string {
	t.Helper()
	dir := filepath.Join(parts...)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// realTemp is a temporary folder without links in its path.
func realTemp(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestFind(t *testing.T) {
	top := realTemp(t)
	home := mkdir(t, top, "home", "ann")
	deep := mkdir(t, home, "work", "shop", "src", "cart")
	manifest := filepath.Join(home, "work", "shop", "space.manifest.json")
	write(t, manifest, "{}")
	write(t, filepath.Join(home, "ctxnest.json"), "{}") // never found: it is in the home folder
	mkdir(t, home, "hands")
	write(t, filepath.Join(home, "hands", "ctxnest.json"), "{}")
	mkdir(t, home, "withagent", "agent")
	mkdir(t, home, "notes", "sub")
	write(t, filepath.Join(home, "notes", "agent"), "a file, not a folder")
	mkdir(t, home, "trap", "space.manifest.json")
	mkdir(t, top, "srv", "app", "agent")
	mkdir(t, top, "srv", "app", "lib")

	cases := map[string]struct {
		start, want string
		found       bool
	}{
		"a manifest above":            {deep, filepath.Join(home, "work", "shop"), true},
		"the folder itself":           {filepath.Join(home, "work", "shop"), filepath.Join(home, "work", "shop"), true},
		"hands":                       {filepath.Join(home, "hands"), filepath.Join(home, "hands"), true},
		"a folder agent":              {filepath.Join(home, "withagent"), filepath.Join(home, "withagent"), true},
		"inside agent":                {filepath.Join(home, "withagent", "agent"), filepath.Join(home, "withagent"), true},
		"a file called agent":         {filepath.Join(home, "notes", "sub"), filepath.Join(home, "notes", "sub"), false},
		"a folder called as manifest": {filepath.Join(home, "trap"), filepath.Join(home, "trap"), false},
		"never the home folder":       {home, home, false},
		"not above the home folder":   {filepath.Join(home, "work"), filepath.Join(home, "work"), false},
		"outside the home folder":     {filepath.Join(top, "srv", "app", "lib"), filepath.Join(top, "srv", "app"), true},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, found := spaces.Find(c.start, home)
			if got != c.want || found != c.found {
				t.Errorf("Find(%s) = %s, %v; want %s, %v", c.start, got, found, c.want, c.found)
			}
		})
	}
}

func TestFindFollowsLinks(t *testing.T) {
	top := realTemp(t)
	home := mkdir(t, top, "home")
	space := mkdir(t, home, "space")
	mkdir(t, space, "agent")
	mkdir(t, space, "inner")
	link := filepath.Join(top, "link")
	if err := os.Symlink(filepath.Join(space, "inner"), link); err != nil {
		t.Fatal(err)
	}
	if got, found := spaces.Find(link, home); got != space || !found {
		t.Errorf("Find through a link = %s, %v; want %s", got, found, space)
	}
}

func TestFindFromAFolderThatIsGone(t *testing.T) {
	top := realTemp(t)
	mkdir(t, top, "space", "agent")
	gone := filepath.Join(top, "space", "gone", "deeper")
	if got, found := spaces.Find(gone, ""); found || got != gone {
		t.Errorf("Find = %s, %v; want %s, false", got, found, gone)
	}
}

func TestRefusal(t *testing.T) {
	top := realTemp(t)
	home := mkdir(t, top, "home", "ann")
	work := mkdir(t, home, "work")
	config := mkdir(t, home, ".config", "handrail")
	data := filepath.Join(top, "var", "handrail") // not there yet
	mkdir(t, top, "var")
	inner := mkdir(t, config, "inner")
	link := filepath.Join(work, "home-link")
	if err := os.Symlink(home, link); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(work, "file")
	write(t, file, "x")
	root := string(filepath.Separator)
	if runtime.GOOS == "windows" {
		root = filepath.VolumeName(home) + root
	}
	for name, c := range map[string]struct{ dir, want string }{
		"a folder in the home folder":    {work, ""},
		"the root":                       {root, "root of a file system"},
		"the home folder":                {home, "your home folder"},
		"the folder of all homes":        {filepath.Dir(home), "your home folder"},
		"a link to the home folder":      {link, "your home folder"},
		"the home folder, with dots":     {filepath.Join(work, ".."), "your home folder"},
		"our settings":                   {config, "its own settings"},
		"the parent of our settings":     {filepath.Dir(config), "its own settings"},
		"inside our settings":            {inner, "where Handrail keeps"},
		"the parent of data to come":     {filepath.Join(top, "var"), "its own settings"},
		"a file":                         {file, "not a folder"},
		"a folder that is not there yet": {filepath.Join(work, "none"), "cannot be a space"},
	} {
		t.Run(name, func(t *testing.T) {
			err := spaces.Refusal(c.dir, home, config, data, "")
			switch {
			case c.want == "" && err != nil:
				t.Errorf("refused: %v", err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}
