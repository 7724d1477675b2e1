package schema

// Limits of schemas.
const (
	// MaxValues is how many values and names of members a schema and the
	// documents that it refers to may have.
	MaxValues = 1 << 18
	// MaxSubschemas is how many of the values may be schemas: compiling looks
	// through those before for each.
	MaxSubschemas = 1 << 14
	// MaxForeign bounds references to places where no known keyword has a
	// schema, times the subschemas: each such place is a copy of what is known.
	MaxForeign = 1 << 23
	// MaxDigits bounds the digits and the exponent of a number in a schema.
	MaxDigits = 10_000
)

// Limits of a check that the library makes.
const (
	// MaxSteps is how many applications of a schema to a value a check of a
	// small instance may take; a large one is given stepsPerValue more for each
	// value. Subschemas that refer to one another twice, twenty deep, would take
	// a million.
	MaxSteps      = 1 << 20
	stepsPerValue = 1 << 6
	// MaxNesting is how deep applications may nest: that of the instance times
	// that of schemas that are applied to one value within one another. It bounds
	// the stack, to 64 MB: Go ends the process where one overflows.
	MaxNesting = 25_000
	// MaxInstance is how many values and names of members an instance may have.
	MaxInstance = 1 << 20
)

// MaxViolations is how many violations a check lists; it counts on.
const MaxViolations = 100
