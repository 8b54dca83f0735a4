package serving

import (
	"context"
	"errors"

	"handrail/operator/running"
)

// What a program may ask of the running app instead of being served.
const (
	askJobs = "jobs"
	askStop = "stop"
)

// jobsTold is how many jobs are told at most: as many as fit a greeting.
const jobsTold = 100

// answerJobs answers what a program of the same person asks of this app's jobs.
func (c *Clients) answerJobs(h hello) ([]running.Job, error) {
	jobs := c.o.Jobs()
	if h.Ask == askStop {
		return nil, jobs.Stop(h.Job)
	}
	if h.Ask != askJobs {
		return nil, errors.New("this window does not know what is asked: restart it")
	}
	list, err := jobs.List("")
	var told []running.Job
	for _, j := range list {
		if j.Running && !j.Left && len(told) < jobsTold { // everybody knows what was left running
			told = append(told, j)
		}
	}
	return told, err
}

// Jobs lists the jobs that run in the open window. The error is ErrNoApp if there is none.
func Jobs(ctx context.Context, c RelayConfig) ([]running.Job, error) {
	answer, err := ask(ctx, c, hello{Handrail: c.Version, Ask: askJobs})
	return answer.Jobs, err
}

// StopJob ends a job of the open window, and returns when it is gone.
func StopJob(ctx context.Context, c RelayConfig, id string) error {
	_, err := ask(ctx, c, hello{Handrail: c.Version, Ask: askStop, Job: id})
	return err
}

// ask asks the open window something and hangs up.
func ask(ctx context.Context, c RelayConfig, h hello) (helloAnswer, error) {
	conn, in, err := reachApp(ctx, c)
	if err != nil {
		return helloAnswer{}, err
	}
	answer, err := introduce(conn, in, h, askTime)
	if err == nil && !answer.Ready {
		err = errors.New(answer.Reason)
	}
	return answer, errors.Join(err, conn.Close())
}
