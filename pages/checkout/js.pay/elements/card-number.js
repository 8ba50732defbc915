import { digitsOf } from "./digits.js";
import { runField } from "./field.js";

// ISO/IEC 7812: every second digit from the right counts double, and the sum ends in 0.
function passesLuhn(digits) {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

runField({
  name: "card-number",
  format: (text) => (digitsOf(text).slice(0, 16).match(/\d{1,4}/g) ?? []).join(" "),
  isComplete: (value) => digitsOf(value).length === 16,
  incomplete: "Your card number is incomplete.",
  fault: (value) => (passesLuhn(digitsOf(value)) ? "" : "Your card number is invalid."),
});
