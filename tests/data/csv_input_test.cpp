#include <algorithm>
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

TEST(CsvInput, FindsTheKeyColumnByNameByPositionOrByItsNumbers) {
  const std::string table = "name,rank,weight\nc,9,3\na,8,1\nb,7,2\n";
  EXPECT_EQ(read(table, "weight").keys, three);
  EXPECT_EQ(read(table, "3").keys, three);
  EXPECT_EQ(read(table).keys, Keys(std::vector<std::uint32_t>{9, 8, 7}));
  EXPECT_EQ(read(table).shape.column, "rank");
  EXPECT_EQ(read(table, "3").shape.column, "weight");
  EXPECT_EQ(read(table, "3").shape.format, Format::csv);
}

TEST(CsvInput, DetectsWhetherTheFirstRowIsAHeader) {
  EXPECT_EQ(read("3\n1\n2\n").keys, three);
  EXPECT_EQ(read("3\n1\n2\n").shape.column, "");
  EXPECT_EQ(read("key\n3\n1\n2").keys, three);
  EXPECT_EQ(read("3,9\n1,9\n2,9\n", "1").keys, three);  // no column is named "1", so "1" means the first column
  // "2020" is the name of a column in the header.
  EXPECT_EQ(read("land,2019,2020\nx,5,3\ny,5,1\nz,5,2", "2020").keys, three);
  EXPECT_EQ(read("key\n").keys, Keys(std::vector<std::uint32_t>{}));
  EXPECT_EQ(read("").keys, Keys(std::vector<std::uint32_t>{}));
}

/// Returns whether the first row is read as a header if the user does not specify it. Returns "unclear" if the reader
/// asks for --header, and "fault" for any other error.
std::string header_of(const std::string& contents, const std::string& column = "") {
  std::istringstream stream(contents);
  try {
    const Input input = read_stream(stream, "data.csv", {.type = {}, .format = {}, .column = column});
    const std::uint64_t rows = static_cast<std::uint64_t>(std::ranges::count(contents, '\n'));
    return size(input.keys) == rows ? "no" : size(input.keys) + 1 == rows ? "yes" : "neither";
  } catch (const UsageError& error) {
    return std::string(error.what()).find("choose --header yes or --header no") != std::string::npos ? "unclear"
                                                                                                     : "fault";
  }
}

TEST(CsvInput, DetectsTheHeaderOfAllColumnsTogether) {
  // Words above numbers in any column decide for all columns, as in scikit-learn's files.
  EXPECT_EQ(header_of("150,4,setosa,versicolor,virginica\n5.1,3.5,1.4,0.2,0\n4.9,3.0,1.4,0.2,0\n"), "yes");
  EXPECT_EQ(header_of("569,30,malignant,benign\n17,10,122,1001,0.1\n20,17,132,1326,0.08\n"), "yes");
  // A row of years above other numbers counts as a header.
  EXPECT_EQ(header_of("Country,2019,2020\nFrance,5,3\nSpain,4,2\n"), "yes");
  EXPECT_EQ(header_of("Country,2019,2020\nFrance,5,3\nSpain,4,2\n", "2019"), "yes");
  // The column 2019 is empty in all rows.
  EXPECT_EQ(header_of("Country,2018,2019,2020\nFrance,5,,3\nSpain,4,,2\n"), "yes");
  EXPECT_EQ(header_of("Bob,1990,1991\nAl,1980,1985\n"), "unclear");
  EXPECT_EQ(header_of("Country,2019\nFrance,5\nSpain,4\n"), "unclear");
  // The file has no 2019 columns, so that "2019" must be a name in a header.
  EXPECT_EQ(header_of("Country,2019\nFrance,5\nSpain,4\n", "2019"), "yes");
  // Quoted names above unquoted numbers count as a header, because R writes headers in this form.
  EXPECT_EQ(header_of("\"2019\",\"2020\"\n5,3\n4,2\n"), "yes");
  EXPECT_EQ(header_of("\"\",\"2019\"\n\"a\",3\n\"b\",2\n", "2"), "yes");
  EXPECT_EQ(header_of("5,3\n4,2\n"), "no");
  EXPECT_EQ(header_of("c,3\na,1\nb,2\n", "2"), "unclear");
  EXPECT_EQ(header_of("a,3\nb,1\na,2\n", "2"), "no");  // no header, because "a" occurs again in its column
  // Error, because a missing value (NA) cannot be the name of a column.
  EXPECT_EQ(header_of("x,NA\ny,1\nz,2\n", "2"), "fault");
  EXPECT_EQ(header_of("name,3\n", "2"), "unclear");
  EXPECT_EQ(header_of("\"3\"\n"), "unclear");
}

