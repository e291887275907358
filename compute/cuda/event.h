#pragma once

#include <array>
#include <chrono>
#include <deque>
#include <memory>
#include <vector>

#include "compute/cuda/give_back.h"
#include "compute/cuda/stream.h"

struct CUevent_st;  // CUDA's type of events, to which a cudaEvent_t points

namespace texelsort::cuda {

/// Marker in the work of a stream, with the time when the device reached it. Move-only.
class Event {
 public:
  Event();
  void record(const Stream& stream);
  /// Makes all work that is queued in the stream from now on wait for this event.
  void hold_back(const Stream& stream) const;
  bool reached() const;
  void wait() const;
  /// Waits for the event until the timeout expires. Returns whether the event was reached.
  bool reached_within(std::chrono::milliseconds timeout) const;
  /// Returns the milliseconds between `start` and this event. Both events must have been reached.
  double ms_since(const Event& start) const;

 private:
  Driver& driver() const { return *handle_.get_deleter().driver; }
  std::unique_ptr<CUevent_st, GiveBack> handle_;
};

/// Measures the device time of pieces of work in a stream, with a pair of events for each. Collects finished times
/// without waiting, and reuses events.
class SpanTimer {
 public:
  void begin(const Stream& stream);
  void end(const Stream& stream);

  /// Returns the times of all pieces of work since the last call, in milliseconds and in order. Waits for pending work.
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
