// The texture and the bars.

const svgSpace = "http://www.w3.org/2000/svg";

function svg(name, attributes = {}, children = []) {
  const element = document.createElementNS(svgSpace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function html(name, attributes = {}, children = []) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

const byId = (id) => document.getElementById(id);

/** A drawing of that many pixels takes the place of what a picture showed. */
function paper(id, width, height) {
  const drawing = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "none" });
  byId(id).replaceChildren(drawing);
  return drawing;
}

// Patterns of groups and hatches of quads, as the window has them.
const patternPaths = ["", "M-1 7L7 -1M5 13L13 5", "", "M-1 -1L7 7", "M0 3H6", "M0 3H6M3 0V6", "M3 0V6", "M-1 7L7 -1M-1 -1L7 7"];

function addPattern(id, path, ink, size = 6) {
  const shape = path === "" ? svg("circle", { cx: 3, cy: 3, r: 1.4, fill: ink }) : svg("path", { d: path, stroke: ink, "stroke-width": 1, fill: "none" });
  return svg("pattern", { id, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: `scale(${size / 6})` }, [shape]);
}

function addPatterns() {
  const defs = svg("defs");
  for (let i = 1; i < patternPaths.length; ++i) {
    defs.append(addPattern(`pattern-${i}-w`, patternPaths[i], "#fff"), addPattern(`pattern-${i}-b`, patternPaths[i], "#000"));
  }
  defs.append(addPattern("hatch-minimum", patternPaths[1], "var(--minimum)", 9), addPattern("hatch-maximum", patternPaths[3], "var(--maximum)", 9));
  document.body.append(svg("svg", { width: 0, height: 0, class: "hidden", "aria-hidden": "true" }, [defs]));
}

/** A box painted as its key is. */
function keyBox(stop, place, box) {
  const paint = paintOf(stop, place);
  const dimmed = stop.threshold !== undefined && stop.threshold.passing[place] === "0";
  const boxes = [svg("rect", { ...box, fill: paint.colour, opacity: dimmed ? 0.3 : 1 })];
  if (paint.pattern > 0 && box.width >= 5 && box.height >= 5) {
    boxes.push(svg("rect", { ...box, fill: `url(#pattern-${paint.pattern}-${paint.ink === "#fff" ? "w" : "b"})`, opacity: 0.45 }));
  }
  return boxes;
}

const cross = (x, y, r) => `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}`;
const tick = (x, y, r) => `M${x - r} ${y}L${x - 0.3 * r} ${y + 0.7 * r}L${x + r} ${y - 0.7 * r}`;

/** Where the texels are; rows of a texture that is higher than the window are scrolled. */
function textureLayout() {
  const room = byId("texture").clientWidth, columns = Math.min(at.run.row, Math.max(at.run.n, 1));
  const rows = Math.ceil(at.run.n / at.run.row);
  const cell = Math.max(Math.min(64, (room - 2) / columns, 320 / Math.max(rows, 1)), Math.min(22, (room - 2) / columns), 3);
  return { columns: at.run.row, rows, cell, x: (place) => 1 + (place % at.run.row) * cell, y: (place) => 1 + Math.floor(place / at.run.row) * cell };
}

/** The size of text in which every key fits into that width; 0 where it would be too small to read. */
function valueSize(width, most) {
  let longest = 1;
  for (const entry of at.run.entries) longest = Math.max(longest, entry.short.length);
  const size = Math.min(most, (0.94 * width) / (0.62 * longest));
  return size < 7 ? 0 : size;
}

function drawValues(drawing, stop, layout) {
  const size = valueSize(layout.cell, Math.min(18, 0.42 * layout.cell));
  if (size === 0) return;
  for (let place = 0; place < at.run.n; ++place) {
    const dimmed = stop.threshold !== undefined && stop.threshold.passing[place] === "0";
    drawing.append(svg("text", { x: layout.x(place) + layout.cell / 2, y: layout.y(place) + layout.cell / 2, "font-size": size, fill: dimmed ? "var(--text)" : paintOf(stop, place).ink, class: "value" }, [entryAt(stop, place).short]));
  }
}

function drawQuads(drawing, stop, layout) {
  for (const quad of stop.quads) {
    const box = { x: 1 + quad.x * layout.cell + 1.25, y: 1 + quad.y * layout.cell + 1.25, width: quad.width * layout.cell - 2.5, height: quad.height * layout.cell - 2.5, rx: 5 };
    if (box.width < 8 || box.height < 8) continue;
    const side = quad.role === "maximum" ? "maximum" : quad.role === "minimum" ? "minimum" : null;
    if (side !== null && layout.cell >= 10) drawing.append(svg("rect", { ...box, fill: `url(#hatch-${side})`, opacity: 0.55 }));
    drawing.append(svg("rect", { ...box, fill: "none", stroke: `var(--${side || "decide"})`, "stroke-width": 2.5 }));
  }
}

