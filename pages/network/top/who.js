// Says what the document finds out about its browser, a line each.
const say = (name, value) => {
  const line = document.createElement("p");
  line.textContent = name + " = " + value;
  document.body.append(line);
};
say("language", navigator.languages.join(","));
say("number", (1234.5).toLocaleString());
say("zone", Intl.DateTimeFormat().resolvedOptions().timeZone);
say("dark", matchMedia("(prefers-color-scheme: dark)").matches);
say("calm", matchMedia("(prefers-reduced-motion: reduce)").matches);
say("touch", navigator.maxTouchPoints > 0);
say("agent", navigator.userAgent);
say("secure", isSecureContext);
say("online", navigator.onLine);
say("screen", screen.width + "x" + screen.height);
say("scale", devicePixelRatio);
say("stored", localStorage.getItem("who"));
say("cookie", document.cookie);
if (navigator.permissions) {
  navigator.permissions.query({ name: "notifications" }).then((p) => say("notifications", p.state));
}
if (navigator.geolocation) {
  navigator.geolocation.getCurrentPosition(
    (p) => say("place", p.coords.latitude + "," + p.coords.longitude),
    (error) => say("place", "denied " + error.code));
}
