package transport

import (
	"bytes"
	"encoding/json"
	"io"

	protocol "github.com/mark3labs/mcp-go/mcp"

	"handrail/internal/jsonfile"
	"handrail/tools"
)

// orderKey is where the order of a form's fields stands while mcp-go has the form: it
// reads them into a map.
const orderKey = "x-handrail-order"

// keepOrder writes the order of the fields of a form into the request that asks for
// it. Any other message, and one that cannot be read, is given back as it is.
func keepOrder(message []byte) []byte {
	if !bytes.Contains(message, []byte(protocol.MethodElicitationCreate)) {
		return message
	}
	whole, params, schema := map[string]json.RawMessage{}, map[string]json.RawMessage{}, map[string]json.RawMessage{}
	if json.Unmarshal(message, &whole) != nil || string(whole["method"]) != `"`+string(protocol.MethodElicitationCreate)+`"` ||
		json.Unmarshal(whole["params"], &params) != nil || json.Unmarshal(params["requestedSchema"], &schema) != nil || schema == nil {
		return message
	}
	names, ok := namesOf(schema["properties"])
	if !ok {
		return message
	}
	for _, put := range []struct {
		into  map[string]json.RawMessage
		key   string
		value any
	}{{schema, orderKey, names}, {params, "requestedSchema", schema}, {whole, "params", params}} {
		raw, err := json.Marshal(put.value)
		if err != nil {
			return message
		}
		put.into[put.key] = raw
	}
	out, err := json.Marshal(whole)
	if err != nil {
		return message
	}
	return out
}

// namesOf are the names of an object's members, as they stand there; false: it is no
// object, or one that ReadForm refuses, with too many of them or one twice.
func namesOf(raw json.RawMessage) ([]string, bool) {
	v, err := jsonfile.Parse(raw, 1, jsonfile.Options{Levels: 1})
	if err != nil || v.Kind != jsonfile.Object || len(v.Members) > tools.MaxFormFields || len(v.Repeats()) > 0 {
		return nil, false
	}
	names := make([]string, len(v.Members))
	for i, m := range v.Members {
		names[i] = m.Name
	}
	return names, true
}

// InOrder is a form's schema with its fields in the server's order; where that is not
// known, those that must be given come first.
func InOrder(requested any) (json.RawMessage, error) {
	raw, err := json.Marshal(requested)
	if _, read := requested.(map[string]any); err != nil || !read {
		return raw, err // as it came, or nothing that is a form
	}
	var top, fields map[string]json.RawMessage
	if json.Unmarshal(raw, &top) != nil || json.Unmarshal(top["properties"], &fields) != nil {
		return raw, nil //nolint:nilerr // ReadForm says what it is
	}
	var order []string
	if json.Unmarshal(top[orderKey], &order) != nil {
		_ = json.Unmarshal(top["required"], &order) // if it is no list, ReadForm says so
	}
	sorted, ok := namesOf(top["properties"])
	if !ok {
		return raw, nil
	}
	var b bytes.Buffer
	b.WriteByte('{')
	for _, name := range append(order, sorted...) {
		value, ok := fields[name]
		if !ok {
			continue
		}
		delete(fields, name) // once is enough
		key, err := json.Marshal(name)
		if err != nil {
			return nil, err
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.Write(append(append(key, ':'), value...))
	}
	b.WriteByte('}')
	delete(top, orderKey)
	top["properties"] = b.Bytes()
	return json.Marshal(top)
}

// An orderKeeper reads a stream of events and keeps, in those that ask for a form, the
// order of its fields. What a line may have at most is for the reader below to limit.
type orderKeeper struct {
	io.ReadCloser
	piece []byte // what is read at once
	line  []byte // not whole yet
	out   []byte // to be read
	err   error  // of the reader below, once out is read
}

// Read implements io.Reader.
func (k *orderKeeper) Read(p []byte) (int, error) {
	for len(k.out) == 0 {
		if k.err != nil {
			return 0, k.err
		}
		if k.piece == nil {
			k.piece = make([]byte, 32<<10)
		}
		n, err := k.ReadCloser.Read(k.piece)
		k.err = err
		at := bytes.LastIndexByte(k.piece[:n], '\n') + 1
		if err != nil {
			at = n
		}
		if k.line = append(k.line, k.piece[:at]...); at > 0 || err != nil {
			for line := range bytes.SplitAfterSeq(k.line, []byte("\n")) {
				k.out = append(k.out, orderedLine(line)...)
			}
			k.line = nil
		}
		k.line = append(k.line, k.piece[at:n]...)
	}
	n := copy(p, k.out)
	k.out = k.out[n:]
	return n, nil
}

// orderedLine is a line of a stream of events. A message over several lines is left
// as it is.
func orderedLine(line []byte) []byte {
	data, ok := bytes.CutPrefix(line, []byte("data:"))
	if !ok {
		return line
	}
	message := bytes.TrimSpace(data)
	kept := keepOrder(message)
	if bytes.Equal(kept, message) {
		return line
	}
	end := data[len(bytes.TrimRight(data, "\r\n")):]
	return append(append([]byte("data: "), kept...), end...)
}
