#include "pieces.h"

enum { WAIT = 20000000 }; /* nanoseconds without a look at signals */

static struct piece *piece_at(const struct pieces *s, int i) { return s->ring[(s->first + i) % MOST_PIECES]; }

static int is_done(struct piece *p) { return p->open && __atomic_load_n(&p->engine.done, __ATOMIC_ACQUIRE); }

/* Makes a piece this thread's. */
static int claim(struct piece *p) {
	int32_t free = 0;
	return !p->open || __atomic_compare_exchange_n(&p->engine.claimed, &free, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

/* ---- Their memory ---- */

static struct piece *piece_take(native_state *state) {
	struct piece *p = state->idle_pieces;
	if (p) {
		state->idle_pieces = p->next;
		state->idle_piece_count--;
		return p;
	}
	if (!(p = PyMem_RawCalloc(1, sizeof *p))) {
		PyErr_NoMemory();
		return NULL;
	}
	p->engine.texts = p->found;
	p->engine.claimed = 1;
	return p;
}

static void piece_give_back(native_state *state, struct piece *p) {
	if (state->idle_piece_count == MOST_IDLE_PIECES || p->engine.tape_words > 2 * PIECE_UNITS) {
		PyMem_RawFree(p->engine.tape);
		PyMem_RawFree(p);
		return;
	}
	p->engine.claimed = 1;
	p->next = state->idle_pieces;
	state->idle_pieces = p;
	state->idle_piece_count++;
}

void idle_pieces_free(native_state *state) {
	for (struct piece *p = state->idle_pieces, *next; p; p = next) {
		next = p->next;
		PyMem_RawFree(p->engine.tape);
		PyMem_RawFree(p);
	}
	state->idle_pieces = NULL;
	state->idle_piece_count = 0;
}

/* ---- Taking texts ---- */

static void add(struct pieces *s, struct piece *p, PyObject *text) {
	jsonbeacon_found *found = &p->found[p->engine.count];

	/* The same as the call would do later: bytes do not change. What is no UTF-8 it will refuse. */
	if (PyBytes_CheckExact(text) && PyBytes_GET_SIZE(text) <= LONGEST_AHEAD && s->useful) {
		PyObject *decoded = PyUnicode_DecodeUTF8(PyBytes_AS_STRING(text), PyBytes_GET_SIZE(text), "strict");
		if (decoded)
			Py_SETREF(text, decoded);
		else
			PyErr_Clear();
	}
	p->texts[p->engine.count++] = text;
	*found = (jsonbeacon_found){ .status = JB_UNSETTLED };
	if (!s->useful || !PyUnicode_Check(text) || PyUnicode_GET_LENGTH(text) > LONGEST_AHEAD)
		return;
#if PY_VERSION_HEX < 0x030C0000
	if (!PyUnicode_IS_READY(text))
		return;
#endif
	found->text = PyUnicode_DATA(text);
	found->length = PyUnicode_GET_LENGTH(text);
	found->width = (int32_t)PyUnicode_KIND(text);
	p->units += found->length;
	p->readable++;
}

/* Where the iterator has ended or failed. What it raises comes after the values of the texts before;
 * only what is to end the program comes at once. */
static int source_ended(struct pieces *s) {
	if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_Exception))
		return -1;
	s->failure = PyErr_Occurred() ? fetched() : NULL;
	Py_CLEAR(s->source);
	return 0;
}

/* Fills the piece behind the last. */
static int draw(struct pieces *s) {
	struct piece **place = &s->ring[(s->first + s->count) % MOST_PIECES], *p = *place;
	int status = 0;

	if (!p && !(p = *place = piece_take(s->state)))
		return -1;
	p->at = p->open = p->ready = p->readable = 0;
	p->units = p->engine.count = 0;
	s->count++; /* the texts are seen by the cyclic collector while the iterator runs */
	while (s->source && p->engine.count < PIECE_TEXTS && p->units < PIECE_UNITS) {
		PyObject *text = PyIter_Next(s->source);
		if (text) {
			add(s, p, text);
		} else if ((status = source_ended(s))) {
			break;
		}
	}
	if (!p->engine.count) {
		s->count--;
		return status;
	}
	s->units += p->units;
	p->ready = !p->readable;
	return status;
}

/* ---- Finding them ---- */

static int reserve_tape(struct piece *p) {
	enum { LARGEST_KEPT = 1 << 17 };
	int64_t words = p->units + 1, room = p->engine.tape_words;

	if (room < words || (room > LARGEST_KEPT && room > 2 * words)) {
		PyMem_RawFree(p->engine.tape);
		room = words < PIECE_UNITS ? words : words + words / 4;
		p->engine.tape = PyMem_RawMalloc((size_t)(room + JB_TAPE_SLACK) * sizeof *p->engine.tape);
		p->engine.tape_words = p->engine.tape ? room : 0;
	}
	return p->engine.tape ? 0 : -1;
}

/* Gives a piece to the crew; without memory for it, to calls of its own texts. */
static void open_piece(struct pieces *s, struct piece *p) {
	if (p->ready || p->open || (p->ready = reserve_tape(p)))
		return;
	p->open = 1;
	p->engine.done = 0;
	__atomic_store_n(&p->engine.claimed, 0, __ATOMIC_RELEASE);
	jsonbeacon_crew_submit(s->crew, &p->engine);
}

