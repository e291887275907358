#pragma once

#include <array>
#include <chrono>
#include <deque>
#include <memory>
#include <vector>

#include "compute/cuda/give_back.h"
#include "compute/cuda/stream.h"

struct CUevent_st;  // what cudaEvent_t points to

namespace texelsort::cuda {

/// A mark in a stream, with the time at which the device came by. Move-only.
class Event {
 public:
  Event();
  void record(const Stream& stream);
  /// What is queued in the stream from now on waits for it.
  void hold_back(const Stream& stream) const;
  bool reached() const;
  void wait() const;
  /// Waits, but no longer than that; whether it is reached.
  bool reached_within(std::chrono::milliseconds timeout) const;
  /// Milliseconds from `start` to this; both reached.
  double ms_since(const Event& start) const;

 private:
  Driver& driver() const { return *handle_.get_deleter().driver; }
  std::unique_ptr<CUevent_st, GiveBack> handle_;
};

/// Pairs of events, one pair a span. Results are collected as they arrive, without waiting, and events are used again.
class SpanTimer {
 public:
  void begin(const Stream& stream);
  void end(const Stream& stream);

  /// Milliseconds of all spans since the last call, in order; waits for those still under way.
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
