#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compute/data/format/dialect.h"
#include "compute/data/keys/keys.h"
#include "compute/data/keys/state_view.h"

namespace texelsort::data {

/// File formats. text: numbers separated by white space or commas; csv: rows of fields; binary: raw little-endian keys;
/// image: pixels.
enum class Format : std::uint8_t { text, csv, binary, image };

std::string_view name(Format format);
std::optional<Format> parse_format(std::string_view text);

/// Returns the format by the file name's ending: .csv .tsv; .bin .raw .u32 .f64 ... (the six types, which also fix the
/// key type); .png .jpg .jpeg .ppm .pgm; all others are text.
Format format_of_name(std::string_view path);

/// Returns the name's ending if it belongs to a format that texelsort does not support (".xlsx", ".gif"), otherwise
/// empty. Generic endings (".dat", ".out") are text.
std::string foreign_ending(std::string_view path);
/// Returns whether an ending (".bmp") belongs to an unsupported image format.
bool is_foreign_picture(std::string_view ending);

/// Treatment of rows without a key: an error, omitted, or written before or after all others.
enum class Missing : std::uint8_t { error, skip, first, last };

std::optional<Missing> parse_missing(std::string_view text);
std::string_view name(Missing missing);

/// Returns the key type that a file name's ending fixes (".f64"), if any.
std::optional<KeyType> key_type_of_name(std::string_view path);

/// Parts of a file that its keys do not represent, kept to reproduce them in the output. Rows are data rows, counted
/// from 0. Empty members mean that no key differs from the standard.
struct SourceSpelling {
  std::vector<std::shared_ptr<const std::string>> texts;  ///< storage of the words below
  std::vector<std::string_view> keys;          ///< spelling of each key; empty words are written as write_output() does
  std::vector<std::string_view> fields;        ///< spelling of the fields, record by record
  std::vector<std::uint64_t> rows;             ///< row of each key, if some rows have no key
  Missing missing = Missing::error;            ///< treatment of rows without a key
  std::vector<std::string_view> missing_keys;  ///< words of these rows in place of a key; only if they are written
  std::vector<std::string_view> missing_fields;  ///< fields of these rows, record by record
  std::vector<std::uint64_t> missing_rows;
  std::uint64_t row_count = 0;      ///< rows with and without keys
  std::vector<std::uint8_t> alpha;  ///< image: alpha of each pixel, if one is not 255
};

/// A record field from a CSV column, and the type of its 32 bits: u32, i32 or f32.
struct FieldColumn {
  std::string header;
  KeyType type = KeyType::u32;
};

class RowTable;

/// Everything needed to write a result in the form of its input.
struct Shape {
  Format format = Format::text;
  std::uint64_t columns = 0;                         ///< csv: number of columns
  std::string column;                                ///< csv: header of the key column; empty if the file has none
  std::uint32_t width = 0;                           ///< image: pixels
  std::uint32_t height = 0;                          ///< image: pixels
  std::vector<FieldColumn> fields{};                 ///< csv: columns that were read as fields
  std::shared_ptr<const SourceSpelling> spelling{};  ///< null if all keys have standard spellings
  std::shared_ptr<const RowTable> rows{};  ///< whole rows of a CSV file; the keys are prefixes of their sort keys
  std::string explanation{};               ///< csv: the detected dialect, one fact per line
  bool indexed = false;                    ///< text and csv: true if rows have an index, even if there are no keys
};

struct Input {
  Keys keys;
  Shape shape;
  std::string origin;                   ///< path, "standard input", or the description of a generator
  std::vector<std::uint32_t> fields{};  ///< csv: requested fields, row by row; valid if shape.fields is not empty
  std::vector<std::string> notes{};     ///< notices for the user, one sentence each, such as a rounded value
};

struct ReadOptions {
  std::optional<KeyType>
      type;  ///< default: u32; for numbers in text the first of u32, i32, u64, i64, f64 that holds all of them
  std::optional<Format> format;  ///< format; default: by the name's ending
  std::string column;        ///< csv: name of the key column, or its position from 1; empty: the first numeric column
  std::uint32_t fields = 0;  ///< csv: number of record fields, read from the leftmost other numeric columns
  DialectOptions dialect{};  ///< csv: choices of the user for the dialect
  Missing missing = Missing::error;  ///< csv: treatment of rows without a key
};

/// Returns the contents of a file. Throws UsageError, with path and reason, if it cannot be read.
std::string read_file(const std::string& path);

struct NamedContents {
  std::string contents;
  std::string origin;  ///< path, or "standard input"
};

/// Version of read_file() that reads standard input for "-" and decompresses names ending in .gz or .zst.
NamedContents read_contents_of(const std::string& path);

/// Reads a file, or standard input for "-". Pixels of an image become keys ordered by luminance, see image_key().
/// Throws UsageError for: a file that cannot be opened; invalid numbers ("FILE:LINE:COLUMN: found 'x', expected a u32
/// number"); numbers outside the type's range; a file that ends within a binary value (with the byte count) or an
/// image; images with more than 8 bits per channel; unknown columns (with the existing ones); a first row that may be a
/// header or data; CSV options for other formats.
Input read_input(const std::string& path, const ReadOptions& options);

/// Version of read_input() for a stream. `origin` names it in errors.
Input read_stream(std::istream& stream, const std::string& origin, const ReadOptions& options);

/// Reads numbers from the command line, separated by commas or white space.
Input read_values(std::string_view values, const ReadOptions& options);

/// Returns the u32 key of a pixel: luminance (Rec. 709, 8 bits) above red, green and blue. A sorted image therefore
/// runs from dark to light, and the low 24 bits of a key restore its pixel.
constexpr std::uint32_t image_key(std::uint8_t red, std::uint8_t green, std::uint8_t blue) {
  const std::uint32_t luminance = (2126u * red + 7152u * green + 722u * blue + 5000u) / 10000u;
  return luminance << 24 | std::uint32_t{red} << 16 | std::uint32_t{green} << 8 | blue;
}

/// Writes keys in the shape's format to a file, or to standard output for "-". The file is written under a temporary
/// name and renamed when complete, so that overwriting the input works and no partial file remains. Throws UsageError
/// if it cannot be written. `payload` may be empty. Text has one key per line and csv one key column, both followed by
/// the payload if there is one; binary files and images contain only the keys. Records are complete: in text and csv,
/// fields follow the key; binary files contain keys and fields, or structures, in their memory layout. A known ending
/// of the path takes precedence over shape.format. `places`: for each key its index in the input that shape.spelling
/// describes, see input_places(). Without it, spellings of single keys are not used.
void write_output(const std::string& path, const Shape& shape, const State& state,
                  std::span<const std::uint64_t> places = {});

/// Appends the spelling of `count` further keys to that of n keys. `more` may be null.
void append(SourceSpelling& all, std::uint64_t n, const SourceSpelling* more, std::uint64_t count);

/// Returns the number of columns in the first row of a CSV file. 0 if it cannot be read.
std::uint64_t csv_columns(const std::string& path);

/// Returns the input index of each output key. The output is a permutation of the input. The index is the payload if
/// there is one. Otherwise, equal keys (with equal fields) are assumed to be in input order.
std::vector<std::uint64_t> input_places(const StateView& input, const State& output);

/// Writes a file under a temporary name and renames it. texelsort writes all its files this way.
void write_file_atomically(const std::string& path, std::string_view contents);

/// Throws UsageError if write_file_atomically() could not write this path now, for commands that compute for a long
/// time before they write. Leaves no file behind. "-" and other descriptors count as writable.
void require_writable(const std::string& path);

/// Accepts the next bytes of a file. Write errors are reported by write_file_atomically() at the end.
using Put = std::function<void(std::string_view)>;

/// Version of write_file_atomically() for contents that `make(put)` produces piece by piece.
void write_file_atomically(const std::string& path, const std::function<void(const Put&)>& make);

}  // namespace texelsort::data
