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

/// File formats. `text` has numbers separated by white space or commas, and `csv` has rows of fields. `binary` has raw
/// little-endian keys, and `image` has pixels.
enum class Format : std::uint8_t { text, csv, binary, image };

std::string_view name(Format format);
std::optional<Format> parse_format(std::string_view text);

/// Returns the format that the ending of a file name indicates. csv: .csv .tsv. binary: .bin .raw .u32 .f64 and the
/// other four key types, which also determine the key type. image: .png .jpg .jpeg .ppm .pgm. All other names are text.
Format format_of_name(std::string_view path);

/// Returns the ending of a file name if it belongs to a format that texelsort does not support, such as ".xlsx" or
/// ".gif". Otherwise returns an empty string. Generic endings such as ".dat" and ".out" count as text.
std::string foreign_ending(std::string_view path);
/// Returns whether an ending, such as ".bmp", belongs to an image format that texelsort does not support.
bool is_foreign_picture(std::string_view ending);

/// Treatment of rows without a key: report an error, omit them, or write them before or after all other rows.
enum class Missing : std::uint8_t { error, skip, first, last };

std::optional<Missing> parse_missing(std::string_view text);
std::string_view name(Missing missing);

/// Returns the key type that the ending of a file name determines, such as f64 for ".f64". Returns null for other
/// endings.
std::optional<KeyType> key_type_of_name(std::string_view path);

/// Original spelling of an input, as far as its keys do not represent it. With it, the output writes numbers as the
/// input does. Row numbers count data rows from 0. If all keys have the standard spelling, a member is empty.
struct SourceSpelling {
  std::vector<std::shared_ptr<const std::string>> texts;  ///< texts of the input, to which all words below refer
  std::vector<std::string_view> keys;  ///< spelling of each key; empty for keys in the standard spelling
  /// Original spelling of each field, record by record; empty for fields in the standard spelling.
  std::vector<std::string_view> fields;
  std::vector<std::uint64_t> rows;   ///< row number of each key; empty if all rows have keys
  Missing missing = Missing::error;  ///< treatment of rows without a key
  /// Words in the key column of rows without a key; empty if these rows are not written.
  std::vector<std::string_view> missing_keys;
  std::vector<std::string_view> missing_fields;  ///< words in the field columns of rows without a key, row by row
  std::vector<std::uint64_t> missing_rows;
  std::uint64_t row_count = 0;      ///< number of all rows, with and without keys
  std::vector<std::uint8_t> alpha;  ///< alpha value of each pixel of an image; empty if all are 255
};

/// Description of a record field that is read from a CSV column. `type` is u32, i32 or f32, and interprets the field's
/// 32 bits.
struct FieldColumn {
  std::string header;
  KeyType type = KeyType::u32;
};

class RowTable;

/// Format and layout of an input. The output of its sorted keys has the same.
struct Shape {
  Format format = Format::text;
  std::uint64_t columns = 0;          ///< number of columns of a CSV file; 0 for other formats
  std::string column;                 ///< header of the key column of a CSV file; empty if the file has none
  std::uint32_t width = 0;            ///< width of an image in pixels
  std::uint32_t height = 0;           ///< height of an image in pixels
  std::vector<FieldColumn> fields{};  ///< columns of a CSV file that were read as record fields
  /// Original spellings of keys; null if all keys have the standard spelling.
  std::shared_ptr<const SourceSpelling> spelling{};
  /// Whole rows of a CSV file; null if the input consists only of keys. The keys are the first bytes of the rows' sort
  /// keys.
  std::shared_ptr<const RowTable> rows{};
  std::string explanation{};  ///< detected dialect of a CSV file, one fact per line
  bool indexed = false;       ///< true if the rows of a text or CSV output contain an index, even if there are no keys
};

struct Input {
  Keys keys;
  Shape shape;
  std::string origin;  ///< path of the file, "standard input", or the description of a generator
  /// Record fields from a CSV file, row by row; empty if `shape.fields` is empty.
  std::vector<std::uint32_t> fields{};
  std::vector<std::string> notes{};  ///< notices for the user, one sentence each, such as that a value was rounded
};

