#include <cmath>
#include <numeric>
#include <sstream>

#include <fcntl.h>
#include <unistd.h>

#include "compute/data/keys/key_text.h"
#include "tests/data/helpers.h"

namespace texelsort::data {
namespace {

Input read(const std::string& contents, ReadOptions options = {}, const std::string& origin = "data.txt") {
  std::istringstream stream(contents);
  return read_stream(stream, origin, options);
}

ReadOptions as(KeyType type) {
  return {.type = type, .format = std::nullopt, .column = ""};
}

std::string error(const std::string& contents, ReadOptions options = {}) {
  return usage_error([&] { read(contents, options); });
}

TEST(TextInput, AcceptsCommasSpacesAndCommentsBetweenNumbers) {
  const Keys expected = std::vector<std::uint32_t>{3, 7, 4, 8, 6};
  EXPECT_EQ(read("3 7 4 8 6").keys, expected);
  EXPECT_EQ(read("3,7, 4 ,8\n6\n").keys, expected);
  EXPECT_EQ(read("\xEF\xBB\xBF# title 9\r\n3\t7\r\n4 # 1 2\r\n\r\n8#5\n6,").keys, expected);
  EXPECT_EQ(read_values("3,7,4,8,6 ", {}).keys, expected);
  EXPECT_EQ(read("3 7").shape.format, Format::text);
  EXPECT_EQ(read("3 7").origin, "data.txt");
}

TEST(TextInput, AcceptsEveryKindOfLineEnd) {
  const Keys expected = std::vector<std::uint32_t>{3, 7, 4};
  EXPECT_EQ(read("# title 9\r3\r7\r4\r").keys, expected);
  EXPECT_EQ(read("3#9\r7\n4\r\n").keys, expected);
  EXPECT_EQ(error("1\r2\rx"), "data.txt:3:1: found 'x', expected a number");
  EXPECT_EQ(error("1\r\n2\r\nx"), "data.txt:3:1: found 'x', expected a number");
}

std::string utf16(std::u16string_view text, bool big) {
  std::string bytes;
  for (const char16_t unit : text) {
    const char high = static_cast<char>(unit >> 8), low = static_cast<char>(unit & 0xFF);
    bytes += big ? high : low;
    bytes += big ? low : high;
  }
  return bytes;
}

TEST(TextInput, ReadsUtf16) {
  const Keys expected = std::vector<std::uint32_t>{3, 7, 4};
  for (const bool big : {false, true}) {
    EXPECT_EQ(read(utf16(u"\uFEFF3 7\r\n4", big)).keys, expected) << big;
    EXPECT_EQ(read(utf16(u"3 7\r4", big)).keys, expected) << big;  // this UTF-16 text has no byte order mark
    EXPECT_EQ(error(utf16(u"\uFEFF1\n2 \u00E4\U0001F600", big)),
              "data.txt:2:3: found '\xC3\xA4\xF0\x9F\x98\x80', expected a number");
    EXPECT_EQ(error(utf16(u"\uFEFF1", big) + "\n"),
              "data.txt: 5 bytes of UTF-16 end within a character: use the complete file");
    const char16_t half[] = {0xFEFF, u'1', 0xD83D, 0};
    EXPECT_EQ(error(utf16(half, big)), "data.txt: not valid UTF-16, because byte 4 begins half of a surrogate pair");
  }
  EXPECT_EQ(error(std::string("\xFF\xFE\0\0"
                              "1\0\0\0",
                              8)),
            "data.txt: texelsort does not read UTF-32: convert it to UTF-8");
}

TEST(TextInput, WarnsWhenANumberIsRounded) {
  const auto notes = [](const std::string& contents, ReadOptions options = {}) {
    const auto all = read(contents, options).notes;
    return all.empty() ? "" : all[0];
  };
  EXPECT_EQ(notes("1\n0.5 9007199254740993"), "data.txt:2:5: 9007199254740993 is rounded to 9007199254740992 (f64)");
  EXPECT_EQ(notes("0.5 9007199254740994 0.1 1e300 1.000000000000000056e-01 2.2250738585072014e-308 5e-324 0e99"), "");
  EXPECT_EQ(notes("0.1000000000000000057"), "data.txt:1:1: 0.1000000000000000057 is rounded to 0.1 (f64)");
  EXPECT_EQ(notes("1e-400"), "data.txt:1:1: 1e-400 is rounded to 0 (f64)");
  EXPECT_EQ(notes("0.1 16777217", as(KeyType::f32)), "data.txt:1:5: 16777217 is rounded to 16777216 (f32)");
  EXPECT_EQ(notes("0x20000000000001 0.5"), "data.txt:1:1: 0x20000000000001 is rounded to 9007199254740992 (f64)");
  EXPECT_EQ(notes("9007199254740993 -1"), "");
  // The last digit of the shortest text of these powers of two differs from that of the value cut to the same length.
  EXPECT_EQ(notes("5.684341886080802e-14 0.5"), "") << "2^-44";
  EXPECT_EQ(notes("5.6843418860808021e-14"),
            "data.txt:1:1: 5.6843418860808021e-14 is rounded to 5.684341886080802e-14 (f64)");
}

TEST(TextInput, ReportsNoRoundingForTheShortestTextOfAFloat) {
  const auto expect_exact = [](auto key, KeyType type) {
    std::string text;
    append_text(text, key);
    EXPECT_TRUE(read(text, as(type)).notes.empty()) << text;
  };
  for (int power = -1074; power <= 1023; ++power) expect_exact(std::ldexp(1.0, power), KeyType::f64);
  for (int power = -149; power <= 127; ++power) expect_exact(std::ldexp(1.0f, power), KeyType::f32);
}

TEST(TextInput, RejectsNumbersWithHugeExponents) {
  EXPECT_EQ(error("12e9223372036854775807"),
            "data.txt:1:1: 12e9223372036854775807 is out of range for f64 "
            "(-1.7976931348623157e+308 to 1.7976931348623157e+308)");
  EXPECT_EQ(error("12e99999999999999999999").substr(0, 44), "data.txt:1:1: 12e99999999999999999999 is out");
  EXPECT_EQ(read("0.001e-9223372036854775807").keys, Keys(std::vector<double>{0}));
}

TEST(TextInput, ReadsNoKeysFromAnEmptyInput) {
  EXPECT_EQ(read("").keys, Keys(std::vector<std::uint32_t>{}));
  EXPECT_EQ(read(" \n# nothing\n").keys, Keys(std::vector<std::uint32_t>{}));
  EXPECT_EQ(read("", as(KeyType::f64)).keys, Keys(std::vector<double>{}));
}

TEST(TextInput, ChoosesAKeyTypeThatContainsAllNumbers) {
  const std::pair<const char*, KeyType> cases[] = {{"0 4294967295", KeyType::u32},
                                                   {"-1 2147483647", KeyType::i32},
                                                   {"-2147483648", KeyType::i32},
                                                   {"4294967296", KeyType::u64},
                                                   {"18446744073709551615", KeyType::u64},
                                                   {"-1 2147483648", KeyType::i64},
                                                   {"-2147483649", KeyType::i64},
                                                   {"1 2 .5", KeyType::f64},
                                                   {"1e3", KeyType::f64},
                                                   {"5 nan", KeyType::f64},
                                                   {"-inf", KeyType::f64},
                                                   {"-0", KeyType::u32},
                                                   {"-0 -5", KeyType::i32},
                                                   {"-0 0.5", KeyType::f64},
                                                   {"0xffffffff", KeyType::u32},
                                                   {"+5", KeyType::u32}};
  for (const auto& [text, type] : cases) EXPECT_EQ(type_of(read(text).keys), type) << text;
}

TEST(TextInput, ReadsHexadecimalAndSignedNumbers) {
  EXPECT_EQ(read("0xff -0X10 +7", as(KeyType::i32)).keys, Keys(std::vector<std::int32_t>{255, -16, 7}));
  EXPECT_EQ(read("0xff -0x10 +1.5", as(KeyType::f32)).keys, Keys(std::vector<float>{255, -16, 1.5f}));
  EXPECT_EQ(read("-9223372036854775808", as(KeyType::i64)).keys, Keys(std::vector<std::int64_t>{INT64_MIN}));
  EXPECT_EQ(read("-0", as(KeyType::u32)).keys, Keys(std::vector<std::uint32_t>{0}));
}

TEST(TextInput, ReadsBinaryNumbersWithThePrefix0b) {
  EXPECT_EQ(read("0b1011 -0B10 0b0", as(KeyType::i32)).keys, Keys(std::vector<std::int32_t>{11, -2, 0}));
  EXPECT_THROW(read("0b12", as(KeyType::u32)), UsageError);
}

TEST(TextInput, ReadsNansInfinitiesAndTinyFloats) {
  const Keys expected = std::vector<float>{NAN, -NAN, INFINITY, -INFINITY, -0.0f, 0.0f};
  EXPECT_TRUE(same_bits(read("nan -nan inf -inf -0 0", as(KeyType::f32)).keys, expected));
  // Numbers that are too small for any float become zero with the same sign.
  EXPECT_TRUE(same_bits(read("-1e-400 0.00001e-400", as(KeyType::f64)).keys, std::vector<double>{-0.0, 0.0}));
  EXPECT_TRUE(same_bits(read("1e-46 1e-45", as(KeyType::f32)).keys, std::vector<float>{0.0f, 0x1p-149f}));
}

TEST(TextInput, NamesTheLineAndTheColumnOfAWordThatIsNotANumber) {
  EXPECT_EQ(error("1 2\n3\n4 5 6 abc"), "data.txt:3:7: found 'abc', expected a number");
  EXPECT_EQ(error("1 2\r\n\xEF\xBB\xBF"), "data.txt:2:1: found '\xEF\xBB\xBF', expected a number");
  EXPECT_EQ(error("\xEF\xBB\xBFx"), "data.txt:1:1: found 'x', expected a number");
  EXPECT_EQ(error("# \xC3\xA4\n\xC3\xA4 1"), "data.txt:2:1: found '\xC3\xA4', expected a number");
  EXPECT_EQ(error("1 \xC3\xA4,x", as(KeyType::i32)), "data.txt:1:3: found '\xC3\xA4', expected an i32 number");
  EXPECT_EQ(error("12a", as(KeyType::u64)), "data.txt:1:1: found '12a', expected a u64 number");
  EXPECT_EQ(error("1.5", as(KeyType::u32)), "data.txt:1:1: found '1.5', expected a u32 number; choose -t f64");
  EXPECT_EQ(error("1e", as(KeyType::f32)), "data.txt:1:1: found '1e', expected an f32 number");
  EXPECT_EQ(error("0x"), "data.txt:1:1: found '0x', expected a number");
  EXPECT_EQ(error("--1"), "data.txt:1:1: found '--1', expected a number");
  EXPECT_EQ(error("+-1"), "data.txt:1:1: found '+-1', expected a number");
  EXPECT_EQ(error("1,,2"), "data.txt:1:3: found ',', expected a number before it");
  EXPECT_EQ(error(",1"), "data.txt:1:1: found ',', expected a number before it");
  EXPECT_EQ(error(std::string("1\n\x1b[2J\0z", 8)), "data.txt:2:1: found '\\x1B[2J\\x00z', expected a number");
  EXPECT_EQ(error(std::string(100, 'q')), "data.txt:1:1: found '" + std::string(40, 'q') + "...', expected a number");
  EXPECT_EQ(usage_error([] { read_values("3,7,x", {}); }), "--input-values:1:5: found 'x', expected a number");
}

TEST(TextInput, NamesTheRangeOfTheKeyTypeForANumberOutOfRange) {
  EXPECT_EQ(error("1\n2\n4 5 6 4294967296", as(KeyType::u32)),
            "data.txt:3:7: 4294967296 is out of range for u32 (0 to 4294967295); choose -t u64");
  EXPECT_EQ(error("-1", as(KeyType::u32)), "data.txt:1:1: -1 is out of range for u32 (0 to 4294967295); choose -t i32");
  EXPECT_EQ(error("2147483648", as(KeyType::i32)),
            "data.txt:1:1: 2147483648 is out of range for i32 (-2147483648 to 2147483647); choose -t u32");
  EXPECT_EQ(error("1e39", as(KeyType::f32)),
            "data.txt:1:1: 1e39 is out of range for f32 (-3.4028235e+38 to 3.4028235e+38); choose -t f64");
  EXPECT_EQ(error("1.5 -1e999"),
            "data.txt:1:5: -1e999 is out of range for f64 (-1.7976931348623157e+308 to 1.7976931348623157e+308)");
  EXPECT_EQ(error("18446744073709551616"),
            "data.txt:1:1: 18446744073709551616 is out of range for u64 (0 to 18446744073709551615); choose -t f64, "
            "which rounds it");
  EXPECT_EQ(error("-1 9223372036854775808"),
            "data.txt:1:4: 9223372036854775808 is out of range for i64 (-9223372036854775808 to "
            "9223372036854775807); choose -t f64, which rounds it");
}

TEST(TextInput, ReportsFilesThatCannotBeOpened) {
  const TemporaryFolder scratch;
  EXPECT_EQ(usage_error([&] { read_input(scratch / "none.txt", {}); }),
            scratch / "none.txt" + ": cannot be read: No such file or directory");
  EXPECT_EQ(usage_error([&] { read_input(scratch.path(), {}); }),
            scratch.path().string() + ": cannot be read: Is a directory");
}

TEST(TextInput, ReadsStandardInputWhenTheFileNameIsAMinus) {
  const TemporaryFolder scratch;
  tests::write_file(scratch / "in", std::string("\1\0\0\0\n\r\x1a\xff", 8));
  const int saved = dup(STDIN_FILENO);
  const int file = open((scratch / "in").c_str(), O_RDONLY);
  dup2(file, STDIN_FILENO);
  const Input input = read_input("-", {.type = std::nullopt, .format = Format::binary, .column = ""});
  dup2(saved, STDIN_FILENO);
  close(saved);
  close(file);
  EXPECT_EQ(input.keys, Keys(std::vector<std::uint32_t>{1, 0xff1a0d0a}));
  EXPECT_EQ(input.origin, "standard input");
}

TEST(TextInput, ReadsLargeFilesAndReportsTheirErrors) {
  const TemporaryFolder scratch;
  std::string contents;
  for (int i = 0; i < 300000; ++i) contents += std::to_string(i) + '\n';
  tests::write_file(scratch / "large.txt", contents);
  const Input input = read_input(scratch / "large.txt", {});
  ASSERT_EQ(size(input.keys), 300000u);
  EXPECT_EQ(text(input.keys, 299999), "299999");
  tests::write_file(scratch / "large.txt", contents + "x");
  EXPECT_EQ(usage_error([&] { read_input(scratch / "large.txt", {}); }),
            scratch / "large.txt" + ":300001:1: found 'x', expected a number");
}

/// Returns a text with so many numbers that several threads read it. word(i) is number i, and separator(i) follows it.
template <typename WordOf, typename SeparatorOf>
std::string long_text(WordOf word, SeparatorOf separator) {
  std::string contents;
  for (int i = 0; i < 300'000; ++i) contents += word(i) + separator(i);
  return contents;
}

TEST(TextInput, ReadsTheSameKeysWhereverThreadsDivideTheText) {
  const auto number = [](int i) { return std::to_string(i); };
  std::vector<std::uint32_t> expected(300'000);
  std::iota(expected.begin(), expected.end(), 0u);
  const std::vector<std::string> separators{"\n", ",", " ", " ,\n", "\n,", "\r\n", " # 7, 8 9\n", "#,\n,\n"};
  for (const std::string& separator : separators) {
    EXPECT_EQ(read(long_text(number, [&](int) { return separator; })).keys, Keys(expected)) << separator;
  }
  const auto any = [&](int i) { return separators[static_cast<std::size_t>(i) % separators.size()]; };
  EXPECT_EQ(read(long_text(number, any)).keys, Keys(expected));
  EXPECT_FALSE(read(long_text(number, any)).shape.spelling);
}

TEST(TextInput, ChoosesTheKeyTypeByASingleNumberFarFromTheStart) {
  const auto lines = [](const std::string& word) {
    return long_text([&](int i) { return i == 250'000 ? word : std::to_string(i); }, [](int) { return "\n"; });
  };
  EXPECT_EQ(type_of(read(lines("-1")).keys), KeyType::i32);
  EXPECT_EQ(type_of(read(lines("4294967296")).keys), KeyType::u64);
  EXPECT_EQ(type_of(read(lines("-4294967296")).keys), KeyType::i64);
  EXPECT_EQ(type_of(read(lines("0.5")).keys), KeyType::f64);
  EXPECT_EQ(error(lines("x")), "data.txt:250001:1: found 'x', expected a number");
  EXPECT_EQ(error(lines(",,")), "data.txt:250001:2: found ',', expected a number before it");
  EXPECT_EQ(error("," + lines("x")), "data.txt:1:1: found ',', expected a number before it");
  EXPECT_EQ(error(lines("4294967296"), as(KeyType::u32)),
            "data.txt:250001:1: 4294967296 is out of range for u32 (0 to 4294967295); choose -t u64");
  const Input zeros = read(lines("007"));
  ASSERT_TRUE(zeros.shape.spelling);
  EXPECT_EQ(zeros.shape.spelling->keys.at(250'000), "007");
  EXPECT_EQ(zeros.shape.spelling->keys.at(249'999), "249999");
  EXPECT_EQ(text(zeros.keys, 250'000), "7");
  EXPECT_EQ(read(lines("9007199254740993") + "0.5").notes.at(0),
            "data.txt:250001:1: 9007199254740993 is rounded to 9007199254740992 (f64)");
}

// The parser reads eight digits at a time. Numbers of up to nineteen digits always fit in 64 bits.
TEST(TextInput, ReadsNumbersOfEveryLength) {
  std::string digits;
  std::vector<std::uint64_t> expected;
  std::string contents;
  for (int length = 1; length <= 20; ++length) {
    digits += static_cast<char>(length == 1 ? '1' : '0' + length % 10);
    expected.push_back(std::stoull(digits));
    contents += digits + ' ';
  }
  EXPECT_EQ(read(contents).keys, Keys(expected));
  contents.pop_back();  // now the last number has no separator after it
  EXPECT_EQ(read(contents).keys, Keys(expected));
  for (const char* word : {"18446744073709551615", "9999999999999999999", "99999999", "100000000", "0"}) {
    EXPECT_EQ(read(word, as(KeyType::u64)).keys, Keys(std::vector<std::uint64_t>{std::stoull(word)})) << word;
  }
  EXPECT_EQ(error("12345678:"), "data.txt:1:1: found '12345678:', expected a number");
  EXPECT_EQ(error("1234567/"), "data.txt:1:1: found '1234567/', expected a number");
  EXPECT_EQ(error("18446744073709551616").substr(0, 34), "data.txt:1:1: 18446744073709551616");
}

}  // namespace
}  // namespace texelsort::data
