#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "compute/algorithms/core/algorithm.h"
#include "compute/algorithms/core/input_state.h"
#include "compute/algorithms/core/run.h"
#include "compute/algorithms/core/settings.h"
#include "compute/data/keys/order.h"

namespace texelsort::app {

/// Passes and tables of a radix sort with look-back in plain C++, so that views can be tested without a device. Sorts
/// u32 keys in ascending order.
struct HostOnesweepShape {
  std::uint32_t bits = 4;
  std::uint64_t tile = 16;
  /// True if the last tile has counted its keys but not moved them, and the tile before it has not started.
  bool unfinished = false;
};

class HostOnesweepRun final : public algorithms::Run {
 public:
  HostOnesweepRun(std::shared_ptr<const algorithms::Problem> problem, HostOnesweepShape shape)
      : Run(std::move(problem), std::make_unique<algorithms::CpuPassTimer>()), shape_(shape) {
    for (std::uint64_t index = 0; index < 2 + digits(); ++index) add_pass(pass_of(index));
    rewind();
  }

  data::State read(std::uint64_t first, std::uint64_t count) const override {
    return {data::slice(keys_, first, count), {}};
  }
  std::vector<algorithms::View> views() const override {
    std::vector<algorithms::View> views{{algorithms::tables::Keys{}, data::KeyType::u32, n(), 16, data::bytes(keys_)}};
    if (passes_done() == 0) return views;
    const auto values = static_cast<std::uint32_t>(this->values());
    if (passes_done() <= 2) {
      using namespace algorithms::tables;
      const auto kind = passes_done() == 1 ? algorithms::TableKind(AllDigitCounts{}) : AllDigitScan{};
      views.push_back({kind, data::KeyType::u64, bins_.size(), values, std::as_bytes(std::span(bins_))});
    } else {
      views.push_back({algorithms::tables::LookBackStatus{}, data::KeyType::u32, status_.size(), values,
                       std::as_bytes(std::span(status_))});
    }
    return views;
  }

 protected:
  algorithms::Pass pass_of(std::uint64_t index) {
    algorithms::Pass pass;
    pass.claim = [] { return algorithms::Claim{"nothing is claimed", [](const auto&) { return std::nullopt; }}; };
    pass.header = [index] {
      return algorithms::PassHeader{0, index < 2 ? 0 : index - 1,
                                    index < 2 ? "digit histograms" : "digit " + std::to_string(index - 1),
                                    index == 0   ? "all digits"
                                    : index == 1 ? "scan"
                                                 : "rank, look back, scatter"};
    };
    if (index >= 2) pass.detail = [this, index]() -> algorithms::PassDetail { return digit(index - 2); };
    pass.execute = [this, index] { index == 0 ? count_all() : index == 1 ? scan() : sweep(digit(index - 2)); };
    return pass;
  }
  void load(const data::StateView& state) override { keys_ = std::get<std::vector<std::uint32_t>>(state.keys); }
  void save_more(algorithms::Snapshot& snapshot) const override {
    for (const auto bytes : {std::as_bytes(std::span(bins_)), std::as_bytes(std::span(status_))}) {
      snapshot.tables.emplace_back(bytes.begin(), bytes.end());
    }
  }
  void restore_more(const algorithms::Snapshot& snapshot) override {
    const auto put = [](const std::vector<std::byte>& bytes, auto& numbers) {
      numbers.resize(bytes.size() / sizeof(numbers[0]));
      if (!bytes.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
    };
    put(snapshot.tables.at(0), bins_);
    put(snapshot.tables.at(1), status_);
  }

 private:
  std::uint64_t values() const { return std::uint64_t{1} << shape_.bits; }
  std::uint64_t digits() const { return (32 + shape_.bits - 1) / shape_.bits; }
  std::uint64_t tiles() const { return (n() + shape_.tile - 1) / shape_.tile; }
  algorithms::DigitPass digit(std::uint64_t d) const {
    const auto shift = static_cast<std::uint32_t>(d * shape_.bits);
    return {shift, shape_.bits, tiles(), shape_.tile};
  }

  void count_all() {
    bins_.assign(digits() * values(), 0);
    for (std::uint64_t d = 0; d < digits(); ++d) {
      for (const std::uint32_t key : keys_) ++bins_[d * values() + digit(d).digit(key)];
    }
  }
  void scan() {
    for (std::uint64_t d = 0; d < digits(); ++d) {
      const auto first = bins_.begin() + static_cast<std::ptrdiff_t>(d * values());
      std::exclusive_scan(first, first + static_cast<std::ptrdiff_t>(values()), first, std::uint64_t{0});
    }
  }
  void sweep(const algorithms::DigitPass& by) {
    status_.assign(tiles() * values(), 0);
    for (std::uint64_t i = 0; i < n(); ++i) ++status_[i / shape_.tile * values() + by.digit(keys_[i])];
    const std::uint64_t summed = shape_.unfinished ? tiles() - 2 : tiles();
    for (std::uint64_t i = 0; i < status_.size(); ++i) {
      const std::uint64_t tile = i / values();
      if (tile > 0 && tile < summed) status_[i] += status_[i - values()] & ((1u << 30) - 1);
      if (tile < summed) status_[i] |= 2u << 30;
      if (tile >= summed) status_[i] = tile == summed ? 0 : status_[i] | 1u << 30;
    }
    std::ranges::stable_sort(keys_, {}, [&](std::uint32_t key) { return by.digit(key); });
  }

  HostOnesweepShape shape_;
  std::vector<std::uint32_t> keys_, status_;
  std::vector<std::uint64_t> bins_;
};

class HostOnesweep final : public algorithms::AlgorithmWith<algorithms::NoSettings> {
 public:
  explicit HostOnesweep(HostOnesweepShape shape = {})
      : AlgorithmWith({.id = "test/onesweep@cpu",
                       .title = "Onesweep for tests",
                       .family = "radix",
                       .summary = {},
                       .citation = {}},
                      algorithms::no_settings),
        shape_(shape) {}
  algorithms::Availability availability(const gpu::DeviceInfo*, const cuda::ExecutionOptions&) const override {
    return {};
  }
  std::vector<algorithms::TableKind> table_kinds() const override {
    using namespace algorithms::tables;
    return {AllDigitCounts{}, AllDigitScan{}, LookBackStatus{}};
  }

 protected:
  std::optional<std::string> refusal(const gpu::DeviceInfo*, const algorithms::ProblemForm&,
                                     const algorithms::NoSettings&) const override {
    return std::nullopt;
  }
  std::unique_ptr<algorithms::Run> make_run(gpu::Device*, std::shared_ptr<const algorithms::Problem> problem,
                                            const algorithms::NoSettings&) const override {
    return std::make_unique<HostOnesweepRun>(std::move(problem), shape_);
  }

 private:
  HostOnesweepShape shape_;
};

}  // namespace texelsort::app
