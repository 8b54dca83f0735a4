package jsonfile

import "testing"

func TestSorted(t *testing.T) {
	for _, tt := range []struct {
		text, want string
		ok         bool
	}{
		{` { "b" : [ 1, 2.50 ], "a" : "<x> & \u00e4" } `, `{"a":"<x> & ä","b":[1,2.50]}`, true},
		{`12345678901234567890`, `12345678901234567890`, true},
		{`"x"`, `"x"`, true},
		{`{"a":1} {"b":2}`, "", false},
		{`{"a":1}]`, "", false},
		{`{"a":`, "", false},
		{``, "", false},
	} {
		got, ok := Sorted([]byte(tt.text))
		if string(got) != tt.want || ok != tt.ok {
			t.Errorf("%s: %s, %t, want %s, %t", tt.text, got, ok, tt.want, tt.ok)
		}
	}
}
