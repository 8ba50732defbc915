// How a frame of js.pay.test meets the merchant's page around it: it says "ready", and the first "init" from its
// parent names the merchant and the session. From then on only that origin is heard and told anything.
export function connect(onMessage = () => {}) {
  return new Promise((resolve) => {
    let merchant = null;
    const send = (message) => parent.postMessage(message, merchant);

    addEventListener("message", ({ source, origin, data }) => {
      if (source !== parent) return;
      if (merchant === null && data.type === "init") {
        merchant = origin;
        // Only frames of this origin, below the same top site, can listen here: the merchant cannot.
        resolve({ channel: new BroadcastChannel(`pay-${data.session}`), send });
        send({ type: "started" });
      } else if (origin === merchant) {
        onMessage(data);
      }
    });
    parent.postMessage({ type: "ready" }, "*");
  });
}
