(() => {
  "use strict";
  const wrapper = window.parent;
  const waiting = new Map();
  const early = [];
  let port = null;
  let next = 0;
  const answer = (event) => {
    const { id, value, error } = event.data;
    const call = waiting.get(id);
    if (!call) return;
    waiting.delete(id);
    if (error) call.reject(Object.assign(new Error(error.message), { name: "InvokeError", code: error.code }));
    else call.resolve(value);
  };
  const paint = (theme) => {
    const style = document.documentElement.style;
    style.colorScheme = theme.scheme;
    for (const [name, value] of Object.entries(theme.colours)) style.setProperty("--" + name, value);
  };
  const hello = (event) => {
    if (event.source !== wrapper || port || event.ports.length !== 1) return;
    event.stopImmediatePropagation();
    window.removeEventListener("message", hello, true);
    port = event.ports[0];
    port.onmessage = answer;
    paint(event.data);
    for (const call of early.splice(0)) port.postMessage(call);
  };
  window.addEventListener("message", hello, true);
  const invoke = (name, args = {}) =>
    new Promise((resolve, reject) => {
      const id = ++next;
      const call = { id, name: String(name), args: JSON.stringify(args) };
      waiting.set(id, { resolve, reject });
      if (port) port.postMessage(call);
      else early.push(call);
    });
  Object.defineProperty(window, "invoke", { value: invoke, writable: false, configurable: false, enumerable: true });
  wrapper.postMessage("ready", "*");
})();
