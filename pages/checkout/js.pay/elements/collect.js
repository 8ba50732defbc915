// Asks the field frames for what they hold. Gives null when one of them is not complete, and fails when one is silent.
import { digitsOf } from "./digits.js";

const fields = ["card-number", "card-expiry", "card-cvc"];
let lastCollect = 0;

export function collectCard(channel) {
  const collect = ++lastCollect;
  const answers = new Map();
  const listening = new AbortController();

  return new Promise((resolve, reject) => {
    const silence = setTimeout(() => reject(new Error("a card field is silent")), 5000);
    listening.signal.addEventListener("abort", () => clearTimeout(silence));
    channel.addEventListener("message", ({ data }) => {
      if (data.type !== "value" || data.collect !== collect) return;
      answers.set(data.field, data);
      if (fields.every((field) => answers.has(field))) resolve(cardOf(answers));
    }, { signal: listening.signal });
    channel.postMessage({ type: "collect", collect });
  }).finally(() => listening.abort());
}

function cardOf(answers) {
  if (![...answers.values()].every((answer) => answer.complete)) return null;
  const [month, year] = answers.get("card-expiry").value.split(" / ");
  return {
    number: digitsOf(answers.get("card-number").value),
    exp_month: month,
    exp_year: year,
    cvc: answers.get("card-cvc").value,
  };
}
