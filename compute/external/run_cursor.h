#pragma once

#include <functional>
#include <memory>

#include "compute/external/format.h"
#include "compute/external/meter.h"
#include "compute/external/run_file.h"

namespace texelsort::external {

/// Reads a range of pieces of a run, several pieces at a time, and returns their records one by one.
class RunCursor {
 public:
  /// Creates a cursor that reads `window` bytes at a time, but at least one piece. Adds the durations of all reads to
  /// `reading`.
  RunCursor(const RecordFormat& format, Meter& meter, std::size_t window, Meter::Clock::duration& reading)
      : format_(&format), meter_(&meter), window_(window), reading_(&reading) {}

  /// Function that returns how many records of a cursor's current piece precede the end of the key range.
  using Limit = std::function<std::size_t(const RunCursor&)>;

  /// Opens pieces [first, end) of a run and moves to the first record. `limit` ends the last piece early, where the key
  /// range ends. Without `limit`, the last piece is read completely. Throws DamagedRun.
  void open(const Run& run, std::size_t first, std::size_t end, Limit limit = {});

  bool ended() const { return ended_; }
  const Run& run() const { return *run_; }
  /// Return the index of the current piece, its records, and the index of the next record in the piece.
  std::size_t piece() const { return piece_; }
  const Records& records() const { return records_; }
  std::size_t at() const { return at_; }
  std::span<const std::byte> record() const { return records_[at_]; }
  std::uint64_t prefix() const { return prefixes_[at_]; }
  /// Returns the key prefix of record i of the current piece.
  std::uint64_t prefix(std::size_t i) const { return prefixes_[i]; }

  /// Moves to record `at` of the current piece. Moves to the next piece if the current one ends there.
  void move_to(std::size_t at);
  void advance() {
    if (++at_ == limit_) next_piece();
  }

 private:
  void next_piece();
  void enter();
  void read_window();

  const RecordFormat* format_;
  Meter* meter_;
  std::size_t window_;
  Meter::Clock::duration* reading_;
  const Run* run_ = nullptr;
  std::size_t piece_ = 0, end_ = 0, read_to_ = 0;
  std::unique_ptr<std::byte[]> stored_;
  std::size_t room_ = 0, stored_at_ = 0;
  std::vector<std::byte> raw_;
  Records records_;
  std::vector<std::uint64_t> prefixes_;
  std::size_t at_ = 0, limit_ = 0;
  bool ended_ = true;
  Limit last_limit_;
};

}  // namespace texelsort::external
