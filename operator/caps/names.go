package caps

import (
	"context"
	"fmt"
	"strings"
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

// Check says why a cap cannot be that much: there is none of that name, or no such number of what it counts. 0 is no cap.
func Check(name string, most float64) error {
	whole := !strings.HasSuffix(name, ".cost") && !strings.HasSuffix(name, ".minutes")
	switch {
	case Field(new(settings.Caps), name) == nil:
		return fmt.Errorf("there is no cap %q: it is one of %s", name, strings.Join(Names(), ", "))
	case most < 0 || most != most || most > 1e15:
		return fmt.Errorf("%s cannot be %g: give a number that is not negative; 0 is no cap", name, most)
	case whole && most != float64(int64(most)):
		return fmt.Errorf("%s cannot be %g: give a whole number; 0 is no cap", name, most)
	}
	return nil
}

// Of is what is set for a space beside what holds everywhere; "" is what holds everywhere.
func Of(set settings.Settings, space string) settings.Caps {
	if space == "" {
		return set.Caps
	}
	return set.PerSpace[space].Caps
}

// Change sets a cap of a space, beside what holds everywhere, or, where space is "", of all of them.
func Change(set *settings.Settings, space, name string, most float64) error {
	if err := Check(name, most); err != nil {
		return err
	}
	if space == "" {
		Set(&set.Caps, name, most)
		return nil
	}
	own := set.PerSpace[space]
	Set(&own.Caps, name, most)
	set.SetSpace(space, own)
	return nil
}

// Today is what the runs have used that began today, in a space; "" is all.
func (m *Meter) Today(ctx context.Context, space string) (used settings.Caps, err error) {
	now := m.c.Now()
	day := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	s, err := m.c.History.SpentSince(ctx, space, day, now)
	used.Day = settings.Cap{Calls: s.Calls, Minutes: s.Time.Minutes(), Tokens: s.Tokens, Cost: s.Cost}
	return used, err
}
