#include "compute/algorithms/arrays/table_set.h"

#include <fmt/format.h>

namespace texelsort::algorithms {

GuardedBuffer& TableSet::add(std::uint64_t bytes, std::string_view label, bool saved) {
  return tables_.emplace_back(Table{GuardedBuffer(bytes, label, make_), std::string(label), bytes, saved}).buffer;
}

std::optional<std::string> TableSet::find_guard_damage() const {
  for (const Table& table : tables_) {
    if (!table.buffer.intact()) return fmt::format("a word outside the {} was written", table.label);
  }
  return std::nullopt;
}

void TableSet::save(Snapshot& snapshot) const {
  for (const Table& table : tables_) {
    if (!table.saved) continue;
    snapshot.tables.emplace_back(table.bytes);
    table.buffer.read(0, snapshot.tables.back());
  }
}

void TableSet::restore(const Snapshot& snapshot) {
  auto saved = snapshot.tables.begin();
  for (Table& table : tables_) {
    if (!table.saved) continue;
    if (saved == snapshot.tables.end()) return;
    table.buffer.write(0, *saved++);
  }
}

View table_view(const TableKind& kind, data::KeyType element, std::uint64_t count, std::uint64_t width,
                const GuardedBuffer& table) {
  return {kind, element, count, static_cast<std::uint32_t>(width), &table.buffer(), GuardedBuffer::guard_bytes};
}

}  // namespace texelsort::algorithms
