"""Generates tables, sentences and charts of measured results, from files of `texelsort bench --format json`.

A block of a document describes its table, one setting per line:

    files    patterns of files below docs/results, each with an optional =LABEL, which is a field of the file's rows
    table    list (one row per measurement), pivot (one column per value of a field), distances (one row per mapping of
             `bench --distances`), sentence (the text, with measured numbers)
    text     sentence: Markdown with placeholders: {ALGORITHM} for the range of an algorithm's speeds, {ALGORITHM ms}
             for the range of its times, and {sizes} for the range of n
    where    FIELD=PATTERN[|PATTERN...]: selects rows; if there are several fields, all must match
    rows     fields that identify a row of the table
    columns  list: the fields shown; pivot: the field whose values are the columns, optionally with their order
    cells    pivot: median (default), interval or rate
    against  FIELD=VALUE: the baseline, whose speed is 1. Pivots show speeds after times; lists have a column of speeds.
             Several baselines, each for the algorithms of a pattern: PATTERN:FIELD=VALUE ...

The fields of a row are those of the file and: network, method (the id's parts), keys (type and payload), fields and
layout (of records), sequences (of merges), size (n as 2^k), variant (algorithm and label), median, interval, rate, speed.

    scripts/results.py SWEEP.jsonl FILE...

writes the rows of result files as results of a sweep, which `texelsort export plot` draws. Result files contain no
samples. The plot therefore uses the median and the bounds of its interval.
"""

import fnmatch
import glob
import json
import math
import os
import re
import sys

TITLES = {
    "algorithm": "algorithm", "network": "network", "method": "method", "size": "n", "keys": "keys",
    "distribution": "distribution", "fields": "fields", "layout": "layout", "sequences": "sequences", "label": "run",
    "median": "median ms", "interval": "95 % interval", "rate": "M keys/s", "passes": "passes", "waits": "waits",
    "parameters": "parameters", "type": "type", "payload": "payload", "row_bytes": "bytes per row",
    "least_ms": "least ms", "memory": "memory",
    "search": "search", "ratio": "best / default, 95 % interval", "values": "best values", "tried": "combinations tried",
}
# Reasons why a field of a measurement may be empty, by the field's name.
UNSAID = {"waits": "only selections count waits", "sequences": "nothing is merged", "fields": "no records", "layout": "no records",
          "values": "the default wins or ties", "tried": "not recorded"}
NUMBERS = {"size", "fields", "sequences", "median", "rate", "speed", "passes", "waits", "row_bytes", "least_ms",
           "search", "tried"}
# Fields that define a measurement's problem. A measurement and its baseline differ in exactly one of these fields.
PROBLEM = ("n", "type", "distribution", "order", "payload", "sequences", "label")


class Problem(Exception):
    """Fault of a block or a result file. The text is shown to the user."""


def significant(value, digits=3):
    """Returns a number with `digits` significant digits, without an exponent."""
    if value == 0:
        return "0"
    decimals = digits - 1 - math.floor(math.log10(abs(value)))
    return f"{value:.{max(decimals, 0)}f}"


def size_text(n):
    """Returns n as text: 2^k if n is a power of two, at least 2^10."""
    return f"2^{n.bit_length() - 1}" if n >= 1024 and n & (n - 1) == 0 else str(n)


def rows_of(document, path):
    """Returns the rows of a result file, which is an array of rows or an object that contains one."""
    if isinstance(document, dict):
        arrays = [value for value in document.values() if isinstance(value, list)]
        if len(arrays) != 1:
            raise Problem(f"{path}: expected one array of results, found {len(arrays)}")
        rows, common = arrays[0], {key: value for key, value in document.items() if not isinstance(value, list)}
    else:
        rows, common = document, {}
    if not all(isinstance(row, dict) for row in rows):
        raise Problem(f"{path}: a result is no object")
    return [{**common, **row} for row in rows]


