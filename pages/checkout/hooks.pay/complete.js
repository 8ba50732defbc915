// The bank sends the customer here; /3ds, of the same origin, is the frame around this one.
const result = new URLSearchParams(location.search).get("result");
parent.postMessage({ type: "complete", result }, location.origin);
