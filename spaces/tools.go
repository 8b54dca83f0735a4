package spaces

type Tool struct{}

func (l *loader) tools()                               {}
func (l *loader) manifestTools(o object, data []byte) {}
