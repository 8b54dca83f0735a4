// Package machines joins a person's machines: they are paired by a code that both show, leave sealed letters for each other
// on a server that nobody has to trust, and answer each other's questions (docs/decisions/0910-questions-between-machines.md).
package machines

import (
	"bytes"
	"crypto/ecdh"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"errors"
	"strings"
)

// keyLen is the length of each of the four keys.
const keyLen = 32

// secretForm begins what is kept of a machine's private keys.
const secretForm = "handrail-machine-1:"

var errKeys = errors.New("these are no keys of a machine")

// An Identity is what a machine proves by that it is itself. It never leaves the machine.
type Identity struct {
	sign ed25519.PrivateKey
	seal *ecdh.PrivateKey
}

// Keys are what other machines know of an Identity.
type Keys struct {
	Sign []byte `json:"sign"` // ed25519
	Seal []byte `json:"seal"` // X25519
}

// NewIdentity makes keys.
func NewIdentity() (Identity, error) {
	private := make([]byte, 2*keyLen)
	rand.Read(private) // never fails (crypto/rand)
	return identity(private)
}

// ReadIdentity is the Identity of a Secret.
func ReadIdentity(secret string) (Identity, error) {
	text, ok := strings.CutPrefix(secret, secretForm)
	private, err := base64.RawStdEncoding.DecodeString(text)
	if !ok || err != nil || len(private) != 2*keyLen {
		return Identity{}, errKeys
	}
	return identity(private)
}

func identity(private []byte) (Identity, error) {
	seal, err := ecdh.X25519().NewPrivateKey(private[keyLen:])
	if err != nil {
		return Identity{}, errKeys
	}
	return Identity{sign: ed25519.NewKeyFromSeed(private[:keyLen]), seal: seal}, nil
}

// Secret is what is kept of the private keys, where secrets are.
func (i Identity) Secret() string {
	return secretForm + base64.RawStdEncoding.EncodeToString(append(bytes.Clone(i.sign.Seed()), i.seal.Bytes()...))
}

// String keeps the keys out of logs.
func (i Identity) String() string { return "the keys of machine " + i.Keys().ID() }

// GoString likewise.
func (i Identity) GoString() string { return i.String() }

// Keys are those that other machines may know.
func (i Identity) Keys() Keys {
	public, _ := i.sign.Public().(ed25519.PublicKey)
	return Keys{Sign: public, Seal: i.seal.PublicKey().Bytes()}
}

// ID names the machine with these keys: 16 small letters and digits.
func (k Keys) ID() string {
	sum := sha256.Sum256(append([]byte("handrail-machine/1\n"), append(bytes.Clone(k.Sign), k.Seal...)...))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:10]))
}

// Check refuses what are no keys.
func (k Keys) Check() error {
	if len(k.Sign) != ed25519.PublicKeySize {
		return errKeys
	}
	if _, err := ecdh.X25519().NewPublicKey(k.Seal); err != nil {
		return errKeys
	}
	return nil
}