/** Down where the smaller key goes, up where the larger one goes. */
function drawRoleMarks(drawing, stop, layout) {
  if (!stop.single || layout.cell < 16) return;
  const side = Math.min(9, 0.22 * layout.cell), inset = Math.max(2, 0.08 * layout.cell);
  for (const { smaller, larger } of stop.columns.flatMap((column) => column.comparators)) {
    const x = layout.x(smaller) + inset, y = layout.y(smaller) + inset;
    drawing.append(svg("path", { d: `M${x} ${y}h${side}l${-side / 2} ${side}z`, class: "role minimum" }));
    const right = layout.x(larger) + layout.cell - inset, bottom = layout.y(larger) + layout.cell - inset;
    drawing.append(svg("path", { d: `M${right} ${bottom}h${-side}l${side / 2} ${-side}z`, class: "role maximum" }));
  }
}

/** Of a selection: a tick where the key passes the threshold, a frame where it is an answer. */
function drawPassing(drawing, stop, layout) {
  if (layout.cell < 20) return;
  for (let place = 0; place < at.run.n; ++place) {
    const x = layout.x(place), y = layout.y(place), cell = layout.cell;
    if (stop.found !== undefined && stop.found[place] === "1") {
      drawing.append(svg("rect", { x: x + 3, y: y + 3, width: cell - 6, height: cell - 6, rx: 5, class: "found" }));
    }
    if (stop.threshold === undefined || stop.threshold.passing[place] !== "1") continue;
    drawing.append(svg("path", { d: tick(x + cell - 0.2 * cell, y + 0.2 * cell, Math.min(6, 0.12 * cell)), stroke: paintOf(stop, place).ink, class: "mark" }));
  }
}

/** More texels are described one by one, once they are chosen. */
const mostDescribed = 1024;

function drawTexture() {
  const stop = present(), layout = textureLayout();
  const drawing = paper("texture", Math.ceil(layout.columns * layout.cell) + 2, Math.ceil(layout.rows * layout.cell) + 2);
  for (let place = 0; place < at.run.n; ++place) {
    const box = { x: layout.x(place) + 0.5, y: layout.y(place) + 0.5, width: layout.cell - 1, height: layout.cell - 1, rx: Math.min(4, layout.cell / 8) };
    const boxes = keyBox(stop, place, box);
    const texel = boxes.length === 1 ? boxes[0] : svg("g", {}, boxes);
    for (const [name, value] of Object.entries({ id: `texel-${place}`, "data-place": place, role: "option", "aria-selected": "false" })) texel.setAttribute(name, value);
    if (at.run.n <= mostDescribed) texel.setAttribute("aria-label", describe(place));
    drawing.append(texel);
  }
  drawQuads(drawing, stop, layout);
  drawValues(drawing, stop, layout);
  drawRoleMarks(drawing, stop, layout);
  drawPassing(drawing, stop, layout);
  drawing.append(svg("g", { class: "selection" }));
  byId("texture-legend").replaceChildren(`${at.run.row} texels per row` + (stop.grouped === undefined ? "" : `; colour: ${stop.grouped}`), ...(stop.single && !at.run.wires ? roleKeys() : []));
  drawGroups(stop);
}

const roleKeys = () => [html("span", { class: "key-smaller" }, ["smaller key"]), html("span", { class: "key-larger" }, ["larger key"])];

/** What the colours of a few groups stand for. */
function drawGroups(stop) {
  const most = 8, groups = [...new Set(stop.groupOf || [])].filter((group) => group.text !== "");
  byId("groups").replaceChildren(...(groups.length > most ? [] : groups).map((group) => {
    const box = { width: 18, height: 18, rx: 4 };
    const shapes = [svg("rect", { ...box, fill: "#" + group.colour })];
    if (group.pattern > 0) shapes.push(svg("rect", { ...box, fill: `url(#pattern-${group.pattern}-${group.white ? "w" : "b"})`, opacity: 0.45 }));
    return html("li", {}, [svg("svg", { width: 18, height: 18, "aria-hidden": "true" }, shapes), group.text]);
  }));
}

function barsLayout() {
  const room = byId("bars").clientWidth, n = Math.max(at.run.n, 1);
  const pitch = Math.min(72, room / n), gap = pitch > 4 ? 0.14 * pitch : 0;
  const height = at.run.wires ? Math.max(90, Math.min(200, 0.24 * window.innerHeight)) : Math.max(120, Math.min(300, 0.4 * window.innerHeight));
  return { room, pitch, gap, height, left: (room - pitch * n) / 2, x: (place) => (room - pitch * n) / 2 + place * pitch };
}

