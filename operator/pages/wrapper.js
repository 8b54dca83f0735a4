(() => {
  "use strict";
  const { key, frame: address, theme, most } = JSON.parse(document.getElementById("facts").textContent);
  const note = document.getElementById("note");
  const headers = { "Content-Type": "application/json", "X-Handrail-Key": key };
  const going = new Map(); // calls by our id, with the page's id and port
  let frame = null;
  let port = null;
  let count = 0;
  let readies = 0; // documents that have said so: they are the page's own
  let loads = 0;
  let end = "This page is closed. Open it again in Handrail.";
  const stop = new AbortController();

  const say = (text) => {
    note.textContent = text;
    note.hidden = text === "";
    if (frame) frame.hidden = text !== "";
  };
  const answer = (call, reply) => call.port.postMessage({ id: call.id, ...reply });
  const refuse = (call, message) => answer(call, { error: { code: "unavailable", message } });
  const ask = async (event) => {
    const call = { id: event.data.id, port: event.target };
    if (going.size >= most) {
      refuse(call, `the page already waits for ${most} calls: wait for one of them`);
      return;
    }
    const id = String(++count);
    going.set(id, call);
    try {
      const body = JSON.stringify({ id, name: event.data.name, args: event.data.args });
      const response = await fetch("/call", { method: "POST", headers, body });
      if (response.status !== 202) throw new Error("the call could not be made");
    } catch (error) {
      if (going.delete(id)) refuse(call, error.message);
    }
  };
  // A document that has come: the calls of the one before it are over.
  window.addEventListener("message", (event) => {
    if (!frame || event.source !== frame.contentWindow || event.data !== "ready") return;
    readies += 1;
    if (port) {
      port.close();
      going.clear();
      void fetch("/leave", { method: "POST", headers, body: "{}" });
    }
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = ask;
    const scheme = theme.scheme === "system" ? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light") : theme.scheme;
    document.documentElement.style.colorScheme = scheme;
    frame.contentWindow.postMessage({ scheme, colours: { ...theme[scheme], ...theme.colours } }, "*", [channel.port2]);
  });
  const show = () => {
    if (frame) frame.remove();
    frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.setAttribute("allow", "");
    frame.setAttribute("referrerpolicy", "no-referrer");
    frame.title = document.title;
    readies = loads = 0;
    frame.addEventListener("load", () => {
      loads += 1;
      setTimeout(() => { // its word may come after its load
        if (readies >= loads) return;
        end = "This page tried to go elsewhere, which pages can't, so it was closed. Open it again in Handrail.";
        stop.abort();
      }, 1000);
    });
    frame.src = address;
    document.body.append(frame);
    say("");
  };
  const heard = (line) => {
    const said = JSON.parse(line);
    if (said.type === "show") show();
    else if (said.type === "hold") say(said.text);
    else if (said.type === "result") {
      const call = going.get(said.id);
      if (!call) return;
      going.delete(said.id);
      answer(call, said.error ? { error: said.error } : { value: said.value });
    }
  };
  const listen = async () => {
    const response = await fetch("/events", { method: "POST", headers, body: "{}", signal: stop.signal });
    if (response.status !== 200) throw new Error("closed");
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const lines = text.split("\n");
      text = lines.pop();
      for (const line of lines) if (line !== "") heard(line);
    }
  };
  listen()
    .catch(() => undefined)
    .finally(() => {
      if (port) port.close();
      if (frame) frame.remove();
      frame = null;
      say(end);
    });
})();
