"use strict";
/* Everything works without this file; with it, one sees the sentence as one writes, and a second click does nothing. */
for (const input of document.querySelectorAll("input[data-preview]")) {
  const line = document.getElementById(input.dataset.preview);
  const form = input.closest("form");
  const show = () => {
    line.textContent = input.value.trim() ? form.dataset.before + input.value.trim() + form.dataset.after : "";
  };
  input.addEventListener("input", show);
  show();
}
for (const form of document.querySelectorAll("form")) {
  form.addEventListener("submit", () => {
    setTimeout(() => form.querySelectorAll("button").forEach((b) => { b.disabled = true; }), 0);
  });
}
window.addEventListener("pageshow", () => document.querySelectorAll("button[disabled]").forEach((b) => { b.disabled = false; }));
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input[type=text], textarea, select")) return;
  const choice = document.querySelector(`input[type=radio][data-key="${CSS.escape(event.key)}"]`);
  if (choice) { choice.checked = true; choice.focus(); }
});
