#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "compute/data/keys/keys.h"
#include "compute/data/keys/order.h"
#include "compute/gpu/buffer.h"
#include "compute/gpu/objects.h"

/// What an array of a run is: a kind each, with what a picture of it needs besides its numbers. Where several families
/// have the same table it is the same kind, and one picture draws it.
namespace texelsort::algorithms::tables {

template <std::size_t size>
struct Text {
  char letters[size]{};
  constexpr Text(const char (&text)[size]) { std::copy_n(text, size, letters); }  // NOLINT: a literal is one
};
/// What people call a kind.
template <Text text>
struct Named {
  static constexpr std::string_view name = text.letters;
};

// What is sorted.
struct Keys : Named<"keys"> {};
struct Payload : Named<"payload"> {};
/// The payload of records' keys: the place of each record in the input.
struct Index : Named<"index"> {};
/// All words of records, as they stand.
struct Fields : Named<"fields"> {};

// The cycles of a rearrangement of records, an element a place.
struct Cycles : Named<"cycles"> {};
struct CycleLengths : Named<"cycle lengths"> {};
struct CycleStarts : Named<"cycle starts"> {};
struct CycleMembers : Named<"cycle members"> {};

/// Keys by digit, a row, and by part of the array, a column, as the pass's DigitPass cuts it.
struct DigitCounts {
  static constexpr std::string_view name = "histogram";
  std::string_view part;  ///< "tile" or "share": what the columns are
};
/// The exclusive scan of DigitCounts: where the first key of each goes.
struct DigitScan {
  static constexpr std::string_view name = "scan";
  std::string_view part;
  bool moved = false;  ///< the keys stand where it sends them
};
/// The rank of each key among those of its tile with its digit.
struct DigitRanks : Named<"ranks"> {};
/// Words of the look-back, a tile a row and a digit a column: the upper two bits are the state, the others the number.
struct LookBackStatus : Named<"status"> {};
/// All keys by each of their digits, a digit a row from the lowest, a value a column; and its scan along the rows.
struct AllDigitCounts : Named<"histogram"> {};
struct AllDigitScan : Named<"scan"> {};

// A sample sort's, as the pass's BucketPass tells. Splitters are keys.
struct Samples : Named<"samples"> {};
struct SamplePlaces : Named<"sample places"> {};
/// In order, as many a range as buckets: no key follows the last.
struct Splitters : Named<"splitters"> {};
/// Where splitters are told apart from equal keys by them.
struct SplitterPlaces : Named<"splitter places"> {};
/// Where each splitter is in each sublist, and keys of a sublist by bucket or where they go.
struct Locations : Named<"locations"> {};
struct SublistStarts : Named<"starts"> {};
/// Keys by bucket and tile, and the exclusive scan.
struct BucketCounts : Named<"histogram"> {};
struct BucketScan : Named<"scan"> {};
/// Where buckets begin; the end of the last may follow.
struct BucketStarts : Named<"buckets"> {};
struct BucketSizes : Named<"sizes"> {};

// A quicksort's round, a part or a share of a part a row.
struct Pivots : Named<"pivots"> {};
struct ShareCounts : Named<"counts"> {};
struct SharePlaces : Named<"places"> {};
struct PartSizes : Named<"sizes"> {};

// Sequences that keys cut into parts: the keys, with the places that tell them apart from equal keys; whether all keys
// of a part are equal; where each part begins in each sequence, where it goes.
struct PartKeys : Named<"splitters"> {};
struct PartKeyPlaces : Named<"splitter places"> {};
struct PartsOfOneValue : Named<"one value"> {};
struct PartBounds : Named<"bounds"> {};
struct PartPlaces : Named<"places"> {};

// A merge's, as the pass's MergePass tells.
/// Where the round's sorted sequences start, and the end of the last.
struct Sequences {
  static constexpr std::string_view name = "sequences";
  std::uint64_t ranks = 0;  ///< of a sort across ranks: each has as many of the sequences; else 0
  bool sorted = true;
};
/// parts + 1 rows: where each part begins in each sequence; of every group of sequences by itself; and, while they are
/// searched for, what is known of them.
struct PartStarts : Named<"splitters"> {};
struct GroupPartStarts : Named<"group splitters"> {};
struct LeastPartStarts : Named<"lower"> {};
struct MostPartStarts : Named<"upper"> {};
/// For every place of the merged array that of its key, or none.
struct OutputPlaces : Named<"output"> {};
/// Merge buffers, a merger a row: places before its last step, after it, and the merger's state.
struct MergeBuffers : Named<"buffer"> {};
struct MergedBuffers : Named<"merged"> {};
struct Mergers : Named<"mergers"> {};

/// Bytes that go from each rank, a row, to each, a column, in a sort across ranks; what stays on the diagonal. And the
/// nanoseconds until the receiver had them all; 0 where they are not known.
struct Exchange : Named<"exchange"> {};
struct ExchangeTimes : Named<"exchange times"> {};

/// The pieces of the array on which warps or thread blocks work by themselves: no array, every pass says its own
/// (WorkPass).
struct Work : Named<"work"> {};

/// A selection counts keys against thresholds: no array, every pass says its own (ThresholdCount).
struct Thresholds : Named<"thresholds"> {};
/// Keys by the digit of a level, a prefix a row.
struct SelectionHistogram {
  static constexpr std::string_view name = "histogram";
  std::size_t level = 0;
};
/// What a selection's depth buffer holds.
struct Depth : Named<"depth"> {};

}  // namespace texelsort::algorithms::tables

