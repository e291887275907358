#include "app/cli/options/output_form.h"

#include <filesystem>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/problem/messages.h"
#include "compute/data/error.h"
#include "compute/data/rows/row_table.h"

namespace texelsort::app {

namespace {

/// Returns whether the path's ending determines a format. Checks for ".txt" separately, because format_of_name() also
/// returns text for unknown endings.
bool ending_says(const std::string& path) {
  return data::format_of_name(path) != data::Format::text || std::filesystem::path(path).extension() == ".txt";
}

/// Returns whether `path` is the file with the status `written`. The path "-" means standard input.
bool is_same_file(const std::string& path, const struct stat& written) {
  struct stat read {};
  const int failed = path == "-" ? fstat(STDIN_FILENO, &read) : stat(path.c_str(), &read);
  return failed == 0 && read.st_dev == written.st_dev && read.st_ino == written.st_ino;
}

bool is_input(const ProblemSpec& spec, const struct stat& written) {
  if (!spec.input.empty()) return is_same_file(spec.input, written);
  for (const std::string& file : spec.files) {
    if (is_same_file(file, written)) return true;
  }
  return false;
}

void refuse_ending(const std::string& path) {
  for (const char* compressed : {".gz", ".zst"}) {
    if (!path.ends_with(compressed)) continue;
    throw UsageError(
        fmt::format("{}: texelsort does not write compressed files: compress the output afterwards", path));
  }
  std::string ending = data::foreign_ending(path);
  std::string own = std::filesystem::path(path).extension();
  for (char& letter : own) letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  if (own == ".jpg" || own == ".jpeg") ending = own;
  if (ending.empty()) return;
  throw UsageError(
      fmt::format("{}: {} files cannot be written; choose text (.txt), CSV, raw binary (.bin), PNG, PPM "
                  "or PGM",
                  path, ending));
}

}  // namespace

void refuse_lost_columns(const std::string& path, const ProblemSpec& spec, const data::Shape& input) {
  struct stat written {};
  if (path.empty() || path == "-" || stat(path.c_str(), &written) != 0 || !S_ISREG(written.st_mode)) return;
  std::uint64_t there = 0, kept = 1 + input.fields.size();
  if (is_input(spec, written)) {
    there = input.columns;
  } else if (data::format_of_name(path) == data::Format::csv) {
    there = data::csv_columns(path);
    kept = 1 + (spec.payload == data::PayloadKind::record ? spec.fields : spec.payload != data::PayloadKind::none);
  }
  if (kept >= there) return;
  throw UsageError(
      fmt::format("{} has {} columns, but the result has {}. The other columns would be lost: write to another file",
                  path, there, kept));
}

void refuse_other_rows(const std::string& path, const data::RowTable& rows) {
  if (path.empty() || path == "-") return;
  refuse_ending(path);
  const data::Format format = data::format_of_name(path);
  const bool tabs = std::filesystem::path(path).extension() == ".tsv";
  if (format == data::Format::text ||
      (format == data::Format::csv && (!tabs || rows.order().dialect().separator == '\t'))) {
    return;
  }
  throw UsageError(
      fmt::format("{}: texelsort writes rows as they were read, with {} between fields: choose a name with a fitting "
                  "ending, such as .csv",
                  path, data::separator_name(rows.order().dialect().separator)));
}

data::Shape output_shape(const std::string& path, const data::Shape& input, data::KeyType type) {
  const bool has_name = !path.empty() && path != "-";
  if (has_name) refuse_ending(path);
  data::Shape shape = input;
  if (has_name && ending_says(path) && data::format_of_name(path) != input.format) {
    shape = data::Shape{.format = data::format_of_name(path),
                        .column = {},
                        .width = 0,
                        .height = 0,
                        .fields = input.fields,
                        .spelling = input.spelling};
  }
  if (shape.format == data::Format::image && shape.width == 0) {
    throw UsageError(fmt::format(
        "{}: only keys that were read from a picture can be written as a picture: choose another ending", path));
  }
  const auto named_type = has_name ? data::key_type_of_name(path) : std::nullopt;
  if (named_type && *named_type != type) {
    throw UsageError(
        fmt::format("{}: the ending means keys of type {}, but the keys are {}: use -t {} or another "
                    "ending",
                    path, data::name(*named_type), data::name(type), data::name(*named_type)));
  }
  if (shape.spelling && shape.format == data::Format::binary && !shape.spelling->missing_keys.empty()) {
    throw UsageError(
        fmt::format("{} rows do not have a key, and binary files cannot store missing keys: choose --missing skip",
                    shape.spelling->missing_keys.size()));
  }
  if (shape.spelling && shape.format != data::Format::image && !shape.spelling->alpha.empty()) {
    say_warning("some pixels are transparent, but the keys do not contain their alpha values");
  }
  return shape;
}

}  // namespace texelsort::app
