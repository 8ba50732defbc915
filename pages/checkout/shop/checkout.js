// Wires the form to the payment company's script. Card data is typed into that company's frames and never comes here.
import { showError, validate } from "./validation.js";

const form = document.getElementById("checkout");
const button = document.getElementById("pay");
const paymentError = document.getElementById("payment-error");
const label = button.textContent;

function setBusy(busy) {
  button.disabled = busy;
  button.textContent = busy ? "Processing…" : label;
}

function mountCardFields(pay) {
  for (const place of form.querySelectorAll("[data-pay-field]")) {
    const message = place.parentElement.querySelector(".error");
    pay.mount(place.dataset.payField, place, (state) => showError(message, state.error));
  }
}

async function submit(pay) {
  showError(paymentError, "");
  if (!validate(form)) return;
  setBusy(true);
  const result = await pay.confirm({ amount: 4200, currency: "eur" });
  if (result.status === "succeeded") {
    location.assign(`/receipt/${encodeURIComponent(result.id)}`);
    return;
  }
  setBusy(false);
  showError(paymentError, result.message ?? "");
}

const pay = window.Pay ? new window.Pay() : null;
if (pay) mountCardFields(pay);
else showError(paymentError, "Card payment is not available at the moment.");

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (pay) submit(pay);
});

// Chrome may keep the page as it is and show it again on "Back".
addEventListener("pagehide", () => setBusy(false));
