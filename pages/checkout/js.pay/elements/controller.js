// The hidden frame that pays: it collects the card from the field frames and talks to the API. The merchant's page
// hears only how it ended.
import { collectCard } from "./collect.js";
import { connect } from "./connect.js";

const api = "http://api.pay.test/v1";
let merchant; // how it is spoken to, once it has

async function confirm(payment) {
  const card = await collectCard(merchant.channel);
  if (card === null) return { status: "incomplete" };
  const response = await fetch(`${api}/confirm`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ card, amount: payment.amount, currency: payment.currency }),
  });
  return response.json();
}

async function retrieve(id) {
  const response = await fetch(`${api}/payments/${encodeURIComponent(id)}`);
  return response.json();
}

async function answerTo(message) {
  try {
    return message.type === "confirm" ? await confirm(message.payment) : await retrieve(message.id);
  } catch {
    return { status: "failed", message: "The payment could not be made. Please try again." };
  }
}

// Not awaited at the top of a module: applications show this page in browsers as old as Chromium 87, which lacks that.
connect(async (message) => {
  merchant.send({ type: "answer", answer: await answerTo(message) });
}).then((connected) => {
  merchant = connected;
});
