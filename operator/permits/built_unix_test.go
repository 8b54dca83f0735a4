//go:build unix

package permits_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"handrail/operator/operatortest"
)

// What a build makes anew, and git ignores, is deleted without a question; what looks like it and is not asks as ever.
func TestDeletingWhatABuildMakes(t *testing.T) {
	t.Parallel()
	for command, asks := range map[string]int{
		"rm -rf dist":                                0,
		"rm -r dist":                                 0,
		"rm -rf ./dist/ web/node_modules":            0,
		"rm -rf web/node_modules/.cache":             0,
		"cd web && rm -rf node_modules":              0,
		"find dist -delete":                          0,
		"rm -rf dist && mkdir dist":                  0,
		"rm -rf build":                               1, // git does not ignore it
		"rm -rf coverage":                            1, // it is tracked, though ignored
		"rm -rf out":                                 1, // it leads to the sources
		"rm -rf out/":                                1,
		"rm -rf target":                              1, // it is a repository
		"rm -rf local":                               1, // what git ignores is not all made anew
		"rm -rf dist src":                            1,
		"rm -rf dist/*":                              0,
		"rm -rf dist/* src/*":                        1,
		"rm -rf dist/../src/*":                       1,
		"rm -rf .venv && true; ./make-dist":          0, // it is not there
		"rm -rf lib && go build ./...":               1, // neither is that, and nobody knows what it would be
		"rm -rf bin web/build && npm test":           0,
		"rm -rf a.egg-info *.egg-info .pytest_cache": 0,
		"rm -rf apps/*/dist":                         0,
		"rm -rf apps/*/src":                          1,
		"rm -rf apps/*/build":                        1, // git does not ignore one of them
		"for a in apps/*; do rm -rf $a/dist; done":   0,
		"for a in apps/*; do rm -rf $a/src; done":    1,
		"rm -rf **/dist":                             1, // one is in no repository that ignores it
		"rm -rf **/node_modules web/**/__pycache__":  0,
		"rm -rf \"$PWD/dist\"":                       0,
		"rm -rf out/*":                               1,
		"rm -rf out/dist":                            0, // there is no src/dist
		"mv src bin; rm -rf bin":                     1,
		"rm -rf \"$d\" dist":                         1,
		"mv src dist/ && rm -rf dist":                1,
		"ln -sfn src dist2; rm -rf dist":             1,
		"bash -c 'mv src dist'; rm -rf dist":         1,
		"cp -r src dist; rm -rf dist":                0, // the sources stay
		"rm -rf elsewhere/dist":                      1, // in no repository that ignores it

		"find . -name node_modules -type d -prune -exec rm -rf {} +":           0,
		"find . -name __pycache__ -exec rm -rf {} +":                           0, // there is none
		"cd web && find . -name node_modules -exec rm -rf {} \\;":              0,
		"find . -name dist -exec rm -rf {} +":                                  1, // one of them is in no repository that ignores it
		"find . -name build -exec rm -rf {} +":                                 1,
		"find . -name src -exec rm -rf {} +":                                   1,
		"find -L . -name node_modules -exec rm -rf {} +":                       1,
		"find . -name node_modules -o -name src -exec rm -rf {} +":             1,
		"find . -name node_modules -exec rm -rf {}/../../src +":                1,
		"find . -type d -exec rm -rf {} + -name node_modules":                  1,
		"mv src web/node_modules; find . -name node_modules -exec rm -rf {} +": 1,

		"find . -name node_modules -prune -print0 | xargs -0 rm -rf":                    0,
		"cd web; find . -name node_modules -print0 2>/dev/null | xargs -r -0 rm -rf":    0,
		"find . -name node_modules | xargs rm -rf":                                      0,
		"find apps -name dist | xargs rm -rf":                                           1, // one of them has a blank on the way to it
		"mkdir 'a src'; python3 x.py; find . -name node_modules | xargs rm -rf":         1, // xargs takes names apart
		"find . -name node_modules -not -path './apps/*' -print0 | xargs -0 rm -rf":     0,
		"find . ! -path './apps/*' -name node_modules -type d -exec rm -rf {} +":        0,
		"find . -path ./.venv -prune -o -name node_modules -print | xargs rm -rf":       0,
		"find . -path ./src -prune -o -name node_modules | xargs rm -rf":                1, // it prints ./src, too
		"find . -name node_modules | xargs -a list rm -rf":                              1,
		"find . -name node_modules | xargs -d / rm -rf":                                 1,
		"find . -not -name node_modules -print | xargs rm -rf":                          1,
		"find . -name build -print0 | xargs -0 rm -rf":                                  1,
		"find -L . -name node_modules -print0 | xargs -0 rm -rf":                        1,
		"find . -name node_modules -print0 | xargs -0 rm -rf src":                       1,
		"{ find . -name node_modules -print0; echo src; } | xargs -0 rm -rf":            1,
		"find . -name node_modules -print0 | sed s/node_modules/src/ | xargs -0 rm -rf": 1,
	} {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			b := operatortest.New(t, operatortest.Options{Files: map[string]string{
				".gitignore": "/dist/\n/apps/*/dist\n/bin\n*.egg-info\nnode_modules/\n/coverage\n/out\n/target\n/local\n!/elsewhere/dist\n", "dist/a.js": "a", "web/node_modules/.cache/a": "a", "build/a.sh": "a", "coverage/a": "a", "src/a.go": "a", "target/.git/HEAD": "ref: refs/heads/main\n",
				"local/data.db": "a", "elsewhere/dist/a": "a", ".pytest_cache/a": "a", "apps/a/dist/x": "a", "apps/b/dist/x": "a", "apps/b/build/x": "a", "apps/a/src/x": "a", "apps/c d/dist/x": "a", "bin/a": "a", "a.egg-info/a": "a", "web/build/a": "a", "web/build/.gitignore": "*\n",
			}})
			if err := os.Symlink("src", filepath.Join(b.Dir, "out")); err != nil {
				t.Fatal(err)
			}
			for _, args := range [][]string{{"init", "-q"}, {"add", "-f", "coverage/a", "src", "build"}} {
				cmd := exec.Command("git", args...)
				cmd.Dir = b.Dir
				cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + b.Options.Home}
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatal(string(out), err)
				}
			}
			b.Questions()
			b.Bash(command)
			if got := b.Questions(); got != asks {
				t.Errorf("%s asked %d times, want %d", command, got, asks)
			}
		})
	}
}
