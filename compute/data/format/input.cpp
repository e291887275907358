#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <istream>

#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compute/data/error.h"
#include "compute/data/format/document.h"
#include "compute/data/format/file_formats.h"
#include "compute/data/format/row_reader.h"
#include "compute/data/io/compressed.h"
#include "compute/data/io/io_times.h"
#include "compute/data/io/write_target.h"
#include "compute/data/large_pages.h"

namespace texelsort::data {
namespace {

/// Reads a file, pipe or terminal to its end. Stops early, soon after `most` bytes.
std::string read_descriptor(int descriptor, const std::string& origin, std::size_t most = SIZE_MAX) {
  const IoTimer timer(IoTimer::Way::reading);
  std::string contents;
  struct stat status {};
  if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) {
    contents.reserve(std::min(static_cast<std::size_t>(status.st_size), most) + 1);
    prefer_large_pages({reinterpret_cast<std::byte*>(contents.data()), contents.capacity()});
  }
  constexpr std::size_t least_room = 1 << 16;
  std::size_t length = 0;
  while (length <= most) {
    if (length == contents.size()) {
      contents.resize(std::max({contents.capacity(), 2 * length, length + least_room}));
    }
    const ssize_t count = read(descriptor, contents.data() + length, contents.size() - length);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_to_read(origin, errno);
    if (count == 0) break;
    length += static_cast<std::size_t>(count);
  }
  contents.resize(length);
  return contents;
}

std::string read_path(const std::string& path, std::size_t most) {
  const OpenFile file = open_to_read(path);
  return read_descriptor(file.descriptor(), path, most);
}

std::string read_bounded(const std::string& path, std::size_t most) {
  std::string contents = read_path(path, most);
  if (contents.size() > most)
    throw UsageError(fmt::format("{}: the file is larger than the limit of {} MiB", path, most >> 20));
  return contents;
}

}  // namespace

std::string read_file(const std::string& path) {
  return read_path(path, SIZE_MAX);
}

std::string read_document(const std::string& path) {
  return read_bounded(path, most_document_bytes);
}

std::string read_lines(const std::string& path) {
  return read_bounded(path, most_lines_bytes);
}

namespace {

/// Throws UsageError if the user sets options for CSV, but the format is not CSV. Ignoring the options would mislead
/// users.
void refuse_csv_options(const std::string& origin, Format format, const ReadOptions& options) {
  if (format == Format::csv) return;
  const std::vector<std::string> words = option_words(options.dialect);
  const std::string given = !options.column.empty()             ? "--column " + options.column
                            : options.missing != Missing::error ? fmt::format("--missing {}", name(options.missing))
                            : words.empty()                     ? ""
                                                                : words[0] + " " + words[1];
  if (given.empty()) return;
  throw UsageError(fmt::format("{}: {} applies only to CSV files, but this file is read as {}: choose --format csv",
                               origin, given, name(format)));
}

void refuse_foreign_ending(const std::string& path, const ReadOptions& options) {
  const std::string ending = foreign_ending(path);
  if (options.format || ending.empty()) return;
  throw UsageError(fmt::format(
      "{}: texelsort does not read {} files, only text, CSV, raw binary, PNG, JPEG, PPM and PGM. {}If the name "
      "is misleading, choose --format",
      path, ending, is_foreign_picture(ending) ? "`convert FILE out.png` converts a picture to PNG. " : ""));
}

Input read_contents(std::string contents, const std::string& origin, const ReadOptions& options) {
  const Format format = options.format.value_or(format_of_name(origin));
  refuse_csv_options(origin, format, options);
  switch (format) {
    case Format::text:
      return read_text(Source(std::move(contents), origin), options);
    case Format::csv:
      return read_csv(Source(std::move(contents), origin), options);
    case Format::binary:
      return read_binary(contents, origin, options);
    case Format::image:
      return read_image(contents, origin, options);
  }
  throw InternalError("a format without a reader");
}

}  // namespace

std::uint64_t csv_columns(const std::string& path) {
  constexpr std::size_t enough_for_a_row = std::size_t{1} << 20;
  std::ifstream file(path, std::ios::binary);
  std::string start(enough_for_a_row, '\0');
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(file.gcount()));
  const bool whole = start.size() < enough_for_a_row;
  try {
    const Source source(std::move(start), path);
    const Dialect dialect = find_dialect(source.contents, whole, path, {});
    std::vector<Field> first;
    RowReader rows(source.contents.substr(dialect.start), dialect, path);
    return rows.next(first) ? first.size() : 0;
  } catch (const UsageError&) {
    return 0;
  }
}

NamedContents read_contents_of(const std::string& path) {
  const std::string standard_input = "standard input";
  if (path == "-") {
    require_end(STDIN_FILENO, standard_input);
    return {read_descriptor(STDIN_FILENO, standard_input), standard_input};
  }
  return {decompress(read_file(path), path), path};
}

Input read_input(const std::string& path, const ReadOptions& options) {
  if (path != "-") refuse_foreign_ending(path, options);
  NamedContents file = read_contents_of(path);
  return read_contents(std::move(file.contents), file.origin, options);
}

Input read_stream(std::istream& stream, const std::string& origin, const ReadOptions& options) {
  std::string contents;
  char buffer[1 << 16];
  while (stream.read(buffer, sizeof buffer) || stream.gcount() > 0) {
    contents.append(buffer, static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.bad()) throw UsageError(fmt::format("{}: cannot be read to its end", origin));
  return read_contents(std::move(contents), origin, options);
}

Input read_values(std::string_view values, const ReadOptions& options) {
  const std::string origin = "--input-values";
  refuse_csv_options(origin, Format::text, options);
  return read_text(Source(std::string(values), origin), options);
}

}  // namespace texelsort::data
