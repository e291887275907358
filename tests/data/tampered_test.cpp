// Alters one element of a sorted output. The check must find every fault, for any payload, and whether or not the input
// is small enough to name the missing element.
#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <numeric>

#include <gtest/gtest.h>

#include "compute/data/keys/check.h"
#include "compute/data/keys/distribution.h"
#include "compute/data/keys/order.h"
#include "compute/data/keys/records.h"

namespace texelsort::data {
namespace {

enum class Travels : std::uint8_t { nothing, index, fields, index_and_fields };

struct Case {
  KeyType type;
  Order order;
  Travels travels;
  Layout layout = Layout::by_field;
  std::uint64_t n = 300;
};

std::string text(const Case& c) {
  constexpr std::array names{"nothing", "index", "fields", "index and fields"};
  return std::string(name(c.type)) + " " + std::string(name(c.order)) + " " +
         names[static_cast<std::size_t>(c.travels)] + " " + std::string(name(c.layout)) + " n " + std::to_string(c.n);
}

/// Owners of the output's parts, as in a distributed check. The test calls all owners to add their numbers, and then
/// passes the sums to all.
class Owners final : public PartOwners {
 public:
  void add_up(std::span<std::uint64_t> numbers) const override {
    ++told;
    if (summed) {
      ASSERT_EQ(numbers.size(), sums.size());
      std::ranges::copy(sums, numbers.begin());
      return;
    }
    sums.resize(numbers.size());
    std::ranges::transform(numbers, sums, sums.begin(), std::plus());
  }
  std::optional<State> bring_together(const OutputPart&) const override { return std::nullopt; }

  bool summed = false;
  mutable std::uint64_t told = 0;

 private:
  mutable std::vector<std::uint64_t> sums;
};

/// Input with equal keys and its stable sort, which tests alter by the functions of this class.
class Sorted {
 public:
  explicit Sorted(const Case& c) : order_(c.order) {
    input_.keys = generate("few-distinct", c.type, c.n, 5);
    if (c.travels == Travels::fields || c.travels == Travels::index_and_fields) {
      input_.shape = {3, c.layout};
      input_.fields = made_fields(c.n, input_.shape);
    }
    const auto code = codes(input_.keys, order_);
    std::vector<std::uint64_t> from(c.n);
    std::iota(from.begin(), from.end(), std::uint64_t{0});
    std::ranges::stable_sort(from, {}, [&](std::uint64_t i) { return code[i]; });
    output_ = {make_keys(c.type, c.n), {}, std::vector<std::uint32_t>(input_.fields.size()), input_.shape};
    if (c.travels == Travels::index || c.travels == Travels::index_and_fields) output_.payload = from;
    for (std::uint64_t i = 0; i < c.n; ++i) {
      copy_key(input_, from[i], i);
      for (std::uint32_t f = 0; f < input_.shape.fields; ++f) {
        output_.fields[place(i, f)] = input_.fields[place(from[i], f)];
      }
    }
  }

  std::uint64_t n() const { return size(output_.keys); }
  std::uint64_t place(std::uint64_t i, std::uint32_t f) const { return field_place(input_.shape, n(), i, f); }
  std::vector<std::uint64_t> codes_of_output() const { return codes(output_.keys, order_); }

  /// Returns the first index i, from the middle on, at which key i equals key i + 1. If `equal` is false, returns the
  /// first index at which they differ.
  std::uint64_t neighbours(bool equal) const {
    const auto code = codes_of_output();
    for (std::uint64_t i = n() / 2; i + 1 < n(); ++i) {
      if ((code[i] == code[i + 1]) == equal) return i;
    }
    ADD_FAILURE() << "no such neighbours";
    return 0;
  }

  State& output() { return output_; }
  void copy_key(const State& of, std::uint64_t from, std::uint64_t to) {
    const std::size_t width = key_bytes(type_of(output_.keys));
    std::ranges::copy(bytes(of.keys).subspan(from * width, width),
                      bytes(output_.keys).begin() + static_cast<std::ptrdiff_t>(to * width));
  }
  void swap_travellers(std::uint64_t i, std::uint64_t j) {
    if (!output_.payload.empty()) std::swap(output_.payload[i], output_.payload[j]);
    for (std::uint32_t f = 0; f < output_.shape.fields; ++f) {
      std::swap(output_.fields[place(i, f)], output_.fields[place(j, f)]);
    }
  }

