#include "compute/data/rows/row_order.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <tuple>

#include "compute/data/rows/row_table.h"
#include "compute/data/rows/value_codes.h"
#include "tests/data/helpers.h"

namespace texelsort::data {
namespace {

std::vector<std::byte> code_of(const std::string& number) {
  std::vector<std::byte> code;
  EXPECT_TRUE(append_decimal_code(number, code)) << number;
  return code;
}

bool is_number(const std::string& text) {
  std::vector<std::byte> code;
  return append_decimal_code(text, code);
}

TEST(DecimalSortKey, HasTheExactOrderOfDecimalNumbersOfAnyLength) {
  const std::vector<std::string> rising{"-inf",
                                        "-1e400",
                                        "-123456789012345678901234567891",
                                        "-123456789012345678901234567890",
                                        "-10.01",
                                        "-10",
                                        "-9.99",
                                        "-1",
                                        "-0.5",
                                        "-1e-7",
                                        "-1e-300",
                                        "0",
                                        "1e-999",
                                        "0.000999",
                                        "0.001",
                                        "0.1",
                                        "0.10000000000000000001",
                                        "0.2",
                                        "1",
                                        "1.5",
                                        "2",
                                        "10",
                                        "10.000000000000000000001",
                                        "99",
                                        "100",
                                        "9007199254740992",
                                        "9007199254740993",
                                        "1e101",
                                        "1e102",
                                        "inf",
                                        "nan"};
  for (std::size_t i = 0; i + 1 < rising.size(); ++i) {
    EXPECT_LT(code_of(rising[i]), code_of(rising[i + 1])) << rising[i] << " " << rising[i + 1];
  }
  for (const auto& [one, other] :
       {std::pair{"1000.0", "1e3"}, std::pair{"-0", "0"}, std::pair{"+07", "7"}, std::pair{".5", "0.50"},
        std::pair{"5.", "5"}, std::pair{"-1.20E-2", "-0.012"}, std::pair{"Infinity", "inf"}, std::pair{"0e5", "0"}}) {
    EXPECT_EQ(code_of(one), code_of(other)) << one;
  }
  for (const char* none :
       {"", "-", ".", "1e", "1e+", "1e+-1", "1.2.3", "1,5", "0x10", "1 2", "e5", "--1", "1e9999999999"}) {
    EXPECT_FALSE(is_number(none)) << none;
  }
}

TEST(DecimalSortKey, OrdersDoublesByValue) {
  std::mt19937_64 random(1);
  std::vector<double> numbers;
  for (int i = 0; i < 2000; ++i) {
    const auto number = std::bit_cast<double>(random());
    if (number == number) numbers.push_back(number);
  }
  std::ranges::sort(numbers);
  const auto text = [](double number) {
    char buffer[64];
    return std::string(buffer, std::to_chars(buffer, buffer + 64, number).ptr);
  };
  for (std::size_t i = 0; i + 1 < numbers.size(); ++i) {
    EXPECT_LE(code_of(text(numbers[i])), code_of(text(numbers[i + 1])));
    EXPECT_EQ(code_of(text(numbers[i])) == code_of(text(numbers[i + 1])), numbers[i] == numbers[i + 1]);
  }
}

TEST(DateSortKey, IsParsedFromDatesAndTimesInIso8601) {
  const auto seconds = [](const char* text) { return parse_moment(text).value().seconds; };
  EXPECT_EQ(seconds("1970-01-01"), 0);
  EXPECT_EQ(seconds("2000-02-29T12:00:00Z"), 951'825'600);
  EXPECT_EQ(seconds("20000229T120000Z"), 951'825'600);
  EXPECT_EQ(seconds("2000-02-29 14:30+02:30"), 951'825'600);
  EXPECT_EQ(seconds("2000-060T12"), 951'825'600);    // day 60 of the year 2000
  EXPECT_EQ(seconds("2000-W09-2T12"), 951'825'600);  // Tuesday of week 9 in the year 2000
  EXPECT_EQ(seconds("1969-12-31T24:00"), 0);
  EXPECT_EQ(parse_moment("2020-01-01T00:00:00.25")->nanoseconds, 250'000'000u);
  EXPECT_EQ(parse_moment("2020-01-01T00:00:00,000000001")->nanoseconds, 1u);
  EXPECT_EQ(seconds("2020-05"), seconds("2020-05-01"));
  EXPECT_EQ(seconds("2021-W01"), seconds("2021-01-04"));
  EXPECT_LT(seconds("-0044-03-15"), seconds("0001-01-01"));
  for (const char* none :
       {"", "20", "2021-02-29", "2020-13-01", "2020-00-01", "2020-01-01T25:00", "2020-01-01T24:01", "2020-01-01T10:60",
        "2020-366T", "2021-366", "2021-W53", "2020-W01-8", "2020-01-01x", "2020-05T10:00", "2020-01-01T10:00+24:00",
        "2020-01-01T00:00:00.0000000001", "01/02/2020", "2020-1-1"}) {
    EXPECT_FALSE(parse_moment(none)) << none;
  }
}

std::vector<std::byte> moment_code(const std::string& text) {
  std::vector<std::byte> code;
  const auto moment = parse_moment(text);
  EXPECT_TRUE(moment.has_value()) << text;
  if (moment) data::append_code(*moment, code);
  return code;
}

TEST(DateSortKey, OrdersALeapSecondBetweenTwoMinutes) {
  for (const char* offset : {"", "Z", "+05:30", "-11:00"}) {
    const std::vector<std::string> rising{
        "2016-12-31T23:59:59",           "2016-12-31T23:59:59.9", "2016-12-31T23:59:60",   "2016-12-31T23:59:60.25",
        "2016-12-31T23:59:60.999999999", "2017-01-01T00:00:00",   "2017-01-01T00:00:00.25"};
    for (std::size_t i = 1; i < rising.size(); ++i) {
      EXPECT_LT(moment_code(rising[i - 1] + offset), moment_code(rising[i] + offset)) << rising[i] << offset;
    }
  }
  EXPECT_EQ(moment_code("2016-12-31T23:59:60.5Z"), moment_code("2017-01-01T05:29:60.5+05:30"));
  EXPECT_EQ(moment_code("2016-12-31T23:59:60.5Z"), moment_code("20161231 185960,5-0500"));
  EXPECT_EQ(moment_code("1969-12-31T24:00"), moment_code("1970-01-01"));
  EXPECT_FALSE(parse_moment("2016-12-31T23:59:61Z"));
  EXPECT_FALSE(parse_moment("2016-12-31T24:00:60Z"));
}

// The expected order is that of minutes of 61 seconds, so that each minute may contain a leap second.
TEST(DateSortKey, OrdersTimesByMinuteThenBySecond) {
  std::mt19937 random(5);
  const auto below = [&random](unsigned end) { return random() % end; };
  using Reference = std::tuple<std::int64_t, unsigned, unsigned>;
  std::vector<std::pair<Reference, std::string>> moments;
  for (int i = 0; i < 400; ++i) {
    const int minute = static_cast<int>(below(4)) - 2, offset = static_cast<int>(below(3)) * 150 - 150;
    const unsigned second = below(2) == 0 ? 58 + below(3) : below(2), millis = 250 * below(4);
    // Minutes around midnight UTC, as a clock with this time-zone offset shows them.
    const int local = minute + offset;
    const int day = local < 0 ? -1 : 0, of_day = local - 1440 * day;
    char text[64];
    std::snprintf(text, sizeof text, "%s%02d:%02d:%02u.%03u%c%02d:%02d", day < 0 ? "2016-12-31T" : "2017-01-01T",
                  of_day / 60, of_day % 60, second, millis, offset < 0 ? '-' : '+', std::abs(offset) / 60,
                  std::abs(offset) % 60);
    moments.push_back({{minute, second, millis}, text});
  }
  for (const auto& [one, text] : moments) {
    for (const auto& [other, other_text] : moments) {
      EXPECT_EQ(one < other, moment_code(text) < moment_code(other_text)) << text << " " << other_text;
    }
  }
}

std::vector<std::uint64_t> sorted(const RowTable& table) {
  std::vector<std::uint64_t> rows(table.size());
  std::iota(rows.begin(), rows.end(), 0);
  std::ranges::sort(rows, {}, [&](std::uint64_t i) { return std::pair(table.prefixes()[i], rows.size() - i); });
  table.resolve_ties(rows);
  return rows;
}

std::string sorted(const std::string& text, const std::string& by, RowOptions options = {},
                   const RowSelection& selection = {}) {
  options.by = parse_sort_columns(by);
  const RowTable table(text, "t.csv", options);
  return table.text(sorted(table), selection);
}

// The end of the sample that decides the columns' types lies within quotes.
TEST(CsvRowSort, EndsTheSampleForColumnTypesAtTheEndOfARow) {
  std::string table = "n,t\n", field;
  for (int i = 0; i < 100; ++i) field += "ten chars\n";
  for (int i = 0; i < 4400; ++i) table += std::to_string(4399 - i) + ",\"" + field + "\"\n";
  ASSERT_GT(table.size(), std::size_t{4} << 20);
  data::RowOptions options;
  options.by = parse_sort_columns("n");
  const RowTable rows(table, "t.csv", options);
  EXPECT_EQ(rows.size(), 4400u);
  EXPECT_EQ(rows.row(0), "4399,\"" + field + "\"\n");
}

TEST(CsvRowSort, MovesRowsByteForByte) {
  EXPECT_EQ(sorted("name,price\nb, 10\n\"a,\"\"x\",9\nc,1e1 \n", "price"),
            "name,price\n\"a,\"\"x\",9\nb, 10\nc,1e1 \n");
  EXPECT_EQ(sorted("name,price\nb,10\na,9\nc,10\n", "price:desc,name:desc"), "name,price\nc,10\nb,10\na,9\n");
  // Line ends within quotes may differ from the line ends of rows.
  EXPECT_EQ(sorted("n;t\r\n2;\"two\nlines\"\r\n1;x", "n"), "n;t\r\n1;x\r\n2;\"two\nlines\"\r\n");
  EXPECT_EQ(sorted("\"a\nb\";n\r\nx;2\r\ny;1", "n"), "\"a\nb\";n\r\ny;1\r\nx;2\r\n");
  EXPECT_EQ(sorted("n;t\r\n2;\"two\r\nlines\"\r\n1;x", "n"), "n;t\r\n1;x\r\n2;\"two\r\nlines\"\r\n")
      << "the last row gets an end";
  EXPECT_EQ(sorted("\xEF\xBB\xBFn,t\n2,\xC3\xA4\n1,\xFF\n", "n"), "\xEF\xBB\xBFn,t\n1,\xFF\n2,\xC3\xA4\n");
  EXPECT_EQ(sorted("3\n1\n2\n", "1"), "1\n2\n3\n");
  EXPECT_EQ(sorted("d,x\n2020-W01-1,a\n2019-12-29,b\n", "d"), "d,x\n2019-12-29,b\n2020-W01-1,a\n");
  EXPECT_EQ(sorted("x,y\nb,2\nB,1\nab,3\na,4\n", "x"), "x,y\nB,1\na,4\nab,3\nb,2\n") << "a beginning comes first";
  EXPECT_EQ(sorted("x,y\nb,2\nB,1\nab,3\na,4\n", "x:desc"), "x,y\nb,2\nab,3\na,4\nB,1\n");
  EXPECT_EQ(sorted("a b;1,5\nc d;1,25\n", "2", {.dialect = {.header = false, .point = ','}}), "c d;1,25\na b;1,5\n");
  EXPECT_EQ(sorted("k,v\n10,a\n9,b\n", "k:text"), "k,v\n10,a\n9,b\n");
  EXPECT_EQ(sorted("k,v\n", "k"), "k,v\n");
}

TEST(CsvRowSort, PlacesRowsWithoutAKeyWhereRequested) {
  const std::string table = "k,v\n2,a\n,b\n1,c\nNA,d\n";
  EXPECT_EQ(sorted(table, "k:last"), "k,v\n1,c\n2,a\n,b\nNA,d\n");
  EXPECT_EQ(sorted(table, "k:desc:last"), "k,v\n2,a\n1,c\n,b\nNA,d\n");
  EXPECT_EQ(sorted(table, "k", {.missing = Missing::first}), "k,v\n,b\nNA,d\n1,c\n2,a\n");
  EXPECT_EQ(sorted(table, "k", {.missing = Missing::skip}), "k,v\n1,c\n2,a\n");
  EXPECT_EQ(usage_error([&] { sorted(table, "k"); }),
            "t.csv:3:1: found an empty field, expected a number in column k: choose --missing first, last or skip");
}

TEST(CsvRowSort, KeepsOnlyUniqueOrFirstRowsWhenRequested) {
  const std::string table = "k,v\n2,a\n1,b\n2.0,c\n1,d\n3,e\n";
  EXPECT_EQ(sorted(table, "k", {}, {.unique = true}), "k,v\n1,b\n2,a\n3,e\n");
  EXPECT_EQ(sorted(table, "k", {}, {.unique = true, .top = 2}), "k,v\n1,b\n2,a\n");
  EXPECT_EQ(sorted(table, "k:desc", {}, {.top = 1}), "k,v\n3,e\n");
  EXPECT_EQ(sorted(table, "k", {}, {.top = 0}), "k,v\n");
}

TEST(CsvRowSort, ComparesWholeTextKeysWhenTheirPrefixesAreEqual) {
  std::mt19937_64 random(3);
  std::vector<std::pair<std::string, int>> rows;
  for (int i = 0; i < 3000; ++i) rows.emplace_back("the same beginning " + std::to_string(random() % 500), i);
  std::string text = "t,i\n";
  for (const auto& [word, i] : rows) text += word + "," + std::to_string(i) + "\n";
  std::ranges::stable_sort(rows, {}, &std::pair<std::string, int>::first);
  std::string expected = "t,i\n";
  for (const auto& [word, i] : rows) expected += word + "," + std::to_string(i) + "\n";
  EXPECT_EQ(sorted(text, "t"), expected);
}

TEST(CsvRowSort, NamesTheLineAndTheColumnOfAnError) {
  const auto fault = [](const std::string& text, const std::string& by) {
    return usage_error([&] { sorted(text, by); });
  };
  EXPECT_EQ(fault("k,v\n1,a\nx,b\n", "k:number"),
            "t.csv:3:1: found 'x', expected a number in column k: choose --by k:text");
  EXPECT_EQ(fault("d,v\n2020-01-01,a\n2020-02-30,\xC3\xA4\n", "d:date"),
            "t.csv:3:1: found '2020-02-30', expected an ISO 8601 date in column d: choose --by d:text");
  EXPECT_TRUE(fault("name,v\n1,a\n", "nam").find("did you mean 'name'?") != std::string::npos);
  EXPECT_TRUE(fault("a,a,b\n1,2,x\n", "a").find("more than one column has the name 'a'") != std::string::npos);
  EXPECT_TRUE(fault("a,b\n1,x\n", "a,1").find("twice") != std::string::npos);
  EXPECT_TRUE(fault("1,2\n3,4\n", "5").find("the file has columns 1 to 2 without names") != std::string::npos);
  EXPECT_TRUE(fault(std::string("a\0b\0", 4), "1").starts_with("t.csv:1:1: found UTF-16"));
  EXPECT_TRUE(fault(std::string("k\n1\0\n", 5), "k").starts_with("t.csv:2:2: found a zero byte"));
  EXPECT_TRUE(fault("k,v\n1,\"a\n2,b\n", "k").find("quote without a closing quote") != std::string::npos);
}

// The start of a file decides the types of its columns. The remaining rows are checked too, in every column.
TEST(CsvRowSort, NamesTheLineOfAnErrorAfterTheSample) {
  std::string table = "k,v,w\n";
  constexpr int rows = 500'000;
  for (int i = 0; i < rows; ++i) table += std::to_string(i) + ",v,w\n";
  ASSERT_GT(table.size(), std::size_t{4} << 20);
  const auto fault = [&](const std::string& row) {
    return usage_error([&] { sorted(table + row + table.substr(6, 100'000), "k"); });
  };
  const std::string line = "t.csv:" + std::to_string(rows + 2) + ":";
  const auto expect_fault = [&](const std::string& row, const std::string& start) {
    EXPECT_TRUE(fault(row).starts_with(line + start)) << fault(row);
  };
  expect_fault("17,\"oops,w\n", "4: found a quote without a closing quote");
  expect_fault("17,v,\"oops\n", "6: found a quote without a closing quote");
  expect_fault("17,\"oops\"x\n", "10: found 'x' after a closing quote, expected ','");
  expect_fault("17,v,\"oops\"x\n", "12: found 'x' after a closing quote");
  expect_fault("17,v,w,\"a\",\"oops\" y\n", "19: found 'y' after a closing quote");
  expect_fault(std::string("17,v,w\0\n", 8), "7: found a zero byte");
  EXPECT_NO_THROW(sorted(table + "17,5\" disk,\"w \"\"\"\n17,\"a\nb\" ,\n", "k"));
}

TEST(CsvRowSort, RejectsATooLongFirstRow) {
  const auto fault = [&](const std::string& header) { return usage_error([&] { sorted(header + "\n1,2\n", "k"); }); };
  const std::string much(std::size_t{5} << 20, 'x');
  EXPECT_EQ(fault("k," + much),
            "t.csv:1:1: found no end of the first row in the first 4194304 bytes, which texelsort examines");
  EXPECT_EQ(fault("k,\"" + much),
            "t.csv:1:3: found a quote that is not closed in the first 4194304 bytes, which texelsort examines");
  std::string columns = "k";
  for (int i = 0; i < 70'000; ++i) columns += ",c";
  EXPECT_EQ(fault(columns), "t.csv:1:131073: found a row with more than 65536 fields, the limit");
}

TEST(CompressedInput, IsReadCompletelyOrRejectedAsCutOff) {
  const TemporaryFolder scratch;
  std::string table = "k,v\n";
  for (std::int64_t i = 0; i < 300'000; ++i)
    table += std::to_string(i * 7919 % 300'007) + "," + std::to_string(i) + "\n";
  tests::write_file(scratch / "t.csv", table);
  const auto shell = [&](const std::string& command) {
    return std::system(("cd '" + scratch.path().string() + "' && " + command).c_str()) == 0;
  };
  ASSERT_TRUE(shell("gzip -k t.csv"));
  EXPECT_EQ(read_contents_of(scratch / "t.csv.gz").contents, table);
  EXPECT_EQ(read_input(scratch / "t.csv.gz", {}).keys, read_input(scratch / "t.csv", {}).keys);
  ASSERT_TRUE(
      shell("cat t.csv.gz t.csv.gz > twice.csv.gz && head -c 100000 t.csv.gz > cut.csv.gz && "
            "(cat t.csv.gz; echo x) > more.csv.gz && : > empty.csv.gz && echo 1 > plain.csv.gz"));
  EXPECT_EQ(read_contents_of(scratch / "twice.csv.gz").contents, table + table);
  for (const char* wrong : {"cut.csv.gz", "more.csv.gz", "empty.csv.gz", "plain.csv.gz"}) {
    EXPECT_NE(usage_error([&] { read_contents_of(scratch / wrong); }).find("not a complete gzip file"),
              std::string::npos);
  }
  if (!shell("zstd -q t.csv")) GTEST_SKIP() << "no zstd to write a file with";
  EXPECT_EQ(read_contents_of(scratch / "t.csv.zst").contents, table);
  ASSERT_TRUE(shell("head -c 100000 t.csv.zst > cut.csv.zst"));
  EXPECT_NE(usage_error([&] {
              read_contents_of(scratch / "cut.csv.zst");
            }).find("not a complete zstd file: it is incomplete"),
            std::string::npos);
}

TEST(SortColumns, AreReadBackAsTheyWereWritten) {
  const auto columns = parse_sort_columns("price:desc,'a, b':text:first,\"q\"\"\":date");
  ASSERT_EQ(columns.size(), 3u);
  EXPECT_EQ(columns[0], (SortColumn{.column = "price", .order = Order::descending}));
  EXPECT_EQ(columns[1], (SortColumn{.column = "a, b", .kind = SortKind::text, .missing_first = true}));
  EXPECT_EQ(columns[2].column, "q\"");
  EXPECT_EQ(parse_sort_columns(text(columns)), columns);
  for (const char* wrong : {"", "a,", ":desc", "a:dsc", "'a", "a:asc:desc", "a::"}) {
    EXPECT_TRUE(usage_error([&] { parse_sort_columns(wrong); }).starts_with("--by: ")) << wrong;
  }
}

}  // namespace
}  // namespace texelsort::data
