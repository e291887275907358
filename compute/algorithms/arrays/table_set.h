#pragma once

#include <list>
#include <optional>
#include <string>

#include "compute/algorithms/arrays/guarded_buffer.h"
#include "compute/algorithms/core/run.h"

namespace texelsort::algorithms {

/// What a run keeps in guarded buffers besides keys and payload, checked, saved and restored together.
class TableSet {
 public:
  explicit TableSet(BufferMaker make = make_buffer) : make_(std::move(make)) {}

  /// Stays where it is. `label` names it when it is damaged; a snapshot has it unless somebody else saves it.
  GuardedBuffer& add(std::uint64_t bytes, std::string_view label, bool saved = true);

  std::optional<std::string> find_guard_damage() const;
  /// In the order in which they were added.
  void save(Snapshot& snapshot) const;
  /// Nothing if the snapshot has no tables: it is one of the start.
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

/// `count` elements from the buffer's first on, `width` a row.
View table_view(const TableKind& kind, data::KeyType element, std::uint64_t count, std::uint64_t width,
                const GuardedBuffer& table);

}  // namespace texelsort::algorithms
