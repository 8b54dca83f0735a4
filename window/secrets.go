package window

import "handrail/operator/secrecy"

// Secrets is the person's secrets, without their values, as the page asks for them.
type Secrets struct{ *app }

// Secrets lists the secrets, without their values.
func (a *Secrets) Secrets() (SecretsView, error) {
	list, err := a.o.Secrets().List()
	if err != nil {
		return SecretsView{}, err
	}
	place, safe := a.o.Secrets().Where()
	return secretsView(list, place, safe), nil
}

// SetSecret keeps a value, which never comes back.
func (a *Secrets) SetSecret(name, value string) (SecretsView, error) {
	if err := a.o.Secrets().Set(name, value); err != nil {
		return SecretsView{}, err
	}
	return a.Secrets()
}

// RemoveSecret forgets a secret; the person has seen what names it.
func (a *Secrets) RemoveSecret(name string) (SecretsView, error) {
	if err := a.o.Secrets().Remove(name, true); err != nil {
		return SecretsView{}, err
	}
	return a.Secrets()
}

// SecretsView is the secrets that are kept, or named. It has no values.
type SecretsView struct {
	// Where values are kept, a sentence.
	Place string `json:"place"`
	// That is as safe as it should be: in a keyring.
	Safe    bool         `json:"safe"`
	Secrets []SecretView `json:"secrets"`
}

// SecretView is one secret.
type SecretView struct {
	Name string `json:"name"`
	// "" = something names it, and there is no value.
	Kept SecretPlace `json:"kept"`
	// What names it: "settings models.providers.anthropic.key", "tool deploy of Welcome".
	UsedBy []string `json:"usedBy"`
}

func secretsView(list []secrecy.Secret, place string, safe bool) SecretsView {
	return SecretsView{Place: sentence(place), Safe: safe, Secrets: each(list, func(s secrecy.Secret) SecretView {
		return SecretView{Name: s.Name, Kept: SecretPlace(s.Kept), UsedBy: append([]string{}, s.UsedBy...)}
	})}
}
