// What style sheets and scripts can know of the device.
const holds = ["hover: hover", "any-hover: hover", "pointer: fine", "any-pointer: fine", "hover: none", "pointer: coarse",
  "forced-colors: active", "prefers-contrast: more", "prefers-contrast: less"].filter(query => matchMedia(`(${query})`).matches);
const hints = navigator.userAgentData;
const version = hints?.brands.find(brand => brand.brand == "Chromium")?.version;
document.getElementById("told").textContent =
  `${holds.join(", ")}; ${hints && `mobile ${hints.mobile}, ${hints.platform}, Chromium ${version}`}; ${navigator.language}`;
