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

// keySize is how many bytes the key has: AES-256.
const keySize = 32

// A sealer is the key of contents that may hold secrets; an empty one keeps none.
type sealer []byte

// keyed hashes contents that may hold secrets: what is guessed cannot be compared with it.
func (s sealer) keyed() hash.Hash { return hmac.New(sha256.New, s) }

// mark tells keys apart without saying anything about them.
func (s sealer) mark() (m [8]byte) {
	if len(s) > 0 {
		h := s.keyed()
		h.Write([]byte("which key sealed this"))
		copy(m[:], h.Sum(nil))
	}
	return m
}

// seal encrypts what is stored of a content. The hash is bound to it: no other sealed
// content can be put in its place.
func (s sealer) seal(k sum, plain []byte) ([]byte, error) {
	a, err := s.aead()
	if err != nil {
		return nil, err
	}
	nonce := make([]byte, a.NonceSize(), a.NonceSize()+len(plain)+a.Overhead())
	_, _ = rand.Read(nonce) // it never fails
	return a.Seal(nonce, nonce, plain, k[:]), nil
}

const keyIDSize = 8

func (s sealer) aead() (cipher.AEAD, error) {
	if len(s) != keySize {
		return nil, errors.New("there is no key for files that may hold secrets")
	}
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
