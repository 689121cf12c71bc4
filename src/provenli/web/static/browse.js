"use strict";
/* Situations are drawn here; what they say stands beside them in words. Keys: / to search, n and p to turn pages. */
for (const place of document.querySelectorAll(".situation")) {
  const width = Math.min(640, Math.max(280, place.clientWidth - 8));
  place.append(...situation(JSON.parse(place.dataset.model), {}, width, JSON.parse(place.dataset.who)));
}
if (matchMedia("(max-width: 48rem)").matches)
  document.querySelectorAll(".filters").forEach((d) => { d.open = false; });
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
  const words = document.getElementById("words");
  const turn = { n: "a[rel=next]", p: "a[rel=prev]" }[event.key];
  if (event.key === "/" && words) { event.preventDefault(); words.focus(); }
  else if (turn) document.querySelector(turn)?.click();
});
