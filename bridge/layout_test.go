package bridge

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParagraph(t *testing.T) {
	for _, test := range []struct {
		name, in string
		want     []string
	}{
		{"fits", "one two", []string{"one two"}},
		{"exactly", "one two three", []string{"one two", "three"}},
		{"keeps lines", "a\n\nb", []string{"a", "", "b"}},
		{"keeps spaces within a line", "a  b", []string{"a  b"}},
		{"a word that is too long", "x 1234567890 y", []string{"x", "12345678", "90 y"}},
		{"wide characters", "漢字漢字 漢", []string{"漢字漢字", "漢"}},
		{"nothing", "", []string{""}},
	} {
		if diff := cmp.Diff(test.want, paragraph(test.in, 8)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestRows(t *testing.T) {
	for _, test := range []struct {
		name, in string
		want     []row
	}{
		{"nothing", "", nil},
		{"only a new line", "\n", nil},
		{"empty lines count", "\n\n", []row{{bar, ""}, {bar, ""}}},
		{"at the limit", "12345678", []row{{bar, "12345678"}}},
		{"above", "123456789", []row{{bar, "12345678"}, {hook, "9"}}},
		{"a wide character is not halved", "1234567漢", []row{{bar, "1234567"}, {hook, "漢"}}},
		{"a mark stays with its letter", strings.Repeat("e\u0301", 9), []row{{bar, strings.Repeat("e\u0301", 8)}, {hook, "e\u0301"}}},
	} {
		if diff := cmp.Diff(test.want, rows(test.in, 8), cmp.AllowUnexported(row{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}
