// Package web fetches pages of the web and makes text of them that a model can read
// (docs/spec/05-built-in-tools.md#web_fetch). It knows nothing of spaces: who may fetch,
// and whether anybody is asked first, is decided above. What it holds itself is where a
// request may go: no address of this machine or of a network behind it is ever dialled,
// however it is spelled and whatever a name leads to, unless the person's own list names
// the host.
package web
