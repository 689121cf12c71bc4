"use strict";
/* Situations drawn: individuals as dots in regions of what they are, relations as arrows. Used by the page of an audit
   and by browse. */

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
  for (const child of children) if (child !== null && child !== undefined) element.append(child);
  return element;
}

/* P1, C2 … are what a schema calls its words: here they are put back. */
const filled = (text, words) => text.replace(/\b[PC]\d+\b/g, (n) => words[n] ?? n);

/* ---- a situation: a drawing and a table ---- */

/* `who`: numbers of individuals that are ringed, because the truth of a sentence turns on them. */
function situation(model, words, width, who = []) {
  const called = Array.from({ length: model.size }, () => []);
  for (const [name, e] of Object.entries(model.names)) called[e].push(filled(name, words));
  let letter = 0;
  const labels = called.map((names) => names.join(" = ") || String.fromCharCode(97 + (letter++ % 26)));
  const relations = Object.entries(model.relations).sort(([a], [b]) => a.slice(1) - b.slice(1))
    .map(([name, tuples]) => [filled(name, words).replaceAll("_", " "), tuples]);
  const unary = relations.filter(([, tuples]) => tuples.some((t) => t.length === 1));
  const binary = relations.filter(([, tuples]) => tuples.some((t) => t.length === 2));
  const has = labels.map((_, e) => unary.filter(([, ts]) => ts.some((t) => t[0] === e)).map(([n]) => n));
  const drawing = draw(labels, has, binary, width, who);
  return [drawing, make("div", { class: "scroll" }, table(labels, unary)), facts(model, labels, relations, words)];
}

function table(labels, unary) {
  if (!unary.length) return "";
  const head = make("tr", {}, make("th", {}), ...unary.map(([name]) => make("th", {}, name)));
  const body = labels.map((label, e) =>
    make("tr", {}, make("th", {}, label), ...unary.map(([, ts]) => make("td", {}, ts.some((t) => t[0] === e) ? "✓" : ""))));
  return make("table", { class: "model" }, head, ...body);
}

function facts(model, labels, relations, words) {
  const lines = [];
  for (const [name, tuples] of relations) {
    const pairs = tuples.filter((t) => t.length === 2);
    if (pairs.length) lines.push(`${name}: ${pairs.map(([a, b]) => `${labels[a]} → ${labels[b]}`).join(", ")}`);
    if (tuples.some((t) => t.length === 0)) lines.push(`${name}: true`);
    if (!tuples.length) lines.push(`${name}: nobody`);
  }
  for (const [scale, degrees] of Object.entries(model.degrees)) {
    const order = labels.map((label, e) => [degrees[e], label]).sort((a, b) => b[0] - a[0]);
    lines.push(`${scale}: ` + order.map(([g, label], k) =>
      (k === 0 ? "" : g === order[k - 1][0] ? " = " : " > ") + label).join(""));
  }
  for (const [word, n] of Object.entries(model.thresholds))
    lines.push(`${word} here means ${n} or ${word === "few" ? "fewer" : "more"}`);
  return lines.length ? make("ul", { class: "facts" }, ...lines.map((l) => make("li", {}, filled(l, words)))) : "";
}

const SVG = "http://www.w3.org/2000/svg";
function svg(tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

/* Individuals with the same properties are dots in one region; arrows are relations. */
function draw(labels, has, binary, width, who) {
  const regions = new Map();
  has.forEach((names, e) => {
    const title = names.join(", ");
    regions.set(title, [...(regions.get(title) || []), e]);
  });
  const { boxes, dots, height, right } = arranged([...regions], labels, width, binary.length > 0);
  const out = svg("svg", { role: "img" });
  out.append(svg("title", {}, labels.map((l, e) => `${l}: ${has[e].join(", ") || "nothing said"}`).join("; ")));
  for (const box of boxes) {
    out.append(svg("rect", { class: "region", x: box.x, y: box.y, width: box.w, height: box.h, rx: 10 }));
    box.lines.forEach((line, k) => out.append(svg("text",
      { class: "title", x: box.x + box.w / 2, y: box.text + 15 * k, "text-anchor": "middle" }, line)));
  }
  const edges = arrows(binary).map((arrow) => [arrow, edge(out, dots[arrow.from], dots[arrow.to], arrow)]);
  const taken = dots.flatMap((dot, e) => {
    if (who.includes(e)) out.append(svg("circle", { class: "who-ring", cx: dot.x, cy: dot.y, r: 8.5 }));
    out.append(svg("circle", { class: "dot", cx: dot.x, cy: dot.y, r: 5 }));
    out.append(svg("text", { class: "name", x: dot.x, y: dot.y + 20, "text-anchor": "middle" }, labels[e]));
    return [{ x: dot.x - 8, y: dot.y - 8, w: 16, h: 16 }, room(labels[e], { x: dot.x, y: dot.y + 16 })];
  });
  for (const box of boxes) box.lines.forEach((line, k) => taken.push(room(line, { x: box.x + box.w / 2, y: box.text + 15 * k - 4 })));
  for (const [arrow, places] of edges) {
    const text = arrow.names.join(", "), at = freest(text, places, taken);
    taken.push(room(text, at));
    const anchor = { "-1": "end", 0: "middle", 1: "start" }[at.side];
    out.append(svg("text", { class: `tag r${arrow.r % 5}`, x: at.x, y: at.y + 4, "text-anchor": anchor }, text));
  }
  const left = Math.min(0, ...taken.map((r) => r.x)), top = Math.min(0, ...taken.map((r) => r.y - 4));
  const wide = Math.max(right, ...taken.map((r) => r.x + r.w)) - left;
  for (const [name, value] of Object.entries({ viewBox: `${left} ${top} ${wide} ${height - top}`, width: wide, height: height - top }))
    out.setAttribute(name, value);
  return out;
}

function arranged(regions, labels, width, room) {
  const gap = room ? 44 : 14, pitch = room ? 84 : 56, above = room ? 56 : 34, boxes = [], dots = [];
  let x = 4, y = 4, tallest = 0, right = 0;
  for (const [title, members] of regions) {
    const step = Math.max(room ? 88 : 56, ...members.map((e) => 8 * labels[e].length + 16));
    const across = Math.max(1, Math.min(members.length, Math.floor((width - 40) / step)));
    const lines = wrapped(title || "(nothing said)", Math.max(22, Math.floor((across * step) / 7)));
    const text = 7.2 * Math.max(...lines.map((l) => l.length)) + 20;
    const w = Math.min(width - 8, Math.max(text, across * step + 12));
    const down = Math.ceil(members.length / across);
    const h = 15 * lines.length + 16 + above + pitch * (down - 1) + 22;
    if (x > 4 && x + w > width) { x = 4; y += tallest + gap; tallest = 0; }
    boxes.push({ x, y, w, h, lines, text: y + above + pitch * (down - 1) + 40 });
    members.forEach((e, k) => {
      const inRow = Math.min(across, members.length - Math.floor(k / across) * across);
      const start = x + w / 2 - ((inRow - 1) * step) / 2;
      dots[e] = { x: start + (k % across) * step, y: y + above + pitch * Math.floor(k / across) };
    });
    right = Math.max(right, x + w + 4);
    tallest = Math.max(tallest, h);
    x += w + gap;
  }
  return { boxes, dots, height: y + tallest + 6, right: Math.max(right, 120) };
}

function wrapped(text, most) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines[lines.length - 1];
    if (last && (last + " " + word).length > most) lines.push(word);
    else lines[lines.length - 1] = last ? last + " " + word : word;
  }
  return lines;
}

