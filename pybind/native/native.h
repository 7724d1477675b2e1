/* What the files of the extension share: the module's state. There is one per interpreter, guarded
 * by that interpreter's GIL; nothing in the extension that holds a Python object is static. */
#ifndef JSONBEACON_NATIVE_H
#define JSONBEACON_NATIVE_H
#include "internals.h" /* first: it says how Python.h is to be read */

#include "engine.h"

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/* Keyword-only options of the documented functions. The order is that of the table in arguments.c. */
enum {
	OPTION_SCHEMA,
	OPTION_SELECT,
	OPTION_KIND,
	OPTION_REQUIRED,
	OPTION_TAGS,
	OPTION_REASONING,
	OPTION_FALLTHROUGH,
	OPTION_REPAIR,
	OPTION_INVISIBLE,
	OPTION_BLANK,
	OPTION_SOURCES,
	OPTION_MAX_LENGTH,
	OPTION_FORMATS,
	OPTION_SCHEMA_REGISTRY,
	OPTION_LEVEL, /* of repair_json */
	OPTION_COUNT
};
enum { MOST_CHOICES = 4 };

/* The attributes of an Extraction, in the order of the table in extraction.c. */
enum {
	FIELD_VALUE,
	FIELD_SOURCE,
	FIELD_START,
	FIELD_END,
	FIELD_CANDIDATES,
	FIELD_REPAIRS,
	FIELD_TRUNCATED,
	FIELD_TEXT,    /* the text it was found in */
	FIELD_CHANGED, /* the value's own text where an option changed it, else None */
	EXTRACTION_FIELDS
};

/* The attributes of a Repaired. */
enum {
	REPAIRED_VALUE,
	REPAIRED_TEXT,
	REPAIRED_REPAIRS,
	REPAIRED_TRUNCATED,
	REPAIRED_START, /* of what was repaired, in the text */
	REPAIRED_FIELDS
};

enum { MOST_FIELDS = EXTRACTION_FIELDS };

/* A class written in Python, and where its objects keep their fields. */
struct record {
	PyTypeObject *class;
	Py_ssize_t slots[MOST_FIELDS];
};

/* The classes of events and their slots, in the order of the tables in events.c. */
enum { EVENT_OPENED, EVENT_MEMBER, EVENT_COMPLETED, EVENT_FAILED, EVENT_DROPPED, EVENT_CLASSES };
enum { EVENT_START, EVENT_END, EVENT_PATH, EVENT_DETAIL, EVENT_STREAM, EVENT_FIELDS };
enum { MOST_CAUSES = 8 };

struct key_cache;
struct piece;
struct shape_cache;
struct workspace;

typedef struct {
	/* Given by the Python package through configure(). */
	PyObject *malformed, *not_found, *multiple; /* exception classes */
	PyObject *violation;                        /* the class of what check raises for a value it refuses */
	PyObject *resolve;                          /* resolve(schema, formats, registry) -> a Schema, or what to call */
	PyObject *refuse;                           /* refuse(cause, value, text, start, end, changed, edits) raises */
	PyObject *load_repaired;                    /* load_repaired() -> the class of what repair_json returns */
	PyTypeObject *schema;                       /* of compiled JSON Schemas; schema.c */
	PyTypeObject *column;                       /* of what comes of Arrow columns; column.c */
	struct record extraction, repaired;         /* what detailed calls, and repair_json, return */

	/* Streams. Given by the Python package through configure_stream(). */
	PyTypeObject *events;
	PyObject *event_classes; /* a tuple; NULL until a stream is used */
	Py_ssize_t event_slots[EVENT_FIELDS];
	PyObject *causes[MOST_CAUSES];
	void *records; /* what chunks are read with; NULL: none, or in use */
	Py_ssize_t records_room;
	void *spare_events; /* memory for an object; NULL: none */

	/* Interned, so that most comparisons are one of pointers. */
	PyObject *text_name;
	PyObject *int_from_bytes; /* looked up once: CPython keeps every new string that a method is looked up by */
	PyObject *option_names[OPTION_COUNT];
	PyObject *choices[OPTION_COUNT][MOST_CHOICES];
	PyObject *sources[4], *empty_tuple;

	/* Names of the engine's codes and reasons, tuples of str; NULL until the first error, because
	 * asking for them starts the engine. */
	PyObject *codes, *reasons;

	struct key_cache *keys;
	struct shape_cache *shapes;
	struct workspace *idle; /* a list */
	int idle_count;
	struct piece *idle_pieces; /* the same, of batches */
	int idle_piece_count;

	/* Borrowed. An object that gives memory back when it goes holds the module by a reference of its own: when the
	 * interpreter ends, the collector may take that of its type away first. */
	PyObject *module;
} native_state;

