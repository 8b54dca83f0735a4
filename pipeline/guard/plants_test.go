package guard

import "testing"

// Which packages of the registry a project needs is no command; one from elsewhere is like one.
func TestSameCommands(t *testing.T) {
	const before = `{"name":"a","version":"1.0.0","scripts":{"test":"x"},"dependencies":{"mine":"file:../mine","y":"^1.0.0"}}`
	with := func(version, dependencies string) string {
		return `{"name":"a","version":"` + version + `","scripts":{"test":"x"},"dependencies":` + dependencies + `}`
	}
	for now, want := range map[string]bool{
		with("1.0.1", `{"mine":"file:../mine","y":"^1.0.0"}`):                              true,
		with("2.0.0-rc.1+b", `{"mine":"file:../mine"}`):                                    true,
		with("1.0.0", `{"y":"^2.0.0 || >=3.1 <4","z":"latest","w":"npm:@a/b@^1","v":"*"}`): true,
		with("1.0.0", `{"y":"workspace:*","z":"catalog:","x":"~1.2"}`):                     true,
		with("1;$(touch x)", `{"mine":"file:../mine","y":"^1.0.0"}`):                       false,
		with("1.0.0", `{"x":"git+ssh://git@evil.example/x.git"}`):                          false,
		with("1.0.0", `{"x":"file:./e.tgz"}`):                                              false,
		with("1.0.0", `{"x":"./e.tgz"}`):                                                   false,
		with("1.0.0", `{"x":"https://evil.example/x.tgz"}`):                                false,
		with("1.0.0", `{"x":"eve/x"}`):                                                     false,
		with("1.0.0", `{"x":"link:../x"}`):                                                 false,
		with("1.0.0", `{"x":["1.0.0"]}`):                                                   false,
		with("1.0.0", `["x"]`):                                                             false,
		`{"name":"a","version":"1.0.0","scripts":{"test":"y"}}`:                            false,
		before: true,
		"":     false,
	} {
		if got := SameCommands("/s/package.json", before, now); got != want {
			t.Errorf("%s: %v", now, got)
		}
	}
}
