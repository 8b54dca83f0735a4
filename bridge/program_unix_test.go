//go:build unix && !darwin

package bridge

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/bridge/bridgetest"
	"handrail/bridge/trusted"
	"handrail/internal/proc"
	"handrail/tools"
)

// install puts a program named zenity into folder, which it makes.
func install(t *testing.T, folder, script string) string {
	t.Helper()
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "zenity")
	if err := os.WriteFile(file, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return file
}

func link(t *testing.T, target, folder string) string {
	t.Helper()
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(folder, "zenity")
	if err := os.Symlink(target, name); err != nil {
		t.Fatal(err)
	}
	return name
}

// An agent's answer to every question, if it could plant it.
const traitor = "#!/bin/sh\nexit 81\n"

func TestFindProgram(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	in := func(name string) string { return filepath.Join(dir, name) }
	root := in("root")
	good := install(t, in("good"), traitor)
	install(t, filepath.Join(root, "bin"), traitor)
	link(t, good, filepath.Join(root, "links"))
	link(t, good, in("linked"))
	link(t, filepath.Join(root, "links", "zenity"), in("through"))
	link(t, in("circle/zenity"), in("circle"))
	if err := os.Symlink(filepath.Join(root, "bin"), in("alias")); err != nil {
		t.Fatal(err)
	}
	open := install(t, in("open"), traitor)
	install(t, in("public"), traitor)
	for _, name := range []string{open, in("public")} {
		if err := os.Chmod(name, 0o777); err != nil { // past the umask
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		name, path string
		want       string // the program, or
		reason     Reason // why there is none
		says       string
	}{
		{"none", in("nothing"), "", NoProgram, "sudo apt install zenity"},
		{"an empty PATH", "", "", NoProgram, "is not installed"},
		{"ours", in("good"), good, "", ""},
		{"a link to ours", in("linked"), good, "", ""},
		{"in a root", filepath.Join(root, "bin"), "", Untrusted, "where agents may write"},
		{"in a root that is named by a link", in("alias"), "", Untrusted, "where agents may write"},
		{"a link in a root", filepath.Join(root, "links"), "", Untrusted, "where agents may write"},
		{"a link through a root", in("through"), "", Untrusted, "where agents may write"},
		{"a file that others may write", in("open"), "", Untrusted, "others may write to " + open},
		{"a folder that others may write", in("public"), "", Untrusted, "others may write to " + in("public") + " "},
		{"the first trusted one", strings.Join([]string{filepath.Join(root, "bin"), in("open"), in("good")}, ":"), good, "", ""},
		{"a relative folder is no folder of PATH", ".:good", "", NoProgram, "is not installed"},
	} {
		got, err := findProgram(test.path, []string{root})
		if got.Path() != test.want {
			t.Errorf("%s: found %q, want %q (%v)", test.name, got.Path(), test.want, err)
		}
		var missing *UnavailableError
		switch {
		case test.want != "" && err != nil:
			t.Errorf("%s: %v", test.name, err)
		case test.want == "" && (!errors.As(err, &missing) || missing.Reason != test.reason || !strings.Contains(missing.Text, test.says)):
			t.Errorf("%s: error %v, want one of kind %q that says %q", test.name, err, test.reason, test.says)
		}
	}
}

func TestProgramOfAnotherUser(t *testing.T) {
	dir := t.TempDir()
	file := install(t, filepath.Join(dir, "bin"), traitor)
	const stranger = 54321
	if err := os.Chown(file, stranger, stranger); errors.Is(err, fs.ErrPermission) {
		// Not root: everything that is not ours is a stranger's already, but
		// nothing of a stranger's can be made. Root's own files stay trusted.
		if _, err := trusted.Find("sh", "/bin", nil); err != nil {
			t.Errorf("root's program: %v", err)
		}
		return
	} else if err != nil {
		t.Fatal(err)
	}
	_, err := findProgram(filepath.Join(dir, "bin"), nil)
	if err == nil || !strings.Contains(err.Error(), "belongs to user 54321, neither to root nor to you") {
		t.Errorf("error %v", err)
	}
}

func TestUnavailable(t *testing.T) {
	d := New(Config{Env: []string{"PATH=/usr/bin"}})
	c := &Confirmer{Dialogs: d}
	_, asking := c.Confirm(t.Context(), deployQuestion())
	long := deployQuestion()
	long.Preview.Detail = numbered(80)
	_, asking80 := c.Confirm(t.Context(), long)
	for what, err := range map[string]error{
		"Available": d.Available(), "Confirm": asking, "Confirm of a long text": asking80,
		"choose": second(d.choose(t.Context(), pick{})), "tell": d.tell(t.Context(), notice{}),
		"Notifies": d.Notifies(), "notify": d.notify(t.Context(), "a", "b", nil),
	} {
		var missing *UnavailableError
		if !errors.As(err, &missing) || missing.Reason != NoDisplay {
			t.Errorf("%s: error %v, want the reason %q", what, err, NoDisplay)
		}
	}
}

func second[A, B any](_ A, b B) B { return b }

// A display that is named but not there is nobody's denial.
func TestDeadDisplay(t *testing.T) {
	c := &Confirmer{Dialogs: New(Config{Env: []string{"DISPLAY=:54321", "PATH=/usr/bin"}})}
	answer, err := c.Confirm(t.Context(), deployQuestion())
	if err == nil || answer.Verdict != "" || !strings.Contains(err.Error(), "display") {
		t.Errorf("got %+v, %v; want an error about the display", answer, err)
	}
}

// What is planted on PATH after the start, under whatever name, is never run;
// the real dialog comes, and the person answers it.
func TestPlantedProgramAnswersNothing(t *testing.T) {
	screen := bridgetest.Start(t)
	folder := t.TempDir()
	env := proc.SetEnv(screen.Env(), "PATH", folder+":/usr/bin:/bin")
	dialogs := New(Config{Env: env})
	install(t, folder, traitor)
	for _, name := range []string{"qarma", "matedialog"} {
		if err := os.Symlink("zenity", filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	a := ask(t.Context(), &Confirmer{Dialogs: dialogs}, deployQuestion())
	screen.Window("Handrail: run deploy?")
	screen.Press("Return")
	if got := a.verdict(t, screen); got != tools.Deny {
		t.Errorf("got %q, want %q", got, tools.Deny)
	}
}

// The program that was found at start is not run any more when it has changed.
func TestChangedProgramAnswersNothing(t *testing.T) {
	real, err := os.ReadFile("/usr/bin/zenity")
	if err != nil {
		t.Fatalf("this test needs zenity: %v; run build/setup.sh", err)
	}
	screen := bridgetest.Start(t)
	folder := t.TempDir()
	file := install(t, folder, string(real))
	roots := []string{}
	dialogs := New(Config{
		Env:   proc.SetEnv(screen.Env(), "PATH", folder),
		Roots: func() []string { return roots },
	})
	if got := dialogs.Program(); got != file {
		t.Fatalf("the dialog program is %q, want %q", got, file)
	}
	confirmer := &Confirmer{Dialogs: dialogs}
	a := ask(t.Context(), confirmer, deployQuestion())
	screen.Window("Handrail: run deploy?")
	screen.Press("Return")
	a.verdict(t, screen)

	refused := func(what string) {
		t.Helper()
		answer, err := confirmer.Confirm(t.Context(), deployQuestion())
		var missing *UnavailableError
		if !errors.As(err, &missing) || missing.Reason != Untrusted {
			t.Errorf("%s: got %+v, %v; want the reason %q", what, answer, err, Untrusted)
		}
	}
	roots = []string{folder}
	refused("its folder became a root")
	roots = nil
	install(t, folder, traitor)
	refused("it was overwritten")
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	refused("it was removed")
}

// A program that is not zenity cannot say yes by ending well.
func TestOtherProgramAnswersNothing(t *testing.T) {
	for _, code := range []string{"0", "1", "5", "255"} {
		folder := t.TempDir()
		install(t, folder, "#!/bin/sh\necho nonsense >&2\nexit "+code+"\n")
		c := &Confirmer{Dialogs: New(Config{Env: []string{"DISPLAY=:0", "PATH=" + folder}})}
		answer, err := c.Confirm(t.Context(), deployQuestion())
		if err == nil || answer.Verdict != "" || !strings.Contains(err.Error(), "ended with code "+code+": nonsense") {
			t.Errorf("code %s: got %+v, %v; want an error", code, answer, err)
		}
	}
}

func TestDialogEnv(t *testing.T) {
	got := strings.Join(dialogEnv([]string{
		"DISPLAY=:1", "LD_PRELOAD=/x.so", "GTK_MODULES=x", "GTK_PATH=/x", "GIO_EXTRA_MODULES=/x", "ZENITY_OK=0",
		"LC_ALL=de_DE.ISO-8859-1", "LANG=C", "SECRET_TOKEN=s", "PATH=/tmp",
	}), "\n")
	want := "DISPLAY=:1\nLANG=de_DE.ISO-8859-1\nPATH=/usr/bin:/bin\nLC_CTYPE=C.UTF-8\nZENITY_OK=81\nZENITY_CANCEL=82\nZENITY_ESC=83"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
