#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>

#include <hwy/contrib/sort/vqsort.h>

#include "compute/algorithms/baselines/host_sort.h"
#include "compute/algorithms/baselines/library_info.h"

namespace texelsort::algorithms {
namespace {

// Highway 1.0.3 pads floats with the largest finite value, and then loses infinities. It pads its own key-value pairs
// with the largest key, and loses pairs that have this key. Therefore, floats are sorted by their encoding. Pairs are
// sorted as integers that contain key and payload, so that equal integers are identical.
struct VqSort {
  static std::string name() { return "Highway " TEXELSORT_HIGHWAY_VERSION; }
  static constexpr bool own_orders = true;
  static std::string call_text(const LibraryOrder& order, data::KeyType type, std::size_t payload) {
    if (payload > 0) {
      const bool wide = std::max(payload, data::key_bytes(type)) == sizeof(std::uint64_t);
      return fmt::format("hwy::Sorter of {}, the encoded keys above their payload", wide ? "uint128_t" : "uint64_t");
    }
    if (type == data::KeyType::f32 || type == data::KeyType::f64) return "hwy::Sorter by the encoded keys";
    return fmt::format("hwy::Sorter by hwy::Sort{}",
                       order.order == data::Order::ascending ? "Ascending" : "Descending");
  }

  template <typename Key>
  static void sort(std::vector<Key>& keys, std::less<Key>) {
    call_sorter(keys, hwy::SortAscending());
  }
  template <typename Key>
  static void sort(std::vector<Key>& keys, std::greater<Key>) {
    call_sorter(keys, hwy::SortDescending());
  }
  template <typename Code>
  static void sort_pairs(std::vector<Code>& codes, std::vector<std::uint64_t>& payload, bool wide) {
    if (wide || sizeof(Code) == sizeof(std::uint64_t)) {
      sort_packed<hwy::uint128_t>(
          codes, payload,
          [](std::uint64_t code, std::uint64_t value) {
            return hwy::uint128_t{value, code};
          },
          [](const hwy::uint128_t& pair) { return std::pair(pair.hi, pair.lo); });
    } else {
      sort_packed<std::uint64_t>(
          codes, payload, [](std::uint64_t code, std::uint64_t value) { return code << 32 | value; },
          [](std::uint64_t pair) { return std::pair(pair >> 32, pair & 0xffff'ffff); });
    }
  }
  template <typename Visit>
  static void for_each_index(std::size_t n, Visit visit) {
    for (std::size_t i = 0; i < n; ++i) visit(i);
  }

 private:
  template <typename Element, typename Order>
  static void call_sorter(std::vector<Element>& elements, Order order) {
    // Highway's Sorter does not check its own allocation. This allocation of at least as much memory throws instead.
    // `volatile` keeps compilers from removing the allocation.
    constexpr std::size_t more_than_sorter = std::size_t{1} << 20;
    std::byte* const volatile memory = new std::byte[more_than_sorter];
    delete[] memory;
    hwy::Sorter()(elements.data(), elements.size(), order);
  }

  template <typename Packed, typename Code, typename Pack, typename Unpack>
  static void sort_packed(std::vector<Code>& codes, std::vector<std::uint64_t>& payload, Pack pack, Unpack unpack) {
    std::vector<Packed> pairs(codes.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = pack(codes[i], payload[i]);
    call_sorter(pairs, hwy::SortAscending());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto [code, value] = unpack(pairs[i]);
      codes[i] = static_cast<Code>(code);
      payload[i] = value;
    }
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_hwy_sort() {
  return std::make_unique<HostSort<VqSort>>(hwy_info());
}

}  // namespace texelsort::algorithms
