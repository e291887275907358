#include <algorithm>
#include <bit>
#include <map>
#include <mutex>
#include <span>
#include <utility>

#include <fmt/core.h>

#include "compute/data/error.h"
#include "compute/data/format/csv_survey.h"
#include "compute/data/format/file_formats.h"
#include "compute/data/format/row_reader.h"
#include "compute/data/keys/key_text.h"
#include "compute/data/keys/records.h"
#include "compute/data/parallel.h"

namespace texelsort::data {
namespace {

/// Returns the name of a column for the header. Quotes a name that could be mistaken for data. In contrast to numbers
/// without quotes, this marks the row as a header.
std::string header_name(std::string_view name, char separator) {
  const std::string field = escape(name, separator);
  const bool plain = field.starts_with('"') || kind_of(name, {}) == FieldKind::word;
  return plain ? field : '"' + field + '"';
}

bool has_index(const Shape& shape, const State& state) {
  return shape.indexed || !state.payload.empty();
}

void write_csv(const State& state, const Shape& shape, char separator, const RowWords& words, const Put& put) {
  const std::vector<FieldColumn>& fields = shape.fields;
  std::string header = shape.column.empty() ? "" : header_name(shape.column, separator);
  if (!header.empty() && has_index(shape, state)) header = header + separator + "index";
  for (std::uint32_t f = 0; !header.empty() && f < state.shape.fields; ++f) {
    const bool named = f < fields.size() && !fields[f].header.empty();
    header = header + separator + (named ? header_name(fields[f].header, separator) : fmt::format("field{}", f + 1));
  }
  // Write a line "sep=;" before a header that looks like such a line. Otherwise readers would mistake the header for
  // it.
  if (is_separator_line(header)) header = fmt::format("sep={}\n{}", separator, header);
  write_rows(state, header, separator, shape, words, put);
}

std::string write_binary(const State& state, const std::string& path) {
  const Keys& keys = state.keys;
  if (const auto named = key_type_of_name(path); named && *named != type_of(keys)) {
    throw UsageError(
        fmt::format("{}: the ending means {} keys, but the keys are {}: choose a name ending in .{} or "
                    ".bin",
                    path, name(*named), name(type_of(keys)), name(type_of(keys))));
  }
  const auto text_of = [](std::span<const std::byte> raw) {
    return raw.empty() ? std::string() : std::string(reinterpret_cast<const char*>(raw.data()), raw.size());
  };
  if (state.shape.layout == Layout::by_record && state.shape.fields > 0) {
    return text_of(std::as_bytes(std::span<const std::uint32_t>(record_words(keys, state.fields, state.shape))));
  }
  return text_of(bytes(keys)) + text_of(std::as_bytes(std::span(state.fields)));
}

void append_field(std::string& out, std::uint32_t word, KeyType type) {
  if (type == KeyType::f32) return append_text(out, std::bit_cast<float>(word));
  if (type == KeyType::i32) return append_text(out, std::bit_cast<std::int32_t>(word));
  append_text(out, word);
}

/// Appends a number in its original spelling. Returns false if the format cannot represent the spelling. For example,
/// the text format cannot represent "1,5".
bool append_word(std::string& out, std::string_view word, char separator) {
  if (word.empty()) return false;
  const bool splits = word.find(separator) != std::string_view::npos;
  if (separator == ' ' && (splits || word.find(',') != std::string_view::npos)) return false;
  if (splits) {
    out += escape(word, separator);
  } else {
    out += word;
  }
  return true;
}

/// Appends the rows without a key in their original words. Replaces an empty word by a placeholder, because an empty
/// line would not be a row.
void append_missing(std::string& out, const SourceSpelling* rows, char separator, const Shape& shape,
                    const State& state) {
  if (rows == nullptr) return;
  const std::size_t fields = state.shape.fields;
  const bool indexed = has_index(shape, state);
  const std::string_view nothing = separator == ' ' ? "NA" : !indexed && fields == 0 ? "\"\"" : "";
  for (std::size_t i = 0; i < rows->missing_keys.size(); ++i) {
    if (!append_word(out, rows->missing_keys[i], separator)) out += nothing;
    if (indexed) {
      out += separator;
      append_text(out, rows->missing_rows[i]);
    }
    for (std::size_t f = 0; f < fields; ++f) {
      out += separator;
      if (!append_word(out, rows->missing_fields[i * fields + f], separator) && separator == ' ') out += "NA";
    }
    out += '\n';
  }
}

/// Collects the parts of a file that several threads produce, and writes them in order. No thread waits: the thread
/// that finishes the next part also writes all finished parts after it.
class InOrder {
 public:
  explicit InOrder(const Put& put) : put_(put) {}

