#include <sstream>

#include "tests/data/helpers.h"

namespace texelsort::data {
namespace {

Input read(const std::string& contents, const std::string& column = "", const std::string& origin = "data.csv") {
  std::istringstream stream(contents);
  return read_stream(stream, origin, {.type = std::nullopt, .format = std::nullopt, .column = column});
}

std::string error(const std::string& contents, const std::string& column = "") {
  return usage_error([&] { read(contents, column); });
}

const Keys three = std::vector<std::uint32_t>{3, 1, 2};

TEST(CsvInput, ColumnByNamePositionOrFirstNumeric) {
  const std::string table = "name,rank,weight\nc,9,3\na,8,1\nb,7,2\n";
  EXPECT_EQ(read(table, "weight").keys, three);
  EXPECT_EQ(read(table, "3").keys, three);
  EXPECT_EQ(read(table).keys, Keys(std::vector<std::uint32_t>{9, 8, 7}));
  EXPECT_EQ(read(table).shape.column, "rank");
  EXPECT_EQ(read(table, "3").shape.column, "weight");
  EXPECT_EQ(read(table, "3").shape.format, Format::csv);
}

TEST(CsvInput, HeaderIsFound) {
  EXPECT_EQ(read("3\n1\n2\n").keys, three);
  EXPECT_EQ(read("3\n1\n2\n").shape.column, "");
  EXPECT_EQ(read("key\n3\n1\n2").keys, three);
  EXPECT_EQ(read("c,3\na,1\nb,2\n", "2").keys, three);  // no header: the first row's field is a number
  EXPECT_EQ(read("3,9\n1,9\n2,9\n", "1").keys, three);  // "1" is a position although no row is named so
  EXPECT_EQ(read("land,2019,2020\nx,5,3\ny,5,1\nz,5,2", "2020").keys, three);  // a name that is a number
  EXPECT_EQ(read("key\n").keys, Keys(std::vector<std::uint32_t>{}));
  EXPECT_EQ(read("").keys, Keys(std::vector<std::uint32_t>{}));
}

TEST(CsvInput, SeparatorsQuotesAndLineEnds) {
  EXPECT_EQ(read("a;b\r\nx;3\r\n\r\ny;1\r\nz;2\r\n", "b").keys, three);
  EXPECT_EQ(read("a\tb\nx, y\t3\ny;\t1\nz\t2\n", "b").keys, three);
  EXPECT_EQ(read("a\tb\n1,5\t3\n1\t1\n1\t2\n", "b", "data.tsv").keys, three);
  EXPECT_EQ(read("\"a \"\"b\"\", c\",k\n\"x\ny\",\"3\"\n\"\"\"\", 1 \n, 2\n", "k").keys, three);
  EXPECT_EQ(read("\"a \"\"b\"\", c\"\n3\n1\n2\n", "a \"b\", c").shape.column, "a \"b\", c");
  EXPECT_EQ(read("\xEF\xBB\xBFkey,x\n3,0\n1,0\n2,0\n", "key").keys, three);
  EXPECT_EQ(read("\"a;b\tc\",k\nx,3\ny,1\nz,2\n", "k").keys, three);  // quoted marks are no separators
  EXPECT_EQ(type_of(read("k;l\n1.5;2\n", "k").keys), KeyType::f64);
}

TEST(CsvInput, NamesThePlaceOfErrors) {
  EXPECT_EQ(error("k,l\n1,2\n3,x4\n", "l"), "data.csv:3:3: found 'x4', expected a number");
  EXPECT_EQ(error("k,l\n1,2\n3,\n", "l"), "data.csv:3:3: found an empty field, expected a number in column 'l'");
  EXPECT_EQ(error("k,l\n1,2\n3\n", "l"), "data.csv:3:2: found the row's end, expected a number in column 'l'");
  EXPECT_EQ(error("1,2\n3\n", "2"), "data.csv:2:2: found the row's end, expected a number in column 2");
  EXPECT_EQ(error("1,\n3,4\n", "2"), "data.csv:1:3: found an empty field, expected a number in column 2");
  EXPECT_EQ(error("k\n\"1\n2\n"), "data.csv:2:1: found a quote that is never closed, expected a second one");
  EXPECT_EQ(error("k\n\"1\"2\n"), "data.csv:2:4: found '2' behind a closed quote, expected ','");
  EXPECT_EQ(error("a,b\nx,y\n"),
            "data.csv:2:1: found no number in this row, expected one; choose the column with --column");
  EXPECT_EQ(error("x\n1,5\n2,7\n", "2"), "data.csv: no column '2'; there are: x");
  EXPECT_EQ(error("number,symbol\n1,H\n", "weight"), "data.csv: no column 'weight'; there are: number, symbol");
  EXPECT_EQ(error("1,2\n3,4\n", "3"), "data.csv: no column '3'; there are 2, without names");
  EXPECT_EQ(error("1,2\n3,4\n", "0"), "data.csv: no column '0'; there are 2, without names");
}

TEST(CsvInput, SampleHasTheElements) {
  const Input weights = read_input(sample("elements.csv"), {.type = {}, .format = {}, .column = "weight"});
  const auto& values = std::get<std::vector<double>>(weights.keys);
  EXPECT_EQ(values.size(), 84u);
  EXPECT_EQ(weights.shape.column, "weight");
  EXPECT_EQ(values.front(), 1.008);
  EXPECT_EQ(values.back(), 238.03);
  int descents = 0;
  for (std::size_t i = 1; i < values.size(); ++i) descents += values[i] < values[i - 1] ? 1 : 0;
  EXPECT_EQ(descents, 4);  // Ar K, Co Ni, Te I, Th Pa
}

}  // namespace
}  // namespace texelsort::data
