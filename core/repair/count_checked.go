//go:build jsonbeacon_checked

package repair

// With the tag jsonbeacon_checked every read of the text is counted, for tests
// of linear cost.
const counting = true
