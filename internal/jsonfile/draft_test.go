package jsonfile

import (
	"bytes"
	"slices"
	"testing"
)

func TestListsOfObjectsAreChangedInside(t *testing.T) {
	before := "{\"a\": [\n  // one\n  {\"x\": 1, /* two */ \"y\": 2}, // three\n  [1, /* four */ 2],\n  3 // five\n]}\n"
	want := "{\"a\": [\n  // one\n  {\"x\": 1, /* two */ \"y\": 5}, // three\n  [1, /* four */ 2, 7],\n  4 // five\n]}\n"
	d, err := ParseDocument([]byte(before))
	if err != nil {
		t.Fatal(err)
	}
	value, err := Parse([]byte(`[{"x": 1, "y": 5}, [1, 2, 7], 4]`), 1, Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := d.Draft()
	if err := f.Set([]string{"a"}, value); err != nil || string(f.Text()) != want {
		t.Errorf("it became\n%s, %v\nwant\n%s", f.Text(), err, want)
	}
	if got := d.Draft().Text(); string(got) != before {
		t.Errorf("another draft begins with\n%s", got)
	}
}

func TestDraftsOfPlacesThatAreNotThere(t *testing.T) {
	d, err := ParseDocument([]byte(`{"a": 1, "b": {}, "b": {}}`))
	if err != nil {
		t.Fatal(err)
	}
	f := d.Draft()
	for _, path := range [][]string{{"a", "x"}, {"c", "x"}, {"b", "x"}, {"b"}} {
		if err := f.Set(path, Value{Kind: Null, Raw: []byte("null")}); err == nil {
			t.Errorf("%v could be set", path)
		}
	}
	if err := f.Remove([]string{"c"}); err != nil {
		t.Error(err)
	}
}

func TestPlainKeepsPlaces(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "",
		"\ufeff{}":                           "   {}",
		"// c":                               "    ",
		"/* ü\n */ \n":                       "     \n    \n",
		"{\"a\": [1, 2,], // \"b\"\n}":       "{\"a\": [1, 2 ]        \n}",
		"{\"a\": 1 /* c */, /* // */ } // d": "{\"a\": 1                   }     ",
		"{\"a\": \"// no comment\",}":        "{\"a\": \"// no comment\" }",
		"[1,]":                               "[1 ]",
	} {
		if got, err := Plain([]byte(text)); err != nil || string(got) != want || len(got) != len(text) {
			t.Errorf("%q became %q, %v, want %q", text, got, err, want)
		}
	}
	for _, text := range []string{"/*", "/* *", "{} /*/", "/", "{,}", "[,]", "{\"a\": 1,,}", "{} x", "{'a': 1}", "{// a\r\n\"b\": 1 // c\rd\n}", "{} // c\r"} {
		if got, err := Plain([]byte(text)); err == nil {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// FuzzDraft sets a member to any value and takes it out again. The text says then what it should, and has each comment
// that stood outside the value.
func FuzzDraft(f *testing.F) {
	for _, text := range []string{
		"{}", "{\"a\":1}", "{\"a\": {\"b\": 1, /* x */ \"c\": [1 // y\n,2]} // z\n}", "{// x\n\"z\":1,\"a\"/*1*/:/*2*/[/*3*/1/*4*/,/*5*/{}/*6*/,]/*7*/,/*8*/}//9",
		"{\r\n\t\"z\": 1, // x\r\n\t// y\r\n\t\"a\": [\r\n\t\t\"q\", // z\r\n\t],\r\n}\r\n", "{\"z\": 1 // x\n,\"a\": 2 // y\n, // z\n}", "/* x */{/* y */\"a\": null}",
	} {
		for _, value := range []string{"1", "[]", `[1,"q",{}]`, `{"b": 2, "d": [1, 3]}`, `[2, [1, 2], {"b": 1}, 1]`} {
			f.Add([]byte(text), []byte(value))
		}
	}
	f.Fuzz(func(t *testing.T, text, raw []byte) {
		value, err := Parse(raw, 1, Options{Depth: 20, UTF8: true})
		d, docErr := ParseDocument(text)
		if err != nil || docErr != nil || len(value.Repeats()) > 0 || bytes.Contains(text, []byte("\v")) {
			return
		}
		draft := d.Draft()
		if got := draft.Text(); !bytes.Equal(got, text) {
			t.Fatalf("%q begins as %q", text, got)
		}
		if draft.Set([]string{"a"}, value) != nil {
			return // a name comes twice
		}
		old, had := d.Value().Get("a")
		must := comments(text)
		if had {
			must = slices.Concat(comments(text[:old.Value.Start]), comments(text[old.Value.End():]))
		}
		check := func(what string, present bool) {
			after, err := ParseDocument(draft.Text())
			if err != nil {
				t.Fatalf("%s: %q became %q: %v", what, text, draft.Text(), err)
			}
			now, there := after.Value().Get("a")
			if there != present || there && sorted(plainOf(t, now.Value.Raw)) != sorted(raw) {
				t.Fatalf("%s: %q says %q", what, draft.Text(), now.Value.Raw)
			}
			if got, want := others(after.Value()), others(d.Value()); !slices.Equal(got, want) {
				t.Fatalf("%s: %q became %q", what, text, draft.Text())
			}
			left := comments(draft.Text())
			for _, c := range must {
				at := slices.Index(left, c)
				if at < 0 {
					t.Fatalf("%s: %q lost the comment %q: %q", what, text, c, draft.Text())
				}
				left = slices.Delete(left, at, at+1)
			}
		}
		check("set", true)
		if err := draft.Remove([]string{"a"}); err != nil {
			t.Fatal(err)
		}
		check("removed", false)
	})
}

func plainOf(t *testing.T, text []byte) []byte {
	out, err := Plain(text)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// others are the members but the one named a, as they are written.
func others(v Value) (out []string) {
	for _, m := range v.Members {
		if m.Name != "a" {
			out = append(out, m.Name, string(m.Value.Raw))
		}
	}
	return out
}
