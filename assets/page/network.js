// The network: wires, a column for each group of comparators that do not overlap, the keys on the wires.

function networkLayout() {
  const room = byId("network").clientWidth, n = at.run.n, top = 24, labels = 26;
  const columns = at.run.stops.map((stop) => stop.columns.length), all = columns.reduce((sum, count) => sum + count, 0);
  let longest = 1;
  for (const entry of at.run.entries) longest = Math.max(longest, entry.short.length);
  const pitch = Math.max(14, Math.min(30, 300 / Math.max(n, 1)));
  const size = Math.min(13, 0.7 * pitch), token = Math.min(Math.max(0.62 * size * longest + 10, 20), 72);
  const column = Math.max(11, Math.min(34, (room - labels - at.run.stops.length * (token + 4)) / Math.max(all, 1)));
  const spare = (room - labels - at.run.stops.length * (token + 4) - all * column) / at.run.stops.length;
  const slot = token + 4 + Math.max(0, Math.min(spare, 60));
  const slots = [], begins = [];
  let x = labels;
  columns.forEach((count) => {
    begins.push(x);
    x += count * column;
    slots.push(x + slot / 2);
    x += slot;
  });
  return { n, top, pitch, size, token, column, slots, begins, width: Math.max(x, room - 1), height: top + n * pitch + 4, y: (wire) => top + pitch * (wire + 0.5) };
}

function drawStageBands(drawing, layout) {
  const stops = at.run.stops;
  for (let first = 1; first < stops.length; ) {
    let last = first;
    while (last + 1 < stops.length && stops[last + 1].stage === stops[first].stage) ++last;
    const left = layout.slots[first - 1], right = layout.slots[last];
    if (bandsDrawn(first)) drawing.append(svg("rect", { x: left, y: 0, width: right - left, height: layout.height, rx: 6, class: "band" }));
    const room = (right - left - 6) / 6.4, name = shortStage(stops[first].stage);
    const text = name.length <= room ? name : room < 4 ? "" : name.slice(0, Math.floor(room) - 1) + "…";
    drawing.append(svg("text", { x: (left + right) / 2, y: 13, class: "stage" }, [text]));
    first = last + 1;
  }
}

/** Every second stage has a band. */
function bandsDrawn(first) {
  const names = at.run.stops.slice(1, first + 1).map((stop) => stop.stage);
  return names.filter((name, i) => i > 0 && name !== names[i - 1]).length % 2 === 0;
}

function plainComparator(x, layout, comparator) {
  const low = layout.y(comparator.low), high = layout.y(comparator.high);
  const shapes = [svg("path", { d: `M${x} ${low}V${high}` }), svg("circle", { cx: x, cy: low, r: 2.6 }), svg("circle", { cx: x, cy: high, r: 2.6 })];
  if (at.run.arrows) {
    const tip = layout.y(comparator.larger), back = tip + (comparator.larger === comparator.high ? -9 : 9);
    shapes.push(svg("path", { d: `M${x - 4.5} ${back}h9L${x} ${tip}z`, class: "filled" }));
  }
  return shapes;
}

/** Solid with a cross: exchanged. Dashed: left in place. Circle: the smaller key went here; square: the larger one. */
function presentComparator(x, layout, comparator) {
  const low = layout.y(comparator.low), high = layout.y(comparator.high), r = Math.min(5, 0.24 * layout.pitch);
  const shapes = [svg("path", { d: `M${x} ${low}V${high}`, class: comparator.swapped ? "swapped" : "kept" })];
  if (comparator.swapped && high - low > 4 * r) shapes.push(svg("path", { d: cross(x, (low + high) / 2, r), class: "swapped" }));
  shapes.push(svg("circle", { cx: x, cy: layout.y(comparator.smaller), r: 1.1 * r, class: "smaller" }));
  shapes.push(svg("rect", { x: x - r, y: layout.y(comparator.larger) - r, width: 2 * r, height: 2 * r, class: "larger" }));
  return shapes;
}

function outcome(comparator) {
  return comparator.swapped === null ? "compared" : comparator.swapped ? "compared and swapped" : "compared, kept";
}

