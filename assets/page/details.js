// The history of a key: before and after the pass, and its partner.

const texelText = (place) => `texel (${place % at.run.row}, ${Math.floor(place / at.run.row)})`;

/** One sentence of the key at a place, for screen readers. */
function describe(place) {
  const stop = present(), earlier = before(), comparator = stop.partners.get(place);
  let text = `Index ${place}: ${keyText(entryAt(stop, place))}`;
  if (earlier !== null) text += `, before the pass ${keyText(entryAt(earlier, place))}`;
  if (comparator !== undefined) {
    const partner = comparator.low === place ? comparator.high : comparator.low;
    text += `, gets the ${comparator.smaller === place ? "smaller" : "larger"} key, partner ${partner}, ${outcome(comparator)}`;
  }
  if (stop.groupOf !== null && stop.groupOf[place].text !== "") text += `, ${stop.groupOf[place].text}`;
  if (stop.threshold !== undefined) text += stop.threshold.passing[place] === "1" ? ", counted" : ", not counted";
  if (stop.found !== undefined && stop.found[place] === "1") text += ", found";
  return text + ".";
}

/** Where the only key of this entry stood before the pass; null if that is not certain. */
function cameFrom(place) {
  const earlier = before();
  if (earlier === null) return null;
  const entry = present().state[place], from = earlier.state.indexOf(entry);
  return from < 0 || from === place || earlier.state.indexOf(entry, from + 1) >= 0 ? null : from;
}

function keyCard(place) {
  const stop = present(), earlier = before(), comparator = stop.partners.get(place), paint = paintOf(stop, place);
  const chip = html("span", { class: "chip" }, [keyText(entryAt(stop, place))]);
  chip.style.background = paint.colour;
  chip.style.color = paint.ink;
  const lines = [html("strong", {}, [`index ${place}`]), ` ${texelText(place)}`];
  const card = html("div", { class: "card" }, [chip, html("div", {}, lines)]);
  const more = [];
  if (earlier !== null) more.push(`before: ${keyText(entryAt(earlier, place))}`);
  if (comparator !== undefined) more.push(comparator.smaller === place ? "gets the smaller key" : "gets the larger key");
  if (stop.groupOf !== null && stop.groupOf[place].text !== "") more.push(stop.groupOf[place].text);
  if (stop.threshold !== undefined) more.push(stop.threshold.passing[place] === "1" ? "counted" : "not counted");
  if (stop.found !== undefined && stop.found[place] === "1") more.push("found");
  const from = comparator === undefined ? cameFrom(place) : null;
  if (from !== null) more.push(`came from index ${from}`);
  card.lastChild.append(html("div", { class: "dim" }, [more.join(", ")]));
  return card;
}

function drawDetails() {
  const place = selected();
  if (place === null) {
    byId("details").replaceChildren(html("p", { class: "dim" }, [at.run.wires ? "Point at or tap a texel, a bar or a comparator." : "Point at or tap a texel or a bar."]));
    return;
  }
  const comparator = present().partners.get(place);
  if (comparator === undefined) {
    const copied = present().single ? [html("p", { class: "dim" }, ["This pass compares the key with no other and copies it."])] : [];
    byId("details").replaceChildren(keyCard(place), ...copied);
    return;
  }
  const sort = comparator.swapped === null ? "" : comparator.swapped ? "swapped" : "kept";
  byId("details").replaceChildren(keyCard(comparator.low), html("p", { class: "outcome " + sort }, [outcome(comparator)]), keyCard(comparator.high));
}

// The pass, its claim, and the list of all passes.

function drawPass() {
  const stop = present();
  byId("pass-name").textContent = stop.pass === 0 ? `Input: ${at.run.input}` : `Pass ${stop.pass} of ${at.run.passes}: ${passName(stop)}`;
  const verdict = byId("verdict");
  verdict.className = stop.holds === undefined ? "" : stop.holds ? "holds" : "fails";
  verdict.textContent = stop.holds === undefined ? "" : stop.holds ? "✓ Holds:" : "✗ Does not hold:";
  const following = followed() ? `Next: ${passName(next())}.` : "";
  byId("claim-text").textContent = stop.pass === 0 ? following : stop.claim + (stop.wrong === undefined ? "" : ` (${stop.wrong})`);
  const results = (stop.answers || []).slice();
  if (stop.result !== undefined) results.unshift(`Result: ${stop.result.text}.`);
  const result = byId("result");
  result.textContent = results.join(" ");
  result.className = stop.result === undefined ? "" : stop.result.holds ? "holds" : "fails";
  result.hidden = results.length === 0;
  for (const row of byId("pass-rows").children) row.toggleAttribute("aria-current", Number(row.dataset.stop) === at.stop);
}

function drawPassList() {
  const keys = at.run.n <= 32, whole = at.run.stops.length === at.run.passes + 1;
  byId("passes-title").textContent = whole ? "All passes and their claims" : `Passes on this page (of ${at.run.passes}) and their claims`;
  document.querySelector("#passes th:last-child").hidden = !keys;
  byId("pass-rows").replaceChildren(...at.run.stops.map((stop, i) => {
    const go = html("button", { type: "button", class: "plain" }, [String(stop.pass)]);
    go.addEventListener("click", () => goTo(i));
    const holds = stop.holds === undefined ? "" : stop.holds ? "yes" : "no";
    const row = html("tr", { "data-stop": i }, [html("th", { scope: "row" }, [go]), html("td", {}, [passName(stop)]), html("td", {}, [stop.claim || ""]), html("td", {}, [holds])]);
    if (keys) row.append(html("td", { class: "mono" }, [stop.state.map((entry) => keyText(at.run.entries[entry])).join(" ")]));
    return row;
  }));
}
