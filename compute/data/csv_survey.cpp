#include "compute/data/csv_survey.h"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/core.h>

#include "compute/data/csv_rows.h"
#include "compute/data/error.h"
#include "compute/data/number_text.h"

namespace texelsort::data {
namespace {

constexpr auto missing_words =
    std::to_array<std::string_view>({"", "NA", "N/A", "n/a", "#N/A", "NULL", "null", "None", ".", "?", "-"});

bool is_quoted(const Source& source, std::string_view field) {
  return field.data() > source.contents.data() && field.data()[-1] == '"';
}

enum class HeaderVerdict : std::uint8_t { no, yes, unclear };

/// Kinds of the first row's fields over those below.
struct Votes {
  bool number = false;             ///< a number in the first row
  bool word = false;               ///< a word there
  bool word_over_numbers = false;  ///< a name, then
  bool word_again = false;         ///< no name, then: names are not repeated
  bool missing_over_numbers = false;
  bool some = false;           ///< a field there that is not empty
  bool all_quoted = true;      ///< every field there that is not empty
  bool plain_numbers = false;  ///< a column of numbers without quotes below
  bool unnamed_words = false;  ///< the first field is empty, all below it are words: row names
};

Votes count_votes(const CsvSurvey& survey) {
  Votes votes;
  for (std::size_t i = 0; i < survey.columns.size(); ++i) {
    const ColumnSurvey& column = survey.columns[i];
    const std::string_view first = survey.first_field(i);
    const FieldKind kind = i < survey.first.size() ? kind_of(first) : FieldKind::missing;
    const bool numeric = column.numbers > column.words;
    votes.number = votes.number || kind == FieldKind::number;
    votes.word = votes.word || kind == FieldKind::word;
    votes.word_over_numbers = votes.word_over_numbers || (kind == FieldKind::word && numeric);
    votes.word_again = votes.word_again || (kind == FieldKind::word && column.has_first);
    votes.missing_over_numbers =
        votes.missing_over_numbers || (kind == FieldKind::missing && !first.empty() && numeric);
    votes.some = votes.some || !first.empty();
    if (!first.empty()) votes.all_quoted = votes.all_quoted && survey.first_quoted[i];
    votes.plain_numbers = votes.plain_numbers || (numeric && !column.quoted_numbers);
  }
  if (!survey.columns.empty() && !survey.first.empty() && survey.first[0].empty()) {
    const ColumnSurvey& names = survey.columns[0];
    votes.unnamed_words = names.words > 0 && names.numbers == 0 && names.missing == 0;
  }
  return votes;
}

bool is_year(std::string_view field) {
  std::uint32_t year = 0;
  return field.size() == 4 && parse_number(field, year) == NumberFault::none && year >= 1500 && year <= 2200;
}

/// Years at equal distances over columns of other numbers: "Country,2019,2020".
bool has_years(const CsvSurvey& survey) {
  std::vector<std::uint32_t> years;
  for (std::size_t i = 0; i < survey.first.size(); ++i) {
    if (kind_of(survey.first[i]) != FieldKind::number) continue;
    if (!is_year(survey.first[i])) return false;
    const ColumnSurvey below = i < survey.columns.size() ? survey.columns[i] : ColumnSurvey{};
    if (below.numbers > 0 && below.years == below.numbers) return false;
    parse_number(survey.first[i], years.emplace_back());
  }
  if (years.size() < 2 || years[0] == years[1]) return false;
  for (std::size_t i = 2; i < years.size(); ++i) {
    if (years[i] - years[i - 1] != years[1] - years[0]) return false;
  }
  return true;
}

HeaderVerdict judge(const CsvSurvey& survey) {
  const Votes votes = count_votes(survey);
  if (survey.rows == 0) {
    if (votes.number && (votes.word || votes.all_quoted)) return HeaderVerdict::unclear;
    return votes.word ? HeaderVerdict::yes : HeaderVerdict::no;
  }
  const bool quoted = votes.all_quoted && votes.plain_numbers && votes.some;
  if (quoted || (votes.unnamed_words && votes.word_over_numbers)) return HeaderVerdict::yes;
  if (votes.word_over_numbers) return votes.word_again ? HeaderVerdict::unclear : HeaderVerdict::yes;
  if (votes.word_again) return HeaderVerdict::no;
  if ((votes.word || votes.unnamed_words) && has_years(survey)) return HeaderVerdict::yes;
  if (votes.unnamed_words && votes.number) return HeaderVerdict::unclear;
  if (!votes.word || votes.missing_over_numbers) return HeaderVerdict::no;
  return votes.number ? HeaderVerdict::unclear : HeaderVerdict::yes;
}

/// Whether the column that was asked for is a name and no position.
bool is_named(const CsvSurvey& survey, const std::string& asked) {
  if (asked.empty() || std::ranges::find(survey.first, asked, unescape) == survey.first.end()) return false;
  std::size_t position = 0;
  const char* const end = asked.data() + asked.size();
  const auto [stop, error] = std::from_chars(asked.data(), end, position);
  return stop != end || error != std::errc{} || position < 1 || position > survey.columns.size();
}

std::string shown(const CsvSurvey& survey) {
  constexpr std::size_t most = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, survey.first.size()); ++i) {
    text += (i > 0 ? "," : "") + unescape(survey.first[i].substr(0, 20));
  }
  return data::quoted(survey.first.size() > most ? text + ",..." : text);
}

}  // namespace

