package servers

import (
	"strings"
	"testing"

	"handrail/internal/secrets"
	"handrail/internal/secrets/looks"
	"handrail/operator/settings"
)

// A key in an address is written with percent signs there. What another machine says back is the key itself.
func TestAddressesAreKnownDecoded(t *testing.T) {
	t.Parallel()
	const coded, plain = "Zx7%2FQm2%2BXw9Rt4+Lz8Vb5Nc3Yg%3D%3D", "Zx7/Qm2+Xw9Rt4 Lz8Vb5Nc3Yg=="
	for written, filled := range map[string]string{
		"http://h/a?api_key=" + coded:                      "",
		"http://h/a?x=1&q=${secret:k}#f":                   "http://h/a?x=1&q=" + coded + "#f",
		"http://h/bot${secret:k}/send?x=y":                 "http://h/bot" + strings.ReplaceAll(coded, "+", "%20") + "/send?x=y",
		"http://${secret:h}/a?b=${secret:c}&q=${secret:k}": "http://h/i/a?b=1&2&q=" + coded,
	} {
		p := &Pool{c: Config{Redact: secrets.NewRedactor(func() {}), Looks: looks.Secret}}
		p.learnWords("s", settings.Server{URL: written})
		p.learnAddress("s", written, filled)
		if told := p.c.Redact.Text("bad key " + plain + "."); strings.Contains(told, plain) {
			t.Errorf("of %s is told %q", written, told)
		}
	}
}
