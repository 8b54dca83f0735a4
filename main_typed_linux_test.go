package main

import (
	"bytes"
	"io"
	"os/exec"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"

	"handrail/internal/dev/pty"
)

// typed is the command `typed ANSWER handrail …`: it runs the program at a terminal, and
// types the answer when a question stands there, as a person does. What is typed
// before is no answer.
func typed(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: typed ANSWER PROGRAM ARG...")
	}
	person, program, err := pty.Pair()
	ts.Check(err)
	defer func() { _, _ = person.Close(), program.Close() }()
	cmd := exec.Command("env", args[1:]...) // finds the program on the script's PATH
	cmd.Dir, cmd.Env, cmd.Stdin = ts.MkAbs("."), environ(ts), program
	asked := &question{answer: func() error { _, err := io.WriteString(person, args[0]+"\n"); return err }}
	cmd.Stdout, cmd.Stderr = ts.Stdout(), io.MultiWriter(ts.Stderr(), asked)
	err = cmd.Run()
	ts.Check(asked.err)
	switch {
	case err == nil && neg:
		ts.Fatalf("unexpected command success")
	case err != nil && !neg:
		ts.Fatalf("%v", err)
	}
}

// environ are the variables of the script that Handrail looks at.
func environ(ts *testscript.TestScript) []string {
	var list []string
	for _, name := range []string{"PATH", "HOME", "USER", "TMPDIR", "HANDRAIL_CONFIG_DIR", "HANDRAIL_DATA_DIR"} {
		list = append(list, name+"="+ts.Getenv(name))
	}
	return list
}

// A question hears what a program prints, and answers once when it has asked.
type question struct {
	mu       sync.Mutex
	heard    bytes.Buffer
	answered bool
	answer   func() error
	err      error
}

// Write implements io.Writer.
func (q *question) Write(p []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.heard.Write(p)
	if !q.answered && strings.HasSuffix(q.heard.String(), ": ") {
		q.answered, q.err = true, q.answer()
	}
	return len(p), nil
}
