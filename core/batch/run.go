package batch

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/schema"
)

// A Job is what is asked of a column.
type Job struct {
	Column   *Column
	Options  extract.Options
	Optional bool           // no JSON at all is no error
	Schema   *schema.Schema // nil: any value is good
	Into     *Into          // what values become in a typed column; nil: there is none
	Threads  int            // how many goroutines extract; at least one does
	Wide     bool           // the result's offsets have 64 bits
	// Interrupted, if there is one, is asked now and then, by the caller's
	// goroutine.
	Interrupted func() bool
	Grow        Grow // nil: OnHeap
}

// ErrInterrupted: Job.Interrupted answered true.
var ErrInterrupted = errors.New("batch: interrupted")

// A Panic is a defect that a text brought to light.
type Panic struct{ Value any }

func (p *Panic) Error() string { return fmt.Sprintf("batch: panic: %v", p.Value) }

// The sizes of a piece, whichever comes first.
const (
	pieceRows  = 256
	pieceBytes = 256 << 10
)

// piecesEach is how many pieces there are for each thread: those that are done
// wait for those before them.
const piecesEach = 4

// askEvery is how often Interrupted is asked.
const askEvery = 20 * time.Millisecond

// Run extracts from a column. The result has fewer rows than the column where
// its offsets could not tell where a further text ends, and with ErrInterrupted.
// Other errors are ErrMemory and ErrTooLarge, a *BadColumn or a *Panic.
func Run(job Job) (*Result, error) {
	if job.Grow == nil {
		job.Grow = OnHeap
	}
	result, err := newResult(job.Column.Length, job.Wide, job.Into, job.Grow)
	if err != nil {
		return nil, err
	}
	r := runner{job: &job, result: result, done: map[int]*piece{}, stopped: make(chan struct{})}
	err = r.run()
	switch {
	case err == nil, err == ErrInterrupted:
	case err == ErrTooLarge && result.Rows > 0:
		err = nil
	default:
		result.Free()
		return nil, err
	}
	result.fit()
	return result, err
}

// runner hands rows to threads, and their pieces to the result in order.
type runner struct {
	job     *Job
	result  *Result
	stop    atomic.Bool
	stopped chan struct{} // is closed when stop is set
	free    chan *piece

	sync.Mutex
	next int            // the first row that no thread has
	done map[int]*piece // pieces by their first row, that wait for others
	err  error
}

func (r *runner) run() error {
	threads := max(1, min(r.job.Threads, (r.job.Column.Length+pieceRows-1)/pieceRows))
	r.free = make(chan *piece, threads*piecesEach)
	for range cap(r.free) {
		r.free <- &piece{typed: newFilling(r.job.Into)}
	}
	ended := make(chan struct{})
	go func() {
		var working sync.WaitGroup
		for range threads {
			working.Go(r.work)
		}
		working.Wait()
		close(ended)
	}()
	var clock <-chan time.Time // without Interrupted it never ticks
	if r.job.Interrupted != nil {
		ticker := time.NewTicker(askEvery)
		defer ticker.Stop()
		clock = ticker.C
	}
	for {
		select {
		case <-ended:
			return r.err
		case <-clock:
			if r.job.Interrupted() {
				r.fail(ErrInterrupted)
				clock = nil
			}
		}
	}
}

// fail ends the run with the first error.
func (r *runner) fail(err error) {
	r.Lock()
	defer r.Unlock()
	r.failLocked(err)
}

func (r *runner) failLocked(err error) {
	if r.err == nil {
		r.err = err
		r.stop.Store(true)
		close(r.stopped)
	}
}

// work extracts piece after piece.
func (r *runner) work() {
	defer func() {
		if p := recover(); p != nil {
			r.fail(&Panic{p})
		}
	}()
	w := newWorker(r.job, r.stop.Load)
	for {
		// A piece before its rows, so that those that all others wait for have one.
		var p *piece
		select {
		case p = <-r.free:
		case <-r.stopped:
			return
		}
		rows := r.claim(p)
		if rows == 0 {
			r.free <- p
			return
		}
		for i := p.first; i < p.first+rows; i++ {
			text, ok, err := r.job.Column.row(i)
			switch {
			case err != nil:
				r.fail(err)
				return
			case r.stop.Load():
				return
			case ok:
				w.extract(p, text)
			default:
				p.rows = append(p.rows, record{start: -1, end: -1, place: nowhere})
			}
		}
		p.typed.fill(rows)
		r.deliver(p)
	}
}

// claim gives a piece the next rows, and says how many.
func (r *runner) claim(p *piece) (rows int) {
	p.reset()
	r.Lock()
	defer r.Unlock()
	p.first = r.next
	for size := 0; r.next < r.job.Column.Length; rows++ {
		if rows%8 == 0 && (rows >= pieceRows || size >= pieceBytes) { // bitmaps are written by the byte
			break
		}
		text, _, _ := r.job.Column.row(r.next)
		size += len(text)
		r.next++
	}
	return rows
}

// deliver writes all pieces that are due to the result. Only where they go is
// said by one thread at a time: copying them is most of the work.
func (r *runner) deliver(p *piece) {
	p.measure()
	r.Lock()
	r.done[p.first] = p
	r.Unlock()
	for p := r.due(); p != nil; p = r.due() {
		r.result.write(p)
		r.free <- p
	}
}

// due is the next piece, which has its place in the result; nil while it is not there.
func (r *runner) due() *piece {
	r.Lock()
	defer r.Unlock()
	p := r.done[r.result.Rows]
	if p == nil || r.err != nil {
		return nil
	}
	delete(r.done, p.first)
	if err := r.result.reserve(p); err != nil {
		r.failLocked(err)
		return nil
	}
	return p
}
