// A page of a space: it has `invoke`, which speaks over a channel of its own.
function speakPage({ post, call, colours }) {
  const channel = new MessageChannel();
  const port = channel.port1;
  port.onmessage = (event) => {
    const { id, name, args } = event.data;
    void call(name, args, (reply) => port.postMessage({ id, ...reply }));
  };
  post(colours, [channel.port2]);
  return { hear: () => undefined, close: () => port.close() };
}

// An app of an MCP server: it speaks JSON-RPC, as MCP Apps have it.
function speakApp({ app, post, call, colours }) {
  const VERSION = "2026-01-26";
  let open = true;
  let told = false;
  const send = (message) => {
    if (open) post({ jsonrpc: "2.0", ...message });
  };
  const failure = (error) => ({ isError: true, content: [{ type: "text", text: error.message }] });
  const size = () => ({ width: window.innerWidth, height: window.innerHeight });
  const resized = () => send({ method: "ui/notifications/host-context-changed", params: { containerDimensions: size() } });
  const context = () => {
    const { background, text, muted, edge, accent } = colours.colours;
    return {
      toolInfo: { tool: app.tool },
      theme: colours.scheme,
      styles: {
        variables: {
          "--color-background-primary": background,
          "--color-text-primary": text,
          "--color-text-secondary": muted,
          "--color-border-primary": edge,
          "--color-ring-primary": accent,
          "--font-sans": "system-ui, sans-serif",
          "--font-mono": "ui-monospace, monospace",
        },
      },
      displayMode: "fullscreen",
      availableDisplayModes: ["fullscreen"],
      containerDimensions: size(),
      locale: navigator.language,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      userAgent: `Handrail/${app.version}`,
      platform: "desktop",
    };
  };
  // What an app may ask; each gives its result, or why there is none, at once or later.
  const requests = {
    ping: (_, answer) => answer({}),
    "ui/initialize": (_, answer) =>
      answer({ protocolVersion: VERSION, hostInfo: { name: "Handrail", version: app.version }, hostCapabilities: { serverTools: {}, serverResources: {}, openLinks: {}, logging: {} }, hostContext: context() }),
    "ui/request-display-mode": (_, answer) => answer({ mode: "fullscreen" }),
    "ui/open-link": ({ url }, answer) => call("ui/open-link", JSON.stringify({ url: String(url) }), ({ error }) => answer(error ? { isError: true } : {})),
    "resources/read": ({ uri }, answer) =>
      call("resources/read", JSON.stringify({ uri: String(uri) }), ({ value, error }) => answer(value, error && { code: -32000, message: error.message })),
    "tools/call": ({ name, arguments: given = {} }, answer) =>
      call(`tools/${String(name)}`, JSON.stringify(given), ({ value, error }) => answer(error ? failure(error) : value)),
  };
  const begin = () => {
    if (told) return;
    told = true;
    send({ method: "ui/notifications/tool-input", params: { arguments: app.input } });
    send({ method: "ui/notifications/tool-result", params: app.result });
  };
  window.addEventListener("resize", resized);
  return {
    hear: (message) => {
      if (typeof message !== "object" || message === null || message.jsonrpc !== "2.0" || typeof message.method !== "string") return;
      const { id, method, params } = message;
      if (id === undefined) {
        if (method === "ui/notifications/initialized") begin();
        return;
      }
      const known = Object.hasOwn(requests, method);
      if (known) void requests[method](params ?? {}, (result, error) => send(error ? { id, error } : { id, result }));
      else send({ id, error: { code: -32601, message: `Handrail does not answer ${method}` } });
    },
    close: () => {
      open = false;
      window.removeEventListener("resize", resized);
    },
  };
}
