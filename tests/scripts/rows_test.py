#!/usr/bin/env python3
"""Compares the output of commands for CSV files with Python's csv module, GNU sort and exact decimals.

    tests/scripts/rows_test.py build/release/bin/texelsort                   the cases, and 60 random tables
    tests/scripts/rows_test.py build/release/bin/texelsort --tables 2000     more tables, each in a different dialect

Each table is sorted by rows in memory and within a memory budget, searched by select, sorted by one column, and merged.
"""
import argparse
import concurrent.futures
import csv
import datetime
import decimal
import io
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

program = ""
tables = 60
separator_words = {",": "comma", ";": "semicolon", "\t": "tab", " ": "space"}


def run(*words, text=None):
    """Runs the program. Returns its exit code, standard output (bytes, line ends unchanged) and standard error."""
    result = subprocess.run([program, *map(str, words)], input=text, capture_output=True, timeout=60)
    return result.returncode, result.stdout, result.stderr.decode(errors="replace")


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="texelsort-rows-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, contents, name="t.csv"):
        path = self.folder / name
        path.write_bytes(contents if isinstance(contents, bytes) else contents.encode())
        return path

    def out(self, *words):
        code, out, err = run(*words)
        self.assertEqual(code, 0, (words, err))
        return out

    def refusal(self, *words):
        code, out, err = run(*words)
        self.assertEqual((code, out), (2, b""), (words, err))
        return err


def sort(path, by, *more):
    return ["sort", path, "--by", by, "-a", "std/sort@cpu", *more]


