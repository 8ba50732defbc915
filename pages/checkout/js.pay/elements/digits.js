export function digitsOf(text) {
  return text.replace(/\D/g, "");
}