function drawComparators(drawing, layout) {
  at.run.stops.forEach((stop, s) => {
    const here = s === at.stop, asked = s === at.stop + 1;
    if (here && stop.columns.length > 0) {
      drawing.append(svg("rect", { x: layout.begins[s], y: layout.top - 2, width: stop.columns.length * layout.column, height: layout.n * layout.pitch + 4, rx: 5, class: "present" }));
    }
    stop.columns.forEach((column, c) => {
      const x = Math.round(layout.begins[s] + layout.column * (c + 0.5)) + 0.5;
      for (const comparator of column.comparators) {
        const now = here && stop.single;
        const group = svg("g", { class: "comparator" + (now ? "" : s < at.stop ? " past" : ""), "data-stop": s, "data-low": comparator.low, "data-high": comparator.high });
        if (now) {
          group.setAttribute("role", "option");
          group.setAttribute("id", `comparator-${comparator.low}`);
          group.setAttribute("aria-selected", "false");
          group.setAttribute("aria-label", `${describe(comparator.low)} ${describe(comparator.high)}`);
        }
        group.append(svg("path", { d: `M${x} ${layout.y(comparator.low) - 5}V${layout.y(comparator.high) + 5}`, class: "reach", "stroke-width": Math.max(layout.column - 1, 10) }));
        group.append(...(now ? presentComparator(x, layout, comparator) : plainComparator(x, layout, comparator)));
        if (asked) group.classList.add("following");
        drawing.append(group);
      }
    });
    const last = stop.columns.length - 1;
    if (last >= 0 && stop.columns[last].step > 0) {
      drawing.append(svg("rect", { x: layout.begins[s], y: layout.top - 2, width: stop.columns.length * layout.column, height: layout.n * layout.pitch + 4, rx: 5, class: here ? "steps here" : "steps" }));
    }
  });
}

function drawTokens(drawing, stop, layout) {
  const x = layout.slots[at.stop], tall = Math.min(22, layout.pitch - 2);
  for (let wire = 0; wire < layout.n; ++wire) {
    const entry = entryAt(stop, wire), y = layout.y(wire);
    drawing.append(svg("g", { "data-place": wire, class: "token" }, [
      svg("rect", { x: x - layout.token / 2, y: y - tall / 2, width: layout.token, height: tall, rx: Math.min(7, tall / 2), fill: entry.colour }),
      svg("text", { x, y, "font-size": layout.size, fill: entry.ink, class: "value" }, [entry.short]),
    ]));
  }
}

function drawNetwork() {
  byId("network-view").hidden = !at.run.wires;
  if (!at.run.wires) return;
  const scrolled = byId("network").scrollLeft, layout = networkLayout(), stop = present();
  const drawing = paper("network", layout.width, layout.height);
  drawStageBands(drawing, layout);
  for (let wire = 0; wire < layout.n; ++wire) {
    drawing.append(svg("path", { d: `M26 ${layout.y(wire)}H${layout.width}`, class: "wire" }));
    if (layout.pitch >= 11) drawing.append(svg("text", { x: 20, y: layout.y(wire), class: "label" }, [String(wire)]));
  }
  drawComparators(drawing, layout);
  drawTokens(drawing, stop, layout);
  drawing.append(svg("g", { class: "selection" }));
  const legend = byId("network-legend");
  legend.replaceChildren(...roleKeys(), html("span", { class: "key-swapped" }, ["swapped"]), html("span", { class: "key-kept" }, ["kept"]));
  const picture = byId("network"), x = layout.slots[at.stop];
  picture.scrollLeft = scrolled;
  const following = at.stop + 1 < layout.slots.length ? layout.slots[at.stop + 1] : x;
  if (layout.begins[at.stop] - layout.token < scrolled || following + layout.token > scrolled + picture.clientWidth) {
    picture.scrollLeft = Math.max(0, layout.begins[at.stop] - layout.token - 30);
  }
}

function markNetwork() {
  if (!at.run.wires) return;
  const layout = networkLayout();
  const marks = litPlaces().map((wire) => svg("rect", { x: layout.slots[at.stop] - layout.token / 2 - 2, y: layout.y(wire) - layout.pitch / 2, width: layout.token + 4, height: layout.pitch, rx: 6, class: "frame" }));
  document.querySelector("#network .selection").replaceChildren(...marks);
  for (const comparator of document.querySelectorAll("#network [role=option]")) {
    const lit = selected() !== null && (Number(comparator.dataset.low) === selected() || Number(comparator.dataset.high) === selected());
    comparator.classList.toggle("lit", lit);
    comparator.setAttribute("aria-selected", String(lit));
  }
}
