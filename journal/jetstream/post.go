// Package jetstream keeps letters on a NATS server with JetStream, which several machines reach
// (docs/spec/13-journal.md#letters). The server is not trusted: what lies there is sealed by operator/machines.
package jetstream

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"iter"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"handrail/journal"
)

const (
	streamName = "HANDRAIL"
	// KeepFor is how long a letter lies on the server, if nobody drops it.
	KeepFor = 7 * 24 * time.Hour

	connectLimit = 5 * time.Second
	requestLimit = 5 * time.Second
	pingEvery    = 10 * time.Second // a server that answers none of two is gone
)

// Config says where the server is, and who we are there.
type Config struct {
	URL string // nats:// on this machine; tls:// or wss://
	// Credentials are a .creds file's text, an nkey's seed, "user:password" or a token; "": none.
	Credentials string
	// CA are certificates in PEM that sign the server's; nil: those of the system.
	CA []byte
}

// Check refuses a URL where others could read along: what is no TLS stays on this machine.
func (c Config) Check() error {
	u, err := url.Parse(c.URL)
	if err != nil || u.Host == "" {
		return errors.New("the server's address is a URL, such as tls://nats.example.com:4222")
	}
	switch {
	case u.User != nil:
		return errors.New("the server's address holds a name or password: keep it as a secret, and name that in credentials")
	case !slices.Contains([]string{"nats", "ws", "tls", "wss"}, u.Scheme):
		return fmt.Errorf("the server's address begins with tls://, wss://, or on this machine nats://, not %s://", u.Scheme)
	case (u.Scheme == "nats" || u.Scheme == "ws") && !loopback(u.Hostname()):
		return fmt.Errorf("the server is on another machine, and %s:// would let others read along: write tls:// or wss://", u.Scheme)
	}
	return nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// A Post is a journal.Post on a server. When the server is gone it fails, and a new one is opened.
type Post struct {
	conn   *nats.Conn
	js     jetstream.JetStream
	stream jetstream.Stream
	gone   chan struct{}
}

// Open connects to the server, and makes the stream there if it is missing.
func Open(ctx context.Context, c Config) (*Post, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	options, err := c.options()
	if err != nil {
		return nil, err
	}
	p := &Post{gone: make(chan struct{})}
	options = append(options, nats.ClosedHandler(func(*nats.Conn) { close(p.gone) }))
	if p.conn, err = nats.Connect(c.URL, options...); err != nil {
		return nil, fmt.Errorf("connect to %s: %w", c.URL, err)
	}
	if err := p.open(ctx); err != nil {
		p.Close()
		return nil, fmt.Errorf("letters on %s: %w", c.URL, err)
	}
	return p, nil
}

// options are those of a connection that is not renewed: whoever uses it opens another one, and puts again what may be lost.
func (c Config) options() ([]nats.Option, error) {
	options := []nats.Option{nats.Name("handrail"), nats.NoReconnect(), nats.Timeout(connectLimit), nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(2), nats.NoCallbacksAfterClientClose()}
	if u, err := url.Parse(c.URL); err == nil && (u.Scheme == "tls" || u.Scheme == "wss") {
		config := &tls.Config{MinVersion: tls.VersionTLS12, ServerName: u.Hostname()}
		if c.CA != nil {
			config.RootCAs = x509.NewCertPool()
			if !config.RootCAs.AppendCertsFromPEM(c.CA) {
				return nil, errors.New("ca holds no certificate in PEM")
			}
		}
		options = append(options, nats.Secure(config))
	}
	secret := strings.TrimSpace(c.Credentials)
	name, password, pair := strings.Cut(secret, ":")
	switch {
	case secret == "":
	case strings.Contains(secret, "-----BEGIN NATS USER JWT-----"):
		options = append(options, nats.UserCredentialBytes([]byte(secret)))
	case strings.HasPrefix(secret, "SU") && !pair:
		option, err := seed(secret)
		if err != nil {
			return nil, err
		}
		options = append(options, option)
	case pair:
		options = append(options, nats.UserInfo(name, password))
	default:
		options = append(options, nats.Token(secret))
	}
	return options, nil
}

func (p *Post) open(ctx context.Context) (err error) {
	if p.js, err = jetstream.New(p.conn, jetstream.WithDefaultTimeout(requestLimit)); err != nil {
		return err
	}
	if p.stream, err = p.js.Stream(ctx, streamName); !errors.Is(err, jetstream.ErrStreamNotFound) {
		return err // one that the person has made otherwise stays as it is
	}
	p.stream, err = p.js.CreateStream(ctx, jetstream.StreamConfig{
		Name: streamName, Description: "Handrail: sealed letters between a person's machines", Subjects: []string{"handrail.>"},
		MaxAge: KeepFor, Storage: jetstream.FileStorage,
	})
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) { // another machine was quicker
		p.stream, err = p.js.Stream(ctx, streamName)
	}
	return err
}

