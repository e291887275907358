#include "compute/data/text/outgoing_text.h"

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "compute/data/text/source.h"

namespace texelsort::data {
namespace {

using nlohmann::json;

#define R "\xEF\xBF\xBD"  // U+FFFD

struct Example {
  std::string given, expected;
};

// Examples of The Unicode Standard 16.0, section 3.9.6: tables 3-8 to 3-11, and the ends of the ranges in table 3-7.
const std::vector<Example> ill_formed{{"\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41", R R R R R R R R "A"},
                                      {"\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41", R R R R R R R R "A"},
                                      {"\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42", R R R R R "A" R R "B"},
                                      {"\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41", R R R R "A"},
                                      {"caf\xE9", "caf" R},
                                      {"\xE2\x82", R},
                                      {"\xF5\x80", R R},
                                      {"\xF8\x88", R R}};

TEST(OutgoingText, ReplacesInvalidUtf8BySubstitutionCharacters) {
  for (const auto& [given, expected] : ill_formed) {
    EXPECT_EQ(outgoing_text(given), expected);
    EXPECT_EQ(json::parse(json_text(json(given))), json(expected)) << "JSON has the same characters";
    EXPECT_THROW(require_utf8(given, "a name"), UsageError);
  }
}

TEST(OutgoingText, KeepsCharactersThatEveryFormatAllows) {
  std::string text =
      "\t\n\r ~\xC2\xA0\xDF\xBF\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80" R "\xF0\x90\x80\x80\xF4\x8F\xBF\xBD";
  EXPECT_EQ(outgoing_text(text), text);
  text = "\xE2\x80\xAE right to left \xE2\x80\x8F";
  EXPECT_EQ(outgoing_text(text), text);
  EXPECT_NO_THROW(require_utf8(text, "a name"));
}

TEST(OutgoingText, ReplacesControlCharactersAndNoncharacters) {
  for (const char* text : {"\x01", "\x1B", "\x1F", "\x7F", "\xC2\x80", "\xC2\x9F", "\xEF\xBF\xBE", "\xEF\xBF\xBF",
                           "\xEF\xB7\x90", "\xF4\x8F\xBF\xBF"}) {
    EXPECT_EQ(outgoing_text(text), R) << text;
    EXPECT_EQ(json::parse(json_text(json(text))), json(text)) << "JSON holds it";
    EXPECT_NO_THROW(require_utf8(text, "a name"));
  }
  EXPECT_EQ(outgoing_text(std::string_view("a\0b", 3)), "a" R "b");
}

TEST(OutgoingText, DecodesEveryCharacterThatItEncodes) {
  for (char32_t code = 0; code < 0x110000; code += code < 0x11000 ? 1 : 0x101) {
    if (code >= 0xD800 && code < 0xE000) continue;
    std::string text;
    append_character(text, code);
    std::string_view rest = text;
    const Character character = take_character(rest);
    ASSERT_TRUE(character.well_formed && character.code == code && rest.empty()) << static_cast<unsigned>(code);
  }
}

TEST(OutgoingText, IsRejectedWhenExactJsonCannotContainIt) {
  const json good{{"view_state", {{"column", "\xC3\xA4\x01"}, {"n", 3}}}};
  EXPECT_EQ(json::parse(exact_json_text(good, 2)), good);
  try {
    exact_json_text(json{{"view_state", {{"column", "caf\xE9"}}}});
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_EQ(std::string(error.what()),
              "/view_state/column 'caf\\xE9' is not UTF-8, so JSON cannot contain it: rename the file");
  }
  EXPECT_THROW(exact_json_text(json{{"caf\xE9", 1}}), UsageError);
}

TEST(OutgoingText, EscapesXmlMarkup) {
  EXPECT_EQ(xml_text("<b a=\"1\">&]]>\x01\xE9\n"), "&lt;b a=&quot;1&quot;&gt;&amp;]]&gt;" R R "\n");
}

TEST(OutgoingText, ShowsInvalidBytesOfQuotedNamesAsHexadecimal) {
  EXPECT_EQ(quoted("caf\xE9\t\x1B\xC2\x9B"), "'caf\\xE9\\x09\\x1B\\xC2\\x9B'");
  EXPECT_EQ(quoted("\xC3\xA4 b"), "'\xC3\xA4 b'");
}

}  // namespace
}  // namespace texelsort::data
