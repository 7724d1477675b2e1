/* Docstrings; the first line of each gives inspect.signature its answer. */
#ifndef JSONBEACON_DOCS_H
#define JSONBEACON_DOCS_H

#define DOC static const char
#define REPAIRS_AND_STRIPPING                                                                                          \
	"repair=None, invisible='keep', blank='allow', sources=('fence', 'inline'), max_length=None, "                     \
	"formats=False, schema_registry=None"
#define OPT_INS "tags=None, reasoning='keep', fallthrough=False, " REPAIRS_AND_STRIPPING

DOC extract_json_doc[] =
	"extract_json($module, /, text, *, schema=None, select='first', kind='auto', required=True, " OPT_INS
	")\n"
	"--\n"
	"\n"
	"Return the JSON object or array in a text that a language model wrote.\n"
	"\n"
	"Fenced JSON counts before JSON in prose. The JSON itself must be strict: what is wrong with it is an\n"
	"error that says what and where, never a guess.\n"
	"\n"
	":param text: what the model wrote: ``str``, or UTF-8 as ``bytes``, ``bytearray`` or ``memoryview``\n"
	":param schema: what the value must be: a JSON Schema (``dict``, ``bool`` or its text), a pydantic model or\n"
	"    ``TypeAdapter``, a type, or a callable that returns the result or raises\n"
	":param select: which value to take if there are several: ``\"first\"``, ``\"last\"``, ``\"largest\"`` or\n"
	"    ``\"only\"``, which makes several an error\n"
	":param kind: ``\"auto\"`` takes an object where there is one; ``\"object\"``, ``\"array\"`` or ``\"any\"``\n"
	":param required: ``False``: return ``None`` where there is no JSON at all\n"
	":param tags: names such as ``(\"result\", \"json\")``: look in ``<result>…</result>`` before anything else\n"
	":param reasoning: ``\"skip\"`` ignores what the model thinks aloud in ``<think>`` and the like\n"
	":param fallthrough: try source after source and value after value until one is good\n"
	":param repair: mend what is not JSON: ``\"syntax\"`` where there is one reading, ``\"guess\"`` where one is\n"
	"    likelier, ``\"all\"`` also where something is missing\n"
	":param invisible: characters that show nothing: ``\"syntax\"`` ignores them between tokens, ``\"strip\"``\n"
	"    takes them out of strings too\n"
	":param blank: ``\"reject\"`` refuses a value in which nothing is filled in\n"
	":param sources: where to look: ``\"fence\"``, ``\"inline\"`` or both\n"
	":param max_length: refuse longer texts, in characters\n"
	":param formats: whether the keyword ``format`` of a JSON Schema asserts, and does not only annotate\n"
	":param schema_registry: the JSON Schemas that ``$ref`` may reach, by URI; nothing is ever fetched\n"
	":raises MalformedOutputError: the selected JSON is not JSON, or there is none to select\n"
	":raises SchemaValidationError: the value is not what ``schema`` asks for\n"
	"\n"
	">>> import jsonbeacon\n"
	">>> jsonbeacon.extract_json('Sure! Here it is:\\n```json\\n{\"intent\": \"cancel\", \"confidence\": 0.9}\\n```\\nDone.')\n"
	"{'intent': 'cancel', 'confidence': 0.9}\n"
	">>> jsonbeacon.extract_json('The user wants to {\"intent\": cancel')\n"
	"Traceback (most recent call last):\n"
	"    ...\n"
	"jsonbeacon.MalformedOutputError: expected a JSON value, found 'c' (line 1, column 30)\n";

DOC extract_json_detailed_doc[] =
	"extract_json_detailed($module, /, text, *, schema=None, select='first', kind='auto', " OPT_INS
	")\n"
	"--\n"
	"\n"
	"Return what extract_json returns together with where it was found, as an Extraction.\n"
	"\n"
	"The parameters and errors are those of ``extract_json``.\n"
	"\n"
	">>> import jsonbeacon\n"
	">>> d = jsonbeacon.extract_json_detailed('Sure:\\n```json\\n{\"a\": 1}\\n```')\n"
	">>> (d.value, d.source, d.start, d.end, d.candidates)\n"
	"({'a': 1}, 'fence', 14, 22, 1)\n";

DOC extract_all_doc[] =
	"extract_all($module, /, text, *, schema=None, tags=None, reasoning='keep', " REPAIRS_AND_STRIPPING
	")\n"
	"--\n"
	"\n"
	"Return every candidate of a text in its order, for those who choose themselves: a list in which each is\n"
	"an Extraction, or the error that choosing it would raise.\n"
	"\n"
	"The parameters are those of ``extract_json``.\n"
	"\n"
	">>> import jsonbeacon\n"
	">>> jsonbeacon.extract_all('{\"a\": 1} or {\"a\": 2,}')\n"
	"[Extraction(value={'a': 1}, source='inline', start=0, end=8, candidates=2), "
	"MalformedOutputError(\"expected another member after the comma, found '}' (line 1, column 21)\")]\n";

