package snapshot

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
)

// sealLimit is how many bytes a content may have that may hold secrets: it is held in memory.
const sealLimit = 64 << 20

// A sealer is the key of a store, 32 bytes. Every content is encrypted with it: what somebody
// wrote into a file of any name may be a secret, and stands in clear in no file of ours. That a
// content is whole is shown by its hash.
type sealer []byte

// keyed hashes contents that may hold secrets: what is guessed cannot be compared with it.
func (s sealer) keyed() hash.Hash { return hmac.New(sha256.New, s) }

// mark tells keys apart without saying anything about them.
func (s sealer) mark() (m [markSize]byte) {
	h := s.keyed()
	h.Write([]byte("which key sealed this"))
	copy(m[:], h.Sum(nil))
	return m
}

const (
	markSize = 8
	keySize  = 32 // bytes of the key: AES-256
)

// writer seals what is written to it.
func (s sealer) writer(w io.Writer) (io.Writer, error) {
	block, err := aes.NewCipher(s)
	if err != nil {
		return nil, err
	}
	iv := make([]byte, aes.BlockSize)
	_, _ = rand.Read(iv) // it never fails
	if _, err := w.Write(iv); err != nil {
		return nil, err
	}
	return cipher.StreamWriter{S: cipher.NewCTR(block, iv), W: w}, nil
}

// reader opens what writer has sealed.
func (s sealer) reader(r io.Reader) (io.Reader, error) {
	block, err := aes.NewCipher(s)
	if err != nil {
		return nil, err
	}
	iv := make([]byte, aes.BlockSize)
	if _, err := io.ReadFull(r, iv); err != nil {
		return nil, errors.New("a kept content is cut short")
	}
	return cipher.StreamReader{S: cipher.NewCTR(block, iv), R: r}, nil
}

// randomID names a pack, or a user of the store.
func randomID() string {
	var b [12]byte
	_, _ = rand.Read(b[:]) // it never fails
	return hex.EncodeToString(b[:])
}
