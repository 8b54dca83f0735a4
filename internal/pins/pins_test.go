package pins

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestPutAndGet(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kept")
	s := Open(dir)
	if _, err := s.Get(Sum([]byte("x"))); !errors.Is(err, ErrGone) {
		t.Errorf("an empty store gives %v", err)
	}
	for _, data := range [][]byte{{}, []byte("#!/bin/sh\n"), bytes.Repeat([]byte{0, 1}, MaxContent/2)} {
		sum, err := s.Put(data)
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Get(sum)
		if err != nil || !bytes.Equal(got, data) {
			t.Errorf("%d bytes came back as %d, %v", len(data), len(got), err)
		}
		info, err := os.Stat(filepath.Join(dir, sum))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("the file is %v, %v; want 0600", info.Mode(), err)
		}
	}
	if _, err := s.Put(make([]byte, MaxContent+1)); err == nil {
		t.Error("more than the limit was kept")
	}
}

// A name never stands for another content, whoever wrote the file.
func TestDamagedContentIsNotGiven(t *testing.T) {
	s := Open(t.TempDir())
	sum, err := s.Put([]byte("trusted"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(s.path(sum), []byte("other"), 0o600); err != nil {
		t.Fatal(err)
	}
	if data, err := s.Get(sum); !errors.Is(err, ErrGone) {
		t.Errorf("got %q, %v", data, err)
	}
	if _, err := s.Put([]byte("trusted")); err != nil {
		t.Fatal(err)
	}
	if data, err := s.Get(sum); err != nil || string(data) != "trusted" {
		t.Errorf("after putting it again: %q, %v", data, err)
	}
	for _, name := range []string{"", "../" + sum, sum[:10], "ZZ" + sum[2:]} {
		if _, err := s.Get(name); !errors.Is(err, ErrGone) {
			t.Errorf("the name %q gives %v", name, err)
		}
	}
}

func TestPrune(t *testing.T) {
	s := Open(t.TempDir())
	var sums []string
	for _, text := range []string{"named", "not named", "young"} {
		sum, err := s.Put([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		sums = append(sums, sum)
	}
	half := filepath.Join(s.dir, ".new-ABC")
	if err := os.WriteFile(half, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-2 * graceful)
	for _, path := range []string{s.path(sums[0]), s.path(sums[1]), half} {
		if err := os.Chtimes(path, old, old); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Prune(func(sum string) bool { return sum == sums[0] }, time.Now()); err != nil {
		t.Fatal(err)
	}
	for i, stays := range []bool{true, false, true} {
		if _, err := s.Get(sums[i]); (err == nil) != stays {
			t.Errorf("content %d: %v, want it kept: %v", i, err, stays)
		}
	}
	if _, err := os.Stat(half); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("half a content is still there: %v", err)
	}
	if err := Open(filepath.Join(s.dir, "none")).Prune(func(string) bool { return false }, time.Now()); err != nil {
		t.Error(err)
	}
}
