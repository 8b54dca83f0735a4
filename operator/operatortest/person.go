package operatortest

import (
	"context"

	"handrail/tools"
)

// A Person is a Confirmer that a test plays.
type Person struct {
	Asked  chan tools.Question // what was asked, as far as there is room; may be nil
	Answer func(context.Context, tools.Question) (tools.Answer, error)
}

// Confirm implements tools.Confirmer.
func (p *Person) Confirm(ctx context.Context, q tools.Question) (tools.Answer, error) {
	select {
	case p.Asked <- q:
	default: // nobody reads the channel
	}
	return p.Answer(ctx, q)
}

// Yes runs every call once.
func Yes(context.Context, tools.Question) (tools.Answer, error) {
	return tools.Answer{Verdict: tools.RunOnce, Where: "test"}, nil
}

// Never is a dialog that stands until it is withdrawn.
func Never(ctx context.Context, _ tools.Question) (tools.Answer, error) {
	<-ctx.Done()
	return tools.Answer{}, ctx.Err()
}
