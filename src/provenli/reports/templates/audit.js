/* Rows are drawn a page at a time, and the evidence of a row when it is opened. */
const data = JSON.parse(document.getElementById("data").textContent);
const PER_PAGE = 50;
const byId = (id) => document.getElementById(id);
const controls = { verdict: byId("verdict"), change: byId("change"), rescue: byId("rescue"), search: byId("search") };
let shown = [];
let page = 0;

const dispute = (row) => (row.k === undefined ? {} : data.disputes[row.k]);

/* ---- filters ---- */

function options(select, values, all) {
  const counts = new Map();
  for (const v of values) if (v !== undefined) counts.set(v, (counts.get(v) || 0) + 1);
  const total = values.filter((v) => v !== undefined).length;
  select.append(make("option", { value: "" }, `${all} (${total})`));
  for (const [v, n] of [...counts].sort((a, b) => b[1] - a[1]))
    select.append(make("option", { value: v }, `${v.replace("->", " → ")} (${n})`));
}

function matches(row, words) {
  const d = dispute(row);
  if (controls.verdict.value && row.v !== controls.verdict.value) return false;
  if (controls.change.value && d.change !== controls.change.value) return false;
  if (controls.rescue.value && d.rescue !== controls.rescue.value) return false;
  return words.every((w) => row.text.includes(w));
}

function filter() {
  const words = controls.search.value.toLowerCase().split(/\s+/).filter(Boolean);
  shown = data.rows.filter((row) => matches(row, words));
  page = 0;
  show();
}

function show() {
  const pages = Math.max(1, Math.ceil(shown.length / PER_PAGE));
  const first = page * PER_PAGE;
  const rows = shown.slice(first, first + PER_PAGE);
  byId("rows").replaceChildren(...rows.map(card));
  const left = data.left_out ? `; only in rows.jsonl: ${data.left_out.toLocaleString("en")} more` : "";
  byId("count").textContent = shown.length
    ? `${(first + 1).toLocaleString("en")}–${(first + rows.length).toLocaleString("en")} of ` +
      `${shown.length.toLocaleString("en")} ${shown.length === 1 ? "pair" : "pairs"}${left}`
    : `no pair matches${left}`;
  byId("page").textContent = `page ${page + 1} of ${pages}`;
  byId("back").disabled = page === 0;
  byId("next").disabled = page >= pages - 1;
  byId("pager").hidden = pages === 1;
}

/* ---- one pair ---- */

function contested(row) {
  return row.v === "disputed" || row.v === "depends on a sense";
}

function card(row) {
  const d = dispute(row);
  const labels = contested(row) ? `published ${row.l}, decided ${row.d}` : [row.l, row.v === "no label" ? row.d : null]
    .filter(Boolean).join(" → ");
  const out = make("article", { class: "row", "data-line": row.n },
    make("div", { class: "meta" }, make("span", { class: `chip ${row.v.replaceAll(" ", "-")}` }, row.v),
      make("span", {}, labels), make("span", { class: "id" }, row.i ? `line ${row.n} · ${row.i}` : `line ${row.n}`)),
    make("div", { class: "said" }, ...sentences(row)));
  const why = row.y;
  if (why) out.append(make("p", { class: "why" }, why));
  if (d.rescued) out.append(make("p", { class: "rescued" }, filled(d.rescued, row.w)));
  if (row.t) out.append(make("p", { class: "rescued" }, `Overlooked in reading: ${row.t.join(", ")}.`));
  if (row.s !== undefined) out.append(evidence(row));
  return out;
}

function sentences(row) {
  if (row.a === undefined) return [sentence("P", row.p), sentence("H", row.h)];
  const marked = row.a.map((text, k) => sentence(k === row.a.length - 1 ? "H" : "P", text));
  return row.t ? [sentence("P", row.p), sentence("H", row.h), ...marked] : marked;
}

function sentence(who, text) {
  const line = make("div", {}, make("span", { class: "who" }, who));
  const kinds = { "↑": "up", "↓": "down", "=": "flat" };
  for (const piece of text.split(/([↑↓]|=(?= |$|,))/)) {
    line.append(kinds[piece] ? make("span", { class: kinds[piece] }, piece) : piece);
  }
  return line;
}

function evidence(row) {
  const title = contested(row) ? "The evidence" : "More";
  const out = make("details", {}, make("summary", {}, title));
  out.addEventListener("toggle", () => { if (out.open && out.children.length === 1) out.append(...proof(row, out)); });
  return out;
}

function proof(row, around) {
  const schema = data.schemas[row.s];
  const d = dispute(row);
  const say = (text) => filled(text, row.w);
  const formulas = [...schema.premises.map((f) => `P  ${say(f)}`), `H  ${say(schema.hypothesis)}`].join("\n");
  const parts = [make("div", { class: "formulas" }, formulas)];
  if (schema.proof.length) parts.push(make("div", { class: "proof" }, schema.proof.map(say).join("\n")));
  const width = Math.min(640, Math.max(280, around.clientWidth - 8));
  const captions = {
    both: "A situation in which both sentences are true",
    only: "A situation in which the premise is true and the hypothesis false",
    witness: row.d === "entailment" ? "For instance: a situation in which both are true"
      : "For instance: a situation in which the premise is true",
  };
  const names = Object.keys(schema.models);
  if (row.l === "entailment") names.reverse();
  names.forEach((name, k) => {
    const figure = make("figure", {}, make("figcaption", {}, captions[name]), ...situation(schema.models[name], row.w, width));
    parts.push(k === 0 ? figure : make("details", {}, make("summary", {}, captions[name]), figure));
  });
  if (d.tried && d.tried.length)
    parts.push(make("p", { class: "soft" }, `Readings tried, weakest change first: ${d.tried.join("; ")}.`));
  return parts;
}

/* ---- start ---- */

for (const row of data.rows) row.text = `${row.p} ${row.h} ${row.i} ${row.n}`.toLowerCase();
options(controls.verdict, data.rows.map((r) => r.v), "all");
options(controls.change, data.rows.map((r) => dispute(r).change), "any");
options(controls.rescue, data.rows.map((r) => dispute(r).rescue), "any");
if (data.rows.some((r) => r.v === "disputed")) controls.verdict.value = "disputed";
for (const c of Object.values(controls)) c.addEventListener(c === controls.search ? "input" : "change", filter);
const turn = (by) => () => { page += by; show(); byId("count").scrollIntoView({ block: "start" }); };
byId("back").addEventListener("click", turn(-1));
byId("next").addEventListener("click", turn(1));
window.addEventListener("beforeprint", () => document.querySelectorAll(".row > details").forEach((d) => {
  d.open = true;
  d.dispatchEvent(new Event("toggle"));
}));
filter();
document.querySelector(".row > details")?.setAttribute("open", "");
