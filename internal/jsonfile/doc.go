// Package jsonfile reads JSON whose order and place count, and edits JSON that people write.
//
// [Parse] and [ReadObject] keep what encoding/json drops: the order of the members, the
// line on which each stands, and a name that comes twice. The tokens are jsontext's.
//
// [Plain] reads what people write with comments. A [Document] answers with edits of its text, a [Draft] changes it
// value by value; both leave the rest as it is written.
package jsonfile
