package room

import (
	"errors"
	"os"
	"strconv"
	"syscall"
)

// refusal is the answer to a request of which nothing started.
func refusal(err error) []string {
	switch {
	case errors.Is(err, ErrOtherFolder):
		return []string{otherFolder}
	case errors.Is(err, ErrOtherProgram):
		return []string{otherProgram}
	}
	var errno syscall.Errno
	errors.As(err, &errno)
	return []string{"failed", err.Error(), strconv.Itoa(int(errno))}
}

// tenantOf reads a request: the program, its folder, what both were when they were
// settled, how many arguments there are, the arguments, the environment.
func tenantOf(words []string) (*tenant, error) {
	const first = 6 // argument
	if len(words) < first || words[0] != "start" && words[0] != "serve" {
		return nil, errors.New("a damaged request")
	}
	settled, err := parseSettled(words[3], words[4])
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(words[5])
	if err != nil || n < 0 || n > len(words)-first {
		return nil, errors.New("a damaged request")
	}
	return &tenant{
		path: words[1], dir: words[2], settled: settled, args: words[first : first+n], env: words[first+n:], whole: words[0] == "serve",
		started: make(chan error), ended: make(chan struct{}), gone: make(chan struct{}),
	}, nil
}

// connect gives the tenant its files: standard input, output and errors, and a
// script, if there is one.
func (t *tenant) connect(files []*os.File) error {
	if len(files) < 3 {
		return errors.New("a request without its streams")
	}
	for _, f := range files {
		t.files = append(t.files, f.Fd())
	}
	return nil
}