DOC parse_json_doc[] =
	"parse_json($module, /, text)\n"
	"--\n"
	"\n"
	"Return the value of a text that is one JSON document, as RFC 8259 has it, and nothing else.\n"
	"\n"
	"For where ``json.loads`` was used and strictness is wanted: repeated keys, ``NaN``, lone surrogates and\n"
	"numbers beyond a float are errors. Integers are exact at any size. One U+FEFF at the start is skipped.\n"
	"\n"
	":param text: ``str``, or UTF-8 as ``bytes``, ``bytearray`` or ``memoryview``\n"
	":raises MalformedOutputError: it is not JSON\n"
	"\n"
	">>> import jsonbeacon\n"
	">>> jsonbeacon.parse_json('[1, 2.5, \"three\"]')\n"
	"[1, 2.5, 'three']\n";

DOC repair_json_doc[] =
	"repair_json($module, /, text, *, level='all')\n"
	"--\n"
	"\n"
	"Return what a text that is one damaged JSON document means, as a Repaired: the value, the repaired text,\n"
	"every edit that was made, and whether something was missing.\n"
	"\n"
	"A valid document comes back untouched. The result is always valid JSON. What has no reading that is\n"
	"clearly likelier than another is refused.\n"
	"\n"
	":param text: ``str``, or UTF-8 as ``bytes``, ``bytearray`` or ``memoryview``\n"
	":param level: ``\"syntax\"`` makes only edits that have one reading, ``\"guess\"`` also those that pick the\n"
	"    likeliest, ``\"all\"`` also supplies or leaves out what is missing\n"
	":raises MalformedOutputError: it cannot be repaired; the error is the one of the strict reading\n"
	"\n"
	">>> import jsonbeacon\n"
	">>> jsonbeacon.repair_json(\"{'a': True,}\").value\n"
	"{'a': True}\n";

DOC configure_doc[] =
	"configure($module, /, *, malformed, not_found, multiple, violation, resolve, refuse, load_repaired, extraction)\n"
	"--\n"
	"\n"
	"Tell what is written in Python: the classes of errors, of which each is called with (code, text,\n"
	"position, start, end, related, reason); the class of what refuse raises for a value; resolve(schema, formats,\n"
	"registry), which returns a Schema or what to call with the value; refuse(cause, value, text, start, end, changed,\n"
	"edits), which raises for what such a call raised or a Schema found; and the class Extraction, whose slots are\n"
	"filled without a call of its __init__.\n";

DOC schema_doc[] =
	"Schema(request, /)\n"
	"--\n"
	"\n"
	"A compiled JSON Schema. The request is what jsonbeacon_schema_compile takes; ValueError with the engine's JSON\n"
	"where the schema is wrong.\n";

DOC schema_validate_doc[] =
	"validate($self, text, /)\n"
	"--\n"
	"\n"
	"Check a JSON text that has no fault: None, or the engine's JSON of the violations.\n";

DOC configure_stream_doc[] =
	"configure_stream($module, events, /)\n"
	"--\n"
	"\n"
	"Tell the classes of events, a tuple in the order of the table in events.c.\n";

DOC explain_doc[] =
	"explain($module, text, code, position, related, /)\n"
	"--\n"
	"\n"
	"Return (message, line, column) of an error; line and column are 0 where it has no place.\n";

DOC epoch_doc[] =
	"epoch($module, /)\n"
	"--\n"
	"\n"
	"Return how many runtimes of the engine were started in this process and its ancestors.\n";

DOC about_doc[] =
	"about($module, /)\n"
	"--\n"
	"\n"
	"Return how the package was built and what the engine's runtime is at. Starts nothing.\n";

DOC extractor_doc[] = "Extractor(*, schema=None, select='first', kind='auto', required=True, " OPT_INS
					  ")\n"
					  "--\n"
					  "\n"
					  "The options of extract_json, read once.\n";

DOC extractor_extract_doc[] =
	"extract($self, /, text)\n"
	"--\n"
	"\n"
	"Return the JSON object or array in a text, as ``extract_json`` does.\n";

DOC extractor_detailed_doc[] =
	"detailed($self, /, text)\n"
	"--\n"
	"\n"
	"Return it together with where it was found, as ``extract_json_detailed`` does.\n";

DOC stream_doc[] =
	"Stream(extractor)\n"
	"--\n"
	"\n"
	"A text that arrives in parts.\n";

