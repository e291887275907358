#include "compute/data/format/csv_survey.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compute/data/error.h"
#include "compute/data/text/nearest.h"
#include "compute/data/text/number.h"
#include "compute/data/text/number_text.h"
#include "compute/data/text/source.h"

namespace texelsort::data {
namespace {

enum class HeaderVerdict : std::uint8_t { no, yes, unclear };

/// Comparison of the first row's fields with the columns below, as evidence for or against a header.
struct Votes {
  bool number = false;  ///< true if the first row contains a number
  bool word = false;    ///< true if the first row contains a word
  /// True if the first row has a word above a column of numbers, which indicates a header.
  bool word_over_numbers = false;
  /// True if a word of the first row occurs again in its column. This indicates data, because names do not repeat.
  bool word_again = false;
  bool missing_over_numbers = false;
  bool some = false;           ///< true if any field of the first row is not empty
  bool all_quoted = true;      ///< true if every nonempty field of the first row is quoted
  bool plain_numbers = false;  ///< true if any column has unquoted numbers below the first row
  /// True if the first column has an empty first field above words, which are then names of rows.
  bool unnamed_words = false;
};

Votes count_votes(const CsvSurvey& survey, const Dialect& dialect) {
  Votes votes;
  for (std::size_t i = 0; i < survey.columns.size(); ++i) {
    const ColumnSurvey& column = survey.columns[i];
    const std::string_view first = survey.first_value(i);
    const FieldKind kind = kind_of(first, dialect);
    const bool numeric = column.numbers > column.words;
    votes.number = votes.number || kind == FieldKind::number;
    votes.word = votes.word || kind == FieldKind::word;
    votes.word_over_numbers = votes.word_over_numbers || (kind == FieldKind::word && numeric);
    votes.word_again = votes.word_again || (kind == FieldKind::word && column.has_first);
    votes.missing_over_numbers =
        votes.missing_over_numbers || (kind == FieldKind::missing && !first.empty() && numeric);
    votes.some = votes.some || !first.empty();
    if (!first.empty()) votes.all_quoted = votes.all_quoted && survey.first[i].quoted;
    votes.plain_numbers = votes.plain_numbers || (numeric && !column.quoted_numbers);
  }
  if (!survey.columns.empty() && !survey.first.empty() && survey.first_value(0).empty()) {
    const ColumnSurvey& names = survey.columns[0];
    votes.unnamed_words = names.words > 0 && names.numbers == 0 && names.missing == 0;
  }
  return votes;
}

bool is_year(std::string_view field) {
  std::uint32_t year = 0;
  return field.size() == 4 && parse_number(field, year) == NumberFault::none && year >= 1500 && year <= 2200;
}

/// Returns whether the first row is a header of years, such as "Country,2019,2020". The years must be at equal
/// distances, above columns of other numbers.
bool has_years(const CsvSurvey& survey, const Dialect& dialect) {
  std::vector<std::uint32_t> years;
  for (std::size_t i = 0; i < survey.first.size(); ++i) {
    const std::string_view first = survey.first_value(i);
    if (kind_of(first, dialect) != FieldKind::number) continue;
    if (!is_year(first)) return false;
    const ColumnSurvey below = i < survey.columns.size() ? survey.columns[i] : ColumnSurvey{};
    if (below.numbers > 0 && below.years == below.numbers) return false;
    parse_number(first, years.emplace_back());
  }
  if (years.size() < 2 || years[0] == years[1]) return false;
  for (std::size_t i = 2; i < years.size(); ++i) {
    if (years[i] - years[i - 1] != years[1] - years[0]) return false;
  }
  return true;
}

HeaderVerdict judge(const CsvSurvey& survey, const Dialect& dialect) {
  const Votes votes = count_votes(survey, dialect);
  if (survey.rows == 0) {
    if (votes.number && (votes.word || votes.all_quoted)) return HeaderVerdict::unclear;
    return votes.word ? HeaderVerdict::yes : HeaderVerdict::no;
  }
  const bool quoted = votes.all_quoted && votes.plain_numbers && votes.some;
  if (quoted || (votes.unnamed_words && votes.word_over_numbers)) return HeaderVerdict::yes;
  if (votes.word_over_numbers) return votes.word_again ? HeaderVerdict::unclear : HeaderVerdict::yes;
  if (votes.word_again) return HeaderVerdict::no;
  if ((votes.word || votes.unnamed_words) && has_years(survey, dialect)) return HeaderVerdict::yes;
  if (votes.unnamed_words && votes.number) return HeaderVerdict::unclear;
  if (!votes.word || votes.missing_over_numbers) return HeaderVerdict::no;
  return votes.number ? HeaderVerdict::unclear : HeaderVerdict::yes;
}

/// Returns the names of the columns in the first row.
std::vector<std::string> names_of(const CsvSurvey& survey) {
  std::vector<std::string> names;
  for (const Field& field : survey.first) names.push_back(Field{field.value(), field.quoted}.unescaped());
  return names;
}

/// Parses the position of a column, such as "3" for the third one. Returns its index from 0, or null if the column does
/// not exist.
std::optional<std::size_t> position_of(const CsvSurvey& survey, const std::string& asked) {
  const auto position = read_number<std::size_t>(asked);
  const bool there = position && *position >= 1 && *position <= survey.columns.size();
  return there ? std::optional(*position - 1) : std::nullopt;
}

[[noreturn]] void fail_without_column(const CsvSurvey& survey, bool has_header, const std::string& asked,
                                      const std::string& origin) {
  std::vector<std::string> names = names_of(survey);
  const std::string nearest = has_header ? did_you_mean(asked, names) : "";
  constexpr std::size_t most_names = 30;
  if (names.size() > most_names) names.resize(most_names);
  throw UsageError(
      fmt::format("{}: there is no column {}; the file has columns{}", origin, data::quoted(asked),
                  has_header ? fmt::format(": {}{}", fmt::join(names, ", "), nearest)
                             : fmt::format(" 1 to {} without names: add --header yes if the first row contains names",
                                           survey.columns.size())));
}

std::string shown(const CsvSurvey& survey) {
  constexpr std::size_t most = 4;
  std::vector<std::string> names = names_of(survey);
  if (names.size() > most) names.resize(most);
  for (std::string& name : names) name = name.substr(0, 20);
  return data::quoted(fmt::format("{}{}", fmt::join(names, ","), survey.first.size() > most ? ",..." : ""));
}

}  // namespace

FieldKind kind_of(std::string_view value, const Dialect& dialect) {
  if (dialect.missing.has(value)) return FieldKind::missing;
  std::string scratch;
  const auto plain = dialect.numbers.plain(value, scratch);
  double number = 0;
  return !plain || parse_number(*plain, number) == NumberFault::not_a_number ? FieldKind::word : FieldKind::number;
}

CsvSurvey survey_csv(std::string_view rows, const Dialect& dialect, const std::string& origin) {
  CsvSurvey survey;
  RowReader reader(rows, dialect, origin);
  if (!reader.next(survey.first)) return survey;
  const auto without_empty_end = [&](const std::vector<Field>& row) {
    std::size_t length = row.size();
    while (length > 0 && row[length - 1].value().empty()) --length;
    constexpr std::size_t most = 1 << 16;
    if (length > most) {
      fail_in_text(rows, static_cast<std::size_t>(row[most].text.data() - rows.data()), dialect.line_end.back(), origin,
                   fmt::format("found a row with more than {} fields, the limit", most));
    }
    return length;
  };
  survey.columns.resize(without_empty_end(survey.first));
  for (std::vector<Field> row; reader.next(row); ++survey.rows) {
    if (survey.rows == 0) survey.second = row.front().text.data();
    const std::size_t length = without_empty_end(row);
    if (length > survey.columns.size()) survey.columns.resize(length);
    for (std::size_t i = 0; i < std::min(row.size(), survey.columns.size()); ++i) {
      ColumnSurvey& column = survey.columns[i];
      const std::string_view value = row[i].value();
      const FieldKind kind = kind_of(value, dialect);
      ++(kind == FieldKind::number ? column.numbers : kind == FieldKind::word ? column.words : column.missing);
      column.years += kind == FieldKind::number && is_year(value) ? 1 : 0;
      column.has_first = column.has_first || (i < survey.first.size() && value == survey.first[i].value());
      column.quoted_numbers = column.quoted_numbers || (kind == FieldKind::number && row[i].quoted);
    }
  }
  return survey;
}

bool find_header(const CsvSurvey& survey, const Dialect& dialect, const std::string& asked, const std::string& origin,
                 std::vector<std::string>& notes) {
  if (dialect.header) return *dialect.header;
  if (survey.first.empty()) return false;
  // If a first row contains the column name that the user requests, it is a header.
  if (!asked.empty() && !position_of(survey, asked) && std::ranges::count(names_of(survey), asked) > 0) return true;
  const HeaderVerdict verdict = judge(survey, dialect);
  if (verdict == HeaderVerdict::unclear) {
    throw UsageError(fmt::format("{}: the first row, {}, may be a header or data: choose --header yes or --header no",
                                 origin, shown(survey)));
  }
  const bool has_number = std::ranges::any_of(
      survey.first, [&](const Field& field) { return kind_of(field.value(), dialect) == FieldKind::number; });
  if (verdict == HeaderVerdict::yes && has_number) {
    notes.push_back(
        fmt::format("{}: texelsort treats the first row, {}, as a header, although it has numbers: add --header no "
                    "if it is data",
                    origin, shown(survey)));
  }
  return verdict == HeaderVerdict::yes;
}

std::size_t find_column(const CsvSurvey& survey, bool has_header, const std::string& asked, const std::string& origin,
                        std::vector<std::string>& notes) {
  const std::vector<std::string> names = has_header ? names_of(survey) : std::vector<std::string>();
  const auto position = position_of(survey, asked);
  const auto found = std::ranges::find(names, asked);
  if (found == names.end()) {
    if (!position) fail_without_column(survey, has_header, asked, origin);
    return *position;
  }
  if (!survey.names_all()) {
    throw UsageError(
        fmt::format("{}: the header has {} fields, but other rows have {}, so {} may mean more than one column: "
                    "choose the column by its position",
                    origin, names.size(), survey.columns.size(), data::quoted(asked)));
  }
  if (std::ranges::count(names, asked) > 1) {
    throw UsageError(fmt::format("{}: more than one column has the name {}: choose the column by its position", origin,
                                 data::quoted(asked)));
  }
  const auto index = static_cast<std::size_t>(found - names.begin());
  if (position && *position != index) {
    notes.push_back(fmt::format("{}: texelsort treats {} as the name of column {}, not as column {}", origin, asked,
                                index + 1, asked));
  }
  return index;
}

std::string column_name(const CsvSurvey& survey, bool has_header, std::size_t index) {
  // Allow a header that is shorter than other rows and has no name at its left. For example, R writes no name above row
  // names.
  return has_header && survey.names_all() && index < survey.first.size() ? names_of(survey)[index] : "";
}

}  // namespace texelsort::data
