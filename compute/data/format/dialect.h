#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Dialect of a CSV file: separators of rows and fields, and notations of values.
namespace texelsort::data {

/// Dialect of a CSV file as the user requests it. If a member is null, texelsort detects its value from the first rows
/// of the file.
struct DialectOptions {
  std::optional<char> separator{};
  bool quotes = true;  ///< true if fields may be enclosed in double quotes
  std::optional<bool> header{};
  char point = '.';                 ///< decimal sign of numbers
  std::optional<char> thousands{};  ///< separator between groups of three digits; null if numbers have none
  /// Words for missing values, in addition to the empty field. Null means the default words.
  std::optional<std::vector<std::string>> missing_words{};
  bool operator==(const DialectOptions&) const = default;
};

/// Command-line option that sets one member of DialectOptions.
struct DialectOption {
  const char* name;  ///< name of the option, such as "--header"
  /// Placeholder of the option's value in the help, such as "answer"; empty if only the listed words are accepted.
  const char* what;
  const char* words;  ///< accepted values, such as "yes, no"; empty if the option accepts any word
  /// Sets the option from a word. Returns false if the word is invalid.
  bool (*read)(DialectOptions& options, std::string_view word);
  /// Returns the option's current value as a word that read() accepts. Returns null if the option has its default.
  std::optional<std::string> (*text)(const DialectOptions& options);
};

std::span<const DialectOption> dialect_options();

/// Returns the command-line options that request this dialect, each followed by its value.
std::vector<std::string> option_words(const DialectOptions& options);

/// Notation of numbers: decimal sign and thousands separator.
struct NumberForm {
  char point = '.';
  std::optional<char> thousands{};

  /// Returns whether the notation is the standard one, in which plain() returns texts unchanged.
  bool is_plain() const { return point == '.' && !thousands; }
  /// Returns a number in standard notation, with a decimal point and without thousands separators. Uses `scratch` if
  /// the text changes. Returns null if a group does not have three digits, or if the text contains other separators.
  std::optional<std::string_view> plain(std::string_view text, std::string& scratch) const;
};

/// Words that mark a missing number or date. The empty field always marks one.
class MissingWords {
 public:
  /// Accepts NA, N/A, n/a, #N/A, NULL, null, None, ".", "?" and "-", which statistics programs write. NaN is not
  /// missing, but a number.
  MissingWords();
  explicit MissingWords(std::vector<std::string> words);

  bool has(std::string_view text) const;
  const std::vector<std::string>& words() const { return words_; }

 private:
  std::vector<std::string> words_;
  std::size_t longest_ = 0;
};

struct Dialect {
  char separator = ',';
  std::string separator_source = "default";  ///< reason for the choice of the separator
  bool quotes = true;
  std::string_view line_end = "\n";  ///< line end of rows: "\n", "\r\n" or "\r"
  std::size_t start = 0;    ///< bytes before the first row, which may be a byte order mark and Excel's line "sep=;"
  bool one_column = false;  ///< true if the separator does not occur in the sample
  std::optional<bool> header{};  ///< true if the first row is a header; null until find_header() decides
  bool header_said = false;      ///< true if the user has decided by an option whether there is a header
  NumberForm numbers{};
  MissingWords missing{};
};

/// Returns the dialect of a file that begins with `sample`, except for the header. `whole` is true if the sample is the
/// whole file. `start` is the size of the byte order mark in bytes. The separator comes from the first of these sources
/// that determines it:
/// - the user's choice;
/// - a first line "sep=;";
/// - the ending .tsv, which means tabs;
/// - whichever of tab, semicolon and comma splits every row;
/// - whichever of them splits the first row.
///
/// If both semicolon and comma qualify, the separator is the semicolon if all commas are decimal signs. Otherwise
/// throws UsageError.
Dialect find_dialect(std::string_view sample, bool whole, const std::string& origin, const DialectOptions& options,
                     std::size_t start = 0);

/// Returns the complete rows of `sample`. Returns all of it if `whole` is true, because the sample is the whole file.
/// Throws UsageError with the location if not even the first row is complete.
std::string_view whole_rows(std::string_view sample, bool whole, const std::string& origin, const Dialect& dialect);

/// Number of bytes at the start of a file from which all readers detect the dialect.
inline constexpr std::size_t dialect_sample_bytes = std::size_t{4} << 20;

/// Returns the name of a separator: "tab", "comma", "semicolon", "space", or the character.
std::string separator_name(char separator);
/// Parses a name from separator_name(), or a single character. Returns null for letters, digits, signs, quotes, line
/// ends and non-ASCII characters, because these occur in numbers and words. Also returns null for longer texts.
std::optional<char> parse_separator(std::string_view text);
/// Returns whether a line is Excel's "sep=;", with any separator. `line` must not contain its line end.
bool is_separator_line(std::string_view line);

/// Describes a dialect for users, one fact per line. A line consists of two spaces, a name and a value.
std::string describe(const Dialect& dialect);

}  // namespace texelsort::data
