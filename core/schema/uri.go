package schema

import (
	"strings"
)

// The parts of RFC 3986, appendix B, and what they may hold.
var (
	uriParts  = lazily(`^(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$`)
	scheme    = lazily(`^[A-Za-z][A-Za-z0-9+.-]*$`)
	authority = lazily(`^(?:([^@\[\]]*)@)?(\[[0-9A-Fa-f:.]+\]|\[[vV][0-9A-Fa-f]+\.[^\]]+\]|[^:\[\]@]*)(?::([0-9]*))?$`)
	escapes   = lazily(`%(?:[^0-9A-Fa-f]|[0-9A-Fa-f][^0-9A-Fa-f]|[0-9A-Fa-f]?$)`)
)

// isURI: RFC 3986, and RFC 3987 where other letters are let in.
func isURI(s string, international, absolute bool) bool {
	for _, c := range s {
		if c <= ' ' || c == 0x7F || strings.ContainsRune("\"<>\\^`{|}", c) || c >= 0x80 && !(international && isUCS(c)) {
			return false
		}
	}
	m := uriParts().FindStringSubmatchIndex(s)
	if m == nil || escapes().MatchString(s) {
		return false
	}
	part := func(k int) (string, bool) {
		if m[2*k] < 0 {
			return "", false
		}
		return s[m[2*k]:m[2*k+1]], true
	}
	name, has := part(1)
	if has && !scheme().MatchString(name) || absolute && !has {
		return false
	}
	path, _ := part(3)
	if a, ok := part(2); ok {
		found := authority().FindStringSubmatch(a)
		if found == nil {
			return false
		}
		if host := found[2]; strings.HasPrefix(host, "[") && host[1]|0x20 != 'v' && !isIPv6(strings.Trim(host, "[]")) {
			return false
		}
	}
	if !has && strings.Contains(strings.SplitN(path, "/", 2)[0], ":") {
		return false
	}
	query, _ := part(4)
	fragment, _ := part(5)
	return !strings.ContainsAny(path+query+fragment, "[]") && !strings.Contains(fragment, "#")
}

// isUCS: ucschar and iprivate of RFC 3987 §2.2.
func isUCS(c rune) bool {
	return c >= 0xA0 && c <= 0xD7FF || c >= 0xE000 && c <= 0xFDCF || c >= 0xFDF0 && c <= 0xFFEF || c >= 0x10000 && c&0xFFFF < 0xFFFE
}

var expression = lazily(`^[+#./;?&=,!@|]?[A-Za-z0-9_%][A-Za-z0-9_%]*(?:\.[A-Za-z0-9_%]+)*(?::[1-9][0-9]{0,3}|\*)?(?:,[A-Za-z0-9_%][A-Za-z0-9_%]*(?:\.[A-Za-z0-9_%]+)*(?::[1-9][0-9]{0,3}|\*)?)*$`)

// isURITemplate: RFC 6570 §2.
func isURITemplate(s string) bool {
	for s != "" {
		i := strings.IndexAny(s, "{}")
		literal := s
		if i >= 0 {
			literal = s[:i]
		}
		if strings.ContainsAny(literal, " \"<>\\^`|\x7f") || escapes().MatchString(literal) {
			return false
		}
		if i < 0 {
			return true
		}
		end := strings.IndexByte(s, '}')
		if s[i] == '}' || end < i || !expression().MatchString(s[i+1:end]) {
			return false
		}
		s = s[end+1:]
	}
	return true
}
