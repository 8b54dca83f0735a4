package floors

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestOrder tests that a file may use what stands before it in the order of its package,
// and nothing after it, and that every file has a place.
func TestOrder(t *testing.T) {
	files := map[string]string{
		"low.go":  "package shop\n\ntype Low struct{ High int }\n\nconst Depth = 1\n",
		"high.go": "package shop\n\ntype High struct{ low Low }\n\nfunc (h High) Low() Low { return h.low }\n\nfunc open() int { return Depth }\n",
	}
	for name, c := range map[string]struct {
		order Order
		add   map[string]string
		want  []string
	}{
		"down only":            {order: Order{Files: []string{"low.go", "high.go"}}},
		"up":                   {order: Order{Files: []string{"high.go", "low.go"}}, want: []string{"high.go:3", "high.go:5", "high.go:7"}},
		"up by leave":          {order: Order{Files: []string{"high.go", "low.go"}, Back: []string{"Low"}}, want: []string{"high.go:7"}},
		"a file without place": {order: Order{Files: []string{"low.go"}}, want: []string{"high.go:1"}},
		"a place without file": {order: Order{Files: []string{"low.go", "gone.go", "high.go"}}, want: []string{"gone.go:1"}},
		"a field, a method and a key of that name": {
			order: Order{Files: []string{"low.go", "mid.go", "high.go"}},
			add:   map[string]string{"mid.go": "package shop\n\nvar mid = Low{High: 2}\n\nfunc read(l Low) int { return l.High }\n"},
		},
		"a variable of that name": {
			order: Order{Files: []string{"low.go", "mid.go", "high.go"}},
			add:   map[string]string{"mid.go": "package shop\n\nfunc read(open int) (High int) {\n\tHigh = open\n\treturn High\n}\n"},
		},
		"inside of a function": {
			order: Order{Files: []string{"low.go", "mid.go", "high.go"}},
			add:   map[string]string{"mid.go": "package shop\n\nvar mid = func() int {\n\tfor i := range 3 {\n\t\t_ = i\n\t}\n\treturn open()\n}\n"},
			want:  []string{"mid.go:7"},
		},
		"a test": {
			order: Order{Files: []string{"low.go", "high.go"}},
			add:   map[string]string{"a_test.go": "package shop\n\nvar _ = open\n"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			for _, all := range []map[string]string{files, c.add} {
				for name, text := range all {
					write(t, filepath.Join(root, "shop", name), []byte(text))
				}
			}
			c.order.Package = "shop"
			found, err := Check(root, Table{Module: "street", Rows: []Row{{Package: "shop", Floor: 1}}, Orders: []Order{c.order}})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, v := range found {
				place, _, _ := strings.Cut(strings.TrimPrefix(v.String(), "shop/"), ": ")
				got = append(got, place)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%v\n(-want +got):\n%s", found, diff)
			}
		})
	}
}
