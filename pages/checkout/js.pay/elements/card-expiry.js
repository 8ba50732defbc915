import { digitsOf } from "./digits.js";
import { runField } from "./field.js";

// "MM / YY" from whatever comes: "1234", "12 / 34", "1/34", "12/2034". While somebody deletes, nothing is added that
// would have to be deleted again.
function format(text, deleting) {
  const [head, ...tail] = text.split("/");
  const closed = tail.length > 0;
  const typed = digitsOf(head);
  let month = typed.slice(0, 2);
  let rest = typed.slice(2) + digitsOf(tail.join(""));
  if (!deleting && month.length === 1 && (closed || month > "1")) {
    month = `0${month}`;
  } else if (!deleting && !closed && typed.length === 2 && month > "12") {
    rest = month[1];
    month = `0${month[0]}`;
  }
  const year = rest.length === 4 ? rest.slice(2) : rest.slice(0, 2);
  return year === "" && (deleting || month.length < 2) ? month : `${month} / ${year}`;
}

function fault(value) {
  const [month, year] = value.split(" / ").map(Number);
  if (month < 1 || month > 12) return "Your expiration date is invalid.";
  const firstDayAfter = new Date(2000 + year, month, 1);
  return firstDayAfter > new Date() ? "" : "Your expiration date is in the past.";
}

runField({
  name: "card-expiry",
  format,
  isComplete: (value) => /^\d\d \/ \d\d$/.test(value),
  incomplete: "Your expiration date is incomplete.",
  fault,
});