def derive(row, label):
    """Adds the fields that the program does not write to a row."""
    # Removed, because this speed refers to the first algorithm of the program's run, not to the baseline.
    row.pop("speed", None)
    row["label"] = label
    row["variant"] = ", ".join(word for word in (row.get("algorithm", ""), label) if word)
    family, _, rest = row.get("algorithm", "").rpartition("/")
    row["network"], row["method"] = family, rest
    if "n" in row:
        row["size"] = size_text(row["n"])
    payload = row.get("payload") or "none"
    row["keys"] = row.get("type", "") + ("" if payload == "none" else ", " + payload)
    record = re.fullmatch(r"record:(\d+) ([a-z-]+)", payload)
    row["fields"], row["layout"] = (int(record[1]), record[2]) if record else (None, None)
    words = (row.get("command") or "").split()
    row["sequences"] = int(words[words.index("--sequences") + 1]) if "--sequences" in words else None
    row["median"] = row.get("median_ms") if row.get("verified") else None
    row["rate"] = row.get("mkeys_per_s")
    return row


def plots(settings, folder):
    """Returns Markdown of the pictures that were drawn from a block's files, for a document in the parent folder."""
    text = ""
    for word in settings["files"].split():
        for path in sorted(glob.glob(os.path.join(folder, word.partition("=")[0]))):
            picture = os.path.splitext(path)[0] + ".svg"
            if os.path.exists(picture):
                place = os.path.relpath(picture, os.path.dirname(folder))
                text += f"\n![Time of a pass against the distance of its comparators]({place})\n"
    return text


def load(settings, folder):
    """Returns all rows of the block's files with derived fields, and the patterns that match no file."""
    rows, missing = [], []
    for word in settings["files"].split():
        pattern, _, label = word.partition("=")
        paths = sorted(glob.glob(os.path.join(folder, pattern)))
        if not paths:
            missing.append(pattern)
        for path in paths:
            with open(path, encoding="utf-8") as file:
                try:
                    document = json.load(file)
                except ValueError as error:
                    raise Problem(f"{path}: no JSON: {error}") from error
            rows += [derive(row, label) for row in rows_of(document, path)]
    return [row for row in rows if matches(row, settings.get("where", ""))], missing


def matches(row, where):
    for condition in where.split():
        field, equals, patterns = condition.partition("=")
        if not equals or field not in row:
            raise Problem(f"where: '{condition}' names no field of a result")
        if not any(fnmatch.fnmatchcase(str(row[field]), pattern) for pattern in patterns.split("|")):
            return False
    return True


def baselines_of(settings):
    """Returns a pattern of algorithms, a field and a value for each baseline, in the block's order."""
    for word in settings.get("against", "").split():
        pattern, colon, condition = word.rpartition(":")
        field, equals, value = condition.partition("=")
        if not equals:
            raise Problem(f"against: '{word}' is no FIELD=VALUE")
        yield pattern if colon else "*", field, value


def set_speeds(rows, settings):
    """Sets the speed of each row. It is the time of the row's baseline, which differs in only one field, divided by
    the row's time."""
    for pattern, field, value in baselines_of(settings):
        whole = ("algorithm",) if field not in ("network", "method") else ("network", "method")
        identity = [key for key in whole + PROBLEM if key != field]
        baselines = {tuple(row.get(key) for key in identity): row for row in rows if str(row.get(field)) == value}
        for row in rows:
            base = baselines.get(tuple(row.get(key) for key in identity))
            suits = fnmatch.fnmatchcase(row["algorithm"], pattern) and str(row.get(field)) != value
            if suits and "speed" not in row and base and base["median"] and row["median"]:
                row["speed"] = base["median"] / row["median"]
    for row in rows:
        if any(str(row.get(field)) == value for _, field, value in baselines_of(settings)):
            row.setdefault("speed", 1.0)
            row["is_baseline"] = True


def interval(row):
    if row["low_ms"] is None:
        return "too few samples"
    return f"{significant(row['low_ms'])} to {significant(row['high_ms'])}"


def wins(row, rows):
    """Returns whether the row's interval lies below the intervals of all other rows."""
    others = [other for other in rows if other is not row and other["median"] is not None]
    if not others or any(each["low_ms"] is None for each in [row, *others]):
        return False
    return all(row["high_ms"] < other["low_ms"] for other in others)


class Notes:
    """Footnotes of a table: reasons why cells are empty, each with a number where needed."""

    def __init__(self):
        self.reasons = []

    def mark(self, reason):
        if reason not in self.reasons:
            self.reasons.append(reason)
        return f"– ({self.reasons.index(reason) + 1})"

    def text(self):
        return "".join(f"\n({i}) {reason}." for i, reason in enumerate(self.reasons, 1))


def reason_of(row):
    return (row.get("result") or "not measured").rstrip(".")


