// Package zoom shows the page of the window larger or smaller, as the engine itself does it: all of it is laid out anew, as
// in a window of another size.
package zoom
