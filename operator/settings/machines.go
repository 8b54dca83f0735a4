package settings

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"

	"handrail/journal/jetstream"
)

// Machines say where the person's machines leave letters for each other (docs/spec/02-settings.md#machines). Nothing
// is left, and nobody is connected to, without a URL.
type Machines struct {
	URL         string `json:"url,omitempty"`         // of a NATS server with JetStream
	Credentials string `json:"credentials,omitempty"` // "${secret:NAME}"
	CA          string `json:"ca,omitempty"`          // a file of certificates, where the server's is signed by nobody that the system knows
	Name        string `json:"name,omitempty"`        // what the others call this machine; "": its host name
	Record      bool   `json:"record,omitempty"`      // the others can read what is recorded here
}

// Check refuses what is no such setting.
func (m Machines) Check() error {
	if m.URL == "" && m.Credentials == "" && m.CA == "" {
		return nil
	}
	if m.URL == "" {
		return errors.New("machines in the settings: the url of the server is missing")
	}
	if err := (jetstream.Config{URL: m.URL}).Check(); err != nil {
		return fmt.Errorf("machines in the settings: %w", err)
	}
	if m.Credentials != "" && !namedSecret().MatchString(m.Credentials) {
		return errors.New("machines in the settings: credentials name a secret, such as ${secret:nats}, and hold none")
	}
	return nil
}

// Server is how to connect to the person's server. secret gives the secrets that a text names.
func (m Machines) Server(secret func(text string) (string, error)) (c jetstream.Config, err error) {
	if err := m.Check(); err != nil {
		return c, err
	}
	if m.URL == "" {
		return c, errors.New("no server is set that your machines reach")
	}
	c.URL = m.URL
	if c.Credentials, err = secret(m.Credentials); err != nil {
		return c, err
	}
	if m.CA != "" {
		if c.CA, err = os.ReadFile(m.CA); err != nil {
			return c, fmt.Errorf("machines.ca in the settings: %w", err)
		}
	}
	return c, nil
}

// machineWarnings say why machines do not reach each other, and which keys nothing reads.
func machineWarnings(path string, m Machines, raw []byte) (warnings []string) {
	if err := m.Check(); err != nil {
		warnings = append(warnings, fmt.Sprintf("%s: %v", path, err))
	}
	return append(warnings, unknownKeys[Machines](path, "machines", "machines have", raw)...)
}

// unknownKeys say which keys of one section of the settings nothing reads; has is how a sentence about them begins.
func unknownKeys[T any](path, section, has string, raw []byte) (warnings []string) {
	var file map[string]json.RawMessage
	var keys map[string]any
	if json.Unmarshal(raw, &file) != nil || json.Unmarshal(file[section], &keys) != nil {
		return nil // it is not there: it was read as Settings before
	}
	known := keysOf(reflect.TypeFor[T]())
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if !slices.Contains(known, key) {
			warnings = append(warnings, fmt.Sprintf("%s: %s a key %q, which is not known%s", path, has, key, meant(key, known)))
		}
	}
	return warnings
}
