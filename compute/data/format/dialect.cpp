#include "compute/data/format/dialect.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compute/data/error.h"
#include "compute/data/format/file_formats.h"
#include "compute/data/format/row_reader.h"
#include "compute/data/text/source.h"

namespace texelsort::data {
namespace {

constexpr std::array separators_tried{'\t', ';', ','};

constexpr std::array separator_words{std::pair{'\t', "tab"}, std::pair{',', "comma"}, std::pair{';', "semicolon"},
                                     std::pair{' ', "space"}, std::pair{'.', "point"}};

/// Returns the first line end of a text that is not within quotes: LF, CR LF or CR. Quotes may open at the start of a
/// field, for any of the possible separators.
std::string_view find_line_end(std::string_view text, const DialectOptions& options) {
  const auto ends_at = [&](std::size_t feed) { return feed > 0 && text[feed - 1] == '\r' ? "\r\n" : "\n"; };
  bool within = false, field_begins = true, returns = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (within) {
      within = c != '"';
      continue;
    }
    if (c == '\n') return ends_at(i);
    returns = returns || c == '\r';
    within = c == '"' && field_begins && options.quotes;
    // A doubled quote within a field ends the quoted text and starts it again.
    field_begins = c == '"' || c == '\r' || std::ranges::find(separators_tried, c) != separators_tried.end() ||
                   options.separator == c || (field_begins && is_space(c));
  }
  const std::size_t feed = text.find('\n');
  return returns || feed == std::string_view::npos ? (returns ? "\r" : "\n") : ends_at(feed);
}

/// First line "sep=;" of a CSV file, with which Excel records the separator.
struct SeparatorLine {
  char separator;
  std::size_t length;
};
std::optional<SeparatorLine> separator_line(std::string_view text, std::string_view line_end) {
  for (const std::string_view quote : {"", "\""}) {
    const std::string start = std::string(quote) + "sep=";
    const std::size_t length = start.size() + 1 + quote.size();
    if (!text.starts_with(start) || text.size() < length) continue;
    const std::string_view rest = text.substr(start.size() + 1);
    const std::string end = std::string(quote) + std::string(line_end);
    if (!parse_separator(text.substr(start.size(), 1)) || (!rest.starts_with(end) && rest != quote)) continue;
    return SeparatorLine{text[start.size()], std::min(length + line_end.size(), text.size())};
  }
  return std::nullopt;
}

/// Result of splitting the rows of a sample at one possible separator.
struct Splitting {
  char separator = ',';
  /// True if the separator splits all rows; the first row; at least one row.
  bool all = true, first = false, any = false;
  bool fault = false;          ///< true if a row is malformed with this separator
  bool decimal_commas = true;  ///< true if all commas outside quotes are decimal signs
};

bool has_decimal_commas_only(const Field& field) {
  if (field.quoted || field.text.find(',') == std::string_view::npos) return true;
  std::string scratch;
  const auto number = NumberForm{.point = ','}.plain(field.value(), scratch);
  return number && std::ranges::all_of(*number, [](char c) { return is_digit(c) || c == '.' || c == '-' || c == '+'; });
}

Splitting split(std::string_view rows, bool whole, Dialect dialect, char separator) {
  Splitting result{.separator = separator};
  dialect.separator = separator;
  const RowSplitter splitter(dialect);
  bool some = false;
  while (!rows.empty()) {
    const auto length = splitter.row_length(rows);
    // Without the whole file, ignore the last row of the sample, because it is incomplete.
    if (!length && !whole) break;
    const std::string_view row = splitter.without_end(rows.substr(0, length.value_or(rows.size())));
    rows.remove_prefix(length.value_or(rows.size()));
    if (splitter.is_blank(row)) continue;
    std::size_t fields = 0;
    for (std::size_t at = 0; at <= row.size(); ++fields) {
      Field field;
      if (!splitter.take_field(row, at, field)) {
        result.fault = true;
        break;
      }
      if (separator == ';') result.decimal_commas = result.decimal_commas && has_decimal_commas_only(field);
    }
    const bool splits = fields > 1;
    if (!some) result.first = splits;
    result.all = result.all && splits;
    result.any = result.any || splits;
    some = true;
  }
  result.all = result.all && some;
  return result;
}

/// Chooses between separators that split the rows equally well. Prefers the tab, which does not occur in text. Prefers
/// the semicolon if commas are decimal signs. Throws UsageError in other cases.
char choose(const std::vector<Splitting>& equal, const std::string& origin, const DialectOptions& options) {
  const Splitting& first = equal.front();
  if (equal.size() == 1 || first.separator == '\t' || options.point == ',' || first.decimal_commas) {
    return first.separator;
  }
  throw UsageError(fmt::format("{}: {} or {} may separate the fields: choose one with --separator", origin,
                               separator_name(first.separator), separator_name(equal[1].separator)));
}

void find_separator(std::string_view rows, bool whole, const std::string& origin, const DialectOptions& options,
                    Dialect& dialect) {
  std::vector<Splitting> found;
  for (const char separator : separators_tried) found.push_back(split(rows, whole, dialect, separator));
  for (const bool faults : {false, true}) {
    for (const bool all : {true, false}) {
      std::vector<Splitting> equal;
      std::ranges::copy_if(found, std::back_inserter(equal),
                           [&](const Splitting& one) { return (all ? one.all : one.first) && (faults || !one.fault); });
      if (equal.empty()) continue;
      dialect.separator = choose(equal, origin, options);
      dialect.separator_source = all ? "in every row" : "in the first row";
      return;
    }
  }
}

using Text = std::optional<std::string>;

constexpr auto separator_list = "tab, comma, semicolon, space", answers = "yes, no";

bool read_separator(std::optional<char>& separator, std::string_view word) {
  separator = parse_separator(word);
  return separator.has_value();
}

Text separator_text(const std::optional<char>& separator) {
  return separator ? Text(separator_name(*separator)) : std::nullopt;
}

std::optional<bool> parse_answer(std::string_view word) {
  return word == "yes" || word == "no" ? std::optional(word == "yes") : std::nullopt;
}

std::vector<std::string> split_at_commas(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = std::min(text.find(',', from), text.size());
    words.emplace_back(text.substr(from, to - from));
    from = to + 1;
  }
  return words;
}

