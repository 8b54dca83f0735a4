(() => {
  "use strict";
  // Nothing that a page does needs these, and no policy closes them everywhere.
  for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "RTCDataChannel", "WebTransport"]) {
    try {
      Object.defineProperty(window, name, { value: undefined, writable: false, configurable: false });
    } catch {
      // it is closed already
    }
  }
})();