  /// Returns the elements [first, last) of the output, and the element that precedes them.
  OutputPart part(std::uint64_t first, std::uint64_t last) const {
    OutputPart part{.first = first, .follows = first > 0 && first < last};
    const std::uint64_t begin = part.follows ? first - 1 : first;
    const auto at = static_cast<std::ptrdiff_t>(begin), end = static_cast<std::ptrdiff_t>(last);
    std::visit(
        [&](const auto& keys) {
          part.state.keys = std::decay_t<decltype(keys)>(keys.begin() + at, keys.begin() + end);
        },
        output_.keys);
    if (!output_.payload.empty())
      part.state.payload.assign(output_.payload.begin() + at, output_.payload.begin() + end);
    return part;
  }

  /// Returns whether the owners of the output's parts find a fault. Each owner first reports its own fault, and then
  /// receives the sums of all owners.
  bool found_in_parts(const std::vector<std::uint64_t>& starts, bool stable) const {
    const auto owners = std::make_shared<Owners>();
    const std::uint64_t parts = starts.size() - 1;
    std::uint64_t right = 0;
    for (const bool summed : {false, true}) {
      owners->summed = summed;
      for (std::uint64_t i = 0; i < parts; ++i) {
        OutputPart own = part(starts[i], starts[i + 1]);
        own.owners = owners;
        const bool is = is_right(input_.keys, own, order_, stable);
        if (summed && is) ++right;
      }
    }
    EXPECT_EQ(owners->told, 2 * parts);
    EXPECT_TRUE(right == 0 || right == parts) << "all get the same answer";
    return right == 0;
  }

  /// Returns whether the check finds a fault. Its result must not depend on `named_n`, nor on the number of parts.
  bool found(bool stable) const {
    const auto named = find_fault(input_, output_, order_, stable);
    const auto unnamed = find_fault(input_, output_, order_, stable, 0);
    EXPECT_EQ(named.has_value(), unnamed.has_value());
    if (named) {
      EXPECT_FALSE(named->message.empty());
    }
    if (input_.fields.empty()) {
      // The altered element is after the middle. Therefore, some parts must begin between the altered element and its
      // neighbours.
      std::vector<std::vector<std::uint64_t>> all{{0, n()}, {0, 0, 1, 1, n() - 1, n(), n()}};
      for (std::uint64_t start = n() / 2; start < std::min(n(), n() / 2 + 24); ++start) all.push_back({0, start, n()});
      if (n() > 1000) all.resize(4);
      for (const auto& starts : all) {
        EXPECT_EQ(found_in_parts(starts, stable), named.has_value()) << starts[1];
      }
    }
    return named.has_value();
  }

