// One field in its frame: formats while somebody types, tells the merchant { empty, complete, error }, and gives its
// value to the controller only.
import { connect } from "./connect.js";

function reformat(input, format, inputType = "") {
  const deleting = inputType.startsWith("delete");
  const text = input.value;
  const value = format(text, deleting);
  if (value === text) return;
  // The caret stays behind the characters that it stood behind. It goes past a separator, except backwards: there the
  // next stroke has to meet a digit.
  let caret = format(text.slice(0, input.selectionStart), deleting).length;
  while (!inputType.endsWith("Backward") && /[ /]/.test(value[caret] ?? "")) ++caret;
  input.value = value;
  input.setSelectionRange(caret, caret);
}

export async function runField({ name, format, isComplete, incomplete, fault }) {
  const input = document.querySelector("input");
  let left = false; // An unfinished value is no error while it is being typed.
  let report = () => {};

  const state = () => {
    const finished = isComplete(input.value);
    const error = finished ? fault(input.value) : left ? incomplete : "";
    return { empty: input.value === "", complete: finished && error === "", error };
  };
  const update = () => {
    const now = state();
    input.setAttribute("aria-invalid", String(now.error !== ""));
    report(now);
  };

  input.addEventListener("input", (event) => {
    reformat(input, format, event.inputType);
    left = false;
    update();
  });
  input.addEventListener("blur", () => {
    left = input.value !== "";
    update();
  });

  const { channel, send } = await connect();
  report = (now) => send({ type: "change", state: now });
  channel.addEventListener("message", ({ data }) => {
    if (data.type !== "collect") return;
    left = true;
    update();
    const { complete } = state();
    channel.postMessage({ type: "value", collect: data.collect, field: name, value: input.value, complete });
  });

  // Somebody may have typed before this script was there.
  reformat(input, format);
  update();
}
