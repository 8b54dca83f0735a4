// Package webtest plays what pages of elsewhere send to services of this machine.
package webtest

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// AnswersNoPage sends requests to the service at address that a page of elsewhere could make a browser send,
// each but for its Host and Origin what the service answers with a status below 400: head is its
// first line and further headers, body what follows. It fails if one of them is answered so.
func AnswersNoPage(t *testing.T, address, head, body string) {
	t.Helper()
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	foreign := map[string][]string{
		"no Host":                {},
		"an empty Host":          {"Host:"},
		"a rebound name":         {"Host: evil.example"},
		"with our port":          {"Host: evil.example:" + port},
		"begins like ours":       {"Host: " + address + ".evil.example"},
		"no port":                {"Host: 127.0.0.1"},
		"another port":           {"Host: 127.0.0.1:1"},
		"another address":        {"Host: 127.0.0.2:" + port},
		"every address":          {"Host: 0.0.0.0:" + port},
		"a number":               {"Host: 2130706433:" + port},
		"below localhost":        {"Host: evil.localhost:" + port},
		"localhost as a part":    {"Host: localhost.evil.example:" + port},
		"two Hosts":              {"Host: " + address, "Host: evil.example"},
		"a name before it":       {"Host: " + address + "@evil.example"},
		"another page":           {"Host: " + address, "Origin: http://evil.example"},
		"another service's page": {"Host: " + address, "Origin: http://127.0.0.1:1"},
		"without a port":         {"Host: " + address, "Origin: http://127.0.0.1"},
		"null":                   {"Host: " + address, "Origin: null"},
		"an empty Origin":        {"Host: " + address, "Origin:"},
		"localhost's part":       {"Host: " + address, "Origin: http://localhost.evil.example:" + port},
		"a name before a host":   {"Host: " + address, "Origin: http://" + address + "@evil.example"},
		"https":                  {"Host: " + address, "Origin: https://" + address},
		"a path behind":          {"Host: " + address, "Origin: http://" + address + "/x"},
		"two Origins":            {"Host: " + address, "Origin: http://" + address, "Origin: http://evil.example"},
		"two in one":             {"Host: " + address, "Origin: http://" + address + ", http://evil.example"},
		"both foreign":           {"Host: evil.example:" + port, "Origin: http://evil.example:" + port},
	}
	for name, headers := range foreign {
		if status := send(t, address, head, headers, body); status < 400 {
			t.Errorf("%s (%s): answered with %d", name, strings.Join(headers, ", "), status)
		}
	}
	if status := send(t, address, head, []string{"Host: " + address}, body); status >= 400 {
		t.Errorf("a request of a program is answered with %d, so the others show nothing", status)
	}
}

// send is one request as it is written, and its status.
func send(t *testing.T, address, head string, headers []string, body string) int {
	t.Helper()
	c, err := net.DialTimeout("tcp", address, 10*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	_ = c.SetDeadline(time.Now().Add(20 * time.Second)) // a test that hangs fails
	text := strings.Join(append([]string{head}, headers...), "\r\n") + "\r\nConnection: close\r\n"
	if body != "" {
		text += fmt.Sprintf("Content-Length: %d\r\n", len(body))
	}
	if _, err := c.Write([]byte(text + "\r\n" + body)); err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	return answer.StatusCode
}
