//go:build unix

package builtin

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"handrail/internal/proc"
	"handrail/internal/spool"
	"handrail/tools"
)

func TestOutputThatIsFasterThanItsReader(t *testing.T) {
	s := newShop(t)
	id := s.start("seq 1 300000; echo é€𝄞")
	var got strings.Builder
	var at int64
	eventually(t, "the end of the output", func() bool {
		for {
			o := s.read(id, at)
			got.WriteString(o.Text)
			if o.Next == at {
				return !o.Running && o.Left == 0
			}
			at = o.Next
		}
	})
	var want strings.Builder
	for i := range 300000 {
		fmt.Fprintln(&want, i+1)
	}
	want.WriteString("é€𝄞\n")
	if got.String() != want.String() {
		t.Errorf("%d bytes were read, %d were written", got.Len(), want.Len())
	}
}

func TestTheFirst64MBOfAJobAreKept(t *testing.T) {
	s := newShop(t)
	id := s.start("head -c 70000000 /dev/zero | tr '\\0' x; echo the end")
	s.until(id, proc.WholeCap, "the end", over)
	o := s.read(id, proc.WholeCap-3)
	if o.Text != "xxx" || o.Next != proc.WholeCap || !strings.Contains(o.Note, "first 64 MB") {
		t.Errorf("%+v", o)
	}
	if o := s.read(id, 0); len(o.Text) < 50_000 || o.Left != proc.WholeCap-o.Next || o.Note != "" {
		t.Errorf("%d bytes, %d left, note %q", len(o.Text), o.Left, o.Note)
	}
	info, err := os.Stat(filepath.Join(s.dir, id+".log"))
	if err != nil || info.Size() != proc.WholeCap || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

func TestACharacterInTwoWritesIsWhole(t *testing.T) {
	s := newShop(t)
	fifo(t, filepath.Join(s.space, "go"))
	id := s.start(`printf 'a\342\202'; read x < go; printf '\254b'`)
	half := s.until(id, 0, "the first half", func(o jobOutput) bool { return o.Text != "" })
	if half.Text != "a" || half.Next != 1 || half.Left != 0 { // the half is not in the file before its end is
		t.Errorf("half: %+v", half)
	}
	if err := os.WriteFile(filepath.Join(s.space, "go"), []byte("\n"), 0); err != nil {
		t.Fatal(err)
	}
	if o := s.until(id, half.Next, "the end", over); o.Text != "€b" {
		t.Errorf("whole: %+v", o)
	}
}

// Whatever is printed, a piece fits a result, and the pieces are the whole.
func TestPiecesOfAnythingFitAResult(t *testing.T) {
	s := newShop(t)
	for name, command := range map[string]string{
		"quotes":     `yes '"\"' | head -c 300000`,
		"controls":   `head -c 300000 /dev/zero`,
		"not text":   `yes $'a\xff' | tr -d '\n' | head -c 300000`,
		"characters": `yes 𝄞 | tr -d '\n' | head -c 300000`,
	} {
		t.Run(name, func(t *testing.T) {
			id := s.start(command)
			s.until(id, 0, "the end", over)
			pieces := 0
			for at := int64(0); ; pieces++ {
				o := s.read(id, at)
				if o.Next == at {
					if at != 300000 {
						t.Errorf("%d bytes were read", at)
					}
					break
				}
				if name == "characters" && strings.Trim(o.Text, "𝄞") != "" {
					t.Error("a character was cut")
				}
				at = o.Next
			}
			if pieces > 60 {
				t.Errorf("it took %d pieces", pieces)
			}
		})
	}
}

func TestLongOutputIsKeptWhole(t *testing.T) {
	s := newShop(t)
	for size, kept := range map[int]bool{proc.ShelfAfter: false, proc.ShelfAfter + 1: true, 3_000_000: true} {
		var out programOutput
		result, err := s.call("s", "bash", input{"command": fmt.Sprintf("yes abcdefg | head -c %d", size)}, &out)
		if err != nil || (result.Meta.Output != "") != kept || out.Output != result.Meta.Output || (out.Note != "") != kept {
			t.Errorf("%d bytes: output %q, note %q, %v", size, result.Meta.Output, out.Note, err)
		}
		if !kept {
			continue
		}
		total := 0
		for at := int64(0); ; {
			o := s.read(out.Output, at)
			if o.Running || o.ExitCode != nil {
				t.Fatalf("%+v", o)
			}
			if o.Next == at {
				break
			}
			total += len(o.Text)
			at = o.Next
		}
		if total != size {
			t.Errorf("%d bytes of %d were kept", total, size)
		}
		if _, err := s.call("t", "job_output", input{"job": out.Output}, nil); err == nil || err.Code != tools.NotFound {
			t.Errorf("another session reads it: %v", err)
		}
	}
	if n := len(s.jobs.List()); n != 0 {
		t.Errorf("%d finished calls are listed as jobs", n)
	}
}

func TestShortOutputTouchesNoDisk(t *testing.T) {
	s := newShop(t)
	if _, err := s.call("s", "bash", input{"command": fmt.Sprintf("yes | head -c %d", proc.ShelfAfter)}, nil); err != nil {
		t.Fatal(err)
	}
	if !fileMissing(s.dir) {
		t.Error("a folder was made")
	}
}

// Two apps share a folder: what one removes does not disturb the other's job.
func TestTwoAppsAtOnce(t *testing.T) {
	s := newShop(t)
	fifo(t, filepath.Join(s.space, "go"))
	id := s.start("echo one; read x < go; echo two")
	s.until(id, 0, "the first line", func(o jobOutput) bool { return o.Next == 4 })
	other := spool.New(spool.Config{Dir: s.dir, Age: time.Nanosecond})
	if err := other.Prune(time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(s.space, "go"), []byte("\n"), 0); err != nil {
		t.Fatal(err)
	}
	eventually(t, "its last word", func() bool {
		var o jobOutput
		_, err := s.call("s", "job_output", input{"job": id}, &o)
		if err != nil { // it has ended, and its file was removed: said, not hidden
			return err.Code == tools.NotFound && strings.Contains(err.Message, "not kept any more")
		}
		return o.Text == "one\ntwo\n"
	})
}