struct ReadOptions {
  /// Type of the keys. Null means the default: u32 for binary files, and the first of u32, i32, u64, i64 and f64 that
  /// holds all numbers of a text.
  std::optional<KeyType> type;
  std::optional<Format> format;  ///< format of the file; null: determined by the ending of its name
  std::string column;  ///< name or position (from 1) of the key column in a CSV file; empty: the first numeric column
  /// Number of numeric columns to read as record fields, from the left and without the key column; only for CSV files.
  std::uint32_t fields = 0;
  DialectOptions dialect{};          ///< dialect of a CSV file as the user requests it
  Missing missing = Missing::error;  ///< treatment of rows without a key in a CSV file
};

/// Returns the contents of a file. Throws UsageError with path and reason if the file cannot be read.
std::string read_file(const std::string& path);

struct NamedContents {
  std::string contents;
  std::string origin;  ///< path of the file, or "standard input"
};

/// Returns the contents of a file, or of standard input for "-". Decompresses files whose names end in .gz or .zst.
/// Throws UsageError if the file cannot be read.
NamedContents read_contents_of(const std::string& path);

/// Reads keys from a file, or from standard input for "-". Pixels of an image become keys in order of luminance, see
/// image_key(). Throws UsageError for:
/// - files that cannot be opened;
/// - invalid numbers, such as "FILE:LINE:COLUMN: found 'x', expected a u32 number";
/// - numbers outside the range of the key type;
/// - files that end within a binary value or an image;
/// - images with more than 8 bits per channel;
/// - unknown columns, with the names of the existing ones;
/// - a first row that may be a header or data;
/// - options for CSV with other formats.
Input read_input(const std::string& path, const ReadOptions& options);

/// Reads keys from a stream like read_input(). `origin` names the stream in errors.
Input read_stream(std::istream& stream, const std::string& origin, const ReadOptions& options);

/// Parses numbers from the command line, separated by commas or white space.
Input read_values(std::string_view values, const ReadOptions& options);

/// Returns the key of a pixel: luminance (Rec. 709, 8 bits) in the highest byte, then red, green and blue. A sorted
/// image runs from dark to light, and the low 24 bits of a key restore its pixel.
constexpr std::uint32_t image_key(std::uint8_t red, std::uint8_t green, std::uint8_t blue) {
  const std::uint32_t luminance = (2126u * red + 7152u * green + 722u * blue + 5000u) / 10000u;
  return luminance << 24 | std::uint32_t{red} << 16 | std::uint32_t{green} << 8 | blue;
}

/// Writes keys to a file, or to standard output for "-". A known ending of the path determines the format, and
/// otherwise shape.format does. The file has a temporary name until it is complete. The input can therefore be
/// overwritten, and no partial file remains. Throws UsageError if the file cannot be written.
///
/// Text has one key per line, and CSV has one key column. The payload follows each key if there is one, and then the
/// fields of records. Binary files contain only keys or, for records, keys and fields in their memory layout. Images
/// contain only keys.
///
/// `places` contains the input index of each output key, see input_places(). Without `places`, original spellings of
/// single keys are not used.
void write_output(const std::string& path, const Shape& shape, const State& state,
                  std::span<const std::uint64_t> places = {});

/// Appends the original spelling of `count` further keys to the spelling of n keys. `more` is null if the further keys
/// have standard spellings.
void append(SourceSpelling& all, std::uint64_t n, const SourceSpelling* more, std::uint64_t count);

/// Returns the number of columns in the first row of a CSV file. Returns 0 if the file cannot be read.
std::uint64_t csv_columns(const std::string& path);

/// Returns the input index of each output key. The output must be a permutation of the input. With payload, the index
/// is the payload. Without payload, assumes that equal keys with equal fields are in input order.
std::vector<std::uint64_t> input_places(const StateView& input, const State& output);

/// Writes a file under a temporary name and renames it, so that no partial file remains. texelsort writes all its files
/// in this way. Throws UsageError if the file cannot be written.
void write_file_atomically(const std::string& path, std::string_view contents);

/// Throws UsageError if write_file_atomically() could not write this path now. Commands that compute for a long time
/// call this first. Leaves no file behind. "-" and other descriptors count as writable.
void require_writable(const std::string& path);

/// Function that receives the next bytes of a file. It reports no errors, because write_file_atomically() does so at
/// the end.
using Put = std::function<void(std::string_view)>;

/// Writes a file under a temporary name and renames it. `make` passes the contents to a function, piece by piece.
/// Throws UsageError if the file cannot be written.
void write_file_atomically(const std::string& path, const std::function<void(const Put&)>& make);

}  // namespace texelsort::data
