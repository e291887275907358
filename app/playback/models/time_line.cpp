#include "app/playback/models/time_line.h"

#include <algorithm>
#include <cmath>

namespace texelsort::app {

TimeLine::TimeLine(const std::vector<measure::PassTiming>& passes) {
  for (std::size_t pass = 0; pass < passes.size(); ++pass) {
    const double ms = std::max(passes[pass].ms.median, 0.0), from = starts_.back();
    starts_.push_back(from + ms);
    if (ms > 0 && (shortest_ == 0 || ms < shortest_)) shortest_ = ms;
    if (pass == 0 || passes[pass].header.stage_index != passes[pass - 1].header.stage_index) {
      stages_.push_back({pass, pass, from, from});
    }
    stages_.back().end = pass + 1;
    stages_.back().to = starts_.back();
  }
}

std::vector<TimeBlock> TimeLine::blocks(double low, double high, double narrowest) const {
  std::vector<TimeBlock> blocks;
  for (const TimeBlock& stage : stages_) {
    if (stage.to < low || stage.from > high) continue;
    bool open = false;  // true if the last block is a bundle to which the next short pass belongs
    for (std::size_t pass = stage.first; pass < stage.end; ++pass) {
      const double from = starts_[pass], to = starts_[pass + 1];
      if (to < low || from > high) continue;
      const bool is_short = to - from < narrowest;
      if (open && is_short) {
        blocks.back().end = pass + 1;
        blocks.back().to = to;
      } else {
        blocks.push_back({pass, pass + 1, from, to});
      }
      open = is_short && blocks.back().ms() < narrowest;
    }
  }
  return blocks;
}

std::optional<std::size_t> TimeLine::pass_at(double ms) const {
  if (ms < 0 || ms >= total()) return std::nullopt;
  const auto after = std::ranges::upper_bound(starts_, ms);
  return static_cast<std::size_t>(after - starts_.begin()) - 1;
}

double time_step(double least) {
  if (!(least > 0)) return 1;
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double digit : {1.0, 2.0, 5.0}) {
    if (digit * power >= least) return digit * power;
  }
  return 10 * power;
}

}  // namespace texelsort::app
