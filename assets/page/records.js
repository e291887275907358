// Records in memory: a row for each place, with the key and the fields that stand there.

const layoutTexts = {
  "by-field": "by-field: one array per field",
  hybrid: "hybrid: one array of keys, one array of structures with all other fields",
  "by-record": "by-record: one array of structures that begin with the key",
};

/** A cell in the colour of the record whose key or field it holds. */
function recordCell(record, text, first) {
  const entry = at.run.entries[at.run.stops[0].state[record]];
  const cell = html("td", first ? { class: "first" } : {}, [text]);
  cell.style.background = entry.colour;
  cell.style.color = entry.ink;
  return cell;
}

function drawRecords() {
  const records = at.run.records, stop = present(), shown = records !== undefined && (stop.rows !== null || stop.keyOf !== null);
  byId("records-view").hidden = !shown;
  if (!shown) return;
  const earlier = before(), whole = records.layout === "by-record";
  const names = records.fields.length === 0 ? [] : records.fields[0].map((_, f) => `f${f + 1}`);
  const keyed = stop.keyOf !== null, fielded = stop.rows !== null, inRows = fielded && (whole || !keyed);
  const heads = ["index", ...(keyed ? ["key"] : []), ...(inRows ? ["record's key"] : []), ...(fielded ? names : []), ...(fielded ? ["came from"] : [])];
  const body = [];
  for (let place = 0; place < at.run.n; ++place) {
    const cells = [html("th", { scope: "row" }, [String(place)])];
    const keyAt = (record) => at.run.entries[at.run.stops[0].state[record]].key;
    if (keyed) cells.push(recordCell(stop.keyOf[place], keyAt(stop.keyOf[place]), true));
    if (fielded) {
      const record = stop.rows[place];
      if (inRows) cells.push(recordCell(record, keyAt(record), true));
      records.fields[record].forEach((word, f) => cells.push(recordCell(record, String(word), records.layout === "by-field" || (f === 0 && !inRows))));
      const from = earlier === null || earlier.rows === null ? place : earlier.rows.indexOf(record);
      cells.push(html("td", { class: "dim first" }, [from === place ? "" : String(from)]));
    }
    body.push(html("tr", {}, cells));
  }
  byId("records").replaceChildren(html("table", { class: "records" }, [html("thead", {}, [html("tr", {}, heads.map((head) => html("th", { scope: "col" }, [head])))]), html("tbody", {}, body)]));
  const left = records.of - names.length;
  byId("records-legend").textContent = layoutTexts[records.layout] + (left > 0 ? `; ${plural(left, "further field")}` : "");
}