TEST(CsvInput, TreatsTheFirstRowAsAHeaderWhenRequested) {
  const auto keys = [](const std::string& contents, bool header) {
    std::istringstream stream(contents);
    return read_stream(stream, "data.csv",
                       {.type = {}, .format = {}, .column = "2", .fields = 0, .dialect = {.header = header}});
  };
  EXPECT_EQ(keys("c,3\na,1\nb,2\n", false).keys, three);
  EXPECT_EQ(keys("c,3\na,1\nb,2\n", true).keys, Keys(std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(keys("c,3\na,1\nb,2\n", true).shape.column, "3");
  EXPECT_EQ(keys("1,3\n2,1\n3,2\n", true).shape.column, "3");
}

TEST(CsvInput, WarnsWhenADetectedHeaderContainsNumbers) {
  const std::string iris = "150,4,setosa\n5.1,3.5,1\n4.9,3,2\n";
  ASSERT_EQ(read(iris).notes.size(), 1u);
  EXPECT_EQ(read(iris).notes[0],
            "data.csv: texelsort treats the first row, '150,4,setosa', as a header, although it has numbers: add "
            "--header no if it is data");
  EXPECT_TRUE(read("a,b\n1,2\n").notes.empty());
}

TEST(CsvInput, SkipsOrKeepsRowsWithoutAKeyAsRequested) {
  const std::string table = "k,l\n3,x\n,y\n1,z\nNA,w\n2,v\n";
  const auto read_missing = [&](Missing missing) {
    std::istringstream stream(table);
    return read_stream(stream, "data.csv", {.type = {}, .format = {}, .column = "k", .fields = 0, .missing = missing});
  };
  EXPECT_EQ(error(table),
            "data.csv:3:1: found an empty field, expected a number in column 'k'; choose --missing skip, "
            "first or last");
  EXPECT_EQ(error("k\n1\nNA\n"),
            "data.csv:3:1: found 'NA', expected a number in column 'k'; choose --missing skip, "
            "first or last");
  const Input skipped = read_missing(Missing::skip);
  EXPECT_EQ(skipped.keys, three);
  ASSERT_TRUE(skipped.shape.spelling);
  EXPECT_EQ(skipped.shape.spelling->rows, (std::vector<std::uint64_t>{0, 2, 4}));
  EXPECT_TRUE(skipped.shape.spelling->missing_keys.empty());
  const Input last = read_missing(Missing::last);
  EXPECT_EQ(last.keys, three);
  EXPECT_EQ(last.shape.spelling->missing_keys, (std::vector<std::string_view>{"", "NA"}));
  EXPECT_EQ(last.shape.spelling->missing_rows, (std::vector<std::uint64_t>{1, 3}));
}

TEST(CsvInput, RejectsAmbiguousColumnNames) {
  EXPECT_EQ(read("x\n1,5\n2,7\n", "2").keys, Keys(std::vector<std::uint32_t>{5, 7}));
  EXPECT_EQ(
      error("x,y\n1,5,6\n2,7,8\n", "x"),
      "data.csv: the header has 2 fields, but other rows have 3, so 'x' may mean more than one column: choose the "
      "column by its position");
  EXPECT_EQ(error("x,x\n1,5\n2,7\n", "x"),
            "data.csv: more than one column has the name 'x': choose the column by its position");
}

TEST(CsvInput, WarnsWhenItPrefersAColumnNameToAPosition) {
  const Input input = read("2,x\n5,3\n6,1\n", "2");
  EXPECT_EQ(input.keys, Keys(std::vector<std::uint32_t>{5, 6}));
  ASSERT_EQ(input.notes.size(), 2u);
  EXPECT_EQ(input.notes[1], "data.csv: texelsort treats 2 as the name of column 1, not as column 2");
  EXPECT_EQ(read("x,2\n5,3\n6,1\n", "2").notes.size(), 1u);  // the only note is the warning about the header
}

TEST(CsvInput, ChoosesASeparatorThatOccursInEveryRow) {
  EXPECT_EQ(read("a;b,k\n1,3\n1,1\n1,2\n", "k").keys, three);
  EXPECT_EQ(read("a;k\n1,5;3\n1,5;1\n1,5;2\n", "k").keys, three);
}

TEST(CsvInput, AcceptsEveryKindOfSeparatorQuoteAndLineEnd) {
  EXPECT_EQ(read("a;b\r\nx;3\r\n\r\ny;1\r\nz;2\r\n", "b").keys, three);
  EXPECT_EQ(read("a;b\rx;3\r\ry;1\rz;2\r", "b").keys, three);
  EXPECT_EQ(read("a;b\r\r\nx;3\r\r\ny;1\r\r\nz;2", "b").keys, three);
  EXPECT_EQ(read("a\tb\nx, y\t3\ny;\t1\nz\t2\n", "b").keys, three);
  EXPECT_EQ(read("a\tb\n1,5\t3\n1\t1\n1\t2\n", "b", "data.tsv").keys, three);
  EXPECT_EQ(read("\"a \"\"b\"\", c\",k\n\"x\ny\",\"3\"\n\"\"\"\", 1 \n, 2\n", "k").keys, three);
  EXPECT_EQ(read("\"a \"\"b\"\", c\"\n3\n1\n2\n", "a \"b\", c").shape.column, "a \"b\", c");
  EXPECT_EQ(read("\xEF\xBB\xBFkey,x\n3,0\n1,0\n2,0\n", "key").keys, three);
  // The separators inside quotes must not be counted.
  EXPECT_EQ(read("\"a;b\tc\",k\nx,3\ny,1\nz,2\n", "k").keys, three);
  EXPECT_EQ(type_of(read("k;l\n1.5;2\n", "k").keys), KeyType::f64);
}

TEST(CsvInput, RejectsLettersDigitsAndQuotesAsSeparators) {
  for (const char c : std::string("a0Z9+-\"\n\r\x1A\x80\xFF"))
    EXPECT_FALSE(parse_separator(std::string(1, c))) << int(c);
  for (const char c : std::string("\t ,;|:^~_'")) EXPECT_EQ(parse_separator(std::string(1, c)), c);
  EXPECT_EQ(read("sep=|\na|k\n,|3\n;|1\n,|2\n", "k").keys, three);
  // "sep=a" is not a separator line, because a column has this name.
  EXPECT_EQ(read("sep=a\n3\n1\n2\n", "sep=a").keys, three);
}

TEST(CsvInput, NamesTheLineAndTheColumnOfAnError) {
  const std::string skip = "; choose --missing skip, first or last";
  EXPECT_EQ(error("k,l\n1,2\n3,x4\n", "l"), "data.csv:3:3: found 'x4', expected a number");
  EXPECT_EQ(error("k,l\n1,2\n3,\n", "l"), "data.csv:3:3: found an empty field, expected a number in column 'l'" + skip);
  EXPECT_EQ(error("k,l\n1,2\n3\n", "l"),
            "data.csv:3:2: found the end of the row, expected a number in column 'l'" + skip);
  EXPECT_EQ(error("1,2\n3\n", "2"), "data.csv:2:2: found the end of the row, expected a number in column 2" + skip);
  EXPECT_EQ(error("1,\n3,4\n", "2"), "data.csv:1:3: found an empty field, expected a number in column 2" + skip);
  EXPECT_EQ(error(std::string("k\n1\0\n", 5)),
            "data.csv:2:2: found a zero byte, which text does not contain: remove such bytes with `tr -d '\\000'`, "
            "or convert UTF-16 to UTF-8 with `iconv`");
  EXPECT_EQ(error("k\n\"1\n2\n"),
            "data.csv:2:1: found a quote without a closing quote: choose --quotes no if quotes are part of the text");
  EXPECT_EQ(
      error("k\n\"1\"2\n"),
      "data.csv:2:4: found '2' after a closing quote, expected ',': choose another --separator, or --quotes no if "
      "quotes are part of the text");
  // A row with only a quoted field is not a blank line, wherever its quotes are.
  for (const char* row : {"\"\"", " \"\"", "\f\"\" "}) {
    EXPECT_NE(error(std::string("k\n1\n") + row + "\n2\n").find("found an empty field"), std::string::npos) << row;
  }
  EXPECT_EQ(error("a,b\nx,y\n"),
            "data.csv:2:1: found no number in this row or below, so no column contains the keys: choose a column "
            "with --column");
  EXPECT_EQ(error("x\n1,5\n2,7\n", "3"), "data.csv: there is no column '3'; the file has columns: x");
  EXPECT_EQ(error("number,symbol\n1,H\n", "weight"),
            "data.csv: there is no column 'weight'; the file has columns: number, symbol");
  EXPECT_EQ(error("1,2\n3,4\n", "3"),
            "data.csv: there is no column '3'; the file has columns 1 to 2 without names: add --header yes if "
            "the first row contains names");
  EXPECT_EQ(error("1,2\n3,4\n", "0"),
            "data.csv: there is no column '0'; the file has columns 1 to 2 without names: add --header yes if "
            "the first row contains names");
}

TEST(CsvInput, ReadsTheSampleFileOfChemicalElements) {
  const Input weights = read_input(sample("elements.csv"), {.type = {}, .format = {}, .column = "weight"});
  const auto& values = std::get<std::vector<double>>(weights.keys);
  EXPECT_EQ(values.size(), 84u);
  EXPECT_EQ(weights.shape.column, "weight");
  EXPECT_EQ(values.front(), 1.008);
  EXPECT_EQ(values.back(), 238.03);
  int descents = 0;
  for (std::size_t i = 1; i < values.size(); ++i) descents += values[i] < values[i - 1] ? 1 : 0;
  EXPECT_EQ(descents, 4);  // in the periodic table, the mass decreases from Ar to K, Co to Ni, Te to I, and Th to Pa
}

}  // namespace
}  // namespace texelsort::data
