#include "compute/algorithms/deterministic/compute_tables.h"

#include <fmt/format.h>

#include "compute/algorithms/arrays/host_arrays.h"

namespace texelsort::algorithms {

DeterministicTables::DeterministicTables(const BucketPlan& plan, data::KeyType type) {
  const std::vector<TableShape> shapes = deterministic_tables(plan, type);
  auto shape = shapes.begin();
  for (Table* table : all()) {
    table->shape = *shape++;
    table->buffer = GuardedBuffer(table->shape.bytes(), name(table->shape.kind));
    const std::vector<std::byte> zeros(table->shape.bytes());  // snapshots read all of them
    table->buffer.write(0, zeros);
  }
}

std::vector<DeterministicTables::Table*> DeterministicTables::all() {
  return {&samples, &sample_places, &splitters, &splitter_places, &locations, &starts, &buckets, &sizes};
}

std::vector<const DeterministicTables::Table*> DeterministicTables::all() const {
  return {&samples, &sample_places, &splitters, &splitter_places, &locations, &starts, &buckets, &sizes};
}

std::vector<View> DeterministicTables::views() const {
  std::vector<View> views;
  for (const Table* table : all()) {
    const TableShape& shape = table->shape;
    views.push_back({shape.kind, shape.element, shape.count, shown_width(shape.count), &table->buffer.buffer(),
                     GuardedBuffer::guard_bytes});
  }
  return views;
}

std::vector<std::vector<std::byte>> DeterministicTables::save() const {
  std::vector<std::vector<std::byte>> saved;
  for (const Table* table : all()) {
    saved.emplace_back(table->shape.bytes());
    table->buffer.read(0, saved.back());
  }
  return saved;
}

void DeterministicTables::restore(const std::vector<std::vector<std::byte>>& saved) {
  auto from = saved.begin();
  for (Table* table : all()) table->buffer.write(0, *from++);
}

std::optional<std::string> DeterministicTables::find_guard_damage() const {
  for (const Table* table : all()) {
    if (!table->buffer.intact())
      return fmt::format("a word beside the table '{}' was written", name(table->shape.kind));
  }
  return std::nullopt;
}

}  // namespace texelsort::algorithms
