//go:build unix

package builtin

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"handrail/tools"
)

// program puts an executable script into the space.
func (s *shop) program(name, script string) {
	s.t.Helper()
	path := filepath.Join(s.space, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(script), 0o755); err != nil {
		s.t.Fatal(err)
	}
}

func TestSpawnHandsArgumentsOverAsTheyAre(t *testing.T) {
	s := newShop(t)
	args := []string{
		"%s\\n", "", " ", "a b", "$HOME", "$(touch hijacked)", "`id`", "*", "~", "{a,b}", ";", "&&", "|", ">x", "'", `"`, `\`, "a\nb", "-rf", "--", "#", "!", "é€𝄞",
		"\u202e", strings.Repeat("x", spawnArgLength), strings.Repeat("€", spawnArgLength),
	}
	var out programOutput
	if _, err := s.call("s", "spawn", input{"command": "printf", "args": args}, &out); err != nil {
		t.Fatal(err)
	}
	if want := strings.Join(args[1:], "\n") + "\n"; out.Stdout != want {
		t.Errorf("got %.200q, want %.200q", out.Stdout, want)
	}
	if entries, err := os.ReadDir(s.space); err != nil || len(entries) > 0 {
		t.Errorf("a shell was at work: %v, %v", entries, err)
	}
}

func TestSpawnResults(t *testing.T) {
	s := newShop(t)
	s.program("run.sh", "#!/bin/sh\necho \"$1\" >&2\npwd\nexit 4\n")
	s.program("sub/tool", "#!/bin/sh\necho in sub\n")
	for name, tt := range map[string]struct {
		in             input
		code           int
		stdout, stderr string
	}{
		"on PATH":           {input{"command": "echo", "args": []string{"hello"}}, 0, "hello\n", ""},
		"absolute":          {input{"command": "/bin/echo", "args": []string{"hello"}}, 0, "hello\n", ""},
		"in the space":      {input{"command": "./run.sh", "args": []string{"why"}}, 4, s.space + "\n", "why\n"},
		"relative to cwd":   {input{"command": "./tool", "cwd": "sub"}, 0, "in sub\n", ""},
		"upwards, inside":   {input{"command": "../sub/tool", "cwd": "sub"}, 0, "in sub\n", ""},
		"no input":          {input{"command": "cat"}, 0, "", ""},
		"no arguments":      {input{"command": "true", "args": []string{}}, 0, "", ""},
		"a failure is none": {input{"command": "false"}, 1, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var out programOutput
			result, err := s.call("s", "spawn", tt.in, &out)
			if err != nil {
				t.Fatal(err)
			}
			if out.ExitCode != tt.code || out.Stdout != tt.stdout || out.Stderr != tt.stderr || *result.Meta.ExitCode != tt.code {
				t.Errorf("%+v", out)
			}
		})
	}
}

func TestSpawnRefusals(t *testing.T) {
	s := newShop(t)
	if err := os.WriteFile(filepath.Join(s.space, "plain"), []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/bin", filepath.Join(s.space, "out")); err != nil {
		t.Fatal(err)
	}
	s.program("here", "#!/bin/sh\n")
	many := make([]string, spawnArgs+1)
	for name, tt := range map[string]struct {
		in   input
		code tools.Code
		says string
	}{
		"empty":                     {input{"command": " "}, tools.InvalidArgs, "empty"},
		"NUL in the name":           {input{"command": "a\x00"}, tools.InvalidArgs, "command: has a NUL"},
		"NUL in an argument":        {input{"command": "echo", "args": []string{"a", "b\x00"}}, tools.InvalidArgs, "args[1]: has a NUL"},
		"129 arguments":             {input{"command": "echo", "args": many}, tools.InvalidArgs, "129 args, at most 128"},
		"8193 characters":           {input{"command": "echo", "args": []string{strings.Repeat("€", spawnArgLength+1)}}, tools.InvalidArgs, "8193 characters, at most 8192"},
		"a name of 8193 characters": {input{"command": strings.Repeat("x", 8193)}, tools.InvalidArgs, "8193 characters, at most 8192"},
		"a missing program":         {input{"command": "no-such-program"}, tools.Unavailable, "not found on PATH"},
		"a missing path":            {input{"command": "./nothing"}, tools.Unavailable, "does not exist"},
		"not executable":            {input{"command": "./plain"}, tools.Unavailable, "not executable"},
		"a bare name is not here":   {input{"command": "here"}, tools.Unavailable, "not found on PATH"},
		"a shell line is no name":   {input{"command": "echo hello"}, tools.Unavailable, "not found"},
		"upwards":                   {input{"command": "../../../../../../bin/ls"}, tools.InvalidPath, "outside"},
		"through a link to others":  {input{"command": "./out/ls"}, tools.InvalidPath, "outside"},
		"cwd outside":               {input{"command": "ls", "cwd": "/"}, tools.InvalidPath, "outside"},
		"cwd missing":               {input{"command": "ls", "cwd": "nope"}, tools.FileNotFound, "does not exist"},
		"an unknown input":          {input{"command": "ls", "shell": true}, tools.InvalidArgs, "shell"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := s.call("s", "spawn", tt.in, nil)
			if err == nil || err.Code != tt.code || !strings.Contains(err.Message, tt.says) {
				t.Errorf("error %+v, want %s and %q", err, tt.code, tt.says)
			}
		})
	}
	if _, err := s.call("s", "spawn", input{"command": "true", "args": many[:spawnArgs]}, nil); err != nil {
		t.Errorf("128 arguments: %v", err)
	}
}

func TestSpawnPreviewSaysWhichProgram(t *testing.T) {
	s := newShop(t)
	s.program("real/tool-3.1", "#!/bin/sh\necho real\n")
	s.program("evil", "#!/bin/sh\necho evil\n")
	if err := os.Symlink("real/tool-3.1", filepath.Join(s.space, "tool")); err != nil {
		t.Fatal(err)
	}
	act, err := s.settle("s", "spawn", input{"command": "./tool", "args": []string{"a b", "-x"}, "description": "see\nwhat it does"})
	if err != nil {
		t.Fatal(err)
	}
	p := act.Preview()
	link, real := filepath.Join(s.space, "tool"), filepath.Join(s.space, "real", "tool-3.1")
	want := link + " 'a b' -x\n\nThe program is a link to " + real + "\n\nThe agent says what for: see …"
	if p.Title != "Run: ./tool 'a b' -x" || p.Shell != "./tool 'a b' -x" || p.Detail != want || p.Folder != s.space {
		t.Errorf("%+v", p)
	}
	if len(p.Effects) != 1 || p.Effects[0] != (tools.Effect{Kind: tools.EffectRun, Target: real}) {
		t.Errorf("effects %+v", p.Effects)
	}
	again, err := s.settle("s", "spawn", input{"command": link, "args": []string{"a b", "-x"}, "timeout": 5})
	if err != nil || again.Preview().Digest != p.Digest {
		t.Errorf("the same program with the same arguments is another act: %v", err)
	}
	// while the person looks at it, the link is turned to another program
	if err := os.Remove(link); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("evil", link); err != nil {
		t.Fatal(err)
	}
	result, err := act.Run(t.Context(), tools.Discard{})
	if e := tools.AsError(err); e == nil || e.Code != tools.PermissionDenied || result.Content != "" {
		t.Errorf("another program ran than the one that was shown: %+v, %v", result, err)
	}
	other, err := s.settle("s", "spawn", input{"command": "./tool", "args": []string{"a b", "-x"}})
	if err != nil || other.Preview().Digest == p.Digest {
		t.Errorf("another program is the same act: %v", err)
	}
}

func TestFiveProgramsOfSpawnRunAtOnce(t *testing.T) {
	s := newShop(t)
	other := newShop(t, func(c *BashConfig) { c.Jobs = s.jobs }) // the limit is the app's, not the space's
	ctx, cancel := context.WithCancel(t.Context())
	refusals := make(chan *tools.Error, 50)
	var group sync.WaitGroup
	for i := range 50 {
		shop := []*shop{s, other}[i%2]
		act, err := shop.settle("s", "spawn", input{"command": "sleep", "args": []string{"1000"}})
		if err != nil {
			t.Fatal(err)
		}
		group.Go(func() {
			_, err := act.Run(ctx, tools.Discard{})
			if e := tools.AsError(err); e == nil || e.Code != tools.Cancelled {
				refusals <- e
			}
		})
	}
	for range 50 - spawnAtOnce { // all but five, at once
		e := <-refusals
		if e == nil || e.Code != tools.Unavailable || !strings.Contains(e.Message, "5 programs") || strings.Count(e.Message, "sleep 1000") != spawnAtOnce {
			t.Errorf("error %+v", e)
		}
	}
	cancel()
	group.Wait()
	select {
	case e := <-refusals:
		t.Errorf("one of the five was refused: %v", e)
	default:
	}
	if _, err := s.call("s", "spawn", input{"command": "true"}, nil); err != nil {
		t.Errorf("the places were not given back: %v", err)
	}
}

func TestSpawnTimeout(t *testing.T) {
	for seconds, want := range map[float64]time.Duration{-1: time.Second, 1: time.Second, 3600: time.Hour, 3601: time.Hour} {
		if got := (spawnInput{Timeout: &seconds}).limit(); got != want {
			t.Errorf("%v s: %v, want %v", seconds, got, want)
		}
	}
	if got := (spawnInput{}).limit(); got != time.Minute {
		t.Errorf("by default %v", got)
	}
	s := newShop(t)
	var out programOutput
	_, err := s.call("s", "spawn", input{"command": "sh", "args": []string{"-c", "echo before; sleep 1000"}, "timeout": 0.1}, &out)
	if err == nil || err.Code != tools.Timeout || out.Stdout != "before\n" || !strings.Contains(err.Message, "3600 seconds") {
		t.Errorf("%+v, %v", out, err)
	}
}

func TestBatchFilesTakeNothingThatCmdReadsAgain(t *testing.T) {
	for arg, ok := range map[string]bool{"plain": true, "a b": true, "a&calc": false, "%PATH%": false, `"`: false, "a\nb": false} {
		if err := batchTrouble(`C:\npm\npx.CMD`, []string{"x", arg}); (err == nil) != ok {
			t.Errorf("%q: %v", arg, err)
		}
		if err := batchTrouble("/bin/sh", []string{arg}); err != nil {
			t.Errorf("%q for a program: %v", arg, err)
		}
	}
}

// Two acts that are shown alike are one act only if their folder is the very same: not one that was put in its place, and
// not one that was made anew.
func TestAnActIsOfOneFolder(t *testing.T) {
	space := t.TempDir()
	tool := bashIn(t, space, nil)
	folder := filepath.Join(space, "d")
	make := func() error { return os.Mkdir(folder, 0o700) }
	prepare := func() tools.Holding {
		t.Helper()
		inv, err := prepareBash(t, tool, tools.Call{}, map[string]any{"command": "true", "cwd": "d"})
		if err != nil {
			t.Fatal(err)
		}
		holds := inv.(tools.Holder).Holds()
		t.Cleanup(holds.Release)
		return holds
	}
	if err := make(); err != nil {
		t.Fatal(err)
	}
	shown := prepare()
	if !shown.Same(prepare()) {
		t.Error("the same folder is another one")
	}
	if err := errors.Join(os.Remove(folder), make()); err != nil {
		t.Fatal(err)
	}
	if shown.Same(prepare()) {
		t.Error("a folder that was made anew is the same")
	}
}
