package playground

import "strconv"

const (
	// ticksEach is how many of the clock's ticks a figure takes at least, so that none is more than a
	// twentieth off.
	ticksEach = 20
	// longest is what all figures together may take, in nanoseconds; those that do not fit are left out.
	longest = 3e9
)

// now is the time in nanoseconds from any moment on. Start sets it: a browser's clock, which goes in
// ticks of 5 to 1,000 µs.
var now func() float64

// timed answers a question again and again and tells how long one call took, runs times. A call is
// far shorter than a tick of the clock, so each figure is the mean of as many calls, one after the
// other, as take twenty ticks: {"nanoseconds": [the figures], "calls": how many calls each is the mean
// of, "tick": the clock's, in nanoseconds}. What is timed is finding the value and writing the
// answer; reading the request is not.
func timed(q Question, runs int) ([]byte, error) {
	if _, _, err := q.Answer(); err != nil {
		return nil, err
	}
	began, tick := now(), tickOf()
	calls := 1
	for took := batch(q, calls); took < ticksEach*tick; took = batch(q, calls) {
		calls *= 2
	}
	dst := []byte(`{"nanoseconds":[`)
	for i := range runs {
		if i > 0 {
			if now()-began > longest {
				break
			}
			dst = append(dst, ',')
		}
		dst = strconv.AppendFloat(dst, batch(q, calls)/float64(calls), 'f', 1, 64)
	}
	dst = strconv.AppendInt(append(dst, `],"calls":`...), int64(calls), 10)
	dst = strconv.AppendFloat(append(dst, `,"tick":`...), tick, 'f', 0, 64)
	return append(dst, '}'), nil
}

// batch is how long so many calls take.
func batch(q Question, calls int) float64 {
	start := now()
	for range calls {
		_, _, _ = q.Answer()
	}
	return now() - start
}

// tickOf is the smallest step of the clock, of a few.
func tickOf() float64 {
	least := 1e9
	for range 5 {
		start := now()
		end := now()
		for end == start {
			end = now()
		}
		least = min(least, end-start)
	}
	return least
}