namespace texelsort::algorithms {

using TableKind =
    std::variant<tables::Keys, tables::Payload, tables::Index, tables::Fields, tables::Cycles, tables::CycleLengths,
                 tables::CycleStarts, tables::CycleMembers, tables::DigitCounts, tables::DigitScan, tables::DigitRanks,
                 tables::LookBackStatus, tables::AllDigitCounts, tables::AllDigitScan, tables::Samples,
                 tables::SamplePlaces, tables::Splitters, tables::SplitterPlaces, tables::Locations,
                 tables::SublistStarts, tables::BucketCounts, tables::BucketScan, tables::BucketStarts,
                 tables::BucketSizes, tables::Pivots, tables::ShareCounts, tables::SharePlaces, tables::PartSizes,
                 tables::PartKeys, tables::PartKeyPlaces, tables::PartsOfOneValue, tables::PartBounds,
                 tables::PartPlaces, tables::Sequences, tables::PartStarts, tables::GroupPartStarts,
                 tables::LeastPartStarts, tables::MostPartStarts, tables::OutputPlaces, tables::MergeBuffers,
                 tables::MergedBuffers, tables::Mergers, tables::Exchange, tables::ExchangeTimes, tables::Work,
                 tables::Thresholds, tables::SelectionHistogram, tables::Depth>;

/// "keys", "splitters".
inline std::string_view name(const TableKind& kind) {
  return std::visit([](const auto& one) -> std::string_view { return one.name; }, kind);
}

/// Array data that can be looked at between two passes. A holder that is a texture or a buffer is borrowed, and valid
/// until the next call on the run; memory made to be looked at lasts as long as its view.
struct View {
  TableKind kind;
  data::KeyType element;    ///< u32 for indices and tables, u64 for wide indices
  std::uint64_t count = 0;  ///< elements
  std::uint32_t width = 0;  ///< elements a row: element i is texel (i mod width, i div width); power of two
  std::variant<const gpu::Texture*, const gpu::Buffer*, std::span<const std::byte>> holder;
  std::uint64_t offset = 0;             ///< bytes before element 0 in a buffer
  std::uint32_t packed_bytes = 0;       ///< of an element in a buffer, if fewer than its type's
  std::shared_ptr<const void> owner{};  ///< of memory made for this view; else null
  std::uint64_t list = 0;  ///< elements of each list, if lists stand one after another, a channel of a texture each

  std::string_view name() const { return algorithms::name(kind); }
};

/// The first of that kind, whatever else its kind says; null if there is none.
const View* find_view(const std::vector<View>& views, const TableKind& kind);

/// A view of `elements`, a vector of numbers made for it.
template <typename Elements>
View owning_view(const TableKind& kind, data::KeyType element, std::uint64_t width, Elements elements) {
  const auto owner = std::make_shared<const Elements>(std::move(elements));
  const auto bytes = std::as_bytes(std::span(*owner));
  return {.kind = kind,
          .element = element,
          .count = bytes.size() / data::key_bytes(element),
          .width = static_cast<std::uint32_t>(width),
          .holder = bytes,
          .owner = owner};
}

/// The elements of a view as unsigned numbers, whatever holds them.
std::vector<std::uint64_t> read_view(const View& view);

/// The codes of keys of which read_view() gave the memory.
std::vector<std::uint64_t> codes_of_view(std::span<const std::uint64_t> numbers, data::KeyType type, data::Order order);

}  // namespace texelsort::algorithms
