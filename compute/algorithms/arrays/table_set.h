#pragma once

#include <list>
#include <optional>
#include <string>

#include "compute/algorithms/arrays/guarded_buffer.h"
#include "compute/algorithms/core/run.h"

namespace texelsort::algorithms {

/// The guarded buffers of a run other than keys and payload. The class checks, saves and restores all of them together.
class TableSet {
 public:
  explicit TableSet(BufferMaker make) : make_(std::move(make)) {}

  /// Adds a buffer. `label` is the buffer's name in reports of damage. Snapshots contain the buffer if `saved` is true.
  /// The returned reference stays valid.
  GuardedBuffer& add(std::uint64_t bytes, std::string_view label, bool saved = true);

  std::optional<std::string> find_guard_damage() const;
  /// Adds the contents of the buffers to a snapshot, in the order of add().
  void save(Snapshot& snapshot) const;
  /// Restores the buffers from a snapshot. A snapshot of the run's start has no tables, and changes nothing.
  void restore(const Snapshot& snapshot);

 private:
  struct Table {
    GuardedBuffer buffer;
    std::string label;
    std::uint64_t bytes = 0;
    bool saved = true;
  };

  BufferMaker make_;
  std::list<Table> tables_;
};

/// Returns a view of the first `count` elements of a buffer, with `width` elements per row.
View table_view(const TableKind& kind, data::KeyType element, std::uint64_t count, std::uint64_t width,
                const GuardedBuffer& table);

}  // namespace texelsort::algorithms
