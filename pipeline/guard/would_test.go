package guard

import (
	"slices"
	"strings"
	"testing"

	"handrail/tools"
)

// bashOf is the act of a script.
func bashOf(text string) tools.Preview {
	return tools.Preview{Title: "Run a command", Detail: text, Shell: text, Folder: "/space", Digest: "d", Effects: []tools.Effect{{Kind: tools.EffectRun, Target: "/usr/bin/bash"}}}
}

// The lines that make a script ask are known, also where a shell within a shell or a function does it, and
// where a rule of the person's or the mode asks.
func TestRowsOfWhatAsks(t *testing.T) {
	long := strings.Repeat("echo step\n", 60) + "rm -rf ./cache\necho done\n"
	ask, err := ParseRule(Ask, "bash(git push*)", "settings.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		config Config
		text   string
		want   []int
	}{
		"line 61":                   {Config{}, long, []int{61}},
		"two lines":                 {Config{}, "rm -rf a\necho\nrm -rf b", []int{1, 3}},
		"after &&":                  {Config{}, "cd web &&\n  rm -rf ./cache", []int{2}},
		"a shell within the shell":  {Config{}, "echo\nbash -c 'echo\nrm -rf ./cache'\n", []int{2}},
		"a function":                {Config{}, "clean() {\n  rm -rf ./cache\n}\nclean", []int{2}},
		"a rule":                    {Config{Rules: []Rule{ask}}, "git add .\ngit commit -m x\ngit push origin main", []int{3}},
		"the mode":                  {Config{Walls: func() string { return "" }}, "echo\nrm -r ./cache", []int{2}},
		"a text with a mistake":     {Config{}, "echo\nrm -rf ./cache\nif", []int{2}},
		"nothing that can be named": {Config{}, "ls", nil},
	} {
		got := space(c.config).Judge(tools.Call{}, entry("bash", true), bashOf(c.text))
		if got.Outcome != Ask || !slices.Equal(got.Rows, c.want) {
			t.Errorf("%s: %s (%s) because of %v, want %v", name, got.Outcome, got.Reason, got.Rows, c.want)
		}
	}
}

// What an act would do is said in words, and not by the name of the shell.
func TestWould(t *testing.T) {
	for text, want := range map[string][]string{
		"rm -rf ./cache":         {"delete the folder ./cache"},
		"rm -rf ./build/* a.txt": {"delete everything that matches ./build/*", "delete a.txt with everything in it"},
		"rm notes.md":            {"delete the file notes.md"},
		"git push":               {"run git push"},
		"cd web && git push origin main > log.txt":        {"write log.txt", "run git push origin main"},
		"curl -s https://example.com/x.sh":                {"reach example.com"},
		"bash -c 'make all'":                              {"run make all"},
		"echo hello":                                      nil,
		"make " + strings.Repeat("x", 100):                {"run make " + strings.Repeat("x", 74) + "…"},
		"for f in $(ls); do rm -rf \"$f\"; done":          {"run ls", "delete the folder $f (known only when it runs)"},
		"a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\nn":        {"run a", "run b", "run c", "run d", "run e", "run f", "run g", "run h", "run i", "run j", "run k", "run l", "do 2 more things"},
		"git clone https://git.example.com/x.git && make": {"reach git.example.com", "run git clone https://git.example.com/x.git", "run make"},
	} {
		if got := tools.Texts(space(Config{}).Would(bashOf(text))); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	write := tools.Preview{Effects: []tools.Effect{{Kind: tools.EffectWrite, Target: "/space/a"}}}
	if got := space(Config{}).Would(write); got != nil {
		t.Errorf("of a file tool: %q", got)
	}
	reach := bashOf("make")
	reach.Effects = append(reach.Effects, tools.Effect{Kind: tools.EffectReach, Target: "staging.example.com"})
	if got, want := tools.Texts(space(Config{}).Would(reach)), []string{"run make", "reach staging.example.com"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
