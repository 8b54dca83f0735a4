"""A client of handrail mcp: lies, answers forms, sends lines. Client(*args).call(tool, input)."""
import json, subprocess
class Client:
    def __init__(self, *args, forms=None, name="client"):
        self.forms, self.n, self.asked = forms, 0, []
        self.p = subprocess.Popen(["setsid", "-w", "handrail", *args, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        caps = {"elicitation": {}} if forms else {}
        self.hello = self.request("initialize", {"protocolVersion": "2025-06-18", "capabilities": caps, "clientInfo": {"name": name, "version": "1"}})
        self.line({"jsonrpc": "2.0", "method": "notifications/initialized"})
    def line(self, o): self.raw((json.dumps(o) + "\n").encode())
    def raw(self, b): self.p.stdin.write(b); self.p.stdin.flush()
    def request(self, method, params):
        self.n += 1; me = self.n
        self.line({"jsonrpc": "2.0", "id": me, "method": method, "params": params})
        while True:
            b = self.p.stdout.readline()
            if not b: return {"error": "it hung up"}
            m = json.loads(b)
            if "method" in m and "id" in m:
                self.asked.append(m)
                self.line({"jsonrpc": "2.0", "id": m["id"], "result": self.forms(m) if self.forms else {"action": "decline"}})
            elif m.get("id") == me: return m
    def call(self, tool, **input): return self.request("tools/call", {"name": tool, "arguments": input})
    def close(self):
        self.p.stdin.close(); self.p.wait(20)
def accept(m): return {"action": "accept", "content": {k: (v.get("enum") or ["yes"])[-1] for k, v in m["params"]["requestedSchema"]["properties"].items()}}
