// After a wrong code the bank sends the customer back here and says so in the address.
if (new URLSearchParams(location.search).get("error") === "wrong-code") {
  document.getElementById("code-error").hidden = false;
  document.getElementById("code").setAttribute("aria-invalid", "true");
}
