package machines

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
)

// A sealed letter is a head of four lines, a nonce, and what only the two machines can read: a signature and the body.
// The signature is over head and body, so nobody but the sender has said this, to this machine, under this number.
const (
	headForm  = "handrail-letter/1\n%s\n%s\n%d\n" // from, to, number
	nonceSize = 12
)

// errForged is that of a letter that counts for nothing: it is not whole, not for this machine, or not from that one.
var errForged = errors.New("this letter is not from that machine, or was changed on its way")

// Seal makes a letter from one machine to another. number is above that of any letter before between them.
func (i Identity) Seal(to Keys, number uint64, body []byte) ([]byte, error) {
	head := fmt.Sprintf(headForm, i.Keys().ID(), to.ID(), number)
	box, err := i.shared(to, head)
	if err != nil {
		return nil, err
	}
	signed := ed25519.Sign(i.sign, append([]byte(head), body...))
	nonce := make([]byte, nonceSize)
	rand.Read(nonce) // never fails (crypto/rand)
	out := append([]byte(head), nonce...)
	return box.Seal(out, nonce, append(signed, body...), []byte(head)), nil
}

// Open returns the number and the body of a letter that the machine with those keys has sealed for this one.
func (i Identity) Open(from Keys, letter []byte) (number uint64, body []byte, err error) {
	parts := strings.SplitN(string(letter), "\n", 5)
	if len(parts) != 5 {
		return 0, nil, errForged
	}
	if _, err := fmt.Sscanf(parts[3], "%d", &number); err != nil {
		return 0, nil, errForged
	}
	head, rest := fmt.Sprintf(headForm, from.ID(), i.Keys().ID(), number), []byte(parts[4])
	if strings.Join(parts[:4], "\n")+"\n" != head || len(rest) < nonceSize {
		return 0, nil, errForged
	}
	box, err := i.shared(from, head)
	if err != nil {
		return 0, nil, errForged
	}
	open, err := box.Open(nil, rest[:nonceSize], rest[nonceSize:], []byte(head))
	if err != nil || len(open) < ed25519.SignatureSize {
		return 0, nil, errForged
	}
	body = open[ed25519.SignatureSize:]
	if !ed25519.Verify(from.Sign, append([]byte(head), body...), open[:ed25519.SignatureSize]) {
		return 0, nil, errForged
	}
	return number, body, nil
}

// shared is what only the two machines can open. Each way has a key of its own: head names who writes to whom.
func (i Identity) shared(other Keys, head string) (cipher.AEAD, error) {
	if err := other.Check(); err != nil {
		return nil, err
	}
	public, err := ecdh.X25519().NewPublicKey(other.Seal)
	if err != nil {
		return nil, err
	}
	secret, err := i.seal.ECDH(public) // fails for keys that would give everybody the same
	if err != nil {
		return nil, err
	}
	way := strings.SplitN(head, "\n", 4)
	key, err := hkdf.Key(sha256.New, secret, nil, strings.Join(way[:3], "\n"), keyLen)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

// senderOf is who a letter says that it is from; "" if it does not say so.
func senderOf(letter []byte) string {
	parts := strings.SplitN(string(letter), "\n", 3)
	if len(parts) < 3 || len(parts[1]) > 64 {
		return ""
	}
	return parts[1]
}