/** Of more keys than pixels a column for some of them: up to the lowest, and fainter to the highest. */
function drawRanges(drawing, stop, layout) {
  const columns = Math.floor(layout.room), top = (place) => layout.height - 6 - entryAt(stop, place).height * (layout.height - 6);
  for (let column = 0; column < columns; ++column) {
    const first = Math.floor((column * at.run.n) / columns), end = Math.max(first + 1, Math.floor(((column + 1) * at.run.n) / columns));
    let lowest = first, highest = first;
    for (let place = first; place < end; ++place) {
      if (top(place) > top(lowest)) lowest = place;
      if (top(place) < top(highest)) highest = place;
    }
    const bar = (place, opacity) => svg("rect", { x: column, y: top(place), width: 1, height: layout.height - top(place), fill: paintOf(stop, place).colour, opacity });
    drawing.append(svg("g", { "data-place": first }, [svg("rect", { x: column, y: 0, width: 1, height: layout.height, fill: "transparent" }), bar(highest, 0.5), bar(lowest, 1)]));
  }
}

function drawBars() {
  const stop = present(), layout = barsLayout();
  const size = valueSize(layout.pitch, 16), marks = layout.height + 9 + 1.2 * size;
  const drawing = paper("bars", layout.room, marks + 9);
  const rangesOnly = layout.pitch < 1;
  if (rangesOnly) drawRanges(drawing, stop, layout);
  for (let place = 0; place < at.run.n && !rangesOnly; ++place) {
    const height = 6 + entryAt(stop, place).height * (layout.height - 6);
    const box = { x: layout.x(place), y: layout.height - height, width: Math.max(layout.pitch - layout.gap, 0.5), height };
    const target = svg("rect", { x: layout.x(place), y: 0, width: layout.pitch, height: marks + 9, fill: "transparent" });
    const bar = svg("g", { "data-place": place }, [...keyBox(stop, place, box), target]);
    const comparator = stop.partners.get(place), x = layout.x(place) + (layout.pitch - layout.gap) / 2, r = Math.min(4, 0.3 * layout.pitch);
    if (comparator !== undefined && r >= 1.5) {
      bar.append(comparator.swapped ? svg("path", { d: cross(x, marks, 1.2 * r), class: "swapped mark" }) : svg("circle", { cx: x, cy: marks, r, class: "kept mark" }));
    }
    if (size > 0) bar.append(svg("text", { x, y: layout.height + 0.65 * size, "font-size": size, fill: "var(--text)", class: "value" }, [entryAt(stop, place).short]));
    drawing.append(bar);
  }
  drawing.append(svg("g", { class: "selection" }));
  const keys = at.run.n <= 64 ? ": " + stop.state.map((entry) => at.run.entries[entry].key).join(" ") : "";
  byId("bars").setAttribute("aria-label", `Bars of ${plural(at.run.n, "key")}${keys}`);
  const threshold = stop.threshold === undefined ? "" : `; keys that are at least m = ${stop.threshold.m}: ${stop.threshold.count}`;
  const each = Math.round(at.run.n / Math.floor(layout.room));
  const column = !rangesOnly ? "" : each <= 1 ? "one key per column; " : `each column spans the lowest to the highest of about ${plural(each, "key")}; `;
  byId("bars-legend").textContent = column + (stop.groupOf === null ? "height and colour: value of the key" : `height: value of the key; colour: ${stop.grouped}`) + threshold;
}

/** The places that are lit: that which is looked at and its partner; else that which a question is about. */
function litPlaces() {
  if (selected() === null) return at.about === null ? [] : [at.about];
  const comparator = present().partners.get(selected());
  return comparator === undefined ? [selected()] : [comparator.low, comparator.high];
}

function markKeys() {
  const texture = textureLayout(), bars = barsLayout();
  const frame = (place, layout, height) => svg("rect", { x: layout.x(place) + 0.5, y: height === undefined ? layout.y(place) + 0.5 : 1, width: Math.max((layout.cell || layout.pitch - layout.gap) - 1, 1), height: height === undefined ? layout.cell - 1 : height - 2, rx: 4, class: "frame" });
  document.querySelector("#texture .selection").replaceChildren(...litPlaces().map((place) => frame(place, texture)));
  document.querySelector("#bars .selection").replaceChildren(...litPlaces().map((place) => frame(place, bars, bars.height)));
  for (const option of document.querySelectorAll("#texture [aria-selected=true]")) option.setAttribute("aria-selected", "false");
  if (selected() === null) return;
  const texel = byId(`texel-${selected()}`);
  texel.setAttribute("aria-selected", "true");
  texel.setAttribute("aria-label", describe(selected()));
}