 private:
  Order order_;
  State input_, output_;
};

std::vector<Case> cases() {
  std::vector<Case> list;
  for (const KeyType type : all_key_types) {
    for (const Order order : {Order::ascending, Order::descending}) {
      list.push_back({type, order, Travels::nothing});
      list.push_back({type, order, Travels::index});
      for (const Layout layout : {Layout::by_field, Layout::hybrid, Layout::by_record}) {
        list.push_back({type, order, Travels::fields, layout});
        list.push_back({type, order, Travels::index_and_fields, layout});
      }
    }
  }
  for (const Travels travels : {Travels::nothing, Travels::index, Travels::fields, Travels::index_and_fields}) {
    // Enough keys for several threads.
    list.push_back({KeyType::u32, Order::ascending, travels, Layout::by_record, 100'000});
  }
  return list;
}

/// Alters the correct output of every case by `spoil`. The check must find the fault.
template <typename Spoil>
void expect_found(Spoil spoil, bool stable, bool (*applies)(Travels)) {
  for (const Case& c : cases()) {
    if (!applies(c.travels)) continue;
    Sorted sorted(c);
    ASSERT_FALSE(sorted.found(true)) << text(c) << ": the right output";
    spoil(sorted);
    EXPECT_TRUE(sorted.found(stable)) << text(c);
  }
}

bool always(Travels) {
  return true;
}
bool anything_travels(Travels travels) {
  return travels != Travels::nothing;
}
bool indices_travel(Travels travels) {
  return travels == Travels::index || travels == Travels::index_and_fields;
}
bool fields_travel(Travels travels) {
  return travels == Travels::fields || travels == Travels::index_and_fields;
}

TEST(OutputCheck, DetectsTwoKeysOutOfOrder) {
  expect_found(
      [](Sorted& sorted) {
        const std::uint64_t i = sorted.neighbours(false);
        const State right = sorted.output();
        sorted.copy_key(right, i, i + 1);
        sorted.copy_key(right, i + 1, i);
        sorted.swap_travellers(i, i + 1);
      },
      false, always);
}

TEST(OutputCheck, DetectsAKeyThatReplacesAnother) {
  expect_found(
      [](Sorted& sorted) {
        const std::uint64_t i = sorted.neighbours(false);
        sorted.copy_key(sorted.output(), i, i + 1);  // the altered output is still in order
      },
      false, always);
}

TEST(OutputCheck, DetectsLostKeys) {
  expect_found(
      [](Sorted& sorted) {
        const std::uint64_t i = sorted.neighbours(false);
        // The altered output is still in order.
        for (std::uint64_t k = i + 1; k < sorted.n(); ++k) sorted.copy_key(sorted.output(), i, k);
      },
      false, always);
}

TEST(OutputCheck, DetectsAPayloadThatBelongsToAnotherKey) {
  expect_found(
      [](Sorted& sorted) {
        const std::uint64_t i = sorted.neighbours(false);
        sorted.swap_travellers(i, i + 1);
      },
      false, anything_travels);
}

TEST(OutputCheck, DetectsReorderedEqualKeysOfAStableSort) {
  const auto spoil = [](Sorted& sorted) {
    const std::uint64_t i = sorted.neighbours(true);
    sorted.swap_travellers(i, i + 1);
  };
  expect_found(spoil, true, anything_travels);
  for (const Case& c : cases()) {
    if (!anything_travels(c.travels)) continue;
    Sorted sorted(c);
    spoil(sorted);
    EXPECT_FALSE(sorted.found(false)) << text(c) << ": any order of equal keys is right where none is promised";
  }
}

TEST(OutputCheck, DetectsARepeatedOrInvalidIndex) {
  const auto repeated = [](Sorted& sorted) {
    const std::uint64_t i = sorted.neighbours(true);
    sorted.output().payload[i] = sorted.output().payload[i + 1];  // repeats an index, whose key is equal
  };
  expect_found(repeated, false, indices_travel);
  expect_found([](Sorted& sorted) { sorted.output().payload.back() = sorted.n(); }, false, indices_travel);
  expect_found([](Sorted& sorted) { sorted.output().payload.front() = ~std::uint64_t{0}; }, false, indices_travel);
}

TEST(OutputCheck, DetectsAFieldWithOneWrongBit) {
  for (std::uint32_t field = 0; field < 3; ++field) {
    expect_found([field](Sorted& sorted) { sorted.output().fields[sorted.place(sorted.n() / 2, field)] ^= 1u << 31; },
                 false, fields_travel);
  }
}

TEST(OutputCheck, DetectsSwappedFields) {
  expect_found(
      [](Sorted& sorted) {
        auto& fields = sorted.output().fields;
        std::swap(fields[sorted.place(7, 1)], fields[sorted.place(7, 2)]);
      },
      false, fields_travel);
  expect_found(
      [](Sorted& sorted) {
        auto& fields = sorted.output().fields;
        const std::uint64_t i = sorted.neighbours(true);  // index of the first of two adjacent records with equal keys
        std::swap(fields[sorted.place(i, 1)], fields[sorted.place(i + 1, 1)]);
      },
      false, fields_travel);
}

}  // namespace
}  // namespace texelsort::data
