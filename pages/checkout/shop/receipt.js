// One page serves every receipt; the address says which order it is.
document.getElementById("order").textContent = decodeURIComponent(location.pathname.split("/").pop());
