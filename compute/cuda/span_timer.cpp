#include <utility>

#include "compute/cuda/event.h"

namespace texelsort::cuda {

void SpanTimer::begin(const Stream& stream) {
  collect(false);
  if (open_) {  // reuse the events of work that threw an error before its end was recorded
    idle_.push_back(std::move(under_way_.back()));
    under_way_.pop_back();
  }
  if (idle_.empty()) idle_.emplace_back();
  under_way_.push_back(std::move(idle_.back()));
  idle_.pop_back();
  open_ = true;
  under_way_.back()[0].record(stream);
}

void SpanTimer::end(const Stream& stream) {
  under_way_.back()[1].record(stream);
  open_ = false;
}

void SpanTimer::collect(bool wait) {
  while (under_way_.size() > (open_ ? 1u : 0u)) {
    Pair& pair = under_way_.front();
    if (wait) {
      pair[1].wait();
    } else if (!pair[1].reached()) {
      return;
    }
    times_.push_back(pair[1].ms_since(pair[0]));
    idle_.push_back(std::move(pair));
    under_way_.pop_front();
  }
}

std::vector<double> SpanTimer::take() {
  collect(true);
  return std::exchange(times_, {});
}

}  // namespace texelsort::cuda
