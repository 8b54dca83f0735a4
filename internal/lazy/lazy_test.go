package lazy

import "testing"

// It is compiled once, when it is first called; what is none panics there.
func TestRegexp(t *testing.T) {
	form := Regexp(`^a+$`)
	first := form()
	if form() != first || !first.MatchString("aa") || first.MatchString("b") {
		t.Error("not one expression of that text")
	}
	wrong := Regexp(`(`)
	defer func() {
		if recover() == nil {
			t.Error("( is an expression")
		}
	}()
	wrong()
}
