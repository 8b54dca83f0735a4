package window

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/operator/secrecy"
	"handrail/operator/trust"
)

func TestAChangeAsThePageNamesIt(t *testing.T) {
	for name, c := range map[string]struct {
		change trust.Change
		kind   ItemKind
		status ChangeKind
	}{
		"a script is a file":  {trust.Change{Kind: "script", Status: trust.StatusChanged}, "file", "changed"},
		"what is gone":        {trust.Change{Kind: "tool", Status: trust.StatusRemoved}, "tool", "gone"},
		"rules have a word":   {trust.Change{Kind: "rules", Status: trust.StatusNew}, "rules", "new"},
		"and so has the rest": {trust.Change{Kind: "manifest", Status: trust.StatusNew}, "manifest", "new"},
	} {
		if v := changeView(c.change); v.Kind != c.kind || v.Change != c.status {
			t.Errorf("%s: %q, %q", name, v.Kind, v.Change)
		}
	}
}

// What is approved is what was shown: another state has another id.
func TestOnlyWhatWasShownIsChosen(t *testing.T) {
	list := []trust.Change{{ID: "a", Name: "one"}, {ID: "b", Name: "two"}}
	found, err := chosen(list, []string{"b"})
	if err != nil || len(found) != 1 || found[0].Name != "two" {
		t.Errorf("%v, %v", found, err)
	}
	for _, ids := range [][]string{{"a", "c"}, {}, nil} {
		if found, err := chosen(list, ids); err == nil {
			t.Errorf("%v chose %v", ids, found)
		}
	}
}

func TestSecretsHaveNoValues(t *testing.T) {
	got := secretsView([]secrecy.Secret{{Name: "a", Kept: "keychain", UsedBy: []string{"tool deploy of Shop"}}, {Name: "b"}}, "in the keyring", true)
	want := SecretsView{Place: "In the keyring", Safe: true, Secrets: []SecretView{{Name: "a", Kept: "keychain", UsedBy: []string{"tool deploy of Shop"}}, {Name: "b", UsedBy: []string{}}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
