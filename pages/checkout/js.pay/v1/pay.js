// What a merchant includes: new Pay(), mount() for each field, confirm(). It puts frames of js.pay.test on the
// merchant's page and passes messages; what is typed into those frames never reaches the merchant.
(() => {
  const home = new URL(document.currentScript.src).origin;
  const titles = {
    "card-number": "Secure card number input frame",
    "card-expiry": "Secure expiration date input frame",
    "card-cvc": "Secure CVC input frame",
    controller: "Secure payment controller frame",
  };

  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = `${home}/v1/pay.css`;
  document.head.append(style);

  // Two checkouts open in two tabs share a BroadcastChannel of the same name; a session keeps their cards apart.
  function newSession() {
    return Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join("-");
  }

  function newFrame(title, url, className) {
    const frame = document.createElement("iframe");
    return Object.assign(frame, { title, src: url, className });
  }

  // One frame of js.pay.test. `started` is kept once the frame has its session and listens.
  class Element {
    constructor(name, session, onMessage) {
      this.frame = newFrame(titles[name], `${home}/elements/${name}`, `pay-${name}`);
      this.started = new Promise((resolve) => {
        addEventListener("message", ({ origin, source, data }) => {
          if (origin !== home || source !== this.frame.contentWindow) return;
          if (data.type === "ready") this.send({ type: "init", session });
          else if (data.type === "started") resolve();
          else onMessage(data);
        });
      });
    }

    send(message) {
      this.frame.contentWindow.postMessage(message, home);
    }
  }

  // Shows the bank over the page until it has decided: "passed" or "cancelled". Nobody else's message counts.
  function authenticate(url) {
    const dialog = document.createElement("dialog");
    dialog.className = "pay-dialog";
    dialog.ariaLabel = "Authentication";
    const frame = newFrame("Authentication frame", url, "pay-authentication");
    const close = document.createElement("button");
    Object.assign(close, { type: "button", textContent: "×", ariaLabel: "Close", onclick: () => dialog.close() });
    dialog.append(frame, close);
    document.body.append(dialog);
    dialog.showModal();

    const ended = new AbortController();
    return new Promise((resolve) => {
      dialog.addEventListener("close", () => resolve("cancelled"));
      addEventListener("message", ({ origin, source, data }) => {
        if (origin !== new URL(url).origin || source !== frame.contentWindow) return;
        if (data.type === "authenticated") resolve(data.result);
      }, { signal: ended.signal });
    }).finally(() => {
      ended.abort();
      dialog.remove();
    });
  }

  window.Pay = class Pay {
    #session = newSession();
    #elements = [];
    #controller;
    #answer = () => {};

    constructor() {
      this.#controller = new Element("controller", this.#session, (message) => this.#answer(message.answer));
      this.#elements.push(this.#controller);
      document.body.append(this.#controller.frame);
    }

    // onChange gets { empty, complete, error } whenever the field changes.
    mount(field, place, onChange) {
      const element = new Element(field, this.#session, (message) => onChange(message.state));
      this.#elements.push(element);
      place.append(element.frame);
    }

    // Gives { status, id?, message? }; a status other than "succeeded" means that nothing was paid.
    async confirm(payment) {
      const started = Promise.all(this.#elements.map((element) => element.started));
      const late = new Promise((resolve) => { setTimeout(resolve, 5000, "late"); });
      if ((await Promise.race([started, late])) === "late") {
        return { status: "failed", message: "The card fields did not load. Please reload the page." };
      }
      const answer = await this.#ask({ type: "confirm", payment });
      if (answer.status !== "requires_action") return answer;
      if ((await authenticate(answer.next_action.url)) !== "passed") {
        return { status: "cancelled", message: "Authentication was cancelled" };
      }
      // A message from a frame is only a hint; whether the payment went through is for the API to say.
      return this.#ask({ type: "retrieve", id: answer.id });
    }

    #ask(message) {
      return new Promise((resolve) => {
        this.#answer = resolve;
        this.#controller.send(message);
      });
    }
  };
})();
