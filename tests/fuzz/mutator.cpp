#include "tests/fuzz/mutator.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

#include "tests/fuzz/targets/scratch_file.h"

namespace texelsort::fuzz {
namespace {

constexpr std::string_view source_folder = TEXELSORT_SOURCE_DIR;

/// Converts the quoted text of a dictionary line, such as "a\x0d", to bytes.
std::string unescaped(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "\\x") {
      bytes += static_cast<char>(std::stoi(std::string(text.substr(i + 2, 2)), nullptr, 16));
      i += 3;
    } else {
      bytes += text[i];
    }
  }
  return bytes;
}

}  // namespace

std::vector<std::string> seed_inputs(std::string_view target) {
  std::vector<std::filesystem::path> paths;
  const std::filesystem::path root(source_folder);
  for (const auto& entry : std::filesystem::directory_iterator(root / "tests/fuzz/corpus" / target)) {
    paths.push_back(entry.path());
  }
  std::ranges::sort(paths);  // sorted, because directory entries have no fixed order
  if (target == "csv") paths.push_back(root / "assets/samples/elements.csv");
  std::vector<std::string> seeds;
  for (const auto& path : paths) seeds.push_back(tests::read_file(path.string()));
  return seeds;
}

std::vector<std::string> dictionary(std::string_view target) {
  std::ifstream file(std::filesystem::path(source_folder) / "tests/fuzz/dictionaries" /
                     (std::string(target) + ".dict"));
  std::vector<std::string> words;
  for (std::string line; std::getline(file, line);) {
    const auto first = line.find('"'), last = line.rfind('"');
    if (first < last) words.push_back(unescaped(std::string_view(line).substr(first + 1, last - first - 1)));
  }
  return words;
}

Mutator::Mutator(std::vector<std::string> seeds, std::vector<std::string> words, std::uint64_t seed)
    : seeds_(std::move(seeds)), words_(std::move(words)), random_(seed) {}

std::string Mutator::next() {
  std::string input = seeds_[below(seeds_.size())];
  for (std::size_t changes = 1 + below(8); changes > 0; --changes) change(input);
  return input;
}

void Mutator::change(std::string& input) {
  constexpr std::array odd_bytes{'\0', '\x7f', '\x80', '\xff', '\n', '\r', '"', ',', '-', '0', '9'};
  const std::size_t at = below(input.size() + 1), length = below(std::min<std::size_t>(input.size() - at, 32) + 1);
  switch (below(8)) {
    case 0:
      if (at < input.size()) input[at] = static_cast<char>(input[at] ^ 1 << below(8));
      break;
    case 1:
      if (at < input.size()) input[at] = odd_bytes[below(odd_bytes.size())];
      break;
    case 2:
      input.insert(at, 1, static_cast<char>(below(256)));
      break;
    case 3:
      if (!words_.empty()) input.insert(at, words_[below(words_.size())]);
      break;
    case 4:
      input.erase(at, length);
      break;
    case 5:
      input.insert(at, input.substr(at, length));
      break;
    case 6:
      input.resize(at);
      break;
    default: {
      const std::string& other = seeds_[below(seeds_.size())];
      input = input.substr(0, at) + other.substr(below(other.size() + 1));
    }
  }
}

}  // namespace texelsort::fuzz