class Cases(Files):
    """Tests with files from bug reports. Each file represents a kind of fault."""

    def external(self, path, by, *more):
        self.out("external-sort", path, "--by", by, "-o", self.folder / "out", *more)
        return (self.folder / "out").read_bytes()

    def test_ignores_empty_lines(self):
        for end in ("\n", "\r\n"):
            path = self.file(end.join(["n,v", "b,2", "a,1", "", "c,3", "   ", ""]))
            expected = end.join(["n,v", "a,1", "b,2", "c,3", ""]).encode()
            self.assertEqual(self.out(*sort(path, "n")), expected)
            self.assertEqual(self.out(*sort(path, "v")), expected)
            self.assertEqual(self.external(path, "v"), expected)
            self.assertEqual(self.out(*sort(path, "n", "--top", 1)), end.join(["n,v", "a,1", ""]).encode())
            self.assertEqual(self.out("select", path, "--by", "n", "--min"), end.join(["n,v", "a,1", ""]).encode())
            self.assertEqual(self.out("sort", path, "--column", "v", "-a", "std/sort@cpu"), b"v\n1\n2\n3\n")

    def test_keeps_white_space_in_text(self):
        lines = ["ab ", "ab", " ab", "\tab", "ab"]
        path = self.file("n\n" + "".join(line + "\n" for line in lines))
        gnu = subprocess.run(["sort", "-s", "-u"], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True,
                             env={**os.environ, "LC_ALL": "C"})
        self.assertEqual(self.out(*sort(path, "n:text", "--unique")).decode(), "n\n" + gnu.stdout)
        self.assertEqual(self.external(path, "n:text", "--unique").decode(), "n\n" + gnu.stdout)
        # In a file with one column, a line of white space is a value, as in GNU sort.
        self.assertEqual(self.out(*sort(self.file("n\nb\n \na\n"), "n:text")), b"n\n \na\nb\n")
        code, out, _ = run("external-verify", self.file("n,v\na,1\n a,2\n"), "--by", "n:text")
        self.assertEqual(code, 1)
        self.assertIn(b"not in order", out)
        self.assertEqual(self.out(*sort(self.file("n,v\n 10 ,a\n9,b\n"), "n")), b"n,v\n9,b\n 10 ,a\n")

    def test_rejects_columns_of_headers_shorter_than_rows(self):
        path = self.file("a,b\nx,1,9\ny,2,8\n")
        for words in (sort(path, "b"), ["sort", path, "--column", "b"], ["select", path, "--by", "b", "--min"],
                      ["merge", path, "--column", "b"], ["external-sort", path, "--by", "b", "-o", self.folder / "out"]):
            self.assertIn("the header has 2 fields, but other rows have 3", self.refusal(*words))
        self.assertEqual(self.out(*sort(path, "3")), b"a,b\ny,2,8\nx,1,9\n")

    def test_reads_columns_that_begin_empty_as_numbers(self):
        empty = "text,\n" * 800_000  # rows without a key, longer than the sample that decides the column types
        path = self.file("t,n\n" + empty + "a,10\nb,5\n")
        expected = b"t,n\nb,5\na,10\n"
        self.assertEqual(self.out(*sort(path, "n:last"))[:len(expected)], expected)
        self.assertEqual(self.external(path, "n", "--missing", "skip"), expected)
        wrong = self.file("t,n\n" + empty + "a,10\nb,x\n")
        for words in (sort(wrong, "n:last"), ["external-sort", wrong, "--by", "n:last", "-o", self.folder / "out"]):
            self.assertIn(":800003:3: found 'x', expected a number in column n", self.refusal(*words))

    def test_warns_about_one_word_among_numbers(self):
        path = self.file("n,v\n10,a\n9,b\nn/k,c\n2,d\n")
        code, out, err = run(*sort(path, "n"))
        self.assertEqual((code, out), (0, b"n,v\n10,a\n2,d\n9,b\nn/k,c\n"))
        self.assertIn("t.csv:4:1: found 'n/k' in column n, so texelsort sorts the column as text", err)
        self.assertIn("t.csv:4:1: found 'n/k'", self.refusal(*sort(path, "n:number")))
        days = self.file("d\n2024-05-01\n2023-05-01\nsoon\n")
        self.assertIn("t.csv:4:1: found 'soon' in column d", run(*sort(days, "d"))[2])
        self.assertIn("--decimal comma", run(*sort(self.file("n;v\n1,5;a\n0,25;b\n"), "n"))[2])

    def test_accepts_quoted_missing_values(self):
        for word in ('""', '"NA"', "", "NA", '" "'):
            path = self.file(f"k,v\n2,a\n{word},b\n1,c\n")
            rows = f"k,v\n1,c\n2,a\n{word},b\n".encode()
            self.assertEqual(self.out(*sort(path, "k", "--missing", "last")), rows, word)
            self.assertEqual(self.external(path, "k:last"), rows, word)
            keys = self.out("sort", path, "--column", "k", "--missing", "skip", "-a", "std/sort@cpu")
            self.assertEqual(keys, b"k\n1\n2\n", word)
        path = self.file("k,v\n2,a\n-99,b\n1,c\n")
        self.assertEqual(self.out(*sort(path, "k:last", "--missing-words", "x,-99")), b"k,v\n1,c\n2,a\n-99,b\n")
        self.assertIn("'NA'", self.refusal(*sort(self.file("k,v\n2,a\nNA,b\n"), "k:number:last", "--missing-words", "-99")))

    def test_reads_the_separator_from_excels_first_line(self):
        for start in ("sep=;", '"sep=;"', "\ufeffsep=;"):
            for end in ("\n", "\r\n"):
                path = self.file(start + end + end.join(["a,x;n", "b,y;2", "c;1", ""]))
                expected = (start + end + end.join(["a,x;n", "c;1", "b,y;2", ""])).encode()
                self.assertEqual(self.out(*sort(path, "n")), expected)
                self.assertEqual(self.external(path, "n"), expected)
                self.assertEqual(self.out("sort", path, "--column", "n", "-a", "std/sort@cpu"), b"n\n1\n2\n")
        bare = self.file("sep=;\n2;x\n1;y\n")
        self.assertEqual(self.out(*sort(bare, "1", "--header", "no")), b"sep=;\n1;y\n2;x\n")
        more = self.file("sep=;\n0;z\n", "more.csv")
        self.out("external-sort", bare, more, "--by", "1", "--header", "no", "-o", self.folder / "out")
        self.assertEqual((self.folder / "out").read_bytes(), b"sep=;\n0;z\n1;y\n2;x\n")

    def test_rejects_ambiguous_separators(self):
        path = self.file("10,x;y\n9,z;w\n")
        for words in (sort(path, "1"), ["sort", path], ["merge", path], ["select", path, "--min"],
                      ["external-sort", path, "--by", "1", "-o", self.folder / "out"]):
            self.assertIn("--separator", self.refusal(*words))
        self.assertEqual(self.out(*sort(path, "1", "--separator", "comma", "--header", "no")), b"9,z;w\n10,x;y\n")
        # The separator is unambiguous if the file has tabs, or if commas can only be decimal signs.
        self.assertEqual(self.out(*sort(self.file("2,5;1,5\n1,5;2,5\n"), "1", "--decimal", "comma")), b"1,5;2,5\n2,5;1,5\n")
        self.assertEqual(self.out(*sort(self.file("a, b;c\t2\nd, e;f\t1\n"), "2", "--header", "no")), b"d, e;f\t1\na, b;c\t2\n")

    def test_writes_empty_files_for_empty_files(self):
        for contents in ("", "\n", "\ufeff"):
            path = self.file(contents)
            self.assertIn(self.out(*sort(path, "n")), (b"", contents.encode()))
            self.assertIn(self.external(path, "n"), (b"", contents.encode()))

    def test_names_the_place_of_zero_bytes(self):
        path = self.file(b"k,v\n1,a\n2,\0b\n")
        for words in (sort(path, "k"), ["sort", path, "--column", "k"], ["select", path, "--by", "k", "--min"],
                      ["external-sort", path, "--by", "k", "-o", self.folder / "out"]):
            self.assertIn("t.csv:3:3: found a zero byte", self.refusal(*words))

    def test_treats_quotes_as_text_on_request(self):
        path = self.file('n\tk\n"b\t2\nc"d\t1\n"a"x\t3\n', "t.tsv")
        self.assertIn("--quotes no", self.refusal(*sort(path, "k")))
        expected = b'n\tk\nc"d\t1\n"b\t2\n"a"x\t3\n'
        self.assertEqual(self.out(*sort(path, "k", "--quotes", "no")), expected)
        self.assertEqual(self.external(path, "k", "--quotes", "no"), expected)
        self.assertEqual(self.out("sort", path, "--column", "k", "--quotes", "no", "-a", "std/sort@cpu"), b"k\n1\n2\n3\n")

    def test_reads_numbers_in_the_requested_form(self):
        path = self.file("n;v\n1.234,5;a\n1.234.567;b\n-7,25;c\n")
        form = ["--decimal", "comma", "--thousands", "."]
        rows = b"n;v\n-7,25;c\n1.234,5;a\n1.234.567;b\n"
        self.assertEqual(self.out(*sort(path, "n", *form)), rows)
        self.assertEqual(self.external(path, "n", *form), rows)
        keys = self.out("sort", path, "--column", "n", *form, "-a", "std/sort@cpu")
        self.assertEqual(keys, b'n\n"-7,25"\n"1.234,5"\n1.234.567\n')
        self.assertEqual(self.out("select", path, "--column", "n", *form, "--max").split()[1], b"1234567")
        for wrong in ("1.23,5", "1..234", ".234", "1.5"):
            self.assertIn("expected a number", self.refusal(*sort(self.file(f"n;v\n{wrong};a\n"), "n:number", *form)), wrong)

    def test_warns_about_text_that_looks_like_numbers(self):
        for fields in (("1.234,50", "99,9"), ('"1,234"', '"99"'), ("5%", "10%"), ("12/31/2020", "01/02/2021")):
            path = self.file("n;v\n" + "".join(f"{field};x\n" for field in fields))
            code, _, err = run(*sort(path, "n"))
            self.assertEqual(code, 0, err)
            self.assertIn("as text", err, fields)
        self.assertEqual(run(*sort(self.file("n\nb2\na1\n"), "n"))[2], "")
        path = self.file("n;v\n1.234,50;a\n99,9;b\n")
        for sign, point in (("comma", "point"), (",", ".")):
            self.assertEqual(self.out(*sort(path, "n", "--decimal", sign, "--thousands", point)), b"n;v\n99,9;b\n1.234,50;a\n")

    def test_sorts_rows_with_external_sort(self):
        path = self.file("n,v\n2,b\n1,a\n")
        out = self.folder / "out"
        self.assertIn("--by", self.refusal("external-sort", path, "-o", out))
        self.assertFalse(out.exists())
        code, _, err = run("external-sort", self.file("n,v\n10,a\n9,b\nx,c\n", "word.csv"), "--by", "n", "-o", out)
        self.assertEqual(code, 0)
        self.assertIn("warning", err)
        # A sort that fails must not write anything.
        self.assertEqual(run("external-sort", self.file("n,v\n,a\n9,b\n", "gap.csv"), "--by", "n", "-o", "-")[:2], (2, b""))
        self.assertEqual(run("external-sort", path, "--by", "n", "-o", "-")[1], b"n,v\n1,a\n2,b\n")
        more = self.file("n,v\r\n0,z\r\n", "more.csv")
        self.out("external-sort", path, more, "--by", "n", "-o", out)
        self.assertEqual(out.read_bytes(), b"n,v\n0,z\r\n1,a\n2,b\n")

    def test_explains_the_detected_dialect(self):
        path = self.file("name;price\nb;2\na;1\n")
        for words in (sort(path, "price"), ["sort", path], ["merge", path], ["select", path, "--min"],
                      ["external-sort", path, "--by", "price"], ["external-verify", path, "--by", "price"]):
            text = self.out(*words, "--explain").decode()
            for fact in ("separator        semicolon (in every row)", "header           yes", "line ends        LF",
                         "decimal sign     point", "price"):
                self.assertIn(fact, text)
        self.assertIn("--explain", self.refusal("sort", path, "--explain", "-o", self.folder / "x"))
        missing = self.file("k,v\n2,a\n,b\n")
        self.assertIn(b"comma", self.out(*sort(missing, "k", "--explain")))
        spaces = self.file('"name" "x"\n"a" 2\n"b" 1\n')
        self.assertIn("--separator", self.refusal(*sort(spaces, "x")))
        self.assertEqual(self.out(*sort(spaces, "x", "--separator", "space")), b'"name" "x"\n"b" 1\n"a" 2\n')


