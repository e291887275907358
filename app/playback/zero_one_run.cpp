#include "app/playback/zero_one_run.h"

#include <algorithm>
#include <bit>
#include <variant>

#include <fmt/format.h>

#include "compute/algorithms/networks/network_algorithm.h"
#include "compute/algorithms/prepare.h"
#include "compute/data/error.h"
#include "compute/network/network.h"

namespace texelsort::app {

namespace {

/// Returns all 2^n inputs of zeros and ones. They are ordered by place: first the keys at place 0 of every input, then
/// those at place 1.
std::vector<std::uint32_t> all_inputs(std::uint64_t n) {
  const std::uint64_t inputs = std::uint64_t{1} << n;
  std::vector<std::uint32_t> keys(n * inputs);
  for (std::uint64_t place = 0; place < n; ++place) {
    for (std::uint64_t x = 0; x < inputs; ++x) keys[place * inputs + x] = x >> place & 1;
  }
  return keys;
}

}  // namespace

bool ZeroOneResult::is_sorted(std::uint32_t output) const {
  const auto ones = static_cast<unsigned>(std::popcount(output));
  return output >> (n - ones) == (std::uint64_t{1} << ones) - 1;
}

ZeroOneRun::ZeroOneRun(gpu::Device* device, const network::Network& network) {
  if (network.n > most_places) {
    throw UsageError(
        fmt::format("a network of {} places has too many inputs of zeros and ones to run them all at "
                    "once: use at most {} places",
                    network.n, most_places));
  }
  result_.n = network.n;
  network::Network wide = network::repeated(network, std::uint64_t{1} << network.n);
  const std::uint64_t keys = wide.n;
  family_ = std::make_unique<const network::Family>(
      network::Family{"all-inputs", "All inputs of zeros and ones", {}, [wide](std::uint64_t) { return wide; }, keys});
  algorithm_ = algorithms::make_network_algorithm(*family_, device != nullptr ? "single-quad" : "reference@cpu");
  auto problem = std::make_shared<algorithms::Problem>();
  problem->keys = all_inputs(network.n);
  run_ = algorithms::prepare(*algorithm_, device != nullptr ? &device->info() : nullptr, problem->form(), {})
             .start(device, problem);
  look();
}

void ZeroOneRun::look() {
  const data::State state = run_->read();
  const auto& keys = std::get<std::vector<std::uint32_t>>(state.keys);
  const std::uint64_t inputs = result_.inputs();
  result_.outputs.assign(inputs, 0);
  for (std::uint64_t place = 0; place < result_.n; ++place) {
    for (std::uint64_t x = 0; x < inputs; ++x) result_.outputs[x] |= keys[place * inputs + x] << place;
  }
  std::uint64_t unsorted = 0;
  result_.smallest_failing.reset();
  for (std::uint64_t x = inputs; x-- > 0;) {
    if (!result_.fails(x)) continue;
    ++unsorted;
    result_.smallest_failing = static_cast<std::uint32_t>(x);
  }
  result_.unsorted.push_back(unsorted);
}

bool ZeroOneRun::advance(std::chrono::milliseconds budget) {
  const auto deadline = std::chrono::steady_clock::now() + budget;
  while (!done_) {
    done_ = !run_->step().has_value();
    if (!done_) look();
    if (std::chrono::steady_clock::now() >= deadline) break;
  }
  return !done_;
}

}  // namespace texelsort::app
