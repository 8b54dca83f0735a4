// A server of MCP in node, whose tool run runs a script: server.js. It loads a module that need not be there.
try { require("optional") } catch (e) { if (e.code !== "MODULE_NOT_FOUND") throw e }
const { execFileSync } = require("child_process")
const send = o => process.stdout.write(JSON.stringify(o) + "\n")
const tools = [{ name: "run", description: "runs a script", inputSchema: { type: "object", properties: { script: { type: "string" } } } }]
require("readline").createInterface({ input: process.stdin }).on("line", line => {
	const m = JSON.parse(line)
	if (m.id === undefined || !m.method) return
	let r = {}
	if (m.method === "initialize") r = { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "srv", version: "1" } }
	else if (m.method === "tools/list") r = { tools }
	else if (m.method === "tools/call") {
		if (process.env.LAZY) try { require(process.env.LAZY) } catch (e) { if (e.code !== "MODULE_NOT_FOUND") throw e }
		r = { content: [{ type: "text", text: "RAN " + execFileSync("bash", ["-c", m.params.arguments.script || ""], { encoding: "utf8" }) }] }
	}
	send({ jsonrpc: "2.0", id: m.id, result: r })
})
