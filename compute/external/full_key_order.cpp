#include "compute/external/full_key_order.h"

#include <algorithm>

#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>

namespace texelsort::external {
namespace {

constexpr std::size_t word_bytes = sizeof(std::uint64_t);

template <class Iterator, class... Less>
void sort_by_threads(Iterator from, Iterator to, Less... less) {
  constexpr std::ptrdiff_t worth_threads = 4096;
  to - from > worth_threads ? tbb::parallel_sort(from, to, less...) : std::sort(from, to, less...);
}

}  // namespace

FullKeyOrder::FullKeyOrder(const RecordFormat& format, const Records& records, std::span<const std::uint64_t> prefixes,
                           const KeyTable& keys)
    : format_(format),
      records_(records),
      prefixes_(prefixes),
      keys_(keys),
      decided_(format.prefix_decides()),
      kept_(format.kept_key_bytes() > 0) {}

std::span<const std::byte> FullKeyOrder::key(std::uint32_t record, std::vector<std::byte>& scratch) const {
  return keys_.key(format_, records_, record, scratch);
}

int FullKeyOrder::compare(std::uint32_t a, std::uint32_t b) const {
  if (prefixes_[a] != prefixes_[b]) return prefixes_[a] < prefixes_[b] ? -1 : 1;
  if (decided_) return 0;
  if (!kept_) return format_.compare_ties(records_[a], records_[b]);
  std::vector<std::byte> of_a, of_b;
  return compare_keys(key(a, of_a), key(b, of_b));
}

void FullKeyOrder::resolve(std::span<std::uint32_t> order, const SortedPart& sorted) const {
  const auto part = [&](std::size_t i) { return sorted(prefixes_[order[i]]); };
  const auto resolve_part = [&](std::size_t first, std::size_t last) {
    while (first < last) {
      std::size_t end = first + 1;
      const std::uint64_t of_first = part(first);
      while (end < last && part(end) == of_first) ++end;
      if (end - first > 1) sort(order.subspan(first, end - first), sorted.shift > 0);
      first = end;
    }
  };
  // A task must sort all records of equal prefix together, so move the borders of tasks to the ends of such groups.
  constexpr std::size_t usual_task = 1 << 14;
  std::vector<std::size_t> ends;
  for (std::size_t at = 0; at < order.size(); ends.push_back(at)) {
    at = std::min(order.size(), at + usual_task);
    while (at < order.size() && part(at) == part(at - 1)) ++at;
  }
  tbb::parallel_for(std::size_t{0}, ends.size(),
                    [&](std::size_t i) { resolve_part(i == 0 ? 0 : ends[i - 1], ends[i]); });
}

void FullKeyOrder::sort(std::span<std::uint32_t> tied, bool by_prefix) const {
  if (!kept_) {
    return sort_by_threads(tied.begin(), tied.end(), [this](std::uint32_t a, std::uint32_t b) {
      const int found = compare(a, b);
      return found != 0 ? found < 0 : a < b;
    });
  }
  std::vector<Tied> words(tied.size());
  std::ranges::transform(tied, words.begin(), [](std::uint32_t record) { return Tied{.record = record}; });
  sort_by_words(words, by_prefix ? 0 : 1);
  std::ranges::transform(words, tied.begin(), &Tied::record);
}

/// Sorts tied records by their keys, from the key's 8-byte word number `word` on. Loads each word once instead of in
/// each comparison.
void FullKeyOrder::sort_by_words(std::span<Tied> tied, std::size_t word) const {
  const std::size_t behind = word * word_bytes;
  std::vector<std::byte> scratch;
  const auto fill = [&](Tied& one) {
    const std::span<const std::byte> bytes = key(one.record, scratch);
    one.word = prefix_of_key(bytes.subspan(std::min(bytes.size(), behind)));
  };
  std::ranges::for_each(tied, fill);
  sort_by_threads(tied.begin(), tied.end());
  for (std::size_t first = 0; first < tied.size();) {
    std::size_t end = first;
    bool goes_on = false;
    for (; end < tied.size() && tied[end].word == tied[first].word; ++end) {
      goes_on = goes_on || key(tied[end].record, scratch).size() > behind + word_bytes;
    }
    if (end - first > 1 && goes_on) sort_by_words(tied.subspan(first, end - first), word + 1);
    first = end;
  }
}

}  // namespace texelsort::external
