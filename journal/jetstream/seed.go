package jetstream

import (
	"errors"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// seed signs in with an nkey. The error never holds the seed.
func seed(text string) (nats.Option, error) {
	pair, err := nkeys.FromSeed([]byte(text))
	if err != nil {
		return nil, errors.New("the credentials look like an nkey's seed and are none")
	}
	public, err := pair.PublicKey()
	if err != nil {
		return nil, errors.New("the credentials are no user's nkey")
	}
	return nats.Nkey(public, pair.Sign), nil
}