class Table:
    """Random CSV rows, with the values that a reader must find in them."""

    def __init__(self, seed):
        draw = self.draw = random.Random(seed)
        self.separator = draw.choice(",,,;;\t\t| ")
        self.end = draw.choice(["\n", "\n", "\r\n"])
        self.point = draw.choice("..,") if self.separator != "," else "."
        self.thousands = draw.choice([None, None, "'", "_"])
        self.header = draw.random() < 0.7
        self.missing = draw.choice(["first", "last", "skip"])
        self.kinds = ["number"] + draw.sample(["number", "text", "date", "text"], draw.randrange(1, 4))
        draw.shuffle(self.kinds)
        quoting = csv.QUOTE_ALL if draw.random() < 0.3 else csv.QUOTE_MINIMAL
        count = draw.randrange(2, 40)
        self.rows = [[self.field(kind) for kind in self.kinds] for _ in range(count)]
        names = draw.sample(["key", "näme", "a b", "price", 'q"q'], len(self.kinds))
        self.names = names
        line = lambda row: self.line(row, quoting)
        self.head = "\ufeff" if draw.random() < 0.2 else ""
        if draw.random() < 0.15:
            self.head += f"sep={self.separator}{self.end}"
        if self.header:
            self.head += line(names)
        self.lines = [line(row) for row in self.rows]
        body = "".join(one + (self.end if draw.random() < 0.05 else "") for one in self.lines)
        if draw.random() < 0.3:
            body = body[:-len(self.end)] if body.endswith(self.end) else body
        self.text = self.head + body

    def line(self, row, quoting):
        out = io.StringIO()
        csv.writer(out, delimiter=self.separator, lineterminator=self.end, quoting=quoting).writerow(row)
        return out.getvalue()

    def field(self, kind):
        draw = self.draw
        if kind == "text":
            # Excludes white space before a quote, and unquoted text that begins with a quote: programs differ in how
            # they read these.
            word = "".join(draw.choice("aAbB zZäß,;|\t'\"\n" + self.end) for _ in range(draw.randrange(0, 6)))
            return word
        if draw.random() < 0.1:
            return draw.choice(["", "NA", "null", "-"])
        if kind == "date":
            day = datetime.datetime(2000, 1, 1) + datetime.timedelta(minutes=draw.randrange(10**6) * 15)
            return draw.choice([day.strftime("%Y-%m-%dT%H:%M"), day.strftime("%Y-%m-%d"), day.strftime("%Y%m%dT%H%M%S")])
        number = decimal.Decimal(draw.randrange(-10**draw.randrange(1, 8), 10**draw.randrange(1, 8))).scaleb(-draw.randrange(0, 3))
        word = f"{number:,f}" if self.thousands else f"{number:f}"
        return word.replace(".", "P").replace(",", self.thousands or "").replace("P", self.point)

    def options(self):
        """Returns the command-line options for properties of the file that readers cannot detect."""
        words = ["--header", "yes" if self.header else "no", "--separator", separator_words.get(self.separator, self.separator)]
        if self.point == ",":
            words += ["--decimal", "comma"]
        if self.thousands:
            words += ["--thousands", self.thousands]
        return words

    def value(self, field, kind):
        """Returns the value by which a field is compared. None if the field is missing."""
        if kind == "text":
            return field.encode() or None
        field = field.strip()
        if field in ("", "NA", "null", "-"):
            return None
        if kind == "number":
            return decimal.Decimal(field.replace(self.thousands or "", "").replace(self.point, "."))
        for form in ("%Y-%m-%dT%H:%M", "%Y-%m-%d", "%Y%m%dT%H%M%S"):
            try:
                return datetime.datetime.strptime(field, form)
            except ValueError:
                pass
        raise ValueError(field)

    def sorted_by(self, columns):
        """Returns the indices of the rows, sorted by a list of (column, descending)."""
        order = [i for i in range(len(self.rows))
                 if self.missing != "skip" or all(self.value(self.rows[i][c], self.kinds[c]) is not None for c, _ in columns)]
        for column, descending in reversed(columns):
            values = [self.value(row[column], self.kinds[column]) for row in self.rows]
            # Python's sort is stable in ascending and descending order.
            there = sorted((i for i in order if values[i] is not None), key=lambda i: values[i], reverse=descending)
            absent = [i for i in order if values[i] is None]
            order = absent + there if self.missing == "first" else there + absent
        return order


