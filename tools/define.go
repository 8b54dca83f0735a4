package tools

import (
	"context"
	"encoding/json"
	"fmt"

	"handrail/internal/schema"
)

// Func is what Define makes a tool from. The three forms, from least to most
// careful:
//
//   - func(ctx, In) (Out, error): for pure reads. It sees neither who calls nor the key.
//   - func(ctx, Call, In) (Out, error): takes the call with its idempotency key.
//   - func(ctx, Call, In) (Act[Out], error): settles the act first, so that the
//     person sees exactly what would happen. The built-in tools use this one.
type Func[In, Out any] interface {
	func(context.Context, In) (Out, error) |
		func(context.Context, Call, In) (Out, error) |
		func(context.Context, Call, In) (Act[Out], error)
}

// An Act is a settled call of a defined tool: what it would do, and doing it.
type Act[Out any] struct {
	Preview Preview // Title, Detail and Digest are filled in when empty
	Run     func(ctx context.Context, out Output) (Out, error)
	Held    Holding // the very things that it was settled for, held open; nil: none
	Release func()  // lets go of what else is held from when it was settled; may be nil
}

// Define makes a Tool from a typed Go function
// (docs/spec/05-built-in-tools.md#defining-a-tool). The input schema is
// inferred from In (see schema.Infer); Out becomes the content: a string as it
// is, a Result as it is, a value with a method Result() Result by that method,
// anything else as JSON. Where there is no title or description, the name is one. A tool without side effect is always idempotent. A
// tool with a side effect that is not idempotent and whose function does not
// take the call gets a warning: it cannot handle a retry safely.
func Define[In, Out any, F Func[In, Out]](info Info, fn F) (Tool, error) {
	in, err := schema.Infer[In]()
	if err != nil {
		return nil, fmt.Errorf("define tool %s: %w", info.Name, err)
	}
	info.Input = in
	if !info.SideEffect {
		info.Idempotent = true
	}
	if info.Title == "" {
		info.Title = info.Name
	}
	if info.Description == "" {
		info.Description = info.Name
	}
	if info.Danger == "" {
		info.Danger = Safe
	}
	d := &defined[In, Out]{info: info}
	switch f := any(fn).(type) {
	case func(context.Context, In) (Out, error):
		if info.SideEffect && !info.Idempotent {
			d.info.Warnings = append(d.info.Warnings, fmt.Sprintf(
				"tool %q has a side effect and is not idempotent, but its function does not take the call: use call.Key to make a retry safe", info.Name))
		}
		d.settle = actOf(func(ctx context.Context, _ Call, in In) (Out, error) { return f(ctx, in) })
	case func(context.Context, Call, In) (Out, error):
		d.settle = actOf(f)
	case func(context.Context, Call, In) (Act[Out], error):
		d.settle = f
	}
	return d, nil
}

// actOf makes a settling function of one that only runs.
func actOf[In, Out any](f func(context.Context, Call, In) (Out, error)) func(context.Context, Call, In) (Act[Out], error) {
	return func(_ context.Context, call Call, in In) (Act[Out], error) {
		return Act[Out]{Run: func(ctx context.Context, _ Output) (Out, error) { return f(ctx, call, in) }}, nil
	}
}

type defined[In, Out any] struct {
	info   Info
	settle func(context.Context, Call, In) (Act[Out], error)
}

// Info implements Tool.
func (d *defined[In, Out]) Info() Info { return d.info }

// Prepare implements Tool.
func (d *defined[In, Out]) Prepare(ctx context.Context, call Call, in schema.Input) (Invocation, error) {
	var typed In
	if err := in.Decode(&typed); err != nil {
		return nil, Errorf(InvalidArgs, "%s: %v", d.info.Name, err)
	}
	act, err := d.settle(ctx, call, typed)
	if err != nil {
		return nil, err
	}
	if act.Preview.Title == "" {
		act.Preview = act.Preview.Titled(ReadClause(d.info.Title, TitleFindTools, TitleListHands, TitleReloadHands, TitleHandsSchema))
	}
	if act.Preview.Detail == "" {
		act.Preview.Detail = string(in.JSON())
	}
	if act.Preview.Digest == "" {
		act.Preview.Digest = Digest(d.info.Name, act.Preview.Detail, act.Preview.Folder)
	}
	return &invocation[Out]{act: act}, nil
}

type invocation[Out any] struct{ act Act[Out] }

// Preview implements Invocation.
func (i *invocation[Out]) Preview() Preview { return i.act.Preview }

// Run implements Invocation.
func (i *invocation[Out]) Run(ctx context.Context, out Output) (Result, error) {
	value, err := i.act.Run(ctx, out)
	result, convErr := resultOf(value)
	if err == nil && convErr != nil {
		err = convErr
	}
	return result, err
}

// Release implements Releaser.
func (i *invocation[Out]) Release() {
	if i.act.Held != nil {
		i.act.Held.Release()
	}
	if i.act.Release != nil {
		i.act.Release()
	}
}

// Holds implements Holder.
func (i *invocation[Out]) Holds() Holding { return i.act.Held }

// resultOf makes a Result of what a defined tool returned.
func resultOf(value any) (Result, error) {
	switch v := value.(type) {
	case Result:
		return v, nil
	case interface{ Result() Result }:
		return v.Result(), nil
	case string:
		return Result{Content: v}, nil
	}
	raw, err := json.Marshal(value)
	if err != nil {
		return Result{}, fmt.Errorf("result is not JSON: %w", err)
	}
	return Result{Content: string(raw)}, nil
}
