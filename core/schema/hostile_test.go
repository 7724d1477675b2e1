package schema

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

func mustCompile(t *testing.T, source string) *Schema {
	t.Helper()
	s, err := Compile([]byte(source), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func verdictOf(t *testing.T, schema, instance string) Result {
	t.Helper()
	r, fault := ValidateText(mustCompile(t, schema), []byte(instance))
	if fault != nil {
		t.Fatal(fault)
	}
	return r
}

// splits gives lists of strings that the library's hash of values cannot tell
// apart: it writes the strings behind one another, each behind a byte 4.
func splits(count int) string {
	var lists []string
	for n := range count {
		bits := fmt.Sprintf("%020b", n)
		element := strings.NewReplacer("0", `\u0004`, "1", `","`).Replace(bits)
		lists = append(lists, `["`+element+`"]`)
	}
	return "[" + strings.Join(lists, ",") + "]"
}

func TestUniqueItems(t *testing.T) {
	for instance, want := range map[string]Verdict{
		splits(20_000): Valid,
		"[1, 1.0]":     Invalid,
		"[100, 1e2]":   Invalid,
		"[0, -0.0]":    Invalid,
		`[1, true, "1", null, "", [], {}, [[]], 0]`:   Valid,
		`[{"a":1,"b":[2]}, {"b":[2.0],"a":1}]`:        Invalid,
		`[{"a":"b"}, {"ab":""}]`:                      Valid,
		`[["a","b"], ["a\",\"b"], ["ab"]]`:            Valid,
		"[1e-999999999, 2e-999999999, 1e-999999998]":  Valid,
		"[1e-999999999, 0, 10e-1000000000]":           Invalid,
		"[-1e-999999999, 1e-999999999]":               Valid,
		"[123456789012345678901, 123456789012345678]": Valid,
	} {
		if r := verdictOf(t, `{"uniqueItems":true}`, instance); r.Verdict != want {
			t.Errorf("%.60s: %d, want %d", instance, r.Verdict, want)
		}
	}
}

// TestFarNumbers checks numbers whose exponents no fraction can be made of.
func TestFarNumbers(t *testing.T) {
	for _, c := range []struct {
		schema, instance string
		want             Verdict
	}{
		{`{"minimum":0}`, "1e-999999999", Valid},
		{`{"exclusiveMinimum":0}`, "1e-999999999", Valid},
		{`{"exclusiveMinimum":0}`, "-1e-999999999", Invalid},
		{`{"maximum":1e-300}`, "1e-999999999", Valid},
		{`{"minimum":1e-300}`, "1e-999999999", Invalid},
		{`{"type":"integer"}`, "1e-999999999", Invalid},
		{`{"type":"integer"}`, "0e999999999", Valid},
		{`{"multipleOf":1e-300}`, "1e-999999999", Invalid},
		{`{"const":0}`, "1e-999999999", Invalid},
		{`{"const":0}`, "0.0e-999999999", Valid},
		{`{"maxLength":1e300}`, `"a"`, Valid},
		{`{"minItems":18446744073709551616}`, `[1]`, Invalid},
	} {
		if r := verdictOf(t, c.schema, c.instance); r.Verdict != c.want {
			t.Errorf("%s, %s: %d, want %d", c.schema, c.instance, r.Verdict, c.want)
		}
	}
	if _, err := Compile([]byte(`{"minimum":1e-20000}`), Options{}); err == nil || !strings.Contains(err.Error(), "/minimum: the number is beyond") {
		t.Error(err)
	}
}

func manyNames(count int) string {
	var b strings.Builder
	for n := range count {
		fmt.Fprintf(&b, `"a%d",`, n)
	}
	return strings.TrimSuffix(b.String(), ",")
}

// TestOverload checks what would take very long: nothing is known then.
func TestOverload(t *testing.T) {
	long := strings.Repeat("9", 1<<20)
	for schema, instance := range map[string]string{
		`{"anyOf":[{"items":{"$ref":"#"},"minItems":1},{"items":{"$ref":"#"},"minItems":1}]}`:         strings.Repeat("[", 60) + strings.Repeat("]", 60),
		`{"items":{"allOf":[` + strings.Repeat(`{"multipleOf":7},`, 500) + `{"multipleOf":3}]}}`:      "[" + long + "]",
		`{"allOf":[` + strings.Repeat(`{"uniqueItems":true},`, 2000) + `{}]}`:                         `[[` + strings.Repeat("1,", 1<<16) + `1],0]`,
		`{"items":{"dependentRequired":{"a":[` + manyNames(1<<17) + `]}}}`:                            "[" + strings.Repeat(`{"a":1},`, 1<<16) + "1]",
		`{"enum":[` + strings.Repeat("1.5,", 5000) + `2]}`:                                            long,
		`{"items":{"enum":[` + strings.Repeat("1.5,", 5000) + `2]}}`:                                  "[" + strings.Repeat("1,", 5000) + "1]",
		`{"items":{"patternProperties":{"` + strings.Repeat("(a|b)*", 500) + `c":{}},"not":{"a":1}}}`: `[{"` + strings.Repeat("a", 1<<18) + `":1}]`,
	} {
		if r := verdictOf(t, schema, instance); r.Verdict != Overload {
			t.Errorf("%.60s: %d", schema, r.Verdict)
		}
	}
	large := "[" + strings.Repeat("1,", MaxInstance-2) + "1]"
	for instance, want := range map[string]Verdict{large: Invalid, large[:1] + "1," + large[1:]: Overload} {
		if r := verdictOf(t, `{"not":{"type":"array"}}`, instance); r.Verdict != want {
			t.Errorf("%d values: %d, want %d", len(instance)/2, r.Verdict, want)
		}
	}
}

// TestWithinLimits checks that what is merely large has an answer.
func TestWithinLimits(t *testing.T) {
	element := `"a99999"`
	r := verdictOf(t, `{"items":{"enum":[`+manyNames(5000)+`]}}`, "["+strings.Repeat(element+",", 9999)+element+"]")
	if r.Verdict != Invalid || r.Count != 10_000 || len(r.Violations) != MaxViolations {
		t.Errorf("%d: %d violations", r.Verdict, r.Count)
	}
	r = verdictOf(t, `{"items":{"required":[`+manyNames(100)+`]}}`, "["+strings.Repeat("{},", 4999)+"{}]")
	if r.Verdict != Invalid || r.Count != 500_000 || r.Violations[99].Path != "/0/a99" {
		t.Errorf("%d: %d violations", r.Verdict, r.Count)
	}
}

func TestInterrupted(t *testing.T) {
	s := mustCompile(t, `{"not":{"items":{"type":"string"}}}`)
	text := []byte("[" + strings.Repeat("[],", 1<<14) + "1]")
	q := quick[uint8]{}
	if q.v.read(text) != nil {
		t.Fatal("no JSON")
	}
	asked := 0
	for range 2 {
		r := ask(s, &q.v, func() bool { asked++; return asked == 2 })
		if want := map[bool]Verdict{true: Interrupted, false: Valid}[asked == 2]; r.Verdict != want {
			t.Errorf("%d after %d", r.Verdict, asked)
		}
	}
}

// TestShared checks one schema from many goroutines.
func TestShared(t *testing.T) {
	s := mustCompile(t, `{"items":{"oneOf":[{"type":"integer"},{"type":"string","minLength":2}]}}`)
	var group sync.WaitGroup
	for worker := range 8 {
		group.Go(func() {
			for n := range 200 {
				text, want := `[1,"ab"]`, Valid
				if (n+worker)%2 == 0 {
					text, want = `[1,"a",null]`, Invalid
				}
				if r, _ := ValidateText(s, []byte(text)); r.Verdict != want || want == Invalid && r.Count != 3 {
					t.Errorf("%s: %v", text, r)
				}
			}
		})
	}
	group.Wait()
	if len(s.idle) > maxIdle {
		t.Errorf("%d graphs are kept", len(s.idle))
	}
}

// TestOrder checks that violations do not stand in the order of Go's maps.
func TestOrder(t *testing.T) {
	schema := `{"patternProperties":{"^a":{"minimum":5},"b$":{"minimum":6}},"additionalProperties":false,"required":["z","y"],
		"dependentRequired":{"q":["r"],"p":["o"]},"propertyNames":{"maxLength":2}}`
	first := ""
	for range 20 {
		r := verdictOf(t, schema, `{"abb":1,"ab":2,"q":3,"p":4}`)
		out := string(r.AppendJSON(nil, nil))
		if first == "" {
			first = out
			t.Log(first)
		}
		if out != first {
			t.Fatalf("%s\n%s", first, out)
		}
	}
	var got []string
	for _, v := range verdictOf(t, schema, `{"abb":1,"ab":2,"q":3,"p":4}`).Violations {
		got = append(got, v.Keyword+" "+v.Path)
	}
	want := "required /z,required /y,dependentRequired /o,dependentRequired /r,propertyNames /abb,minimum /abb,minimum /abb,minimum /ab,minimum /ab,additionalProperties /q,additionalProperties /p"
	if strings.Join(got, ",") != want {
		t.Errorf("%s\n%s", strings.Join(got, ","), want)
	}
}
