window.parent.postMessage("ready", "*");
