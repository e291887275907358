#pragma once

#include <array>
#include <chrono>
#include <deque>
#include <memory>
#include <vector>

#include "compute/cuda/give_back.h"
#include "compute/cuda/stream.h"

struct CUevent_st;  // target of a cudaEvent_t

namespace texelsort::cuda {

/// Marker in a stream, with the time when the device reached it. Move-only.
class Event {
 public:
  Event();
  void record(const Stream& stream);
  /// Makes work that is queued in the stream from now on wait for this event.
  void hold_back(const Stream& stream) const;
  bool reached() const;
  void wait() const;
  /// Waits for at most `timeout`. Returns whether the event was reached.
  bool reached_within(std::chrono::milliseconds timeout) const;
  /// Returns the milliseconds from `start` to this event. Both must be reached.
  double ms_since(const Event& start) const;

 private:
  Driver& driver() const { return *handle_.get_deleter().driver; }
  std::unique_ptr<CUevent_st, GiveBack> handle_;
};

/// Pairs of events, one pair per span. Collects results without waiting and reuses events.
class SpanTimer {
 public:
  void begin(const Stream& stream);
  void end(const Stream& stream);

  /// Returns the milliseconds of all spans since the last call, in order. Waits for pending ones.
  std::vector<double> take();

 private:
  using Pair = std::array<Event, 2>;
  void collect(bool wait);

  std::vector<Pair> idle_;
  std::deque<Pair> under_way_;
  std::vector<double> times_;
  bool open_ = false;
};

}  // namespace texelsort::cuda
