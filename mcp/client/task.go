package client

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"

	"handrail/mcp"
	"handrail/tools"
)

// Some tools run as a task only (revision 2025-11-25): the server answers a call at once with the task, and its
// result is asked for later. For everybody else the task is one call (docs/decisions/0454-a-task-is-one-call.md).

const (
	soonestLook = 200 * time.Millisecond // between two looks at a task
	latestLook  = 5 * time.Second        // likewise, whatever the server suggests
	taskKept    = time.Hour              // how much longer than a call may take a task is to be kept
)

// A taskRun runs tools of a server as tasks.
type taskRun struct{ n *conn }

// can reports whether the server runs tools as tasks.
func (t taskRun) can() bool {
	has := t.n.hello.Capabilities.Tasks
	return has != nil && has.Requests != nil && has.Requests.Tools != nil && has.Requests.Tools.Call != nil
}

// call calls a tool as a task, and waits for its result, which it keeps as the answer to the request with
// this token.
func (t taskRun) call(ctx context.Context, p protocol.CallToolParams, token string, limit time.Duration) error {
	ttl := (limit + taskKept).Milliseconds()
	p.Task = &protocol.TaskParams{TTL: &ttl}
	_, err := t.n.client.CallTool(ctx, protocol.CallToolRequest{Params: p})
	created := t.n.spy.collect(token)
	var begun struct {
		Task *protocol.Task `json:"task"`
	}
	if created == nil || json.Unmarshal(created, &begun) != nil || begun.Task == nil || begun.Task.TaskId == "" {
		t.n.spy.keep(token, created) // an answer at once, or none
		return err
	}
	task := *begun.Task
	if err := t.follow(ctx, &task, token); err != nil {
		t.cancel(ctx, task.TaskId)
		return err
	}
	key := taskKey(task.TaskId)
	t.n.spy.listen(key)
	_, err = t.n.client.TaskResult(ctx, protocol.TaskResultRequest{Params: protocol.TaskResultParams{TaskId: task.TaskId}})
	result := t.n.spy.collect(key)
	switch {
	case ctx.Err() != nil:
		t.cancel(ctx, task.TaskId)
	case result == nil && task.Status.IsTerminal() && task.Status != protocol.TaskStatusCompleted:
		return endedTask(t.n.config.Server.Name, task)
	}
	t.n.spy.keep(token, result)
	return err
}

// follow waits until a task has its result, or waits for something itself: then asking for the result brings
// the server's question. What it says of its state meanwhile is progress of the call.
func (t taskRun) follow(ctx context.Context, task *protocol.Task, token string) error {
	looks := 0
	for said := ""; !task.Status.IsTerminal() && task.Status != protocol.TaskStatusInputRequired; {
		if text := task.StatusMessage; text != said && text != "" {
			said = text
			t.n.calls.progress(token, map[string]any{"progress": float64(looks), "message": text})
		}
		pause := soonestLook
		if task.PollInterval != nil {
			pause = min(max(time.Duration(*task.PollInterval)*time.Millisecond, soonestLook), latestLook)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		now, err := t.n.client.GetTask(ctx, protocol.GetTaskRequest{Params: protocol.GetTaskParams{TaskId: task.TaskId}})
		if err != nil {
			return err
		}
		looks++
		*task = now.Task
	}
	return nil
}

// cancel tells the server that nobody waits for a task any more.
func (t taskRun) cancel(ctx context.Context, id string) {
	if has := t.n.hello.Capabilities.Tasks; has == nil || has.Cancel == nil || t.n.life.Err() != nil {
		return
	}
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), cancelWait)
	go func() {
		defer cancel()
		_, _ = t.n.client.CancelTask(late, protocol.CancelTaskRequest{Params: protocol.CancelTaskParams{TaskId: id}}) // the caller has its error already
	}()
}

// endedTask says what became of a task that has no result.
func endedTask(server string, task protocol.Task) *tools.Error {
	what := "gave up"
	if task.Status == protocol.TaskStatusCancelled {
		what = "cancelled"
	}
	text := fmt.Sprintf("the server %q %s the task that the call had begun", server, what)
	if task.StatusMessage != "" {
		text += ": " + mcp.Clip(task.StatusMessage, 500)
	}
	return tools.Errorf(tools.ExecutionFailed, "%s", text)
}

// taskKey names the answer that is a task's result.
func taskKey(id string) string { return string(protocol.MethodTasksResult) + " " + id }
