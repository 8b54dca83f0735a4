package channels

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"strings"
	"time"

	"github.com/wneessen/go-mail"
)

// mail sends a message as an e-mail of plain text.
func (s *Sender) mail(ctx context.Context, c Channel, m Message) Outcome {
	letter, err := letterOf(c, m)
	if err != nil {
		return Outcome{End: Failed, Reason: err.Error()}
	}
	client, err := mail.NewClient(c.Host, mailOptions(c, s.roots)...)
	if err != nil {
		return Outcome{End: Failed, Reason: "the settings of the mail server cannot be used"}
	}
	if err := client.DialWithContext(ctx); err != nil {
		return mailRefused(err)
	}
	err = client.Send(letter)
	_ = client.Close() // what was sent is sent
	if err == nil || letter.IsDelivered() {
		return Outcome{End: Sent}
	}
	var refused *mail.SendError
	if !errors.As(err, &refused) {
		return Outcome{End: Unknown, Reason: "the connection to the mail server ended before it had answered"}
	}
	code := refused.ErrorCode()
	switch {
	case code >= 500:
		return Outcome{End: Failed, Reason: fmt.Sprintf("the mail server has refused it (status %d)", code)}
	case code >= 400:
		return Outcome{End: Later, Reason: fmt.Sprintf("the mail server does not take it now (status %d)", code)}
	case refused.Reason == mail.ErrWriteContent, refused.Reason == mail.ErrSMTPDataClose, refused.Reason == mail.ErrAmbiguous:
		return Outcome{End: Unknown, Reason: "the connection to the mail server ended before it had answered"}
	}
	return Outcome{End: Later, Reason: "the connection to the mail server ended before the message was sent"}
}

// letterOf is a message as an e-mail.
func letterOf(c Channel, m Message) (*mail.Msg, error) {
	letter := mail.NewMsg()
	if err := letter.From(c.From); err != nil {
		return nil, errors.New(`"from" is no address`)
	}
	if err := letter.To(m.ChatID); err != nil {
		return nil, errors.New("its recipient is no address")
	}
	subject := c.Subject
	if subject == "" {
		line, _, _ := strings.Cut(strings.TrimSpace(m.Text), "\n")
		if runes := []rune(line); len(runes) > 70 {
			line = string(runes[:70]) + "…"
		}
		subject = line
	}
	letter.Subject(subject)
	_, domain, _ := strings.Cut(letter.GetFromString()[0], "@")
	letter.SetMessageIDWithValue("handrail-" + m.ID + "@" + strings.Trim(domain, "<> "))
	letter.SetDate()
	letter.SetBodyString(mail.TypeTextPlain, m.Text)
	return letter, nil
}

// mailOptions are how the server of a channel is spoken to.
func mailOptions(c Channel, roots *x509.CertPool) []mail.Option {
	port := c.Port
	options := []mail.Option{mail.WithTimeout(timeLimit), mail.WithTLSConfig(&tls.Config{ServerName: c.Host, RootCAs: roots, MinVersion: tls.VersionTLS12}), mail.WithTLSPolicy(mail.TLSMandatory)}
	switch c.Security {
	case useTLS:
		options = append(options, mail.WithSSL())
		if port == 0 {
			port = 465
		}
	case noTLS:
		options = append(options, mail.WithTLSPolicy(mail.NoTLS))
		if port == 0 {
			port = 25
		}
	default:
		if port == 0 {
			port = 587
		}
	}
	options = append(options, mail.WithPort(port))
	if c.Username != "" {
		auth := mail.SMTPAuthAutoDiscover
		if c.Security == noTLS {
			auth = mail.SMTPAuthPlainNoEnc // in the person's own network, as they have said
		}
		options = append(options, mail.WithSMTPAuth(auth), mail.WithUsername(c.Username), mail.WithPassword(c.Password))
	}
	return options
}

// temporary reports whether a mail server has said no for now only.
func temporary(err error) bool {
	var said *textproto.Error
	return errors.As(err, &said) && said.Code >= 400 && said.Code < 500
}

// mailRefused says why the mail server could not be spoken to. Nothing was sent.
func mailRefused(err error) Outcome {
	var op *net.OpError
	text := strings.ToLower(err.Error())
	switch {
	case errors.As(err, &op), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return Outcome{End: Later, Reason: "the mail server cannot be reached"}
	case strings.Contains(text, "certificate"), strings.Contains(text, "x509"):
		return Outcome{End: Later, Reason: certificateRefused(err)}
	case strings.Contains(text, "does not support smtp auth"):
		return Outcome{End: Failed, Reason: "the mail server asks for no name and password: leave them out, or set another \"port\" or \"security\""}
	case strings.Contains(text, "auth") && temporary(err):
		return Outcome{End: Later, Reason: "the mail server cannot check the name and the password now"}
	case strings.Contains(text, "auth"):
		return Outcome{End: Failed, Reason: "the mail server does not take the name and the password"}
	case strings.Contains(text, "tls"):
		return Outcome{End: Failed, Reason: `the mail server offers no encryption: set "security" to what it has`}
	}
	return Outcome{End: Later, Reason: "the mail server does not answer as one"}
}

// certificateRefused says what is wrong with a mail server's certificate, and what to do.
func certificateRefused(err error) string {
	var host x509.HostnameError
	var invalid x509.CertificateInvalidError
	switch {
	case errors.As(err, &host) && host.Certificate != nil:
		names := host.Certificate.DNSNames
		for _, ip := range host.Certificate.IPAddresses {
			names = append(names, ip.String())
		}
		text := "the mail server's certificate is not for " + host.Host
		if len(names) > 0 {
			text += fmt.Sprintf(" but for %.200s", strings.Join(names, ", "))
		}
		return text + `: set "host" to the name that it is for`
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired && invalid.Cert != nil:
		if invalid.Cert.NotBefore.After(time.Now()) {
			return "the mail server's certificate holds from " + invalid.Cert.NotBefore.UTC().Format(time.DateTime) + " UTC only: look at this machine's clock"
		}
		return "the mail server's certificate has expired on " + invalid.Cert.NotAfter.UTC().Format(time.DateTime) + " UTC: who runs the server has to renew it"
	}
	return "the mail server's certificate is not one that this machine trusts: it is signed by itself or by an authority that is not among the system's; add that authority's certificate to the system's"
}
