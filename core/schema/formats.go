package schema

import (
	"errors"
	"net/netip"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// formats are those of 2020-12, Validation §7.3, that the library does not know,
// or takes another way than the official suite.
var formats = map[string]*jsonschema.Format{}

// libraryFormats are those that it is asked for. What is in neither table, such
// as semver, is an annotation.
var libraryFormats = map[string]bool{
	"date-time": true, "date": true, "time": true, "ipv6": true, "uuid": true, "json-pointer": true, "relative-json-pointer": true,
}

var errFormat = errors.New("the format does not fit")

func init() {
	for name, holds := range map[string]func(string) bool{
		"duration":      func(s string) bool { return duration().MatchString(s) },
		"email":         func(s string) bool { return isEmail(s, false) },
		"idn-email":     func(s string) bool { return isEmail(s, true) },
		"hostname":      isHostname,
		"idn-hostname":  isIDNHostname,
		"ipv4":          isIPv4,
		"uri":           func(s string) bool { return isURI(s, false, true) },
		"uri-reference": func(s string) bool { return isURI(s, false, false) },
		"iri":           func(s string) bool { return isURI(s, true, true) },
		"iri-reference": func(s string) bool { return isURI(s, true, false) },
		"uri-template":  isURITemplate,
		"regex":         isRegex,
	} {
		formats[name] = &jsonschema.Format{Name: name, Validate: func(v any) error {
			if s, ok := v.(string); ok && !holds(s) {
				return errFormat
			}
			return nil
		}}
	}
}

// lazily compiles an expression when it is first needed: most processes never
// check a format.
func lazily(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// duration is that of RFC 3339, appendix A.
var duration = lazily(`^P(\d+W|(\d+Y(\d+M(\d+D)?)?|\d+M(\d+D)?|\d+D)(T(\d+H(\d+M(\d+S)?)?|\d+M(\d+S)?|\d+S))?|T(\d+H(\d+M(\d+S)?)?|\d+M(\d+S)?|\d+S))$`)

var atoms = lazily("^[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\x{80}-\\x{10FFFF}-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\x{80}-\\x{10FFFF}-]+)*$")

// isEmail: Mailbox of RFC 5321 §4.1.2, or of RFC 6531 §3.3.
func isEmail(s string, international bool) bool {
	i := strings.LastIndexByte(s, '@')
	if i < 1 || !international && !isASCII(s) {
		return false
	}
	local, domain := s[:i], s[i+1:]
	if quoted, ok := strings.CutPrefix(local, `"`); ok && len(quoted) > 0 && strings.HasSuffix(quoted, `"`) {
		if !isQuotedString(quoted[:len(quoted)-1]) {
			return false
		}
	} else if !atoms().MatchString(local) {
		return false
	}
	if literal, ok := strings.CutPrefix(domain, "["); ok && strings.HasSuffix(literal, "]") {
		literal = literal[:len(literal)-1]
		if v6, ok := strings.CutPrefix(literal, "IPv6:"); ok {
			return isIPv6(v6)
		}
		return isIPv4(literal)
	}
	if international {
		return isIDNHostname(domain)
	}
	return isHostname(domain)
}

func isQuotedString(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' {
			i++
			if i == len(s) {
				return false
			}
		} else if s[i] == '"' || s[i] < ' ' {
			return false
		}
	}
	return true
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(c rune) bool { return c >= utf8.RuneSelf }) < 0
}

var label = lazily(`^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$`)

// isHostname: RFC 1123 §2.1, without what RFC 5891 §4.2.3.1 reserves.
func isHostname(s string) bool {
	if len(s) > 253 || s == "" {
		return false
	}
	for part := range strings.SplitSeq(s, ".") {
		if !label().MatchString(part) {
			return false
		}
		if len(part) > 3 && part[2:4] == "--" {
			if !strings.EqualFold(part[:2], "xn") || !isULabel(decodePunycode(part[4:])) {
				return false
			}
		}
	}
	return true
}

func isIPv4(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is4()
}

func isIPv6(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is6() && a.Zone() == "" && !strings.Contains(s, "%")
}

func isRegex(s string) bool {
	_, err := compileRegexp(s)
	var beyond *unsupported
	return err == nil || errors.As(err, &beyond)
}

var separators = map[rune]bool{'.': true, '\u3002': true, '\uFF0E': true, '\uFF61': true}

// isIDNHostname: RFC 5890 §2.3.2.3, by RFC 5891 and 5892.
func isIDNHostname(s string) bool {
	parts := strings.FieldsFunc(s, func(c rune) bool { return separators[c] })
	count := 1
	for _, c := range s {
		if separators[c] {
			count++
		}
	}
	if s == "" || len(parts) != count {
		return false
	}
	length := count - 1
	for _, part := range parts {
		if isASCII(part) {
			if !isHostname(part) {
				return false
			}
			length += len(part)
			continue
		}
		encoded := encodePunycode(part)
		if !isULabel(part) || len(encoded) > 59 {
			return false
		}
		length += len("xn--") + len(encoded)
	}
	return length <= 253
}

func isLetterDigit(c rune) bool {
	return c == '-' || unicode.In(c, unicode.Ll, unicode.Lo, unicode.Lm, unicode.Mn, unicode.Mc, unicode.Nd)
}