/* A fork has taken it away, and with it what it was at. */
static void forget_crew(struct pieces *s) {
	s->crew = 0;
	for (int i = 0; i < s->count; i++) {
		struct piece *p = piece_at(s, i);
		for (int64_t n = 0; p->open && n < p->engine.count; n++)
			p->found[n].status = JB_UNSETTLED;
		p->open = 0;
		p->engine.claimed = 1;
	}
}

/* -1 with an exception where the engine cannot run. */
static int engine_ready(struct pieces *s) {
	if (UNLIKELY(ensure_engine()))
		return -1;
	if (UNLIKELY(s->crew && s->epoch != jsonbeacon_epoch()))
		forget_crew(s);
	return 0;
}

static int start_crew(struct pieces *s) {
	int goroutines = s->threads <= MOST_PIECES ? s->threads - 1 : MOST_PIECES - 1;

	if (s->compiled && (s->settings.schema = schema_number(s->state, s->options)) < 0)
		return -1;
	s->epoch = jsonbeacon_epoch();
	s->crew = jsonbeacon_crew_start(&s->settings, goroutines, MOST_PIECES);
	return 0;
}

/* Takes more texts: twice as many pieces as the last time, so that of a short batch, or one that
 * ends early, few are taken in vain. */
static int refill(struct pieces *s) {
	int crewed = s->threads > 1 && s->useful, most = 1;

	if (crewed)
		most = s->threads < MOST_PIECES / PIECES_EACH ? PIECES_EACH * s->threads : MOST_PIECES;
	s->ahead = 2 * s->ahead < most ? 2 * s->ahead : most;
	while (s->source && s->count < s->ahead && (!s->count || s->units < MOST_UNITS))
		if (draw(s))
			return -1;
	if (!crewed || (!s->crew && s->count < s->crew_from && s->units / PIECE_UNITS < s->crew_from))
		return 0;
	if (engine_ready(s) || (!s->crew && start_crew(s)))
		return -1;
	for (int i = 0; s->crew && i < s->count; i++)
		open_piece(s, piece_at(s, i));
	return 0;
}

/* Finds a claimed piece on this thread; without memory it is left to calls of its own texts. */
static void find(struct pieces *s, struct piece *p) {
	struct workspace *w = reserve_tape(p) ? NULL : workspace_take(s->state);
	p->ready = 1;
	if (!w) {
		PyErr_Clear();
		return;
	}
	PyThreadState *thread = p->units < WITHOUT_GIL_FROM ? NULL : PyEval_SaveThread();
	jsonbeacon_find(&s->settings, &p->engine, w->job.state);
	if (thread)
		PyEval_RestoreThread(thread);
	workspace_give_back(s->state, w);
}

/* The next piece that nobody has claimed, claimed; NULL: none. */
static struct piece *next_open(struct pieces *s) {
	for (int i = 1; i < s->count; i++) {
		struct piece *p = piece_at(s, i);
		if (p->open && !p->ready && claim(p))
			return p;
	}
	return NULL;
}

/* Sees to it that the first piece is found. Rather than wait, this thread finds another. */
static int find_first(struct pieces *s) {
	struct piece *p = piece_at(s, 0), *other;

	for (;;) {
		if (p->ready)
			return 0;
		if (engine_ready(s))
			return -1;
		if (LIKELY(is_done(p)))
			return 0;
		if (claim(p)) {
			if (s->helpful && p->units <= SHORT * p->readable)
				find(s, p);
			p->ready = 1;
		} else if (s->helpful && (other = next_open(s))) {
			find(s, other);
		} else {
			PyThreadState *thread = PyEval_SaveThread();
			jsonbeacon_crew_wait(s->crew, &p->engine, WAIT);
			PyEval_RestoreThread(thread);
			if (PyErr_CheckSignals())
				return -1;
		}
	}
}

int pieces_within(const struct pieces *s) { return s->count && piece_at(s, 0)->at; }

struct piece *pieces_first(struct pieces *s) {
	if (pieces_within(s))
		return piece_at(s, 0);
	if (s->source && s->count <= s->ahead / 2 && refill(s))
		return NULL;
	return s->count && !find_first(s) ? piece_at(s, 0) : NULL;
}

void pieces_next(struct pieces *s) {
	s->units -= piece_at(s, 0)->units;
	s->first = (s->first + 1) % MOST_PIECES;
	s->count--;
}

static void stop_crew(struct pieces *s) {
	if (s->crew && jsonbeacon_running() && s->epoch == jsonbeacon_epoch())
		jsonbeacon_crew_stop(s->crew);
	s->crew = 0;
}

int pieces_traverse(struct pieces *s, visitproc visit, void *arg) {
	Py_VISIT(s->source);
	Py_VISIT(s->failure);
	for (int i = 0; i < s->count; i++)
		for (int64_t n = 0; n < piece_at(s, i)->engine.count; n++)
			Py_VISIT(piece_at(s, i)->texts[n]);
	return 0;
}

void pieces_clear(struct pieces *s) {
	stop_crew(s);
	Py_CLEAR(s->source);
	Py_CLEAR(s->failure);
	while (s->count) {
		struct piece *p = piece_at(s, 0);
		pieces_next(s);
		for (int64_t n = 0; n < p->engine.count; n++)
			Py_CLEAR(p->texts[n]);
	}
}

void pieces_free(struct pieces *s) {
	for (int i = 0; i < MOST_PIECES; i++)
		if (s->ring[i])
			piece_give_back(s->state, s->ring[i]);
}