bool is_missing(std::string_view field) {
  constexpr std::size_t longest = 4;
  return field.size() <= longest && std::ranges::find(missing_words, field) != missing_words.end();
}

FieldKind kind_of(std::string_view field) {
  if (is_missing(field)) return FieldKind::missing;
  double value = 0;
  return parse_number(field, value) == NumberFault::not_a_number ? FieldKind::word : FieldKind::number;
}

CsvSurvey survey_csv(const Source& source, char separator) {
  CsvSurvey survey;
  CsvRows rows(source, separator);
  if (!rows.next(survey.first)) return survey;
  for (const std::string_view field : survey.first) survey.first_quoted.push_back(is_quoted(source, field));
  const auto without_empty_end = [](const std::vector<std::string_view>& row) {
    std::size_t length = row.size();
    while (length > 0 && row[length - 1].empty()) --length;
    return length;
  };
  survey.columns.resize(without_empty_end(survey.first));
  for (std::vector<std::string_view> row; rows.next(row); ++survey.rows) {
    if (survey.rows == 0) survey.second = row.front().data();
    const std::size_t length = without_empty_end(row);
    if (length > survey.columns.size()) survey.columns.resize(length);
    for (std::size_t i = 0; i < std::min(row.size(), survey.columns.size()); ++i) {
      ColumnSurvey& column = survey.columns[i];
      const FieldKind kind = kind_of(row[i]);
      ++(kind == FieldKind::number ? column.numbers : kind == FieldKind::word ? column.words : column.missing);
      column.years += kind == FieldKind::number && is_year(row[i]) ? 1 : 0;
      column.has_first = column.has_first || (i < survey.first.size() && row[i] == survey.first[i]);
      column.quoted_numbers = column.quoted_numbers || (kind == FieldKind::number && is_quoted(source, row[i]));
    }
  }
  return survey;
}

bool find_header(const Source& source, const CsvSurvey& survey, const ReadOptions& options,
                 std::vector<std::string>& notes) {
  if (options.header) return *options.header;
  if (survey.first.empty()) return false;
  if (is_named(survey, options.column)) return true;
  const HeaderVerdict verdict = judge(survey);
  if (verdict == HeaderVerdict::unclear) {
    throw UsageError(fmt::format("{}: the first row, {}, may be a header or data: say which with --header yes or no",
                                 source.origin, shown(survey)));
  }
  const bool has_number =
      std::ranges::any_of(survey.first, [](std::string_view field) { return kind_of(field) == FieldKind::number; });
  if (verdict == HeaderVerdict::yes && has_number) {
    notes.push_back(
        fmt::format("{}: the first row, {}, is taken for a header, though it has numbers; --header no if "
                    "it is data",
                    source.origin, shown(survey)));
  }
  return verdict == HeaderVerdict::yes;
}

}  // namespace texelsort::data
