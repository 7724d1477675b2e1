package ahead

import (
	"sync"
	"sync/atomic"
	"time"
)

// A Crew is goroutines that work on pieces of some kind, in the order in which
// they are handed over.
type Crew[P any] struct {
	queue   chan P
	done    chan struct{} // a piece is done; one signal stands for any number
	stop    atomic.Bool
	working sync.WaitGroup
}

// Start makes a Crew of n goroutines and room for so many pieces. Each goroutine
// calls worker once, for what it works with.
func Start[P any](n, room int, worker func(*Crew[P]) func(P)) *Crew[P] {
	c := &Crew[P]{queue: make(chan P, room), done: make(chan struct{}, 1)}
	for range n {
		c.working.Go(func() {
			work := worker(c)
			for piece := range c.queue {
				if c.Stopped() {
					continue
				}
				work(piece)
				select {
				case c.done <- struct{}{}:
				default: // nobody has seen the last signal yet
				}
			}
		})
	}
	return c
}

// Submit hands a piece over; false: there is no room for it.
func (c *Crew[P]) Submit(piece P) bool {
	select {
	case c.queue <- piece:
		return true
	default:
		return false
	}
}

// Wait waits until a piece is done, as done tells, at most for some time. Only
// one goroutine may wait at a time.
func (c *Crew[P]) Wait(done func() bool, most time.Duration) bool {
	var clock <-chan time.Time
	for !done() {
		if clock == nil {
			timer := time.NewTimer(most)
			defer timer.Stop()
			clock = timer.C
		}
		select {
		case <-c.done:
		case <-clock:
			return done()
		}
	}
	return true
}

// Stopped reports whether Stop has been called, in the midst of a piece too.
func (c *Crew[P]) Stopped() bool { return c.stop.Load() }

// Stop ends the Crew. When it returns, no goroutine looks at any piece.
func (c *Crew[P]) Stop() {
	c.stop.Store(true)
	close(c.queue)
	c.working.Wait()
}