constexpr std::array table{
    DialectOption{
        "--separator", "", separator_list,
        [](DialectOptions& options, std::string_view word) { return read_separator(options.separator, word); },
        [](const DialectOptions& options) { return separator_text(options.separator); }},
    DialectOption{"--quotes", "answer", answers,
                  [](DialectOptions& options, std::string_view word) {
                    const auto answer = parse_answer(word);
                    options.quotes = answer.value_or(true);
                    return answer.has_value();
                  },
                  [](const DialectOptions& options) { return options.quotes ? Text() : Text("no"); }},
    DialectOption{
        "--header", "answer", answers,
        [](DialectOptions& options, std::string_view word) {
          options.header = parse_answer(word);
          return options.header.has_value();
        },
        [](const DialectOptions& options) { return options.header ? Text(*options.header ? "yes" : "no") : Text(); }},
    DialectOption{"--decimal", "decimal sign", "point, comma",
                  [](DialectOptions& options, std::string_view word) {
                    options.point = word == "comma" || word == "," ? ',' : '.';
                    return options.point == ',' || word == "point" || word == ".";
                  },
                  [](const DialectOptions& options) { return options.point == ',' ? Text("comma") : Text(); }},
    DialectOption{
        "--thousands", "", separator_list,
        [](DialectOptions& options, std::string_view word) { return read_separator(options.thousands, word); },
        [](const DialectOptions& options) { return separator_text(options.thousands); }},
    DialectOption{"--missing-words", "", "",
                  [](DialectOptions& options, std::string_view word) {
                    options.missing_words = split_at_commas(word);
                    return true;
                  },
                  [](const DialectOptions& options) {
                    return options.missing_words ? Text(fmt::format("{}", fmt::join(*options.missing_words, ",")))
                                                 : Text();
                  }},
};

}  // namespace

std::span<const DialectOption> dialect_options() {
  return table;
}

std::vector<std::string> option_words(const DialectOptions& options) {
  std::vector<std::string> words;
  for (const DialectOption& option : table) {
    if (const Text word = option.text(options)) words.insert(words.end(), {option.name, *word});
  }
  return words;
}

std::optional<std::string_view> NumberForm::plain(std::string_view text, std::string& scratch) const {
  if (is_plain()) return text;
  scratch.clear();
  std::size_t group = 0;  // number of digits since the last thousands separator
  bool grouped = false, behind = false;
  for (const char c : text) {
    if (thousands && c == *thousands && !behind) {
      if (group == 0 || group > 3 || (grouped && group != 3)) return std::nullopt;
      grouped = true;
      group = 0;
      continue;
    }
    if (c == '.' && point != '.') return std::nullopt;
    const bool digit = is_digit(c);
    if (!behind && grouped && !digit && group != 3) return std::nullopt;
    behind = behind || (!digit && c != '-' && c != '+');
    group += digit ? 1 : 0;
    scratch += c == point ? '.' : c;
  }
  if (grouped && !behind && group != 3) return std::nullopt;
  return scratch;
}

