#include "compute/measure/measuring.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "compute/mpi/processes.h"

namespace texelsort::measure {

Measuring::Measuring(const Entry& entry, gpu::Device* device, std::shared_ptr<const algorithms::Problem> problem,
                     const Budget& budget, bool passes)
    : budget_(budget), passes_(passes), subject_(entry, device, std::move(problem), budget) {}

bool Measuring::advance() {
  const auto start = std::chrono::steady_clock::now();
  switch (phase_) {
    case Phase::warm_up:
      if (!subject_.warm_up_once()) phase_ = Phase::totals;
      break;
    case Phase::totals:
      // Do not sample a configuration whose output is wrong.
      if (!subject_.satisfied()) subject_.sample();
      total_seconds_ += mpi::agreed(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
      if (subject_.satisfied() || (subject_.has_minimum() && total_seconds_ >= budget_.seconds)) end_totals();
      break;
    case Phase::passes:
      if (!subject_.time_passes_once()) phase_ = Phase::done;
      break;
    case Phase::done:
      break;
  }
  return phase_ != Phase::done;
}

void Measuring::end_totals() {
  subject_.close_samples();
  phase_ = passes_ && subject_.verified() ? Phase::passes : Phase::done;
}

float Measuring::progress() const {
  // Shares of the progress bar for warm-ups, total times and pass times.
  constexpr double warm_up = 0.1, totals = 0.6, passes = 0.3;
  const auto share = [](std::size_t done, std::uint64_t all) {
    return std::min(static_cast<double>(done) / static_cast<double>(std::max<std::uint64_t>(all, 1)), 1.0);
  };
  switch (phase_) {
    case Phase::warm_up:
      return static_cast<float>(warm_up * share(subject_.warmups(), budget_.warmups));
    case Phase::totals: {
      const double by_count = share(subject_.samples(), budget_.max_samples);
      return static_cast<float>(warm_up + totals * std::max(by_count, std::min(total_seconds_ / budget_.seconds, 1.0)));
    }
    case Phase::passes:
      return static_cast<float>(warm_up + totals + passes * share(subject_.pass_repetitions(), budget_.max_samples));
    case Phase::done:
      break;
  }
  return 1.0F;
}

}  // namespace texelsort::measure
