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
#include "compute/algorithms/core/settings.h"
#include "compute/algorithms/core/trace.h"
#include "compute/data/keys/order.h"

namespace texelsort::algorithms {

/// True if `Library` sorts only by the orders `<` and `>` of integers (see HostSortRun).
template <typename Library>
concept OwnOrders = requires {
  requires Library::own_orders;
};

/// True if `Library` sorts all keys by their encoding (see HostSortRun).
template <typename Library>
concept CodesOnly = requires {
  requires Library::codes_only;
};

/// Run that sorts host memory by a library in one pass, as a user of the library would. Keys are sorted in their own
/// type, by `<` or `>` if that orders the keys correctly. Floats with a NaN or a -0 are sorted by their encoding. The
/// search for these values happens before the sort. `Library` has
///   name()                              name and version, "oneTBB 2021.8"
///   static constexpr const char* call;  called function, "std::sort"
///   sort(elements, precedes)            sorts a vector
///   for_each_index(n, visit)            calls visit(i) for 0 to n - 1 in any order
/// To sort all keys by their encoding, so that the compiler compiles less code, `Library` also has
///   static constexpr bool codes_only    true
/// A library that only knows the orders `<` and `>` of integers also has
///   static constexpr bool own_orders    true
///   sort_pairs(codes, payload, wide)    sorts by ascending codes; `wide`: the payload has 64 bits
///   call_text(order, type, payload)     replaces `call`; payload: bytes per element
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
      const std::string comparison = problem().comparison != data::Comparison::natural ? "the requested comparison"
                                     : CodesOnly<Library>                              ? "the encoded keys"
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

  /// Sorts keys by their encoding. Encoding each key once is faster than encoding it in every comparison.
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

  /// Element that consists of a key and a payload. The payload has the width that the problem requires.
  template <typename Payload, typename Key>
  struct Pair {
    Key key;
    Payload payload;
  };

  /// Sorts keys with payload as pairs. The measured time includes packing and unpacking the pairs.
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

/// Algorithm that sorts host memory by a library. The algorithm runs on every machine, accepts every problem, and has
/// no parameters.
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
