module example.org/shortlink

go 1.24
