#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "compute/algorithms/arrays/host_arrays.h"
#include "compute/algorithms/baselines/library_order.h"
#include "compute/algorithms/core/algorithm.h"
#include "compute/algorithms/core/input_state.h"
#include "compute/algorithms/core/no_settings.h"
#include "compute/algorithms/core/sorted_claim.h"
#include "compute/data/keys/order.h"

namespace texelsort::algorithms {

/// See HostSortRun.
template <typename Library>
concept OwnOrders = requires {
  requires Library::own_orders;
};

/// See HostSortRun.
template <typename Library>
concept CodesOnly = requires {
  requires Library::codes_only;
};

/// A library's sort of host memory in one pass. Keys are sorted in their own type, by `<` or `>` wherever that gives
/// their order, so that the time is what a user of the library would see; floats with NaN or -0 among them, which are
/// looked for before the sort, by their codes. `Library` has
///   name()                              its name and version, "oneTBB 2021.8"
///   static constexpr const char* call;  what is called, "std::sort"
///   sort(elements, precedes)            sorts a vector
///   for_each_index(n, visit)            visit(i) for 0 to n - 1 in any order
/// where all keys are sorted by their codes, so that less code is compiled,
///   static constexpr bool codes_only    true
/// and, where it knows no other orders than `<` and `>` of integers,
///   static constexpr bool own_orders    true
///   sort_pairs(codes, payload, wide)    by ascending codes; `wide`: the payload has 64 bits
///   call_text(order, type, payload)     in place of `call`; payload: bytes of one
template <typename Library>
class HostSortRun final : public Run {
 public:
  explicit HostSortRun(std::shared_ptr<const Problem> problem)
      : Run(problem, std::make_unique<CpuPassTimer>()),
        order_(library_order(*problem)),
        state_{problem->keys, input_payload(*problem)} {
    add_pass({.header =
                  [] {
                    return PassHeader{0, 0, "sort", "whole array"};
                  },
              .execute = [this] { std::visit([this](auto& keys) { this->sort(keys); }, state_.keys); },
              .cost =
                  [this] {
                    const std::uint64_t key = data::key_bytes(this->problem().type());
                    return Counters{.bytes = 2 * n() * (key + data::payload_bytes(this->problem().payload))};
                  },
              .claim = [] { return sorted_claim(); }});
  }

  std::vector<View> views() const override {
    const std::uint32_t width = shown_width(n());
    std::vector<View> views{{tables::Keys{}, problem().type(), n(), width, data::bytes(state_.keys), 0}};
    if (!state_.payload.empty()) {
      views.push_back(owning_view(tables::Payload{}, data::payload_type(problem().payload), width,
                                  data::payload_memory(state_.payload, problem().payload)));
    }
    return views;
  }
  data::State read(std::uint64_t first, std::uint64_t count) const override {
    data::State state{data::slice(state_.keys, first, count), {}};
    if (!state_.payload.empty()) {
      const auto start = state_.payload.begin() + static_cast<std::ptrdiff_t>(first);
      state.payload.assign(start, start + static_cast<std::ptrdiff_t>(count));
    }
    return state;
  }

  LibraryCall library_call() const override {
    if constexpr (OwnOrders<Library>) {
      return {Library::name(), Library::call_text(order_, problem().type(), data::payload_bytes(problem().payload))};
    } else {
      const std::string comparison = problem().comparison != data::Comparison::natural ? "the comparison asked for"
                                     : CodesOnly<Library>                              ? "the codes of its keys"
                                                          : comparison_text(order_, "std::");
      return {Library::name(), fmt::format("{} by {}", Library::call, comparison)};
    }
  }

 private:
  void load(const data::StateView& state) override {
    state_.keys = state.keys;
    state_.payload.assign(state.payload.begin(), state.payload.end());
  }

