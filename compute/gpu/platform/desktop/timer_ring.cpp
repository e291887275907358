#include "compute/gpu/timer_ring.h"

#include <utility>

#include "compute/data/error.h"
#include "compute/gpu/gl.h"

namespace texelsort::gpu {

double span_ms(std::uint64_t start, std::uint64_t end) {
  if (end < start)
    throw UnavailableError(
        "a measured span ends before it starts, so the OpenGL driver has lost commands: run the command again");
  return static_cast<double>(end - start) * 1e-6;
}

TimerRing::~TimerRing() {
  for (const auto* pairs : {&idle_, &under_way_}) {
    for (const Pair& pair : *pairs) glDeleteQueries(2, pair.data());
  }
}

void TimerRing::begin() {
  collect(false);
  if (idle_.empty()) {
    Pair pair{};
    glGenQueries(2, pair.data());
    idle_.push_back(pair);
  }
  open_ = idle_.back();
  idle_.pop_back();
  glQueryCounter(open_[0], GL_TIMESTAMP);
}

void TimerRing::end() {
  glQueryCounter(open_[1], GL_TIMESTAMP);
  under_way_.push_back(open_);
}

void TimerRing::collect(bool wait) {
  // With a thousand passes in the queue, the NVIDIA driver 580 sometimes returns 0 instead of waiting for the result.
  // It then loses later commands, so that even keys are wrong.
  if (wait) glFinish();
  while (!under_way_.empty()) {
    const Pair pair = under_way_.front();
    if (!wait) {
      GLuint ready = 0;
      glGetQueryObjectuiv(pair[1], GL_QUERY_RESULT_AVAILABLE, &ready);
      if (ready == 0) return;
    }
    GLuint64 start = 0, end = 0;
    glGetQueryObjectui64v(pair[0], GL_QUERY_RESULT, &start);
    glGetQueryObjectui64v(pair[1], GL_QUERY_RESULT, &end);
    times_.push_back(span_ms(start, end));
    under_way_.pop_front();
    idle_.push_back(pair);
  }
}

std::vector<double> TimerRing::take() {
  collect(true);
  return std::exchange(times_, {});
}

}  // namespace texelsort::gpu
