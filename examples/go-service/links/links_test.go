package links

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestAdd(t *testing.T) {
	for _, c := range []struct {
		name, address string
		want          error
	}{
		{"docs", "https://example.org/docs", nil},
		{strings.Repeat("a", 40), "http://example.org", nil},
		{strings.Repeat("a", 41), "http://example.org", ErrName},
		{"", "http://example.org", ErrName},
		{"Docs", "http://example.org", ErrName},
		{"a", "ftp://example.org", ErrAddress},
		{"a", "https://", ErrAddress},
		{"a", "", ErrAddress},
	} {
		var s Store
		if err := s.Add(c.name, c.address); !errors.Is(err, c.want) {
			t.Errorf("Add(%q, %q) = %v, want %v", c.name, c.address, err, c.want)
		}
	}
}

func TestAddKeepsTheFirst(t *testing.T) {
	var s Store
	if err := s.Add("a", "https://one.example"); err != nil {
		t.Fatal(err)
	}
	if err := s.Add("a", "https://two.example"); !errors.Is(err, ErrTaken) {
		t.Errorf("the second Add: %v, want %v", err, ErrTaken)
	}
	if got, _ := s.Find("a"); got != "https://one.example" {
		t.Errorf("Find = %q", got)
	}
}

func TestNames(t *testing.T) {
	var s Store
	for _, name := range []string{"b", "a", "c"} {
		if err := s.Add(name, "https://example.org"); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.Names(); !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("Names = %v", got)
	}
}