class RandomTables(Files):
    def test_gives_the_same_as_python(self):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for seed, fault in enumerate(pool.map(self.fault_of, range(tables))):
                with self.subTest(seed=seed):
                    self.assertEqual(fault, "")

    def fault_of(self, seed):
        folder = self.folder / str(seed)
        folder.mkdir()
        try:
            self.compare(Table(seed), folder)
        except Exception as fault:
            return f"{type(fault).__name__}: {fault}"
        return ""

    def compare(self, table, folder):
        path = self.file(table.text, f"{folder.name}/t.csv")
        # Checks the generated lines: Python's csv module must read them as the intended rows.
        parsed = [row for line in table.lines for row in csv.reader(io.StringIO(line, newline=""), delimiter=table.separator)]
        self.assertEqual(parsed, table.rows)
        count = table.draw.randrange(1, len(table.kinds) + 1)
        columns = [(c, table.draw.random() < 0.4) for c in table.draw.sample(range(len(table.kinds)), count)]
        by = ",".join(f"{c + 1}:{table.kinds[c]}" + (":desc" if d else "") for c, d in columns)
        options = [*table.options(), "--missing", table.missing]
        order = table.sorted_by(columns)
        end = lambda text: text if text.endswith(table.end) else text + table.end
        expected = (table.head + "".join(end(table.lines[i]) for i in order)).encode()
        self.assertEqual(self.out(*sort(path, by, *options)), expected, (by, options))
        self.out("external-sort", path, "--by", by, *options, "-o", folder / "out", "--run-size", 300)
        self.assertEqual((folder / "out").read_bytes(), expected, (by, options))
        k = table.draw.randrange(1, 1 + min(3, len(order))) if order else 0
        if k:
            found = self.out("select", path, "--by", by, "--smallest", k, *options, "-a", "std/nth-element@cpu")
            self.assertEqual(found, (table.head + "".join(end(table.lines[i]) for i in order[:k])).encode())
        self.compare_column(table, path, folder)

    def compare_column(self, table, path, folder):
        column = table.kinds.index("number")
        values = [table.value(row[column], "number") for row in table.rows]
        expected = sorted(value for value in values if value is not None)
        options = ["--column", column + 1, *table.options(), "--missing", "skip", "-t", "f64"]
        keys = self.out("sort", path, *options, "--numbers", "shortest", "-a", "std/sort@cpu")
        first = 1 if table.header and expected else 0
        self.assertEqual([decimal.Decimal(word.decode()) for word in keys.split(b"\n")[first:-1]], expected)
        ordered = sorted((i for i in range(len(values)) if values[i] is not None), key=lambda i: values[i])
        halves = [self.file(table.head + "".join(table.lines[i] for i in half), f"{folder.name}/half{j}.csv")
                  for j, half in enumerate((ordered[::2], ordered[1::2]))]
        merged = self.out("merge", *halves, *options, "--numbers", "shortest")
        self.assertEqual([decimal.Decimal(word.decode()) for word in merged.split(b"\n")[first:-1]], expected)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--tables", type=int, default=tables, help=f"random ones (default: {tables})")
    arguments, rest = parser.parse_known_args()
    program, tables = arguments.program, arguments.tables
    unittest.main(argv=[sys.argv[0], *rest])
