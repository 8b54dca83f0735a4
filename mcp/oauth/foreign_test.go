package oauth

import (
	"testing"

	"handrail/internal/web/webtest"
)

// Nobody comes back from signing in by a page of elsewhere, also one that knows the state.
func TestNoPageComesBack(t *testing.T) {
	b, err := listenBack(t.Context(), SignIn{}, grant{}, provider{Issuer: "https://a.example"})
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	webtest.AnswersNoPage(t, b.host, "GET /callback?code=x&state="+b.state+" HTTP/1.1", "")
}