  template <typename Key>
  void sort(std::vector<Key>& keys) {
    const data::Order order = problem().order;
    if constexpr (OwnOrders<Library>) {
      if (!state_.payload.empty() || std::is_floating_point_v<Key>)
        return sort_codes(keys, std::less<data::CodeOf<Key>>());
    } else if (problem().comparison != data::Comparison::natural) {
      return sort_codes(keys, data::ComparedLess<data::CodeOf<Key>>(problem().comparison, problem().type(), order));
    }
    if constexpr (!CodesOnly<Library>) {
      if (order_.comparing == Comparing::plain) {
        if (order == data::Order::ascending) return sort_by(keys, std::less<Key>());
        return sort_by(keys, std::greater<Key>());
      }
    }
    sort_codes(keys, std::less<data::CodeOf<Key>>());
  }

  /// Codes are made once, not in every comparison.
  template <typename Key, typename Precedes>
  void sort_codes(std::vector<Key>& keys, Precedes precedes) {
    const data::Order order = problem().order;
    std::vector<data::CodeOf<Key>> codes(keys.size());
    library_.for_each_index(keys.size(), [&](std::size_t i) { codes[i] = data::encode(keys[i], order); });
    sort_by(codes, precedes);
    library_.for_each_index(keys.size(), [&](std::size_t i) { keys[i] = data::decode<Key>(codes[i], order); });
  }

  template <typename Key, typename Precedes>
  void sort_by(std::vector<Key>& keys, Precedes precedes) {
    if (state_.payload.empty()) return library_.sort(keys, precedes);
    if constexpr (OwnOrders<Library>) {
      if constexpr (std::is_unsigned_v<Key>) {
        library_.sort_pairs(keys, state_.payload, data::payload_bytes(problem().payload) == sizeof(std::uint64_t));
      }
      return;
    } else if (data::payload_bytes(problem().payload) == sizeof(std::uint32_t)) {
      sort_pairs<std::uint32_t>(keys, precedes);
    } else {
      sort_pairs<std::uint64_t>(keys, precedes);
    }
  }

  /// As wide as the payload asks for.
  template <typename Payload, typename Key>
  struct Pair {
    Key key;
    Payload payload;
  };

  /// Making pairs and taking them apart is part of the sort's time.
  template <typename Payload, typename Key, typename Precedes>
  void sort_pairs(std::vector<Key>& keys, Precedes precedes) {
    using KeyAndPayload = Pair<Payload, Key>;
    std::vector<KeyAndPayload> pairs(keys.size());
    library_.for_each_index(pairs.size(), [&](std::size_t i) {
      pairs[i] = {keys[i], static_cast<Payload>(state_.payload[i])};
    });
    library_.sort(pairs, [&](const KeyAndPayload& a, const KeyAndPayload& b) { return precedes(a.key, b.key); });
    library_.for_each_index(pairs.size(), [&](std::size_t i) {
      keys[i] = pairs[i].key;
      state_.payload[i] = pairs[i].payload;
    });
  }

  LibraryOrder order_;
  Library library_;
  data::State state_;
};

/// A library's sort of host memory as an algorithm: runs everywhere, takes everything, has nothing to set.
template <typename Library>
class HostSort final : public AlgorithmWith<NoSettings> {
 public:
  explicit HostSort(AlgorithmInfo info)
      : AlgorithmWith((info.backend = Backend::cpu, info.compares = !OwnOrders<Library>, std::move(info)),
                      no_settings) {}

  Availability availability(const gpu::DeviceInfo*, const cuda::ExecutionOptions&) const override { return {}; }

 protected:
  std::optional<std::string> refusal(const gpu::DeviceInfo*, const ProblemForm&, const NoSettings&) const override {
    return std::nullopt;
  }
  std::unique_ptr<Run> make_run(gpu::Device*, std::shared_ptr<const Problem> problem,
                                const NoSettings&) const override {
    return std::make_unique<HostSortRun<Library>>(std::move(problem));
  }
};

}  // namespace texelsort::algorithms
