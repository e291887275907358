// What the program has written into the page: runs with the states that were read back after their passes, and the
// steps of a lesson. Nothing here sorts, compares or tests: states, swaps, claims and answers are looked up.

const given = JSON.parse(document.getElementById("data").textContent);

/** Numbers of `width` digits of base 36 each. */
function numbersOf(text, width) {
  const numbers = [];
  for (let i = 0; i < text.length; i += width) numbers.push(parseInt(text.slice(i, i + width), 36));
  return numbers;
}

function decodeEntries(entries) {
  if (entries.keys === "") return [];
  const payloads = entries.payloads === undefined ? null : entries.payloads.split(" ");
  const heights = numbersOf(entries.heights, 2);
  const short = (entries.short || entries.keys).split(" ");
  return entries.keys.split(" ").map((key, i) => ({
    key,
    short: short[i],
    payload: payloads === null ? null : payloads[i],
    colour: "#" + entries.colours.slice(6 * i, 6 * i + 6),
    ink: entries.white[i] === "1" ? "#fff" : "#000",
    height: heights[i] / (36 * 36 - 1),
  }));
}

function decodeColumn(column, digits) {
  const places = numbersOf(column.pairs, digits);
  const comparators = [];
  for (let i = 0; i < places.length; i += 2) {
    const [smaller, larger] = [places[i], places[i + 1]];
    comparators.push({
      smaller,
      larger,
      low: Math.min(smaller, larger),
      high: Math.max(smaller, larger),
      swapped: column.swapped === undefined ? null : column.swapped[i / 2] === "1",
    });
  }
  return { step: column.step, comparators };
}

const roles = ["minimum", "maximum", "decide", "keep"];

function decodeQuads(text, digits) {
  const quads = [];
  for (let i = 0; i < text.length; i += 4 * digits + 1) {
    const [x, y, width, height] = numbersOf(text.slice(i, i + 4 * digits), digits);
    quads.push({ x, y, width, height, role: roles[Number(text[i + 4 * digits])] });
  }
  return quads;
}

function decodeStop(stop, run) {
  const columns = (stop.columns || []).map((column) => decodeColumn(column, run.digits));
  const partners = new Map();
  const single = columns.length > 0 && columns[columns.length - 1].step === 0;
  if (single) {
    for (const comparator of columns.flatMap((column) => column.comparators)) {
      partners.set(comparator.low, comparator);
      partners.set(comparator.high, comparator);
    }
  }
  return {
    ...stop,
    state: numbersOf(stop.state, run.digits),
    columns,
    single,
    partners,
    rows: stop.rows === undefined ? null : numbersOf(stop.rows, run.digits),
    keyOf: stop.keys === undefined ? null : numbersOf(stop.keys, run.digits),
    quads: decodeQuads(stop.quads || "", run.digits),
    groupOf: stop.groups === undefined ? null : numbersOf(stop.groups, 3).map((group) => run.groups[group]),
  };
}

const runs = given.runs.map((run) => {
  const decoded = { ...run, entries: decodeEntries(run.entries) };
  decoded.stops = run.stops.map((stop) => decodeStop(stop, run));
  return decoded;
});

/**
 * Where the reader is: a step of the lesson, a stop of its run, the place of the key that is looked at, which question
 * is asked and which place it is about.
 */
const at = { step: 0, run: runs[0], stop: 0, pinned: null, hovered: null, asked: 0, about: null };

const present = () => at.run.stops[at.stop];
const next = () => (at.stop + 1 < at.run.stops.length ? at.run.stops[at.stop + 1] : null);
/** The state that the present pass found; null where the page has it not. */
const before = () => {
  const stop = at.stop > 0 ? at.run.stops[at.stop - 1] : null;
  return stop !== null && stop.pass + 1 === present().pass ? stop : null;
};
/** Whether the next stop is the next pass. */
const followed = () => next() !== null && next().pass === present().pass + 1;
const selected = () => (at.hovered !== null ? at.hovered : at.pinned);

const entryAt = (stop, place) => at.run.entries[stop.state[place]];
const keyText = (entry) => (entry.payload === null ? entry.key : `${entry.key}:${entry.payload}`);
const passName = (stop) => (stop.pass === 0 ? "Input" : stop.stage === stop.label ? stop.stage : `${stop.stage}, ${stop.label}`);
/** "digit 3" of "digit 3 of 16": what tells stages apart where there is little room. */
const shortStage = (name) => name.replace(/ of \d+$/, "");
const plural = (count, word) => `${String(count).replace(/\B(?=(\d{3})+$)/g, ",")} ${word}${count === 1 ? "" : "s"}`;

/** How the key at a place is painted: by its digit, bucket or part where the pass has any, else by its value. */
function paintOf(stop, place) {
  const entry = entryAt(stop, place);
  if (stop.groupOf === null) return { colour: entry.colour, ink: entry.ink, pattern: 0 };
  const group = stop.groupOf[place];
  return { colour: "#" + group.colour, ink: group.white ? "#fff" : "#000", pattern: group.pattern };
}
