#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Dialect of a CSV file: how rows and fields are separated, and which values fields may contain.
namespace texelsort::data {

/// Explicit choices of the user. Everything else is detected from the first rows of the file.
struct DialectOptions {
  std::optional<char> separator{};
  bool quotes = true;  ///< true if fields may be in double quotes
  std::optional<bool> header{};
  char point = '.';                 ///< decimal sign
  std::optional<char> thousands{};  ///< separator between groups of three digits
  /// Words for missing values, in addition to the empty field.
  std::optional<std::vector<std::string>> missing_words{};
  bool operator==(const DialectOptions&) const = default;
};

/// A command line option for one member of DialectOptions.
struct DialectOption {
  const char* name;   ///< name of the option: "--header"
  const char* what;   ///< kind of value: "answer"; empty if the option accepts other words, too
  const char* words;  ///< accepted values: "yes, no"; empty if the option accepts any word
  /// Reads the option's value; returns false for an invalid one.
  bool (*read)(DialectOptions& options, std::string_view word);
  std::optional<std::string> (*text)(
      const DialectOptions& options);  ///< returns the word for read(); nothing for the default
};

std::span<const DialectOption> dialect_options();

/// Returns the options that set these choices, each followed by its value.
std::vector<std::string> option_words(const DialectOptions& options);

/// Notation of numbers.
struct NumberForm {
  char point = '.';
  std::optional<char> thousands{};

  /// Returns whether plain() returns every text unchanged.
  bool is_plain() const { return point == '.' && !thousands; }
  /// Returns the number with a decimal point and without thousands separators; uses `scratch` if the text changes.
  /// Nothing if a group does not have three digits, or for other separators.
  std::optional<std::string_view> plain(std::string_view text, std::string& scratch) const;
};

/// Words that mark a missing number or date. The empty field is always one.
class MissingWords {
 public:
  /// Uses NA, N/A, n/a, #N/A, NULL, null, None, ".", "?" and "-", as written by statistics programs. NaN is a number.
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
  std::string separator_source = "nothing says it";  ///< reason for the choice
  bool quotes = true;
  std::string_view line_end = "\n";  ///< "\n", "\r\n" or "\r"
  std::size_t start = 0;             ///< bytes before the first row: a byte order mark, and Excel's line "sep=;"
  bool one_column = false;           ///< true if the separator does not occur in the sample
  std::optional<bool> header{};      ///< determined by find_header()
  bool header_said = false;          ///< true if an option sets the header
  NumberForm numbers{};
  MissingWords missing{};
};

/// Returns the dialect of a file that begins with `sample`, except for the header. `whole`: whether the sample is the
/// whole file. `start`: size of the byte order mark in bytes. The separator is, in order of precedence: the user's
/// choice, a first line "sep=;", the tab in .tsv files, whichever of tab, semicolon and comma splits every row,
/// whichever splits the first row. If semicolon and comma both qualify, it is the semicolon if all commas are decimal
/// signs. Otherwise, throws UsageError.
Dialect find_dialect(std::string_view sample, bool whole, const std::string& origin, const DialectOptions& options,
                     std::size_t start = 0);

/// Returns the complete rows of `sample`, or all of it if it is the whole file. Throws UsageError with the location if
/// not even the first row is complete.
std::string_view whole_rows(std::string_view sample, bool whole, const std::string& origin, const Dialect& dialect);

/// Size of the sample from which all readers detect the dialect.
inline constexpr std::size_t dialect_sample_bytes = std::size_t{4} << 20;

/// Returns "tab", "comma", "semicolon", "space", or the character.
std::string separator_name(char separator);
/// Inverse of separator_name(). Returns nothing for letters, digits, signs, quotes, line ends, non-ASCII characters and
/// longer texts, because these occur in numbers and words.
std::optional<char> parse_separator(std::string_view text);
/// Returns whether a line, without its line end, is Excel's "sep=;".
bool is_separator_line(std::string_view line);

/// Describes a dialect, one fact per line: two spaces, a name and the value.
std::string describe(const Dialect& dialect);

}  // namespace texelsort::data
