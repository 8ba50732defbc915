import { digitsOf } from "./digits.js";
import { runField } from "./field.js";

runField({
  name: "card-cvc",
  format: (text) => digitsOf(text).slice(0, 3),
  isComplete: (value) => value.length === 3,
  incomplete: "Your security code is incomplete.",
  fault: () => "",
});
