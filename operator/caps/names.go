package caps

import (
	"context"
	"time"

	"handrail/operator/settings"
)

// Names are all caps, as people write them: run.calls, day.cost.
func Names() []string {
	return []string{"run.calls", "run.minutes", "run.tokens", "run.cost", "day.calls", "day.minutes", "day.tokens", "day.cost"}
}

// Field is the value of a cap by its name, in a copy; nil: there is none of that name.
func Field(c *settings.Caps, name string) *float64 {
	values := map[string]float64{}
	for when, one := range map[string]settings.Cap{"run": c.Run, "day": c.Day} {
		values[when+".calls"], values[when+".minutes"], values[when+".tokens"], values[when+".cost"] = float64(one.Calls), one.Minutes, float64(one.Tokens), one.Cost
	}
	v, ok := values[name]
	if !ok {
		return nil
	}
	return &v
}

// Set changes a cap by its name.
func Set(c *settings.Caps, name string, most float64) {
	for when, one := range map[string]*settings.Cap{"run": &c.Run, "day": &c.Day} {
		switch name {
		case when + ".calls":
			one.Calls = int(most)
		case when + ".minutes":
			one.Minutes = most
		case when + ".tokens":
			one.Tokens = int(most)
		case when + ".cost":
			one.Cost = most
		}
	}
}

// Today is what the runs have used that began today, in a space; "" is all.
func (m *Meter) Today(ctx context.Context, space string) (used settings.Caps, err error) {
	now := m.c.Now()
	day := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	s, err := m.c.History.SpentSince(ctx, space, day, now)
	used.Day = settings.Cap{Calls: s.Calls, Minutes: s.Time.Minutes(), Tokens: s.Tokens, Cost: s.Cost}
	return used, err
}
