package main

import (
	"fmt"
	"slices"

	"handrail/operator"
)

// What crosses for the page of trust and for secrets, and what fills it;
// frontend/src/backend/trust-views.ts and secret-views.ts say what each field
// means.

// ChangesView is what has changed in a space since the person trusted it.
type ChangesView struct {
	Space   string       `json:"space"`
	Own     bool         `json:"own"`
	Trusted string       `json:"trusted"`
	Changes []ChangeView `json:"changes"`
}

// ChangeView is one thing that is not what the person trusted.
type ChangeView struct {
	ID         string `json:"id"`
	Kind       string `json:"kind"`
	Name       string `json:"name"`
	File       string `json:"file"`
	Change     string `json:"change"`
	Difference string `json:"difference"`
	Shuts      string `json:"shuts"`
	During     string `json:"during"`
	Restorable bool   `json:"restorable"`
}

// SecretsView is the secrets that are kept, or named. It has no values.
type SecretsView struct {
	Place   string       `json:"place"`
	Safe    bool         `json:"safe"`
	Secrets []SecretView `json:"secrets"`
}

// SecretView is one secret.
type SecretView struct {
	Name   string   `json:"name"`
	Kept   string   `json:"kept"`
	UsedBy []string `json:"usedBy"`
}

func changeView(c operator.Change) ChangeView {
	v := ChangeView{
		ID: c.ID, Kind: kindOf(operator.Item{Kind: c.Kind}), Name: c.Name, File: c.File, Change: c.Status, Difference: c.Diff, Shuts: c.Reason, During: c.During,
		Restorable: c.Restorable,
	}
	if c.Status == operator.StatusRemoved {
		v.Change = "gone"
	}
	return v
}

// chosen is the names of the changes that were shown under these ids. One that
// is not there any more has changed again.
func chosen(list []operator.Change, ids []string) ([]operator.Change, error) {
	var found []operator.Change
	for _, id := range ids {
		at := slices.IndexFunc(list, func(c operator.Change) bool { return c.ID == id })
		if at < 0 {
			return nil, fmt.Errorf("it has changed again since it was shown: look at what it is now")
		}
		found = append(found, list[at])
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("nothing was chosen")
	}
	return found, nil
}

func secretsView(list []operator.SecretInfo, place string, safe bool) SecretsView {
	return SecretsView{Place: sentence(place), Safe: safe, Secrets: each(list, func(s operator.SecretInfo) SecretView {
		return SecretView{Name: s.Name, Kept: s.Kept, UsedBy: append([]string{}, s.UsedBy...)}
	})}
}