// Gone is closed when the connection has ended.
func (p *Post) Gone() <-chan struct{} { return p.gone }

// Close ends the connection.
func (p *Post) Close() { p.conn.Close() }

func subject(box, id string) string { return "handrail." + box + "." + id }

// Put implements journal.Post.
func (p *Post) Put(ctx context.Context, l journal.Letter) error {
	if err := l.Check(); err != nil {
		return err
	}
	_, err := p.js.Publish(ctx, subject(l.Box, l.ID), l.Body, jetstream.WithExpectLastSequencePerSubject(0))
	var refused *jetstream.APIError
	if errors.As(err, &refused) && (refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant) {
		return nil // it lies there already
	}
	return err
}

// Letters implements journal.Post.
func (p *Post) Letters(ctx context.Context, box string) (letters []journal.Letter, err error) {
	info, err := p.stream.Info(ctx, jetstream.WithSubjectFilter(subject(box, "*")))
	if err != nil {
		return nil, err
	}
	order := map[string]uint64{}
	for name := range info.State.Subjects {
		m, err := p.stream.GetLastMsgForSubject(ctx, name)
		if errors.Is(err, jetstream.ErrMsgNotFound) { // it was dropped meanwhile
			continue
		}
		if err != nil {
			return nil, err
		}
		l := journal.Letter{Box: box, ID: strings.TrimPrefix(name, subject(box, "")), Body: m.Data}
		letters, order[l.ID] = append(letters, l), m.Sequence
	}
	slices.SortFunc(letters, func(a, b journal.Letter) int { return cmp.Compare(order[a.ID], order[b.ID]) })
	return letters, nil
}

// consumer reads a box from its beginning.
func (p *Post) consumer(ctx context.Context, box string) (jetstream.Consumer, error) {
	return p.stream.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{FilterSubjects: []string{subject(box, "*")}, DeliverPolicy: jetstream.DeliverAllPolicy})
}

func letterOf(box string, m jetstream.Msg) journal.Letter {
	return journal.Letter{Box: box, ID: strings.TrimPrefix(m.Subject(), subject(box, "")), Body: m.Data()}
}

// Follow implements journal.Post. It ends with an error when the server is gone.
func (p *Post) Follow(ctx context.Context, box string) iter.Seq2[journal.Letter, error] {
	return func(yield func(journal.Letter, error) bool) {
		fail := func(err error) {
			if ctx.Err() == nil {
				yield(journal.Letter{}, fmt.Errorf("the server is gone: %w", err))
			}
		}
		consumer, err := p.consumer(ctx, box)
		if err != nil {
			fail(err)
			return
		}
		messages, err := consumer.Messages()
		if err != nil {
			fail(err)
			return
		}
		defer messages.Stop()
		reading, stop := context.WithCancel(ctx)
		defer stop()
		defer context.AfterFunc(reading, messages.Stop)()
		go func() {
			select {
			case <-p.gone:
				stop()
			case <-reading.Done():
			}
		}()
		for {
			m, err := messages.Next()
			if err != nil {
				fail(err)
				return
			}
			if ctx.Err() != nil || !yield(letterOf(box, m), nil) {
				return
			}
		}
	}
}

// Drop implements journal.Post.
func (p *Post) Drop(ctx context.Context, box, id string) error {
	return p.stream.Purge(ctx, jetstream.WithPurgeSubject(subject(box, id)))
}
