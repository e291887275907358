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

/// Kinds of arrays of a run, each with the data that a picture needs in addition to the numbers. A table that several
/// families share has one kind and one picture.
namespace texelsort::algorithms::tables {

template <std::size_t size>
struct Text {
  char letters[size]{};
  constexpr Text(const char (&text)[size]) { std::copy_n(text, size, letters); }  // NOLINT: a literal is one
};
/// Base class that gives a kind its display name.
template <Text text>
struct Named {
  static constexpr std::string_view name = text.letters;
};

// Data being sorted.
struct Keys : Named<"keys"> {};
struct Payload : Named<"payload"> {};
/// Payload of record keys: the position of each record in the input.
struct Index : Named<"index"> {};
/// All words of the records, in their current order.
struct Fields : Named<"fields"> {};

// Cycles of a rearrangement of records, one element per place.
struct Cycles : Named<"cycles"> {};
struct CycleLengths : Named<"cycle lengths"> {};
struct CycleStarts : Named<"cycle starts"> {};
struct CycleMembers : Named<"cycle members"> {};

/// Keys per digit (row) and part of the array (column). The pass's DigitPass defines the parts.
struct DigitCounts {
  static constexpr std::string_view name = "histogram";
  std::string_view part;  ///< name of a column: "tile" or "share"
};
/// Exclusive scan of DigitCounts: the destination of the first key of each row and column.
struct DigitScan {
  static constexpr std::string_view name = "scan";
  std::string_view part;
  bool moved = false;  ///< the keys are already at these destinations
};
/// Rank of each key among the keys of its tile with the same digit.
struct DigitRanks : Named<"ranks"> {};
/// Words of the look-back, one row per tile and one column per digit. The upper two bits are the state, the others the
/// count.
struct LookBackStatus : Named<"status"> {};
/// Counts of all keys by each of their digits: one row per digit from the lowest, one column per value. The scan is
/// along rows.
struct AllDigitCounts : Named<"histogram"> {};
struct AllDigitScan : Named<"scan"> {};

// Tables of a sample sort, described by the pass's BucketPass. Splitters are keys.
struct Samples : Named<"samples"> {};
struct SamplePlaces : Named<"sample places"> {};
/// Sorted; one per bucket of each range. The last is an upper bound for all keys.
struct Splitters : Named<"splitters"> {};
/// Positions that break ties between splitters and equal keys.
struct SplitterPlaces : Named<"splitter places"> {};
/// Position of each splitter in each sublist; keys of a sublist per bucket, or their destinations.
struct Locations : Named<"locations"> {};
struct SublistStarts : Named<"starts"> {};
/// Keys per bucket and tile, and the exclusive scan.
struct BucketCounts : Named<"histogram"> {};
struct BucketScan : Named<"scan"> {};
/// Start of each bucket, possibly followed by the end of the last.
struct BucketStarts : Named<"buckets"> {};
struct BucketSizes : Named<"sizes"> {};

// Round of a quicksort, one row per part or per share of a part.
struct Pivots : Named<"pivots"> {};
struct ShareCounts : Named<"counts"> {};
struct SharePlaces : Named<"places"> {};
struct PartSizes : Named<"sizes"> {};

// Sequences that splitter keys divide into parts: the splitters, with the positions that break ties; whether all keys
// of a part are equal; the start of each part in each sequence, and its destination.
struct PartKeys : Named<"splitters"> {};
struct PartKeyPlaces : Named<"splitter places"> {};
struct PartsOfOneValue : Named<"one value"> {};
struct PartBounds : Named<"bounds"> {};
struct PartPlaces : Named<"places"> {};

// Tables of a merge, described by the pass's MergePass.
/// Start of each of the round's sorted sequences, and the end of the last.
struct Sequences {
  static constexpr std::string_view name = "sequences";
  std::uint64_t ranks = 0;  ///< number of ranks of a sort across ranks, with equally many sequences each; else 0
  bool sorted = true;
};
/// parts + 1 rows. PartStarts: start of each part in each sequence; GroupPartStarts: the same within each group of
/// sequences. LeastPartStarts and MostPartStarts: bounds of the starts during the search.
struct PartStarts : Named<"splitters"> {};
struct GroupPartStarts : Named<"group splitters"> {};
struct LeastPartStarts : Named<"lower"> {};
struct MostPartStarts : Named<"upper"> {};
/// Destination of each key at its place of the merged array, or none.
struct OutputPlaces : Named<"output"> {};
/// Merge buffers, one row per merger: positions before its last step, positions after it, and the merger's state.
struct MergeBuffers : Named<"buffer"> {};
struct MergedBuffers : Named<"merged"> {};
struct Mergers : Named<"mergers"> {};

/// Sort across ranks: bytes sent from each rank (row) to each rank (column); bytes that stay are on the diagonal.
/// ExchangeTimes: nanoseconds until the receiver has them all, 0 if unknown.
struct Exchange : Named<"exchange"> {};
struct ExchangeTimes : Named<"exchange times"> {};

/// Pieces of the array that warps or thread blocks process independently. Not stored as an array; each pass provides
/// its own (WorkPass).
struct Work : Named<"work"> {};

/// Thresholds against which a selection counts keys. Not stored as an array; each pass provides its own
/// (ThresholdCount).
struct Thresholds : Named<"thresholds"> {};
/// Keys by the digit of a level, one row per prefix.
struct SelectionHistogram {
  static constexpr std::string_view name = "histogram";
  std::size_t level = 0;
};
/// Depth buffer of a selection.
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

/// Returns a display name, such as "keys" or "splitters".
inline std::string_view name(const TableKind& kind) {
  return std::visit([](const auto& one) -> std::string_view { return one.name; }, kind);
}

/// Array that can be shown between two passes. A texture or buffer is borrowed, and valid until the next call on the
/// run. Memory made for the view lasts as long as the view.
struct View {
  TableKind kind;
  data::KeyType element;    ///< u32 for indices and tables, u64 for wide indices
  std::uint64_t count = 0;  ///< elements
  std::uint32_t width = 0;  ///< Elements per row, a power of two. Element i is texel (i mod width, i div width).
  std::variant<const gpu::Texture*, const gpu::Buffer*, std::span<const std::byte>> holder;
  std::uint64_t offset = 0;             ///< bytes before element 0 in a buffer
  std::uint32_t packed_bytes = 0;       ///< bytes per element in a buffer, if fewer than its type's
  std::shared_ptr<const void> owner{};  ///< Owner of memory made for this view. Null if borrowed.
  std::uint64_t list = 0;  ///< elements per list, if there are several consecutive lists, one per texture channel

  std::string_view name() const { return algorithms::name(kind); }
};

/// Returns the first view of that kind; only the kind matters, not its parameters. Null if there is none.
const View* find_view(const std::vector<View>& views, const TableKind& kind);

/// Returns a view that owns `elements`, a vector of numbers.
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

/// Reads a view's elements as unsigned numbers from any holder.
std::vector<std::uint64_t> read_view(const View& view);

/// Encodes keys whose memory read_view() returned.
std::vector<std::uint64_t> codes_of_view(std::span<const std::uint64_t> numbers, data::KeyType type, data::Order order);

/// Returns views of a state's keys and payload that own the data.
std::vector<View> state_views(data::State state, data::PayloadKind payload);

}  // namespace texelsort::algorithms
