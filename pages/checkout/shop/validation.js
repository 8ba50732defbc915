// The shop's own part of the form: what is required is there and looks right.

export function showError(message, text, control = null) {
  message.textContent = text;
  message.hidden = text === "";
  control?.setAttribute("aria-invalid", String(text !== ""));
}

function check(control) {
  const text = control.checkValidity() && control.value.trim() !== "" ? "" : control.dataset.error;
  showError(document.getElementById(`${control.id}-error`), text, control);
  return text === "";
}

// Shows every error at once and moves the focus to the first; an error goes when its field is mended.
export function validate(form) {
  const wrong = [...form.querySelectorAll("[required]")].filter((control) => !check(control));
  for (const control of wrong) control.oninput = () => check(control);
  wrong[0]?.focus();
  return wrong.length === 0;
}
