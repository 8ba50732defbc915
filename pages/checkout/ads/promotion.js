const add = document.getElementById("add");
add.addEventListener("click", () => {
  add.setAttribute("aria-pressed", String(add.getAttribute("aria-pressed") === "false"));
});
