package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRan tests which rows a run does not show: on Linux every test has to pass, elsewhere those that are not
// there or skip themselves are told.
func TestRan(t *testing.T) {
	report := func(root string) string {
		return `{"testResults":[{"name":"` + filepath.ToSlash(root) + `/frontend/x.test.tsx","assertionResults":[
			{"title":"shows","status":"passed"},{"title":"breaks","status":"failed"},{"title":"waits","status":"pending"},
			{"title":"twice","status":"passed"},{"title":"twice","status":"failed"}]}]}`
	}
	files := map[string]string{
		"a/a_test.go":                      "package a\nfunc TestPass(t *testing.T) {}\nfunc TestFail(t *testing.T) {}\nfunc TestSkip(t *testing.T) {}\nfunc TestIdle(t *testing.T) { _ = \"x\" }\nfunc TestGone(t *testing.T) {}\n",
		"a/b_linux_test.go":                "package a\nfunc TestLinux(t *testing.T) {}\n",
		"ran":                              "pass\thandrail/a TestPass\npass\thandrail/a TestPass/x\nskip\thandrail/a TestPass/y\nfail\thandrail/a TestFail\nskip\thandrail/a TestSkip\npass\thandrail/a TestIdle\nskip\thandrail/a TestIdle/x\n",
		"docs/" + "decisions/0001-note.md": "",
	}
	cases := []struct {
		proof, linux, darwin string
	}{
		{"handrail/a TestPass", "", ""},
		{"handrail/a TestPass/x", "", ""},
		{"handrail/a TestPass/y", "was skipped", "elsewhere"},
		{"handrail/a TestFail", "failed", "failed"},
		{"handrail/a TestSkip", "was skipped", "elsewhere"},
		{"handrail/a TestIdle", "was skipped", "elsewhere"},
		{"handrail/a TestGone", "did not run", "elsewhere"},
		{"handrail/a TestLinux", "did not run", "elsewhere"},
		{`frontend/x.test.tsx "shows"`, "", ""},
		{`frontend/x.test.tsx "breaks"`, "failed", "failed"},
		{`frontend/x.test.tsx "waits"`, "was skipped", "was skipped"},
		{`frontend/x.test.tsx "twice"`, "failed", "failed"},
		{`frontend/x.test.tsx "gone"`, "did not run", "did not run"},
	}
	root := lay(t, files)
	if err := os.WriteFile(filepath.Join(root, "page.json"), []byte(report(root)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		p, err := readProof(c.proof)
		if err != nil {
			t.Fatal(err)
		}
		tables := []Table{{Rows: []Row{{Table: "define", Where: "7", Words: "It.", Verdict: Works, Proof: []Proof{p}}}}}
		for system, want := range map[string]string{"linux": c.linux, "darwin": c.darwin} {
			results, missing := Results(root, "ran", []string{"page.json"})
			if len(missing) > 0 {
				t.Fatal(missing)
			}
			problems, elsewhere := Ran(tables, results, NewSource(root, system))
			got := strings.TrimSuffix(strings.Join(told(problems), ""), "; it shows define 7")
			if len(elsewhere) > 0 {
				got += "elsewhere"
			}
			if want == "" && got != "" || !strings.HasSuffix(got, want) {
				t.Errorf("%s on %s: %q, want %q", c.proof, system, got, want)
			}
		}
	}
}

// TestPartsThatDidNotRun tests that results that are not there, or are cut, are no yes.
func TestPartsThatDidNotRun(t *testing.T) {
	root := lay(t, map[string]string{
		"internal/dev/seeds/testdata/define.tsv": "3\tH\tIt.\tworks\thandrail/a TestHere\n",
		"a/a_test.go":                            tests, "good": "pass\thandrail/a TestHere\n", "cut": "pa", "good.json": `{"testResults":[]}`, "cut.json": `{"testResu`,
	})
	for _, c := range []struct{ goFile, page, want string }{
		{"good", "good.json", ""},
		{"none", "good.json", "there are no results of go test"},
		{"cut", "good.json", `"pa" is no result`},
		{"good", "none.json", "there are no results of the page's tests"},
		{"good", "cut.json", "there are no results of the page's tests"},
	} {
		var out bytes.Buffer
		err := ran(root, c.goFile, []string{c.page}, &out)
		if c.want == "" && (err != nil || out.Len() > 0) || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s and %s: %v, it printed %q; want %q", c.goFile, c.page, err, out.String(), c.want)
		}
	}
}

