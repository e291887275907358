#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The form of a CSV file: how rows and fields are separated, and what fields may hold.
namespace texelsort::data {

/// What a user says of the form. What is left open is found in the file's first rows.
struct DialectOptions {
  std::optional<char> separator{};
  bool quotes = true;  ///< a field may stand in double quotes
  std::optional<bool> header{};
  char point = '.';                                         ///< the decimal sign
  std::optional<char> thousands{};                          ///< what groups three digits each
  std::optional<std::vector<std::string>> missing_words{};  ///< beside the empty field
  bool operator==(const DialectOptions&) const = default;
};

/// An option of the command line that sets one of these.
struct DialectOption {
  const char* name;   ///< "--header"
  const char* what;   ///< the kind of its words: "answer"; empty for an option that takes other words, too
  const char* words;  ///< "yes, no"; empty for an option that takes any word
  bool (*read)(DialectOptions& options, std::string_view word);  ///< false for a word that the option does not take
  std::optional<std::string> (*text)(const DialectOptions& options);  ///< the word for read(); nothing if it is usual
};

std::span<const DialectOption> dialect_options();

/// The options that set these, each followed by its word.
std::vector<std::string> option_words(const DialectOptions& options);

/// How numbers are written.
struct NumberForm {
  char point = '.';
  std::optional<char> thousands{};

  /// Whether plain() returns every text itself.
  bool is_plain() const { return point == '.' && !thousands; }
  /// The number with a decimal point and without thousands separators, in `scratch` where it differs. Nothing where
  /// groups have not three digits, or where the text has another sign than these two.
  std::optional<std::string_view> plain(std::string_view text, std::string& scratch) const;
};

/// Words in place of a number or a date that nobody knows. The empty field is always one.
class MissingWords {
 public:
  /// NA, N/A, n/a, #N/A, NULL, null, None, ".", "?" and "-": what statistics programs write. NaN is a number.
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
  std::string separator_source = "nothing says it";  ///< why it is this one
  bool quotes = true;
  std::string_view line_end = "\n";  ///< or "\r\n", or "\r"
  std::size_t start = 0;             ///< bytes before the first row: a byte order mark, and "sep=;" as Excel writes it
  bool one_column = false;           ///< the separator comes nowhere in the sample
  std::optional<bool> header{};      ///< find_header() finds it
  bool header_said = false;          ///< an option says it
  NumberForm numbers{};
  MissingWords missing{};
};

/// The dialect of a file that begins with `sample`, without its header. `whole`: nothing follows. `start`: the bytes of
/// a byte order mark. The separator is what the options say, else a first line "sep=;", else the tab in .tsv, else that
/// of tab, semicolon and comma which splits every row, else which splits the first row. Semicolon and comma may both do
/// so: it is the semicolon if all commas are decimal signs. Throws UsageError if it may be either.
Dialect find_dialect(std::string_view sample, bool whole, const std::string& origin, const DialectOptions& options,
                     std::size_t start = 0);

/// The whole rows of `sample`, which are all of it if it is the whole file. Throws UsageError with the place where not
/// even the first row ends.
std::string_view whole_rows(std::string_view sample, bool whole, const std::string& origin, const Dialect& dialect);

/// As much of a file as says its dialect, for all readers.
inline constexpr std::size_t dialect_sample_bytes = std::size_t{4} << 20;

/// "tab", "comma", "semicolon", "space", or the character.
std::string separator_name(char separator);
/// The inverse of separator_name(). Returns nothing for letters, digits, signs, quotes, line ends, characters outside
/// ASCII and more than one character: they are parts of numbers and words.
std::optional<char> parse_separator(std::string_view text);
/// Whether a line, without its end, is read as Excel's "sep=;".
bool is_separator_line(std::string_view line);

/// A dialect for people, a fact a line, each of two spaces, a name and what it is.
std::string describe(const Dialect& dialect);

}  // namespace texelsort::data
