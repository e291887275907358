#include <algorithm>
#include <limits>
#include <optional>

#include "compute/data/format/file_formats.h"
#include "compute/data/parallel.h"
#include "compute/data/text/number_reader.h"
#include "compute/data/text/word_scanner.h"

namespace texelsort::data {
namespace {

/// Part of a text that one thread reads. Cuts are not within words or comments.
struct Chunk {
  std::string_view text;
  // Results of surveying the chunk.
  TypeDetector detector{};
  std::uint64_t words = 0;
  bool begins_with_comma = false, stray_comma = false;
  /// True if the last word or comma of the chunk is a word; meaningless if the chunk has neither.
  bool after_word = false;
  std::uint64_t first = 0;  ///< index of the chunk's first word in the whole text
};

/// Returns the first position from `at` on where the text can be cut: between lines if the text may contain comments,
/// and otherwise between words.
const char* find_cut(const char* at, const char* end, bool comments) {
  const auto separates = [comments](char c) { return comments ? c == '\n' : is_space(c) || c == ','; };
  return std::find_if(at, end, separates);
}

std::vector<Chunk> cut_text(std::string_view text) {
  constexpr std::ptrdiff_t chunk_bytes = std::ptrdiff_t{1} << 19;
  const bool comments = text.find('#') != std::string_view::npos;
  std::vector<Chunk> chunks;
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at != end;) {
    const char* const next = end - at <= chunk_bytes ? end : find_cut(at + chunk_bytes, end, comments);
    chunks.push_back({.text = {at, static_cast<std::size_t>(next - at)}});
    at = next;
  }
  return chunks;
}

/// Calls visit(chunk) for each chunk of the text, using all processor cores.
template <typename Visit>
void for_each_chunk(std::vector<Chunk>& chunks, const Visit& visit) {
  for_each_part(chunks.size(), chunks.size() > 1, [&](std::uint64_t i) { visit(chunks[i]); });
}

void survey_chunk(Chunk& chunk, bool detect) {
  std::string_view text = chunk.text;
  // Assume here that a leading comma is valid, because this depends on the end of the previous chunk.
  const std::size_t first = std::min(text.find_first_not_of(" \t\n\r\v\f"), text.size());
  chunk.begins_with_comma = first < text.size() && text[first] == ',';
  WordScanner scanner(text, chunk.begins_with_comma);
  for (Word word; scanner.next(word); ++chunk.words) {
    if (!detect) continue;
    if (word.whole) {
      chunk.detector.see(word.value);
    } else {
      chunk.detector.see(word.text);
    }
  }
  chunk.stray_comma = scanner.stray_comma() != nullptr;
  chunk.after_word = scanner.after_word();
}

/// Stores the index of its first word in each chunk. Returns false if a comma does not follow a word.
bool number_words(std::vector<Chunk>& chunks) {
  bool after_word = false;
  std::uint64_t words = 0;
  for (Chunk& chunk : chunks) {
    if (chunk.stray_comma || (chunk.begins_with_comma && !after_word)) return false;
    chunk.first = words;
    words += chunk.words;
    if (chunk.words > 0 || chunk.begins_with_comma) after_word = chunk.after_word;
  }
  return true;
}

/// Returns whether a word consists of digits and is what the output would write for a key of this type.
template <typename Key>
bool is_key(const Word& word) {
  if constexpr (std::integral<Key>) {
    return word.whole && word.value <= static_cast<std::uint64_t>(std::numeric_limits<Key>::max());
  }
  return false;
}

/// Reads the words of a chunk as keys. Returns false if a word is not a key of this type.
template <typename Key>
bool read_chunk(const Chunk& chunk, Key* keys, WordReader<Key>& reader) {
  WordScanner scanner(chunk.text, true);
  for (Word word; scanner.next(word); ++keys) {
    if (is_key<Key>(word)) {
      *keys = static_cast<Key>(word.value);
    } else if (reader.read(word.text, *keys) != NumberFault::none) {
      return false;
    }
  }
  return true;
}

/// Returns the keys of all chunks. Returns null if a word is not a key of this type.
std::optional<Numbers> read_chunks(std::vector<Chunk>& chunks, KeyType type) {
  const std::uint64_t n = chunks.empty() ? 0 : chunks.back().first + chunks.back().words;
  Numbers numbers{make_keys(type, n)};
  const bool good = std::visit(
      [&]<typename Key>(std::vector<Key>& column) {
        std::vector<WordReader<Key>> readers(chunks.size());
        std::vector<std::uint8_t> failed(chunks.size());
        for_each_chunk(chunks, [&](const Chunk& chunk) {
          const auto index = static_cast<std::size_t>(&chunk - chunks.data());
          failed[index] = !read_chunk(chunk, column.data() + chunk.first, readers[index]);
        });
        for (const auto& reader : readers) reader.report(numbers);
        return std::ranges::find(failed, true) == failed.end();
      },
      numbers.keys);
  return good ? std::optional(std::move(numbers)) : std::nullopt;
}

/// Reads a text word by word. Throws UsageError that describes the first error of the text.
Numbers read_in_order(const Source& source, std::optional<KeyType> asked) {
  return read_numbers(source, asked, [&source](const auto& visit) {
    WordScanner scanner(source.contents, false);
    for (Word word; scanner.next(word);) visit(word.text);
    if (const char* const comma = scanner.stray_comma()) {
      fail_at(source, comma, "found ',', expected a number before it");
    }
  });
}

Numbers read_text_words(const Source& source, std::optional<KeyType> asked, std::vector<Chunk>& chunks) {
  for_each_chunk(chunks, [&](Chunk& chunk) { survey_chunk(chunk, !asked); });
  if (!number_words(chunks)) return read_in_order(source, asked);
  TypeDetector detector;
  for (const Chunk& chunk : chunks) detector.see(chunk.detector);
  auto numbers = read_chunks(chunks, asked.value_or(detector.type()));
  return numbers ? *std::move(numbers) : read_in_order(source, asked);
}

std::shared_ptr<const SourceSpelling> text_spelling(const Source& source, std::vector<Chunk>& chunks, std::uint64_t n) {
  auto spelling = std::make_shared<SourceSpelling>();
  spelling->texts = {source.text};
  spelling->row_count = n;
  spelling->keys.resize(n);
  for_each_chunk(chunks, [&](const Chunk& chunk) {
    WordScanner scanner(chunk.text, true);
    std::string_view* text = spelling->keys.data() + chunk.first;
    for (Word word; scanner.next(word); ++text) *text = word.text;
  });
  return spelling;
}

}  // namespace

Input read_text(const Source& source, const ReadOptions& options) {
  Input input;
  std::vector<Chunk> chunks = cut_text(source.contents);
  Numbers numbers = read_text_words(source, options.type, chunks);
  if (!numbers.plain) input.shape.spelling = text_spelling(source, chunks, size(numbers.keys));
  if (!numbers.rounded.empty()) input.notes.push_back(rounding_note(source, numbers));
  input.keys = std::move(numbers.keys);
  input.shape.format = Format::text;
  input.origin = source.origin;
  return input;
}

}  // namespace texelsort::data
