// Package mcp speaks the Model Context Protocol both ways, and is the only
// importer of mcp-go (DESIGN, idea 4). A Client is one server that the person
// has; what it offers becomes tools like all others. A Server offers a space's
// tools to other people's agents. Neither asks, judges or records anything: calls
// in both directions take the one door, pipeline.Call (SPEC 8).
package mcp
