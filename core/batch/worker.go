package batch

import (
	"encoding/binary"
	"unicode/utf8"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/schema"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// worker is what one thread extracts with.
type worker struct {
	job     *Job
	options extract.Options // without MaxLength: it counts code points
	memory  extract.Memory
	tape    syntax.Tape
	bytes   []byte   // a row's text with a zero behind it
	points  []uint32 // the same as code points
	stopped func() bool
}

// tapeWords is how large a value may be to be read without a look at repeated
// keys first.
const tapeWords = 1 << 12

func newWorker(job *Job, stopped func() bool) *worker {
	w := &worker{job: job, options: job.Options, stopped: stopped}
	w.options.MaxLength = 0
	w.tape = syntax.NewTape(make([]uint64, tapeWords+syntax.TapeSlack))
	return w
}

// keptText is how large a text's memory may be to be kept for the next row.
const keptText = 1 << 20

// extract appends the row of a text to a piece.
func (w *worker) extract(p *piece, t []byte) {
	p.rows = append(p.rows, record{start: -1, end: -1, place: nowhere, state: fault})
	r := &p.rows[len(p.rows)-1]
	ascii := isASCII(t)
	if !ascii && !utf8.Valid(t) {
		w.invalid(p, r, t)
		return
	}
	if length := w.length(t, ascii); length > w.job.Options.MaxLength && w.job.Options.MaxLength > 0 || len(t) > syntax.MaxLength {
		w.refuse(p, r, syntax.TooLong)
		return
	}
	w.bytes = append(append(w.bytes[:0], t...), 0)[:len(t)]
	switch {
	case ascii || w.options.Plain():
		answer(w, p, r, w.bytes, true, ascii)
	default:
		w.points = w.points[:0]
		for _, c := range string(t) {
			w.points = append(w.points, uint32(c))
		}
		w.points = append(w.points, 0)[:len(w.points)]
		answer(w, p, r, w.points, false, true)
	}
	if cap(w.bytes) > keptText {
		w.bytes, w.points = nil, nil
	}
}

// length is a text's length in code points, where it matters.
func (w *worker) length(t []byte, ascii bool) int {
	if ascii || w.job.Options.MaxLength == 0 {
		return len(t)
	}
	return text.CountUTF8(t)
}

func isASCII(t []byte) bool {
	const high = 0x8080808080808080
	for ; len(t) >= 32; t = t[32:] {
		a := binary.NativeEndian.Uint64(t) | binary.NativeEndian.Uint64(t[8:])
		b := binary.NativeEndian.Uint64(t[16:]) | binary.NativeEndian.Uint64(t[24:])
		if (a|b)&high != 0 {
			return false
		}
	}
	for _, c := range t {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// refuse is the row of a fault without a place.
func (w *worker) refuse(p *piece, r *record, code syntax.Code) {
	r.code, r.reason = code, code.Reason()
	message, _ := syntax.Explain[uint8](nil, true, syntax.Fault{Code: code, Pos: -1, Found: -1, Related: -1})
	w.say(p, r, message)
}

// invalid is the row of a text that is not UTF-8. A byte that belongs to no
// character counts as one.
func (w *worker) invalid(p *piece, r *record, t []byte) {
	bad := 0
	for {
		c, n := utf8.DecodeRune(t[bad:])
		if c == utf8.RuneError && n <= 1 {
			break
		}
		bad += n
	}
	r.code, r.reason = syntax.InvalidUTF8, syntax.InvalidUTF8.Reason()
	r.start, r.end = 0, utf8.RuneCount(t)
	message, place := syntax.Explain(t, true, syntax.Fault{Code: r.code, Pos: bad, Found: bad, Related: -1})
	r.place = location{utf8.RuneCount(t[:bad]), place.Line, place.Column}
	w.say(p, r, message)
}

func (w *worker) say(p *piece, r *record, message string) {
	p.blobs[blobMessage] = append(p.blobs[blobMessage], message...)
	r.texts[blobMessage] = len(message)
}

// answer fills a row with what the rules choose: a value, or a fault. A value
// that the schema refuses gives way like one that does not parse; one of which
// nothing can be known does not. isUTF8 says that 8-bit units are UTF-8, and
// points that even so an offset counts code points.
func answer[U text.Unit](w *worker, p *piece, r *record, units []U, isUTF8, points bool) {
	src := syntax.NewSource(units)
	if w.options.Plain() {
		o := extract.Outcome[U]{Result: plainly(w, src, isUTF8)}
		fill(w, p, r, src, isUTF8, points, &o, judge(w, p, r, src, isUTF8, &o))
		return
	}
	s := extract.NewSession(src, isUTF8, w.options)
	s.Interrupted = w.stopped
	var first *extract.Outcome[U]
	var firstSaid schema.Result
	for {
		o, ok := s.Next()
		if !ok {
			break
		}
		said := judge(w, p, r, src, isUTF8, &o)
		if o.Fault.Code == syntax.OK && said.Verdict != schema.Invalid || o.Final {
			fill(w, p, r, src, isUTF8, points, &o, said)
			return
		}
		if first == nil {
			first, firstSaid = &o, said
		}
	}
	if first != nil { // it is nil where the session was stopped
		fill(w, p, r, src, isUTF8, points, first, firstSaid)
	}
}

// plainly is the answer under the strict default. Looking for repeated keys while
// reading costs as much as all else, so that it is tried without.
func plainly[U text.Unit](w *worker, src syntax.Source[U], isUTF8 bool) extract.Result {
	var f extract.Finder[U]
	f.Init(src, isUTF8, w.options, w.tape, &w.memory)
	f.Count, f.Deliver, f.Interrupted = true, true, w.stopped
	status := f.Run()
	f.Close()
	if status == extract.Failed {
		return f.Result
	}
	if bytes, ok := any(src).(syntax.Source[uint8]); ok && status == extract.Done && syntax.Distinct(bytes, w.tape, f.Used()) {
		return f.Result
	}
	f = extract.Finder[U]{Count: true, Careful: true, Interrupted: w.stopped}
	f.Init(src, isUTF8, w.options, syntax.Tape{}, &w.memory)
	f.Run()
	f.Close()
	return f.Result
}

// judge writes a value that is what it must be to a piece, and says so; of
// others nothing is left there.
func judge[U text.Unit](w *worker, p *piece, r *record, src syntax.Source[U], isUTF8 bool, o *extract.Outcome[U]) schema.Result {
	said := check(w, w.job.Schema, src, isUTF8, o)
	if o.Fault.Code != syntax.OK || said.Verdict != schema.Valid {
		return said
	}
	put, start, end := src, o.Start, o.End
	if o.Derived != nil {
		put, start, end = syntax.NewSource(o.Derived), 0, len(o.Derived)
	}
	blob := &p.blobs[blobValue]
	before := len(*blob)
	*blob = syntax.AppendValue(*blob, put, isUTF8, start, end)
	if p.typed != nil {
		p.typed.fill(len(p.rows) - 1)
		switch p.typed.put((*blob)[before:], w.stopped) {
		case doesNotFit:
			said = check(w, w.job.Into.asSchema(), src, isUTF8, o)
			if said.Verdict == schema.Valid && !w.stopped() {
				panic("batch: a value does not fit a type that it fits")
			}
		case overflows:
			said.Verdict = schema.Overload
			w.say(p, r, tooManyCells)
		}
		if said.Verdict != schema.Valid {
			*blob = (*blob)[:before]
			return said
		}
	}
	r.texts[blobValue] = len(*blob) - before
	r.kind = kindOf((*blob)[before])
	return said
}

// check holds a value against a schema, if there is one.
func check[U text.Unit](w *worker, s *schema.Schema, src syntax.Source[U], isUTF8 bool, o *extract.Outcome[U]) schema.Result {
	switch {
	case s == nil, o.Fault.Code != syntax.OK:
		return schema.Result{}
	case o.Derived != nil:
		return schema.Validate(s, syntax.NewSource(o.Derived), isUTF8, 0, len(o.Derived), w.stopped)
	}
	return schema.Validate(s, src, isUTF8, o.Start, o.End, w.stopped)
}

// fill writes an outcome, and what the schema says of it, to a row.
func fill[U text.Unit](w *worker, p *piece, r *record, src syntax.Source[U], isUTF8, points bool, o *extract.Outcome[U], said schema.Result) {
	// points between two offsets; neither is one where the first is none.
	between := func(from, to int) int {
		if points || to < 0 {
			return to - from
		}
		return text.CountUTF8(any(src.Units()).([]byte)[from:to])
	}
	switch {
	case o.Fault.Code == syntax.NotFound && w.job.Optional:
		r.state = nothing
	case o.Fault.Code != syntax.OK:
		r.code, r.reason = o.Fault.Code, o.Reason
		message, at := syntax.Explain(src.Units(), isUTF8, o.Fault)
		r.start = between(0, o.Start)
		r.end = r.start + between(o.Start, o.End)
		if o.Fault.Pos >= 0 {
			r.place = location{between(0, o.Fault.Pos), at.Line, at.Column}
		}
		w.say(p, r, message)
	case said.Verdict == schema.Overload:
		r.overload = true
		if r.texts[blobMessage] == 0 {
			w.say(p, r, schema.TooManySteps)
		}
	case said.Verdict == schema.Invalid:
		violated(w, p, r, src, isUTF8, o, &said)
	default:
		r.state, r.source, r.candidates, r.truncated = value, uint8(o.Source), o.Candidates, o.Truncated
		r.start = between(0, o.Start)
		r.end = r.start + between(o.Start, o.End)
		if o.Edits.Len() > 0 {
			blob := &p.blobs[blobRepairs]
			before := len(*blob)
			*blob = extract.AppendEdits(*blob, src, isUTF8, o.Edits, nil)
			r.texts[blobRepairs] = len(*blob) - before
		}
	}
}

func kindOf(first byte) uint8 {
	switch first {
	case '{':
		return kindObject
	case '[':
		return kindArray
	}
	return kindScalar
}

// violated writes what the schema holds against a value, with the places in the
// text as it came.
func violated[U text.Unit](w *worker, p *piece, r *record, src syntax.Source[U], isUTF8 bool, o *extract.Outcome[U], said *schema.Result) {
	places := o.Places(src.Units(), isUTF8, said.Offsets())
	blob := &p.blobs[blobViolations]
	before := len(*blob)
	*blob = said.AppendViolations(*blob, places)
	r.texts[blobViolations] = len(*blob) - before
	w.say(p, r, said.Summary(places[0]))
}
