//go:build !jsonbeacon_checked

package repair

const counting = false
