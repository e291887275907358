#include "compute/external/run_cursor.h"

#include <algorithm>

#include <fcntl.h>

namespace texelsort::external {

void RunCursor::open(const Run& run, std::size_t first, std::size_t end, Limit limit) {
  run_ = &run;
  last_limit_ = std::move(limit);
  piece_ = read_to_ = first;
  end_ = end;
  ended_ = first >= end;
  if (!ended_) enter();
}

void RunCursor::move_to(std::size_t at) {
  at_ = at;
  if (!ended_ && at_ >= limit_) next_piece();
}

void RunCursor::next_piece() {
  if (++piece_ >= end_) {
    ended_ = true;
  } else {
    enter();
  }
}

void RunCursor::enter() {
  if (piece_ == read_to_) read_window();
  const std::span<const std::byte> stored(stored_.get() + stored_at_, run_->pieces[piece_].stored);
  stored_at_ += stored.size();
  require_intact(*run_, piece_, stored);
  records_ = format_->split(decoded(*run_, piece_, stored, raw_));
  prefixes_.resize(records_.size());
  format_->make_prefixes(records_, 0, prefixes_);
  at_ = 0;
  limit_ = records_.size();
  if (piece_ + 1 == end_ && last_limit_) limit_ = last_limit_(*this);
  if (limit_ == 0) ended_ = true;
}

void RunCursor::read_window() {
  const auto start = Meter::Clock::now();
  const std::vector<Piece>& pieces = run_->pieces;
  std::size_t bytes = 0, raw = 0;
  do {
    bytes += pieces[read_to_].stored;
    raw += pieces[read_to_].raw;
    ++read_to_;
  } while (read_to_ < end_ && bytes + pieces[read_to_].stored <= window_);
  if (bytes > room_) {
    room_ = bytes;
    stored_.reset();
    stored_ = std::make_unique_for_overwrite<std::byte[]>(room_);
  }
  read_pieces(*run_, piece_, read_to_, {stored_.get(), bytes});
  stored_at_ = 0;
  // Let the system load the next bytes of the run from the disk while this part is merged.
  if (read_to_ < pieces.size()) {
    posix_fadvise(run_->file.descriptor(), static_cast<off_t>(pieces[read_to_].offset), static_cast<off_t>(window_),
                  POSIX_FADV_WILLNEED);
  }
  const auto time = Meter::Clock::now() - start;
  *reading_ += time;
  meter_->add_time(TaskKind::read_runs, time);
  meter_->count(TaskKind::read_runs, raw);
}

}  // namespace texelsort::external
