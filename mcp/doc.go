// Package mcp speaks the Model Context Protocol both ways, and is the only
// importer of mcp-go (ARCHITECTURE.md, idea 4). A Client is one server that the
// person has; what it offers becomes tools like all others. A Server offers a
// space's tools to other people's agents. Neither asks, judges or records
// anything: calls in both directions take the one door, pipeline.Call
// (docs/spec/08-mcp.md).
package mcp