struct options {
	PyObject *schema;   /* borrowed; NULL: none */
	PyObject *registry; /* borrowed; NULL: none */
	PyObject *resolved; /* owned: what resolve made of the schema */
	int formats;
	int select, kind, required;
	int widened; /* any of what follows is not at its default */
	int64_t max_length;
	PyObject *tags; /* owned: bytes, the names with a NUL behind each; NULL: none */
	jsonbeacon_widening widening;
};

extern struct PyModuleDef native_module;

/* The state of the module that defined type or a base of it. */
native_state *state_of_type(PyTypeObject *type);

/* ---- arguments.c ---- */
struct function {
	const char *name;
	unsigned options; /* those it takes, as bits */
};
#define ALL_OPTIONS ((1u << OPTION_LEVEL) - 1)
#define WITHOUT(option) ~(1u << (option))
int names_init(native_state *state);
/* Reads the arguments of a vectorcall: text, borrowed, and options, which hold the defaults. */
int read_arguments(native_state *state, const struct function *f, PyObject *const *args, Py_ssize_t nargs,
	PyObject *kwnames, PyObject **text, struct options *options);
int set_option(native_state *state, const struct function *f, PyObject *name, PyObject *value, struct options *options);
#define DEFAULT_OPTIONS ((struct options){ .select = JB_SELECT_FIRST, .kind = JB_KIND_AUTO, .required = 1 })
void clear_options(struct options *options);
/* An option's value as Python shows it, in the form that set_option takes; a new reference. */
PyObject *show_option(native_state *state, const struct options *options, int option);

/* ---- text.c ---- */
/* A new reference to the text of an argument as str; with an exception set, NULL. */
PyObject *text_of(native_state *state, const char *function, PyObject *argument);

/* ---- call.c ---- */
PyObject *extract(native_state *state, PyObject *text, const struct options *options);
PyObject *extract_detailed(native_state *state, PyObject *text, const struct options *options);
PyObject *extract_every(native_state *state, PyObject *text, const struct options *options);
PyObject *repair(native_state *state, PyObject *text, const struct options *options);
PyObject *parse(native_state *state, PyObject *text, const struct options *options);
/* 0, or -1 with RuntimeError set where the engine cannot run. */
int ensure_engine(void);

/* ---- errors.c ---- */
/* Raises what a job that ended in JB_ERROR found. */
void raise_fault(native_state *state, const jsonbeacon_job *job, PyObject *text);
void raise_invalid_utf8(native_state *state, PyObject *text, Py_ssize_t position);
int is_not_found(native_state *state, const jsonbeacon_job *job);
/* Takes the exception that is set, as an object with its traceback; NULL: there was none. */
PyObject *fetched(void);
/* A new reference; NULL with an exception. */
PyObject *code_name(native_state *state, int32_t code);
PyObject *explain(native_state *state, PyObject *text, PyObject *code, PyObject *position, PyObject *related);

/* ---- extraction.c ---- */
int extraction_init(native_state *state);
int extraction_configure(native_state *state, PyObject *class);
/* The offset of a slot, from the descriptor that the class has for it; -1 with an exception. */
Py_ssize_t slot_offset(PyObject *class, const char *name);
/* With what repair did, as JSON, which Python reads when someone asks; NULL: nothing. */
PyObject *repaired_new(
	native_state *state, const jsonbeacon_job *job, PyObject *edits, PyObject *text, PyObject *value);
PyObject *extraction_new(
	native_state *state, const jsonbeacon_job *job, PyObject *edits, PyObject *text, PyObject *value);

/* ---- schema.c ---- */
extern PyType_Spec schema_spec;
/* Resolves options->schema, if there is one; -1 with an exception where it is wrong. */
int resolve_schema(native_state *state, struct options *options);
/* The engine's number of the JSON Schema, 0 where there is no schema; -1 with an exception. */
int64_t schema_number(native_state *state, const struct options *options);

/* ---- batch.c ---- */
extern PyType_Spec batch_spec;

/* ---- rows.c ---- */
PyObject *column_texts(PyObject *module, PyObject *source);

/* ---- column.c ---- */
extern PyType_Spec column_spec;
PyObject *extract_column(
	native_state *state, PyObject *source, const struct options *options, int threads, PyObject *type);

/* ---- extractor.c ---- */
extern PyType_Spec extractor_spec;
/* The options of an Extractor; NULL if it is none. */
const struct options *extractor_options(PyObject *object);
#endif
