#include "compute/algorithms/sample/deterministic_tables.h"

#include "compute/algorithms/arrays/host_arrays.h"

namespace texelsort::algorithms {
namespace {

std::uint64_t bytes_of(const DeterministicTables::Table& table) {
  return table.count * data::key_bytes(table.element);
}

}  // namespace

DeterministicTables::DeterministicTables(const BucketPlan& plan, data::KeyType type)
    : samples{"samples", type, plan.all_samples()},
      sample_places{"sample places", data::KeyType::u32, plan.all_samples()},
      splitters{"splitters", type, plan.samples},
      splitter_places{"splitter places", data::KeyType::u32, plan.samples},
      locations{"locations", data::KeyType::u32, plan.all_samples()},
      starts{"starts", data::KeyType::u32, plan.all_samples()},
      buckets{"buckets", data::KeyType::u32, plan.samples + 1},
      sizes{"sizes", data::KeyType::u32, plan.samples} {
  for (Table* table : {&samples, &sample_places, &splitters, &splitter_places, &locations, &starts, &buckets, &sizes}) {
    table->buffer = GuardedBuffer(bytes_of(*table), table->name);
    const std::vector<std::byte> zeros(bytes_of(*table));  // snapshots read all of them
    table->buffer.write(0, zeros);
  }
}

std::vector<const DeterministicTables::Table*> DeterministicTables::all() const {
  return {&samples, &sample_places, &splitters, &splitter_places, &locations, &starts, &buckets, &sizes};
}

std::vector<View> DeterministicTables::views() const {
  std::vector<View> views;
  for (const Table* table : all()) {
    views.push_back({table->name, table->element, table->count, shown_width(table->count), &table->buffer.buffer(),
                     GuardedBuffer::guard_bytes});
  }
  return views;
}

std::vector<std::vector<std::byte>> DeterministicTables::save() const {
  std::vector<std::vector<std::byte>> saved;
  for (const Table* table : all()) {
    saved.emplace_back(bytes_of(*table));
    table->buffer.read(0, saved.back());
  }
  return saved;
}

void DeterministicTables::restore(const std::vector<std::vector<std::byte>>& saved) {
  auto from = saved.begin();
  for (Table* table : {&samples, &sample_places, &splitters, &splitter_places, &locations, &starts, &buckets, &sizes}) {
    table->buffer.write(0, *from++);
  }
}

std::optional<std::string> DeterministicTables::find_guard_damage() const {
  for (const Table* table : all()) {
    if (!table->buffer.intact()) return "a word beside the table '" + table->name + "' was written";
  }
  return std::nullopt;
}

}  // namespace texelsort::algorithms