DOC stream_close_doc[] =
	"close($self, /)\n"
	"--\n"
	"\n"
	"End the text, and return what ``extract`` gives for the whole of it.\n"
	"\n"
	"Closing again gives the same object, or raises the same error.\n"
	"\n"
	":raises JSONBeaconError: what ``extract`` raises\n"
	"\n"
	">>> import jsonbeacon\n"
	">>> stream = jsonbeacon.Extractor().stream()\n"
	">>> _ = stream.feed(b'Sure: {\"name\": \"Zo\\xc3'), stream.feed(b'\\xab\"}')\n"
	">>> stream.close()\n"
	"{'name': 'Zo\u00eb'}\n";

DOC stream_close_detailed_doc[] =
	"close_detailed($self, /)\n"
	"--\n"
	"\n"
	"End the text, and return what ``detailed`` gives for the whole of it.\n";

DOC stream_feed_doc[] =
	"feed($self, chunk, /)\n"
	"--\n"
	"\n"
	"Take the next part of the text and return what happened in it: a sequence of events, empty for most parts.\n"
	"\n"
	"A part is cut anywhere, inside a character of UTF-8 or an escape as well. The events are provisional:\n"
	"what comes later can overrule them. The part is read for them when the sequence is looked at, now or\n"
	"later, and not at all if it never is.\n"
	"\n"
	":param chunk: ``str``, or UTF-8 as ``bytes``, ``bytearray`` or ``memoryview``\n"
	":raises MalformedOutputError: the text is longer than ``max_length``\n"
	":raises ValueError: the stream is closed\n"
	":raises RuntimeError: the stream is in another call, of another thread or further up\n"
	"\n"
	">>> import jsonbeacon\n"
	">>> stream = jsonbeacon.Extractor().stream()\n"
	">>> stream.feed('Sure: {\"steps\": [\"m')\n"
	"[CandidateOpened(start=6, kind='object', source='inline')]\n"
	">>> stream.feed('ix\"')\n"
	"[MemberCompleted(path=('steps', 0), value='mix')]\n";

DOC extractor_all_doc[] =
	"all($self, /, text)\n"
	"--\n"
	"\n"
	"Return every candidate in a text, as ``extract_all`` does.\n";
DOC batch_doc[] =
	"Batch(extractor, texts, threads, detailed, crew_from, /)\n"
	"--\n"
	"\n"
	"What an Extractor makes of each text of an iterator, in order. Texts are taken ahead in pieces, and found by\n"
	"as many threads, the calling one among them; the others are started when crew_from pieces are waiting.\n";

DOC batch_extend_doc[] =
	"extend($self, values, /)\n"
	"--\n"
	"\n"
	"Append some values to a list; False where there are no more. What a call for a text raises, this raises, and\n"
	"goes on with the next text when it is called again.\n";

DOC batch_close_doc[] =
	"close($self, /)\n"
	"--\n"
	"\n"
	"Let go of all texts, and return what their iterator raised, or None.\n";

DOC column_texts_doc[] =
	"column_texts($module, column, /)\n"
	"--\n"
	"\n"
	"The texts of an Arrow column as a list of str, None where one is missing, and bytes where one is no UTF-8.\n";

DOC extract_column_doc[] =
	"extract_column($module, extractor, column, threads, type, /)\n"
	"--\n"
	"\n"
	"What jsonbeacon.arrow.extract returns; type is None, or a tuple of (format, JSON, name, nullable, children) for\n"
	"each type in preorder.\n";

DOC describe_type_doc[] =
	"describe_type($module, type, /)\n"
	"--\n"
	"\n"
	"An Arrow type as (format, extension, name, nullable, dictionary, children), children being the same.\n";

DOC column_doc[] =
	"What ``jsonbeacon.arrow.extract`` returns: a struct column with a row for each text, for any library that\n"
	"takes Arrow's PyCapsule interface. ``len()`` is the number of its rows.\n";

DOC column_schema_doc[] =
	"__arrow_c_schema__($self, /)\n"
	"--\n"
	"\n"
	"A capsule of the column's type: ``struct<value: string, kind: string, …>``.\n";

DOC column_array_doc[] =
	"__arrow_c_array__($self, /, requested_schema=None)\n"
	"--\n"
	"\n"
	"Capsules of the type and of the array; ``requested_schema`` is not followed.\n"
	"\n"
	":raises ValueError: there is not one chunk, but none or several\n";

DOC column_stream_doc[] =
	"__arrow_c_stream__($self, /, requested_schema=None)\n"
	"--\n"
	"\n"
	"A capsule of a stream of the chunks; ``requested_schema`` is not followed.\n";

DOC column_chunks_doc[] = "The number of chunks: that of the texts' column.";

#endif