def cell(row, kind, notes):
    """Returns the text of a table cell for a measurement."""
    if row is None:
        return notes.mark("not part of this run")
    if row["median"] is None:
        return notes.mark(reason_of(row))
    median = significant(row["median"])
    return {"median": median, "interval": f"{median} [{interval(row)}]", "rate": significant(row["rate"])}[kind]


def field_text(row, field, notes):
    if field in ("median", "interval", "rate", "speed") and row["median"] is None:
        return notes.mark(reason_of(row))
    if field == "interval":
        return interval(row)
    value = row.get(field)
    if field == "speed" and value is None:
        return notes.mark("its baseline is not part of this run")
    if field in ("median", "rate", "speed"):
        return significant(value)
    if field in ("algorithm", "network", "method"):
        return f"`{value}`"
    if value is None:
        return notes.mark(UNSAID.get(field, f"it has no {TITLES[field]}"))
    return str(value).replace("|", "\\|") or "none"


def markdown(titles, right, lines):
    text = "| " + " | ".join(titles) + " |\n"
    text += "|" + "|".join("---:" if is_right else "---" for is_right in right) + "|\n"
    return text + "".join("| " + " | ".join(line) + " |\n" for line in lines)


def list_table(rows, settings):
    columns, notes = settings["columns"].split(), Notes()
    speed = "speed against " + ", ".join(f"`{value}`" for _, _, value in baselines_of(settings))
    titles = [speed if field == "speed" else TITLES[field] for field in columns]
    lines = [[field_text(row, field, notes) for field in columns] for row in rows]
    return markdown(titles, [field in NUMBERS for field in columns], lines) + notes.text()


def pivot_table(rows, settings):
    keys = settings["rows"].split()
    column, *order = settings["columns"].split()
    kind, notes = settings.get("cells", "median"), Notes()
    values = order or list(dict.fromkeys(str(row[column]) for row in rows))
    groups = {}
    for row in rows:
        groups.setdefault(tuple(field_text(row, key, notes) for key in keys), {})[str(row[column])] = row
    firsts = list(dict.fromkeys(names[0] for names in groups))
    lines = []
    for names, found in sorted(groups.items(), key=lambda group: firsts.index(group[0][0])):
        shown = [found[value] for value in values if value in found]
        if not shown:
            continue
        line = list(names)
        for value in values:
            text = cell(found.get(value), kind, notes)
            row = found.get(value)
            if row is not None and "speed" in row and not row.get("is_baseline"):
                text += f" ({significant(row['speed'])} x)"
            line.append(f"**{text}**" if row is not None and wins(row, shown) else text)
        lines.append(line)
    titles = [TITLES[key] for key in keys] + ([f"`{value}`" for value in values] if column != "label" else values)
    return markdown(titles, [key in NUMBERS for key in keys] + [True] * len(values), lines) + notes.text()


def distances_table(rows, _settings):
    """Returns the results of `bench --distances`: the range of each curve, and where tiles are faster."""
    curves = {}
    for row in rows:
        if row.get("median_ms") is None:
            raise Problem(f"distance {row.get('distance')}: not verified")
        name = row["mapping"] if row["mapping"] == "row-major" else f"tiles of {row['tile']} x {row['tile']}"
        curves.setdefault((row["size"], name), []).append(row)
    lines = []
    for (size, name), points in curves.items():
        least, most = (function(points, key=lambda point: point["median_ms"]) for function in (min, max))
        base = {point["distance"]: point for point in curves[(size, "row-major")]}
        slower = sum(point["low_ms"] > base[point["distance"]]["high_ms"] for point in points)
        faster = sum(point["high_ms"] < base[point["distance"]]["low_ms"] for point in points)
        is_base = name == "row-major"
        lines.append([size, name, f"{significant(least['median_ms'])} at {least['distance']}",
                      f"{significant(most['median_ms'])} at {most['distance']}", str(len(points)),
                      "is the baseline" if is_base else str(slower), "is the baseline" if is_base else str(faster)])
    return markdown(["n", "mapping", "least ms, at distance", "most ms, at distance", "distances", "slower than row-major",
                     "faster than row-major"], [True, False, True, True, True, True, True], lines)


def range_text(values, text):
    least, most = text(min(values)), text(max(values))
    return least if least == most else f"{least} to {most}"


