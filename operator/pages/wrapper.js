(() => {
  "use strict";
  const { key, frame: address, theme, most, app, words } = JSON.parse(document.getElementById("facts").textContent);
  const note = document.getElementById("note");
  const headers = { "Content-Type": "application/json", "X-Handrail-Key": key };
  const going = new Map(); // what takes the answers of calls, by our id
  let frame = null;
  let speaker = null; // of the document that the frame has
  let count = 0;
  let readies = 0; // documents that have said so: they are the page's own
  let loads = 0;
  let end = words.closed;
  const stop = new AbortController();

  const say = (text) => {
    note.textContent = text;
    note.hidden = text === "";
    if (frame) frame.hidden = text !== "";
  };
  // Makes a call, and hands its { value } or { error } to answer, unless its document is gone by then.
  const call = async (name, args, answer) => {
    const refuse = (message) => answer({ error: { code: "unavailable", message } });
    if (going.size >= most) {
      refuse(`the page already waits for ${most} calls: wait for one of them`);
      return;
    }
    const id = String(++count);
    going.set(id, answer);
    try {
      const response = await fetch("/call", { method: "POST", headers, body: JSON.stringify({ id, name, args }) });
      if (response.status !== 202) throw new Error("the call could not be made");
    } catch (error) {
      if (going.delete(id)) refuse(error.message);
    }
  };
  const colours = () => {
    const scheme = theme.scheme === "system" ? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light") : theme.scheme;
    document.documentElement.style.colorScheme = scheme;
    return { scheme, colours: { ...theme[scheme], ...theme.colours } };
  };
  window.addEventListener("message", (event) => {
    if (!frame || event.source !== frame.contentWindow) return;
    if (event.data !== "ready") {
      if (speaker) speaker.hear(event.data);
      return;
    }
    // A document that has come: the calls of the one before it are over.
    readies += 1;
    if (speaker) {
      speaker.close();
      going.clear();
      void fetch("/leave", { method: "POST", headers, body: "{}" });
    }
    const target = frame.contentWindow;
    const post = (message, ports = []) => target.postMessage(message, "*", ports);
    speaker = app ? speakApp({ app, post, call, colours: colours() }) : speakPage({ post, call, colours: colours() });
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
        end = words.elsewhere;
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
      const answer = going.get(said.id);
      if (!answer) return;
      going.delete(said.id);
      answer(said.error ? { error: said.error } : { value: said.value });
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
      if (speaker) speaker.close();
      if (frame) frame.remove();
      frame = speaker = null;
      say(end);
    });
})();
