// Holds the bank's page, and passes the outcome on to the merchant's page once the bank has come back to /complete.
const merchant = new URL(document.referrer).origin;

const bank = document.createElement("iframe");
bank.title = "Bank challenge";
bank.src = "http://acs.bank.test/challenge";
bank.addEventListener("load", () => document.getElementById("waiting")?.remove());
document.body.append(bank);

addEventListener("message", ({ origin, source, data }) => {
  if (origin !== location.origin || source !== bank.contentWindow || data.type !== "complete") return;
  const result = data.result === "passed" ? "passed" : "cancelled";
  parent.postMessage({ type: "authenticated", result }, merchant);
});