MissingWords::MissingWords() : MissingWords({"NA", "N/A", "n/a", "#N/A", "NULL", "null", "None", ".", "?", "-"}) {}

MissingWords::MissingWords(std::vector<std::string> words) : words_(std::move(words)) {
  for (const std::string& word : words_) longest_ = std::max(longest_, word.size());
}

bool MissingWords::has(std::string_view text) const {
  return text.empty() || (text.size() <= longest_ && std::ranges::find(words_, text) != words_.end());
}

Dialect find_dialect(std::string_view sample, bool whole, const std::string& origin, const DialectOptions& options,
                     std::size_t start) {
  Dialect dialect{.quotes = options.quotes,
                  .start = start,
                  .header = options.header,
                  .header_said = options.header.has_value(),
                  .numbers = {options.point, options.thousands}};
  if (options.missing_words) dialect.missing = MissingWords(*options.missing_words);
  sample.remove_prefix(dialect.start);
  dialect.line_end = find_line_end(sample, options);
  const auto said = separator_line(sample, dialect.line_end);
  if (said) {
    dialect.start += said->length;
    sample.remove_prefix(said->length);
  }
  if (options.separator) {
    dialect.separator = *options.separator;
    dialect.separator_source = "--separator";
  } else if (said) {
    dialect.separator = said->separator;
    dialect.separator_source = "the first line";
  } else if (ending_of(origin) == ".tsv") {
    dialect.separator = '\t';
    dialect.separator_source = "the name's ending";
  } else {
    find_separator(sample, whole, origin, options, dialect);
  }
  dialect.one_column = !split(sample, whole, dialect, dialect.separator).any;
  return dialect;
}

std::string_view whole_rows(std::string_view sample, bool whole, const std::string& origin, const Dialect& dialect) {
  if (whole) return sample;
  const RowSplitter splitter(dialect);
  std::size_t end = dialect.start;
  while (const auto length = splitter.row_length(sample.substr(end))) end += *length;
  if (end > dialect.start) return sample.substr(0, end);
  // Splitting stops at the field whose quote is not closed.
  std::size_t at = dialect.start;
  for (Field field; at <= sample.size() && splitter.take_field(sample, at, field);) {
  }
  const bool open = at < sample.size();
  fail_in_text(sample, open ? at : dialect.start, dialect.line_end.back(), origin,
               fmt::format("found {} in the first {} bytes, which texelsort examines",
                           open ? "a quote that is not closed" : "no end of the first row", sample.size()));
}

std::string separator_name(char separator) {
  for (const auto& [character, word] : separator_words) {
    if (separator == character) return word;
  }
  return std::string(1, separator);
}

std::optional<char> parse_separator(std::string_view text) {
  for (const auto& [character, word] : separator_words) {
    if (text == word) return character;
  }
  constexpr std::string_view characters = "\t !#$%&'()*,./:;<=>?@[\\]^_`{|}~";
  const bool separates = text.size() == 1 && characters.find(text[0]) != std::string_view::npos;
  return separates ? std::optional(text[0]) : std::nullopt;
}

bool is_separator_line(std::string_view line) {
  const auto found = separator_line(line, "\n");
  return found && found->length == line.size();
}

std::string describe(const Dialect& dialect) {
  const auto& end = dialect.line_end;
  return fmt::format(
      "  separator        {} ({})\n  quotes           {}\n  line ends        {}\n  header           {} ({})\n"
      "  decimal sign     {}\n  thousands        {}\n  missing          the empty field{}{}\n",
      separator_name(dialect.separator), dialect.separator_source, dialect.quotes ? "yes" : "no",
      end == "\n"   ? "LF"
      : end == "\r" ? "CR"
                    : "CR LF",
      dialect.header.value_or(false) ? "yes" : "no", dialect.header_said ? "--header" : "detected from the rows",
      dialect.numbers.point == '.' ? "point" : "comma",
      dialect.numbers.thousands ? separator_name(*dialect.numbers.thousands) : "none",
      dialect.missing.words().empty() ? "" : ", ", fmt::join(dialect.missing.words(), ", "));
}

}  // namespace texelsort::data