  void put(std::uint64_t index, std::string text) {
    const std::lock_guard lock(mutex_);
    early_.emplace(index, std::move(text));
    for (auto next = early_.begin(); next != early_.end() && next->first == next_; next = early_.erase(next), ++next_) {
      put_(next->second);
    }
  }

 private:
  const Put& put_;
  std::mutex mutex_;
  std::map<std::uint64_t, std::string> early_;
  std::uint64_t next_ = 0;
};

/// Appends rows [first, last) as text, with key, payload and fields.
template <typename Key>
void append_rows(std::string& out, std::uint64_t first, std::uint64_t last, const std::vector<Key>& column,
                 const State& state, char separator, const std::vector<FieldColumn>& fields, const RowWords& words) {
  for (std::uint64_t i = first; i < last; ++i) {
    if (!append_word(out, words.key(i), separator)) append_text(out, column[i]);
    if (!state.payload.empty()) {
      out += separator;
      append_text(out, words.row(state.payload[i]));
    }
    for (std::uint32_t f = 0; f < state.shape.fields; ++f) {
      out += separator;
      if (append_word(out, words.field(i, f), separator)) continue;
      const std::uint32_t word = state.fields[field_place(state.shape, column.size(), i, f)];
      append_field(out, word, f < fields.size() ? fields[f].type : KeyType::u32);
    }
    out += '\n';
  }
}

/// Appends keys as text, one per line, if they have neither payload nor fields.
template <typename Key>
void append_keys(std::string& out, std::span<const Key> keys) {
  const std::size_t length = out.size();
  out.resize(length + keys.size() * (longest_text<Key> + 1));
  char* at = out.data() + length;
  for (const Key key : keys) {
    at = to_chars(at, at + longest_text<Key>, key).ptr;
    *at++ = '\n';
  }
  out.resize(static_cast<std::size_t>(at - out.data()));
}

}  // namespace

void write_rows(const State& state, std::string_view header, char separator, const Shape& shape, const RowWords& words,
                const Put& put) {
  std::string start(header);
  if (!header.empty()) start += '\n';
  append_missing(start, words.missing_at(Missing::first), separator, shape, state);
  put(start);
  InOrder in_order(put);
  // Number of rows per part. A part is small enough to stay in a core's cache until it is written.
  constexpr std::uint64_t part = std::uint64_t{1} << 13;
  const std::uint64_t n = size(state.keys);
  const bool alone = state.payload.empty() && state.shape.fields == 0 && !words.has_keys();
  std::visit(
      [&]<typename Key>(const std::vector<Key>& column) {
        for_each_part((n + part - 1) / part, n > part, [&](std::uint64_t number) {
          const std::uint64_t first = number * part, last = std::min(first + part, n);
          std::string text;
          if (alone) {
            append_keys(text, std::span(column).subspan(first, last - first));
          } else {
            append_rows(text, first, last, column, state, separator, shape.fields, words);
          }
          in_order.put(number, std::move(text));
        });
      },
      state.keys);
  std::string end;
  append_missing(end, words.missing_at(Missing::last), separator, shape, state);
  put(end);
}

void write_output(const std::string& path, const Shape& shape, const State& state,
                  std::span<const std::uint64_t> places) {
  if (!state.payload.empty() && state.payload.size() != size(state.keys)) {
    throw InternalError(fmt::format("{} keys with a payload of {}", size(state.keys), state.payload.size()));
  }
  if (!places.empty() && places.size() != size(state.keys)) {
    throw InternalError(fmt::format("{} keys at {} places", size(state.keys), places.size()));
  }
  const RowWords words(shape.spelling.get(), places, state.shape.fields);
  write_file_atomically(path, [&](const Put& put) {
    switch (known_format_of_name(path).value_or(shape.format)) {
      case Format::text:
        return write_rows(state, "", ' ', shape, words, put);
      case Format::csv:
        return write_csv(state, shape, ending_of(path) == ".tsv" ? '\t' : ',', words, put);
      case Format::binary:
        return put(write_binary(state, path));
      case Format::image:
        return put(write_image(state.keys, shape, ending_of(path), words));
    }
    throw InternalError("a format without a writer");
  });
}

}  // namespace texelsort::data
