#include <fmt/core.h>

#include "compute/data/csv_rows.h"
#include "compute/data/endings.h"
#include "compute/data/error.h"
#include "compute/data/key_text.h"
#include "compute/data/writers.h"

namespace texelsort::data {
namespace {

std::string write_csv(const State& state, const std::string& column, char separator) {
  std::string header = column.empty() ? "" : escape(column, separator);
  if (!header.empty() && !state.payload.empty()) header = header + separator + "index";
  return write_rows(state, header, separator);
}

std::string write_binary(const Keys& keys, const std::string& path) {
  if (const auto named = key_type_of_name(path); named && *named != type_of(keys)) {
    throw UsageError(fmt::format("{}: the name says {} keys, but they are {}; write to a name ending in .{} or .bin",
                                 path, name(*named), name(type_of(keys)), name(type_of(keys))));
  }
  const auto raw = bytes(keys);
  return raw.empty() ? std::string() : std::string(reinterpret_cast<const char*>(raw.data()), raw.size());
}

std::string make_contents(const std::string& path, const Shape& shape, const State& state) {
  switch (known_format_of_name(path).value_or(shape.format)) {
    case Format::text:
      return write_rows(state, "", ' ');
    case Format::csv:
      return write_csv(state, shape.column, ending_of(path) == ".tsv" ? '\t' : ',');
    case Format::binary:
      return write_binary(state.keys, path);
    case Format::image:
      return write_image(state.keys, shape, ending_of(path));
  }
  throw InternalError("a format without a writer");
}

}  // namespace

std::string write_rows(const State& state, std::string_view header, char separator) {
  std::string out(header);
  if (!header.empty()) out += '\n';
  std::visit(
      [&](const auto& column) {
        for (std::size_t i = 0; i < column.size(); ++i) {
          append_text(out, column[i]);
          if (!state.payload.empty()) {
            out += separator;
            append_text(out, state.payload[i]);
          }
          out += '\n';
        }
      },
      state.keys);
  return out;
}

void write_output(const std::string& path, const Shape& shape, const State& state) {
  if (!state.payload.empty() && state.payload.size() != size(state.keys)) {
    throw InternalError(fmt::format("{} keys with a payload of {}", size(state.keys), state.payload.size()));
  }
  write_file_atomically(path, make_contents(path, shape, state));
}

}  // namespace texelsort::data
