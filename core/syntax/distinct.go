package syntax

// mostKeys is how many members an object may have for Distinct to compare their
// names each with each.
const mostKeys = 24

// Distinct reports whether no object on the tape, which holds a value whole,
// repeats a key. false means only that it may: two names that have an escape, or
// the same length, beginning and end, are not looked at more closely, nor are
// objects of many members.
func Distinct(src Source[uint8], t Tape, used int) bool {
	// Post-order: an object's names are the last ones that no object has taken yet.
	var signs [MaxDepth + mostKeys]uint64
	n := 0
	for i := 0; i < used; {
		w := t.get(i)
		tag := w & 15
		i += wordsOf[tag]
		switch tag {
		case TagKey:
			if n == len(signs) {
				return false
			}
			signs[n] = sign(src, int(w>>32), int(w>>4&MaxLength))
			n++
		case TagKeyEscape:
			return false
		case TagObject:
			members := int(w >> 4)
			if members > mostKeys {
				return false
			}
			names := signs[n-members : n]
			for a := range names {
				for b := range names[:a] {
					if names[a] == names[b] {
						return false
					}
				}
			}
			n -= members
		}
	}
	return true
}

// sign is the same for the same name.
func sign(src Source[uint8], start, length int) uint64 {
	const word = 8
	if length >= word {
		return mix(src.Word(start)^uint64(length), src.Word(start+length-word))
	}
	var w uint64
	if start+word <= src.Len() {
		w = src.Word(start)
	} else {
		for i := range length {
			w |= uint64(src.At(start+i)) << (8 * i)
		}
	}
	return w << (8 * (word - length)) // nothing but the name, which has no NUL
}
