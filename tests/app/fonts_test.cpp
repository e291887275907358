#include "app/gui/window/fonts.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "app/gui/window/text.h"
#include "app/problem/embedded_files.h"
#include "compute/algorithms/prepare.h"
#include "compute/algorithms/registry.h"
#include "compute/data/keys/distribution.h"

namespace texelsort::app {
namespace {

/// Adds all non-ASCII characters of a UTF-8 text to `characters`.
void add_characters(const std::string& text, std::set<unsigned>& characters) {
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const std::size_t length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    unsigned character = length == 1 ? byte : byte & (0x7fu >> length);
    for (std::size_t k = 1; k < length && i + k < text.size(); ++k) {
      character = character << 6 | (static_cast<unsigned char>(text[i + k]) & 0x3fu);
    }
    if (character >= 0x80) characters.insert(character);
    i += length;
  }
}

/// Adds the characters that a source file can draw: characters outside of comments, and \u escapes.
void add_source(const std::string& source, std::set<unsigned>& characters) {
  std::string code;
  for (std::size_t at = 0; at < source.size();) {
    const std::size_t end = std::min(source.find('\n', at), source.size());
    const std::string line = source.substr(at, end - at);
    code += line.substr(0, line.find("//")) + "\n";
    at = end + 1;
  }
  add_characters(code, characters);
  for (std::size_t at = code.find("\\u"); at != std::string::npos; at = code.find("\\u", at + 2)) {
    characters.insert(static_cast<unsigned>(std::stoul(code.substr(at + 2, 4), nullptr, 16)));
  }
}

/// Returns all non-ASCII characters that the window may draw: those in its sources, in texts of lower layers, and in
/// the names of cited authors.
std::set<unsigned> drawn_characters() {
  std::set<unsigned> characters;
  namespace fs = std::filesystem;
  for (const char* folder : {"app", "compute/algorithms", "compute/measure", "compute/data"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(TEXELSORT_SOURCE_DIR) / folder)) {
      if (entry.path().extension() != ".cpp") continue;
      if (entry.path().string().find("/app/cli/") != std::string::npos || entry.path().filename() == "source.cpp")
        continue;
      std::ifstream file(entry.path());
      add_source({std::istreambuf_iterator<char>(file), {}}, characters);
    }
  }
  for (const auto& algorithm : algorithms::registry()) {
    const algorithms::AlgorithmInfo& info = algorithm->info();
    add_characters(info.title + info.summary + network::text(info.citation), characters);
    for (const auto& spec : parameters_for(*algorithm, data::PayloadKind::record)) {
      add_characters(spec.help + spec.unit, characters);
    }
  }
  for (const data::Distribution& distribution : data::distributions()) {
    add_characters(std::string(distribution.title) + std::string(distribution.description), characters);
  }
  return characters;
}

class Imgui {
 public:
  Imgui() : context_(ImGui::CreateContext()) {}
  ~Imgui() { ImGui::DestroyContext(context_); }
  Imgui(const Imgui&) = delete;
  Imgui& operator=(const Imgui&) = delete;

 private:
  ImGuiContext* context_;
};

TEST(Fonts, ContainAGlyphForEveryCharacterThatIsDrawn) {
  const Imgui imgui;
  const Fonts fonts = load_fonts(1);
  unsigned char* pixels = nullptr;
  int width = 0, height = 0;
  ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
  std::set<unsigned> characters = drawn_characters();
  ASSERT_TRUE(characters.contains(0x2212)) << "the minus sign of the transport is not found any more";
  for (unsigned letter = 0x20; letter < 0x7f; ++letter) characters.insert(letter);
  for (const unsigned character : characters) {
    for (ImFont* font : {fonts.body, fonts.small, fonts.title, fonts.mono, fonts.mono_small, fonts.mono_large}) {
      ASSERT_NE(font, nullptr);
      EXPECT_NE(font->FindGlyphNoFallback(static_cast<ImWchar>(character)), nullptr)
          << "U+" << std::hex << character << " in " << font->GetDebugName();
    }
  }
}

/// Shortens the text letter by letter until it fits into `width`. Slow, but simple enough to check the program's
/// function.
std::string elided_step_by_step(ImFont* font, const std::string& text, float width) {
  if (text_width(font, text) <= width) return text;
  const std::string ellipsis = "\u2026";
  const float room = width - text_width(font, ellipsis);
  std::size_t end = text.size();
  while (end > 0 && text_width(font, text.substr(0, end)) > room) {
    --end;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u) --end;
  }
  while (end > 0 && text[end - 1] == ' ') --end;
  return end == 0 && room < 0 ? "" : text.substr(0, end) + ellipsis;
}

TEST(ElidedText, IsTheLongestPrefixThatFits) {
  const Imgui imgui;
  const Fonts fonts = load_fonts(1);
  ImGui::GetIO().Fonts->Build();
  for (const std::string text :
       {"", "a", "median 3.5 ms, 95 % interval", "\u2265 \u2212 k \u2265 m", "two   spaces", "l\nines of\ntext"}) {
    const float whole = text_width(fonts.body, text);
    for (float width = -3; width < whole + 20; width += 0.5f) {
      EXPECT_EQ(elided(fonts.body, text, width), elided_step_by_step(fonts.body, text, width)) << text << " " << width;
    }
    EXPECT_EQ(elided(fonts.body, text, whole), text);
  }
}

TEST(ElidedText, IsFoundWithoutReadingAllOfALongText) {
  const Imgui imgui;
  const Fonts fonts = load_fonts(1);
  ImGui::GetIO().Fonts->Build();
  const std::string text(20'000'000, '7');
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 1000; ++i) ASSERT_LT(elided(fonts.mono_small, text, 500).size(), 200u);
  // Measuring the whole text 1,000 times would take minutes. Removing it letter by letter would take years.
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST(Fonts, AreEmbeddedInTheProgram) {
  for (const char* name : {"regular", "bold", "mono"}) {
    const EmbeddedFile& file = embedded_file(name);
    EXPECT_GT(file.bytes.size(), 10000u) << name;
    EXPECT_NE(file.family, "") << name;
    const std::string head(reinterpret_cast<const char*>(file.bytes.data()), 4);
    EXPECT_TRUE(head == "OTTO" || head == std::string("\0\1\0\0", 4)) << name << " is no OpenType font";
  }
}

}  // namespace
}  // namespace texelsort::app