// TestTellFailed tests that the end of a run names what failed, without the tests around it, and why on the page.
func TestTellFailed(t *testing.T) {
	root := lay(t, map[string]string{
		"ran": "fail\thandrail/a TestFail\nfail\thandrail/a TestFail/x y\npass\thandrail/a TestPass\nfail\thandrail/b TestAlone\n",
		"page.json": `{"testResults":[{"name":"/x/frontend/e2e/x.e2e.ts","status":"failed","message":"","assertionResults":[
			{"title":"shows","status":"passed"},{"title":"breaks","status":"failed","failureMessages":["Error: no dialog\n    at x"]}]},
			{"name":"/x/frontend/src/y.test.ts","status":"failed","message":"it does not parse\nat all","assertionResults":[]}]}`,
	})
	var out bytes.Buffer
	tellFailed(root, "ran", []string{"page.json", "none.json"}, &out)
	want := "failed: handrail/a TestFail/x y\nfailed: handrail/b TestAlone\nfailed: x.e2e.ts \"breaks\": Error: no dialog\nfailed: y.test.ts: it does not parse\n"
	if out.String() != want {
		t.Errorf("it printed\n%s\nwant\n%s", out.String(), want)
	}
}

// TestKeep tests that what is printed is what go test prints of itself: of a package that passes its last line, of one
// that fails what failed, and whatever is no result; and that each end is kept.
func TestKeep(t *testing.T) {
	const stream = `{"Action":"start","Package":"handrail/a"}
{"Action":"run","Package":"handrail/a","Test":"TestGood"}
{"Action":"output","Package":"handrail/a","Test":"TestGood","Output":"=== RUN   TestGood\n"}
{"Action":"output","Package":"handrail/a","Test":"TestGood","Output":"    a_test.go:3: a note\n"}
{"Action":"start","Package":"handrail/b"}
{"Action":"output","Package":"handrail/b","Test":"TestBad","Output":"    b_test.go:4: wrong\n"}
{"Action":"output","Package":"handrail/b","Test":"TestFine","Output":"--- PASS: TestFine (0.00s)\n"}
{"Action":"pass","Package":"handrail/b","Test":"TestFine"}
{"Action":"output","Package":"handrail/a","Test":"TestGood","Output":"--- PASS: TestGood (0.00s)\n"}
{"Action":"pass","Package":"handrail/a","Test":"TestGood"}
{"Action":"skip","Package":"handrail/a","Test":"TestSkip/one_case"}
{"Action":"output","Package":"handrail/a","Output":"PASS\n"}
{"Action":"output","Package":"handrail/a","Output":"ok  \thandrail/a\t0.1s\n"}
{"Action":"pass","Package":"handrail/a"}
{"Action":"output","Package":"handrail/b","Test":"TestBad","Output":"--- FAIL: TestBad (0.00s)\n"}
{"Action":"fail","Package":"handrail/b","Test":"TestBad"}
{"Action":"output","Package":"handrail/b","Output":"FAIL\n"}
{"Action":"output","Package":"handrail/b","Output":"FAIL\thandrail/b\t0.2s\n"}
{"Action":"fail","Package":"handrail/b"}
{"ImportPath":"handrail/c","Action":"build-output","Output":"c.go:1: no\n"}
{"Action":"output","Package":"handrail/c","Output":"FAIL\thandrail/c [build failed]\n"}
{"Action":"fail","Package":"handrail/c","FailedBuild":"handrail/c"}
{"Action":"output","Package":"handrail/d","Output":"?   \thandrail/d\t[no test files]\n"}
{"Action":"skip","Package":"handrail/d"}
go: a word of its own
{"Action":"output","Package":"handrail/e","Test":"TestHangs","Output":"    e_test.go:5: still here\n"}
`
	const want = "ok  \thandrail/a\t0.1s\n" +
		"--- FAIL: TestBad (0.00s)\n    b_test.go:4: wrong\nFAIL\nFAIL\thandrail/b\t0.2s\n" +
		"c.go:1: no\nFAIL\thandrail/c [build failed]\n?   \thandrail/d\t[no test files]\ngo: a word of its own\n" +
		"--- did not end: TestHangs\n    e_test.go:5: still here\nFAIL\n"
	file := filepath.Join(t.TempDir(), "ran")
	var out bytes.Buffer
	if err := keep(strings.NewReader(stream), &out, file); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("it printed (-want +got):\n%s", diff)
	}
	got := map[string]string{}
	if err := readGo(file, got); err != nil {
		t.Fatal(err)
	}
	ends := map[string]string{"handrail/a TestGood": passed, "handrail/b TestFine": passed, "handrail/a TestSkip/one_case": skipped, "handrail/b TestBad": failed}
	if diff := cmp.Diff(ends, got); diff != "" {
		t.Errorf("it kept (-want +got):\n%s", diff)
	}
}
