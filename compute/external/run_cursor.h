#pragma once

#include <functional>
#include <memory>

#include "compute/external/format.h"
#include "compute/external/meter.h"
#include "compute/external/run_file.h"

namespace texelsort::external {

/// Some pieces of a run, read in windows and handed out record by record.
class RunCursor {
 public:
  /// `window`: bytes that are read at once, at least one piece. The time of reading is added to `reading`.
  RunCursor(const RecordFormat& format, Meter& meter, std::size_t window, Meter::Clock::duration& reading)
      : format_(&format), meter_(&meter), window_(window), reading_(&reading) {}

  /// How many records of the present piece count.
  using Limit = std::function<std::size_t(const RunCursor&)>;

  /// Begins at the first record of piece `first`; `end` is behind the last piece, of which `limit` says the records
  /// that count; all without it. Throws DamagedRun.
  void open(const Run& run, std::size_t first, std::size_t end, Limit limit = {});

  bool ended() const { return ended_; }
  const Run& run() const { return *run_; }
  /// The present piece, its records, and the one of these that comes next.
  std::size_t piece() const { return piece_; }
  const Records& records() const { return records_; }
  std::size_t at() const { return at_; }
  std::span<const std::byte> record() const { return records_[at_]; }
  std::uint64_t prefix() const { return prefixes_[at_]; }
  /// The prefix of record i of the present piece.
  std::uint64_t prefix(std::size_t i) const { return prefixes_[i]; }

  /// To record `at` of the present piece; behind it if it has no more.
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
