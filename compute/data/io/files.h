#pragma once

#include <cstdint>
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

/// text: numbers separated by white space or commas; csv: one column; binary: raw little-endian keys; image: pixels.
enum class Format : std::uint8_t { text, csv, binary, image };

std::string_view name(Format format);
std::optional<Format> parse_format(std::string_view text);

/// By the file name's ending: .csv .tsv; .bin .raw .u32 .f64 ... (the six types; they also fix the key type); .png .jpg
/// .jpeg .ppm .pgm; else text.
Format format_of_name(std::string_view path);

/// The name's ending if it is that of a format that this program does not know (".xlsx", ".gif"), else empty. Endings
/// that are nobody's own (".dat", ".out") are text.
std::string foreign_ending(std::string_view path);
/// Whether an ending (".bmp") is one of pictures that are not read.
bool is_foreign_picture(std::string_view ending);

/// What becomes of rows without a key: refused, left out, or put before or behind all others.
enum class Missing : std::uint8_t { error, skip, first, last };

std::optional<Missing> parse_missing(std::string_view text);
std::string_view name(Missing missing);

/// The key type that a file name's ending fixes (".f64"), if any.
std::optional<KeyType> key_type_of_name(std::string_view path);

/// The parts of a file that its keys do not hold, so that it can be written back. A row is one of data, from 0; parts
/// that are empty say nothing of any key.
struct SourceSpelling {
  std::vector<std::shared_ptr<const std::string>> texts;  ///< what the words below are parts of
  std::vector<std::string_view> keys;          ///< how each key was written; empty words as write_output() writes them
  std::vector<std::string_view> fields;        ///< the same of fields, record after record
  std::vector<std::uint64_t> rows;             ///< of each key, if some rows have none
  Missing missing = Missing::error;            ///< what is done with these rows
  std::vector<std::string_view> missing_keys;  ///< what they have in place of one; only of those to be written
  std::vector<std::string_view> missing_fields;  ///< record after record
  std::vector<std::uint64_t> missing_rows;
  std::uint64_t row_count = 0;      ///< with and without keys
  std::vector<std::uint8_t> alpha;  ///< image: of each pixel; if one is not 255
};

/// A field of records that came from a CSV column, and what its 32 bits are: u32, i32 or f32.
struct FieldColumn {
  std::string header;
  KeyType type = KeyType::u32;
};

class RowTable;

/// What a result needs to be written back in the form it was read in.
struct Shape {
  Format format = Format::text;
  std::uint64_t columns = 0;          ///< csv: how many there are
  std::string column;                 ///< csv: the header of the column that was read; empty when the file has none
  std::uint32_t width = 0;            ///< image: pixels
  std::uint32_t height = 0;           ///< image: pixels
  std::vector<FieldColumn> fields{};  ///< csv: those that were read
  std::shared_ptr<const SourceSpelling> spelling{};  ///< if there are any
  std::shared_ptr<const RowTable> rows{};            ///< whole rows of a CSV file, of which the keys are the start
  std::string explanation{};                         ///< csv: how it was understood, a fact a line
  bool indexed = false;                              ///< text and csv: rows have an index, also where there are no keys
};

struct Input {
  Keys keys;
  Shape shape;
  std::string origin;                   ///< the path, "standard input", or how it was generated
  std::vector<std::uint32_t> fields{};  ///< csv: those asked for, row after row; read if shape.fields is not empty
  std::vector<std::string> notes{};     ///< what its reader must be told, a sentence each: a value that was rounded
};

struct ReadOptions {
  std::optional<KeyType>
      type;  ///< default: u32; for numbers in text the first of u32, i32, u64, i64, f64 that holds all of them
  std::optional<Format> format;      ///< default: by the name's ending
  std::string column;                ///< csv: name, or position from 1; empty: the first numeric column
  std::uint32_t fields = 0;          ///< csv: a record's fields, the leftmost of the further numeric columns
  DialectOptions dialect{};          ///< csv
  Missing missing = Missing::error;  ///< csv: of rows without a key
};

/// All bytes of a file. Throws UsageError, with the path and the reason, for one that cannot be read.
std::string read_file(const std::string& path);

struct NamedContents {
  std::string contents;
  std::string origin;  ///< the path, or "standard input"
};

/// The same of standard input for "-", and decompressed if the name ends in .gz or .zst.
NamedContents read_contents_of(const std::string& path);

/// Reads a file, or standard input for "-". An image's pixels become keys 0xRRGGBB-ordered by luminance: see image_key.
/// Throws UsageError: cannot open; "FILE:LINE:COLUMN: found 'x', expected a u32 number"; a number out of the type's
/// range; a file cut within a binary value (with the byte count) or a picture; a picture of more than 8 bits; no such
/// column (with those there are); a first row that may be a header or data; an option for CSV with another format.
Input read_input(const std::string& path, const ReadOptions& options);

/// The same from a stream; `origin` names it in errors.
Input read_stream(std::istream& stream, const std::string& origin, const ReadOptions& options);

/// Numbers given on the command line, separated by commas or white space.
Input read_values(std::string_view values, const ReadOptions& options);

/// The u32 key of a pixel: luminance (Rec. 709, 8 bits) above red, green, blue, so that a sorted picture goes from dark
/// to light and the pixel can be had back from its key's low 24 bits.
constexpr std::uint32_t image_key(std::uint8_t red, std::uint8_t green, std::uint8_t blue) {
  const std::uint32_t luminance = (2126u * red + 7152u * green + 722u * blue + 5000u) / 10000u;
  return luminance << 24 | std::uint32_t{red} << 16 | std::uint32_t{green} << 8 | blue;
}

/// Writes keys in the shape's form to a file, or to standard output for "-". The file is written aside and renamed over
/// the path only when complete, so that writing over the input works and nothing is left half written. Throws
/// UsageError when it cannot be written. `payload` may be empty; text then has one key a line, csv one column; with a
/// payload both have it as second column; binary files and images have the keys alone. Records are written whole: text
/// and csv have the fields behind the key, binary files the key array and the fields, or the structures, as they are in
/// memory. A known ending of the path wins over shape.format. `places`: of each key its index in the input that
/// shape.particulars are of, see input_places(); without, nothing of single keys is written.
void write_output(const std::string& path, const Shape& shape, const State& state,
                  std::span<const std::uint64_t> places = {});

/// Adds the particulars of `count` further keys, null if there are none, to those of n keys.
void append(SourceSpelling& all, std::uint64_t n, const SourceSpelling* more, std::uint64_t count);

/// How many columns the first row of a CSV file has; 0 if it cannot be read.
std::uint64_t csv_columns(const std::string& path);

/// The index in the input of each key of the output, which is a permutation of the input: the payload if there is one;
/// else equal keys (with equal fields) are taken to be in the input's order.
std::vector<std::uint64_t> input_places(const StateView& input, const State& output);

/// Writes bytes aside and renames: what every file of this program goes through.
void write_file_atomically(const std::string& path, std::string_view contents);

/// Throws UsageError if write_file_atomically() could not write this path now. For commands that compute for long
/// before they write. Leaves no file behind. "-" and other descriptors count as writable.
void require_writable(const std::string& path);

}  // namespace texelsort::data
