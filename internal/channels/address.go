package channels

import (
	"errors"
	"fmt"
	"net/mail"
	"net/netip"
	"net/url"
	"strings"
)

// checkAddress refuses an address that no message should be sent to: its secrets would be read on the way. One that is
// still a reference is judged when it is filled in.
func checkAddress(text string) error {
	if text == "" || strings.Contains(text, "${") {
		return nil
	}
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https":
		return errors.New("it must be an address that begins with https://, or with http:// if it is on this machine or in your own network")
	case u.User != nil:
		return errors.New("it must not hold a name and a password")
	case u.Scheme == "http" && !near(u.Hostname()):
		return errors.New("http sends secrets readable for everybody on the way: use https")
	}
	return nil
}

// near reports whether a host is this machine or in its own network, where people have no certificates.
func near(host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		ip = ip.Unmap()
		return ip.IsLoopback() || ip.IsPrivate()
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || strings.HasSuffix(host, ".local") || strings.HasSuffix(host, ".internal")
}

// The words of Channel.Security.
const (
	startTLS = "starttls" // the usual
	useTLS   = "tls"
	noTLS    = "none"
)

// checkMail says what settings of e-mail cannot work. What is missing is not its concern.
func (c Channel) checkMail() (wrong []string) {
	if c.Type != "email" {
		return nil
	}
	for _, key := range []string{"from", "chat_id"} {
		text := c.Text(key)
		if _, err := mail.ParseAddress(text); err != nil && text != "" && !strings.Contains(text, "${") {
			wrong = append(wrong, fmt.Sprintf("%q must be one address, such as ada@example.com", key))
		}
	}
	switch c.Security {
	case "", startTLS, useTLS:
	case noTLS:
		if c.Host != "" && !near(c.Host) {
			wrong = append(wrong, `"security": "none" is for a mail server in your own network`)
		}
	default:
		wrong = append(wrong, fmt.Sprintf(`"security" is %.20q, and it can be starttls, tls or none`, c.Security))
	}
	if c.Port < 0 || c.Port > 65535 {
		wrong = append(wrong, `"port" must be a number from 1 to 65535`)
	}
	return wrong
}