/* Relations between the same two individuals share an arrow, which has two heads where both directions say the same. */
function arrows(binary) {
  const found = new Map();
  binary.forEach(([name, tuples], r) => {
    for (const [from, to] of tuples.filter((t) => t.length === 2)) {
      const before = found.get(`${from} ${to}`) || { from, to, names: [], r };
      found.set(`${from} ${to}`, { ...before, names: [...before.names, name] });
    }
  });
  return [...found.values()].flatMap((arrow) => {
    const back = arrow.from === arrow.to ? undefined : found.get(`${arrow.to} ${arrow.from}`);
    const both = back !== undefined && String(back.names) === String(arrow.names), second = arrow.from > arrow.to;
    return both && second ? [] : [{ ...arrow, both, far: back !== undefined && second }];
  });
}

/* Draws an arrow; the places beside it where its label may stand, the best first. Curves bend upwards: names are below. */
function edge(out, from, to, arrow) {
  const colour = `r${arrow.r % 5}`;
  const head = (at, angle) => {
    const wing = (turn) => `${at.x - 9 * Math.cos(angle + turn)},${at.y - 9 * Math.sin(angle + turn)}`;
    out.append(svg("polygon", { class: colour, points: `${at.x},${at.y} ${wing(0.4)} ${wing(-0.4)}` }));
  };
  const line = (d) => out.append(svg("path", { class: `edge ${colour}`, d }));
  const { x, y } = from;
  if (from === to) {
    line(`M ${x - 5} ${y - 5} C ${x - 22} ${y - 34}, ${x + 22} ${y - 34}, ${x + 6} ${y - 6}`);
    head({ x: x + 6, y: y - 6 }, 2.1);
    return [[0, -36], [1, -20], [-1, -20], [0, -50]].map(([side, up]) => ({ x: x + 16 * side, y: y + up, side }));
  }
  const dx = to.x - x, dy = to.y - y, long = Math.hypot(dx, dy), up = dx < 0 ? -1 : 1;
  const steep = Math.abs(dy) > Math.abs(dx);  // others must clear the loops of the individuals between
  const bend = up * ((steep ? 14 + long * 0.2 : Math.min(130, long * 0.6 - 22)) + (arrow.far ? 34 : 0));
  const middle = { x: (x + to.x) / 2 + (dy / long) * bend, y: (y + to.y) / 2 - (dx / long) * bend };
  const tip = (end) => {
    const angle = Math.atan2(end.y - middle.y, end.x - middle.x);
    return { x: end.x - 7 * Math.cos(angle), y: end.y - 7 * Math.sin(angle), angle };
  };
  const last = tip(to), first = arrow.both ? tip(from) : from;
  line(`M ${first.x} ${first.y} Q ${middle.x} ${middle.y} ${last.x} ${last.y}`);
  head(last, last.angle);
  if (arrow.both) head(first, first.angle);
  const along = (t, axis) => (1 - t) ** 2 * from[axis] + 2 * t * (1 - t) * middle[axis] + t ** 2 * to[axis];
  return [0.5, 0.38, 0.62, 0.26, 0.74].flatMap((t) => [1, -1, 2, -2].map((k) => ({
    x: along(t, "x") + (steep ? 6 * k : 0), y: along(t, "y") - (steep ? 0 : 10 * k), side: steep ? Math.sign(k) : 0 })));
}

/* The room of a text around the height y, which begins (side 1), ends (-1) or has its middle (0) at x. */
function room(text, { x, y, side = 0 }) {
  const w = 7 * text.length + 4;
  return { x: x - (w / 2) * (1 - side), y: y - 8, w, h: 16 };
}

function shared(a, b) {
  const wide = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/* Where a label covers least of what is there already. */
function freest(text, places, taken) {
  const covered = places.map((p) => taken.reduce((sum, other) => sum + shared(room(text, p), other), 0));
  return places[covered.indexOf(Math.min(...covered))];
}
