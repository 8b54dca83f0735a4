// Shortlink serves short names for long addresses on 127.0.0.1:8080.
//
//	curl -X PUT --data https://example.org/docs http://127.0.0.1:8080/docs
//	curl -i http://127.0.0.1:8080/docs
package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"time"

	"example.org/shortlink/links"
)

func main() {
	server := &http.Server{Addr: "127.0.0.1:8080", Handler: routes(&links.Store{}), ReadHeaderTimeout: 5 * time.Second}
	log.Printf("listening on http://%s", server.Addr)
	log.Fatal(server.ListenAndServe())
}

func routes(store *links.Store) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /names", func(w http.ResponseWriter, _ *http.Request) {
		for _, name := range store.Names() {
			fmt.Fprintln(w, name)
		}
	})
	mux.HandleFunc("GET /{name}", func(w http.ResponseWriter, r *http.Request) {
		address, ok := store.Find(r.PathValue("name"))
		if !ok {
			http.NotFound(w, r)
			return
		}
		http.Redirect(w, r, address, http.StatusFound)
	})
	mux.HandleFunc("PUT /{name}", func(w http.ResponseWriter, r *http.Request) {
		address, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 64<<10))
		if err == nil {
			err = store.Add(r.PathValue("name"), string(address))
		}
		switch {
		case errors.Is(err, links.ErrTaken):
			http.Error(w, err.Error(), http.StatusConflict)
		case err != nil:
			http.Error(w, err.Error(), http.StatusBadRequest)
		default:
			w.WriteHeader(http.StatusCreated)
		}
	})
	return mux
}