def sentence(rows, settings):
    """Returns the block's text with its placeholders replaced by numbers from the rows."""

    def measured(match):
        algorithm, _, unit = match[1].partition(" ")
        if match[1] == "sizes":
            return range_text([row["n"] for row in rows], size_text)
        field = {"": "speed", "ms": "median"}.get(unit)
        values = [row[field] for row in rows if row.get("algorithm") == algorithm and row.get(field)]
        if not values:
            raise Problem(f"text: {match[0]}: no row has such a number")
        return range_text(values, significant) + (" ms" if unit else " times")

    return re.sub(r"\{([^}]*)\}", measured, settings["text"]) + "\n"


def distinct(rows, field):
    return list(dict.fromkeys(str(row[field]) for row in rows if row.get(field)))


def origin(rows):
    """Returns the origin of the rows: device, driver, libraries, clock, date, and the commands."""
    graphics = [row for row in rows if row.get("driver")]
    device = distinct(graphics, "renderer") or distinct(rows, "device")
    processors = distinct([row for row in rows if not row.get("driver")], "device") if graphics else []
    parts = [", ".join(device)] + distinct(graphics, "driver") + processors
    parts += [f"CCCL {version}" for version in distinct(rows, "cccl")]
    parts += distinct([row for row in rows if row.get("verified")], "clock")
    dates = sorted({date[:10] for date in distinct(rows, "date")})
    parts.append(dates[0] if len(dates) == 1 else f"{dates[0]} to {dates[-1]}" if dates else "no date")
    calls = dict.fromkeys((row["algorithm"], row["library_call"], row.get("library")) for row in rows if row.get("library_call"))
    text = "; ".join(parts) + "." + "".join(
        f" `{algorithm}` is {call}" + (f", {library}." if library else ".") for algorithm, call, library in calls)
    commands = "\n".join(f"    {command}" for command in distinct(rows, "command"))
    return text + "\n\n" + (commands + "\n\n" if commands else "")


TABLES = {"list": list_table, "pivot": pivot_table, "distances": distances_table, "sentence": sentence}


def render(settings, folder, script):
    """Returns the Markdown of one block. `script` is the script that measures the results."""
    unknown = set(settings) - {"files", "table", "where", "rows", "columns", "cells", "against", "origin", "text"}
    if unknown or settings.get("table") not in TABLES or "files" not in settings:
        raise Problem(f"a results block needs files and table ({', '.join(TABLES)}), and knows no {sorted(unknown)}")
    rows, missing = load(settings, folder)
    absent = f"Not measured yet: `{script}` writes {', '.join(f'`{pattern}`' for pattern in missing)}.\n" if missing else ""
    if not rows:
        return absent or "No result matches.\n"
    set_speeds(rows, settings)
    shows_origin = settings["table"] != "sentence" and settings.get("origin", "yes") == "yes"
    head = origin(rows) if shows_origin else ""
    table = TABLES[settings["table"]](rows, settings).rstrip("\n") + "\n"
    pictures = plots(settings, folder) if settings["table"] == "distances" else ""
    return head + table + pictures + ("\n" + absent if absent else "")


def sweep_text(rows):
    """Returns the rows as the text of a `texelsort sweep` file."""
    first = rows[0]
    header = {"schema": "texelsort/sweep/1", "version": "", **{key: first[key] for key in ("command", "date")},
              **{key: first.get(key) for key in ("device", "renderer", "driver")}, "processor": "", "cccl": first.get("cccl"),
              "seed": first.get("seed", 1), "trials": len(rows)}
    lines = [header]
    for row in rows:
        problem = {key: row[key] for key in ("algorithm", "n", "type", "distribution", "order", "payload")}
        samples = [row["low_ms"], row["median_ms"], row["high_ms"]]
        lines.append({**problem, "parameters": {}, "given": {}, "status": "measured", "group": 1, "seconds": 0,
                      "samples_ms": samples, "bytes": row["bytes"], "passes": row["passes"], "clock": row["clock"]})
    return "".join(json.dumps(line) + "\n" for line in lines)


def main(output, *paths):
    rows = [row for path in paths for row in load({"files": path}, "")[0] if row["median"] is not None]
    with open(output, "w", encoding="utf-8") as file:
        file.write(sweep_text(rows))


if __name__ == "__main__":
    main(*sys.argv[1:])
