# Handrail. The two commands that matter are `make run` and `make test`; each installs
# what it needs first. CONTRIBUTING.md says what the others are for.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS += --no-builtin-rules
.DEFAULT_GOAL := build

CACHE := build/cache
LINT_VERSION := v2.15.0
LINT := $(CACHE)/golangci-lint-$(LINT_VERSION)

# The version control stamp fails in a checkout that belongs to another user. No -trimpath:
# it would compile every library once more than the tests and the linter do.
GO_BUILD := go build -buildvcs=false -ldflags '-s -w'
# What `wails build` would pass. webkit2_41: the WebKit that current distributions have.
DESKTOP_TAGS := desktop,production,webkit2_41

PAGE_SOURCES := $(shell find frontend -path frontend/node_modules -prune -o -path frontend/dist -prune -o -type f -print 2>/dev/null)
NODE_MODULES := frontend/node_modules/.package-lock.json
# Other people's MCP servers and client, which the tests of mcp talk to.
PEERS := build/peers/node_modules/.package-lock.json
# The protocol's conformance suite, and on Linux the Node that it needs.
CONFORMANCE := build/conformance/node_modules/.package-lock.json

.PHONY: run build roomer cli desktop test lint-frontend test-frontend test-e2e test-bindings test-go test-seeds conformance test-conformance servers ci lint lint-go lint-elsewhere bench bench-compare bindings reference seeds attack setup setup-test clean

## run: install what is missing, build both programs, open the window on a copy of examples/welcome
run: setup build
	build/run.sh

## build: both programs into build/bin
build: cli desktop

# What becomes rooms; both programs carry it.
roomer:
	build/roomer.sh

cli: roomer
	CGO_ENABLED=0 $(GO_BUILD) -o build/bin/handrail .

# On Linux the window is a plain go build: the page and the bindings are made before, so
# that the wails program itself need not be compiled. Elsewhere wails also packages.
ifeq ($(shell uname -s),Linux)
desktop: roomer frontend/dist/index.html
	CGO_ENABLED=1 $(GO_BUILD) -tags $(DESKTOP_TAGS) -o build/bin/handrail-desktop .
else
desktop:
	go tool wails build -trimpath
endif

$(NODE_MODULES): frontend/package.json frontend/package-lock.json
	cd frontend && npm ci --no-audit --no-fund
	touch $@

$(PEERS): build/peers/package.json build/peers/package-lock.json
	cd build/peers && npm ci --no-audit --no-fund
	touch $@

frontend/dist/index.html: $(NODE_MODULES) $(PAGE_SOURCES)
	cd frontend && npm run build
	touch $@

# The browser and Go together: each leaves a processor idle half of the time.
TEST_PARTS := lint-frontend test-frontend test-bindings build test-e2e+test-go test-seeds

# How each test ended, for test-seeds. A part removes its own first: an older one would lie.
RAN_GO := $(CACHE)/ran-go.txt
RAN_PAGE := $(CACHE)/ran-page.json
RAN_E2E := $(CACHE)/ran-e2e.json

## test: install what is missing and run everything, also when a part has failed; Go's tests print last
test: setup-test
	@MAKE="$(MAKE)" exec build/test.sh $(TEST_PARTS)

## ci: what has to pass before a change is merged: lint as well, and the conformance suite if it could go differently
ci: setup-test
	@MAKE="$(MAKE)" exec build/test.sh lint-go lint-elsewhere test-conformance $(TEST_PARTS)

lint-frontend: $(NODE_MODULES)
	cd frontend && npm run lint

test-frontend: $(NODE_MODULES)
	@mkdir -p $(CACHE) && rm -f $(RAN_PAGE)
	cd frontend && npm test -- --reporter=default --reporter=json --outputFile.json=../$(RAN_PAGE)

test-e2e: $(NODE_MODULES)
	@mkdir -p $(CACHE) && rm -f $(RAN_E2E)
	cd frontend && npm run e2e -- --reporter=default --reporter=json --outputFile.json=../$(RAN_E2E)

# The TypeScript that calls Go is generated and committed: it must be what this Go gives.
test-bindings:
	build/bindings.sh --check

$(CONFORMANCE): build/conformance/package.json build/conformance/package-lock.json
	cd build/conformance && npm ci --no-audit --no-fund
	touch $@

## conformance: run the protocol's own suite against Handrail; ONLY=server or client, SCENARIO=NAME
conformance: cli $(CONFORMANCE)
	go run ./internal/dev/conformance -only '$(ONLY)' -scenario '$(SCENARIO)'

## servers: use real servers from npm as a person and an agent do, and write docs/servers.md; ONLY=github,memory: these, and write nothing
servers: setup-test cli
	go run ./internal/dev/servers -only '$(ONLY)'

test-conformance:
	@if git diff --quiet HEAD~1 -- mcp go.mod build/conformance internal/dev/conformance 2>/dev/null; then \
		echo "conformance: nothing that it looks at has changed"; \
	else \
		$(MAKE) --no-print-directory conformance; \
	fi

test-go: roomer $(PEERS)
	@mkdir -p $(CACHE) && rm -f $(RAN_GO)
	build/gotest.sh -json ./... | go run ./internal/dev/seeds keep $(RAN_GO)

# Each test that docs/seeds.md names has run and passed. Silent if so: Go's tests come last.
test-seeds:
	@go run ./internal/dev/seeds ran $(RAN_GO) $(RAN_PAGE) $(RAN_E2E)

## lint: what machines can judge, and that everything compiles for the other systems
lint: lint-go lint-elsewhere

lint-go: $(LINT)
	$(LINT) run ./...
	mkdir -p frontend/dist && { [ -n "$$(ls -A frontend/dist)" ] || touch frontend/dist/placeholder; }
	$(LINT) run --build-tags bindings .

# Not go vet: it would compile every library for each system first.
lint-elsewhere:
	go run ./internal/dev/elsewhere windows/amd64 darwin/arm64

# Not in go.mod: it would bring 200 modules that Handrail itself never sees.
$(LINT):
	GOBIN=$(CURDIR)/$(CACHE)/lint go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(LINT_VERSION)
	mv $(CACHE)/lint/golangci-lint $@

## bench: the table of docs/performance.md, measured on this machine
bench: setup-test cli desktop
	go run ./internal/dev/bench

## bench-compare: what BASE=REV and these files take, in turns; ROUNDS=5, ONLY="outside calls": only these parts
bench-compare: setup-test cli $(PEERS)
	go run ./internal/dev/bench -compare '$(BASE)' -rounds '$(or $(ROUNDS),5)' -only '$(ONLY)'

## attack: our own attacks against the built program, as an ordinary user; ONLY=git: those whose name holds "git"
attack: setup-test cli
	build/attack/run.sh build/bin/handrail '$(ONLY)'

## reference: write docs/reference from the code
reference:
	go test ./internal/dev/reference -update

## seeds: write docs/seeds.md from internal/dev/seeds/testdata
seeds:
	go test ./internal/dev/seeds -run TestSeeds -update

## bindings: generate frontend/wailsjs from the Go that the page calls
bindings:
	build/bindings.sh

setup:
	build/setup.sh run

setup-test:
	build/setup.sh test

## clean: remove what was built; caches of Go and npm stay
clean:
	rm -rf build/bin build/cache build/welcome build/tour frontend/dist frontend/node_modules frontend/coverage frontend/test-results
