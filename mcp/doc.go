// Package mcp has the words of the Model Context Protocol that both its sides share, what
// is pinned of a server's tools, and the tools that are made of them. It decides nothing
// and speaks to nobody: package client looks after the servers that a person has, over
// the ways in package transport, signed in to by package oauth; package serve offers a
// space's tools to other people's agents. Calls in both directions take the one door,
// pipeline.Call (docs/spec/08-mcp.md).
package mcp
