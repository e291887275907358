#include "compute/data/rows/row_order.h"
#include "compute/data/rows/row_table.h"

namespace texelsort::data {

Input read_rows(const std::string& path, const RowOptions& options) {
  NamedContents file = read_contents_of(path);
  const auto table = std::make_shared<const RowTable>(std::move(file.contents), file.origin, options);
  Input input;
  input.keys = table->prefixes();
  input.shape.format = Format::csv;
  input.shape.rows = table;
  input.origin = file.origin;
  input.shape.explanation = table->order().explanation();
  input.notes = table->order().notes();
  return input;
}

std::string sorted_rows(const Shape& shape, std::vector<std::uint64_t> indices, const RowSelection& selection) {
  shape.rows->resolve_ties(indices);
  return shape.rows->text(indices, selection);
}

}  // namespace texelsort::data
