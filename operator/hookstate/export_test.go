package hookstate

// What tests look at from outside.
const StatesFile = statesFile

type (
	// An Entry is one hook in the file that other programs read.
	Entry = state
	// A Form is that file.
	Form = statesForm
)

// Flush writes that file now.
func (b *Book) Flush() { b.flush() }
