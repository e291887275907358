#pragma once

#include <span>
#include <vector>

#include "compute/external/format.h"
#include "compute/external/run_cursor.h"
#include "compute/external/run_file.h"

namespace texelsort::external {

/// Divides runs into key ranges of similar size, which threads merge independently. All records of a range precede
/// those of the next, and the output position of each range is known. The cuts are exact splitters (P. J. Varman, S. D.
/// Scheufler, B. R. Iyer, G. R. Ricard, "Merging multiple lists on hierarchical-memory multiprocessors", Journal of
/// Parallel and Distributed Computing 12, 1991). The splitters are chosen from the first records of pieces.
class KeyRanges {
 public:
  struct Request {
    const RecordFormat* format = nullptr;  ///< format of the records in runs
    std::span<const Run> runs;
    std::size_t ranges = 1;      ///< requested number of key ranges; the result may have fewer
    bool keep_together = false;  ///< true if records with equal keys must be in the same range
  };
  explicit KeyRanges(const Request& request);

  std::size_t size() const { return splitters_.size() + 1; }

  /// Opens one cursor per run at the start of a key range. Returns the number of output bytes before the range.
  std::uint64_t open(std::size_t range, std::vector<RunCursor>& cursors) const;

 private:
  /// Start of a key range: the first record of a piece. Equal records of earlier runs belong to the preceding range.
  struct Splitter {
    std::size_t run = 0, piece = 0;
    std::uint64_t prefix = 0;
    std::vector<std::byte> record{};
  };

  void choose(std::size_t ranges);
  Splitter loaded(std::size_t run, std::size_t piece) const;
  int compare(std::uint64_t prefix, std::span<const std::byte> record, const Splitter& splitter) const;
  bool before(std::uint64_t prefix, std::span<const std::byte> record, std::size_t run, std::size_t piece,
              const Splitter& splitter) const;
  std::size_t pieces_before(std::size_t run, const Splitter& splitter) const;
  std::size_t records_before(const RunCursor& cursor, std::size_t run, const Splitter& splitter) const;

  const RecordFormat& format_;
  std::span<const Run> runs_;
  bool keep_together_;
  std::vector<Splitter> splitters_;
};

}  // namespace texelsort::external
