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

/// Kinds of arrays of a run. A kind also has the data that a picture needs in addition to the numbers. A table that
/// several families share has one kind and one picture.
namespace texelsort::algorithms::tables {

template <std::size_t size>
struct Text {
  char letters[size]{};
  constexpr Text(const char (&text)[size]) { std::copy_n(text, size, letters); }  // NOLINT: a literal is one
};
/// Base class that gives a kind of table its display name.
template <Text text>
struct Named {
  static constexpr std::string_view name = text.letters;
};

// Kinds of the data being sorted:
struct Keys : Named<"keys"> {};
struct Payload : Named<"payload"> {};
/// Payload of record keys: the position of each record in the input.
struct Index : Named<"index"> {};
/// All words of the records, in their current order.
struct Fields : Named<"fields"> {};

// Kinds of tables for rearranging records along the cycles of an order. They have one element per place.
struct Cycles : Named<"cycles"> {};
struct CycleLengths : Named<"cycle lengths"> {};
struct CycleStarts : Named<"cycle starts"> {};
struct CycleMembers : Named<"cycle members"> {};

/// Number of keys for each digit value (row) and part of the array (column). The pass's DigitPass defines the parts.
struct DigitCounts {
  static constexpr std::string_view name = "histogram";
  std::string_view part;  ///< name of a part: "tile" or "share"
};
/// Exclusive scan of DigitCounts: the destination of the first key with each digit value (row) in each part (column).
struct DigitScan {
  static constexpr std::string_view name = "scan";
  std::string_view part;
  bool moved = false;  ///< true if the keys are already at these destinations
};
/// Rank of each key among the keys of its tile with the same digit.
struct DigitRanks : Named<"ranks"> {};
/// Status words of the look-back: one row per tile and one column per digit value. The upper two bits are the state,
/// the others the count.
struct LookBackStatus : Named<"status"> {};
/// Number of keys with each value of each digit: one row per digit from the lowest, one column per value. The scan is
/// along rows.
struct AllDigitCounts : Named<"histogram"> {};
struct AllDigitScan : Named<"scan"> {};

// Kinds of tables of a sample sort. The pass's BucketPass describes them. Splitters are keys.
struct Samples : Named<"samples"> {};
struct SamplePlaces : Named<"sample places"> {};
/// Sorted splitters, one per bucket of each range. The last one is an upper bound of all keys.
struct Splitters : Named<"splitters"> {};
/// Positions by which ties between splitters and equal keys are broken.
struct SplitterPlaces : Named<"splitter places"> {};
/// Tables with one row per sublist: position of each splitter in the sublist; number of the sublist's keys per bucket,
/// or their destinations.
struct Locations : Named<"locations"> {};
struct SublistStarts : Named<"starts"> {};
/// Number of keys per bucket and tile, and the exclusive scan of these counts.
struct BucketCounts : Named<"histogram"> {};
struct BucketScan : Named<"scan"> {};
/// Start of each bucket. The end of the last bucket may follow.
struct BucketStarts : Named<"buckets"> {};
struct BucketSizes : Named<"sizes"> {};

// Kinds of tables of a quicksort round, with one row per part or per share of a part.
struct Pivots : Named<"pivots"> {};
struct ShareCounts : Named<"counts"> {};
struct SharePlaces : Named<"places"> {};
struct PartSizes : Named<"sizes"> {};

// Kinds of tables of sequences that splitter keys divide into parts: the splitters, with the positions that break ties;
// whether all keys of a part are equal; the start of each part in each sequence, and its destination.
struct PartKeys : Named<"splitters"> {};
struct PartKeyPlaces : Named<"splitter places"> {};
struct PartsOfOneValue : Named<"one value"> {};
struct PartBounds : Named<"bounds"> {};
struct PartPlaces : Named<"places"> {};

// Kinds of tables of a merge. The pass's MergePass describes them.
/// Start of each sorted sequence of the round, and the end of the last.
struct Sequences {
  static constexpr std::string_view name = "sequences";
  std::uint64_t ranks = 0;  ///< for a sort across ranks: number of ranks, each with equally many sequences; otherwise 0
  bool sorted = true;
};
/// Tables of parts + 1 rows. PartStarts: start of each part in each sequence. GroupPartStarts: the same within each
/// group of sequences. LeastPartStarts and MostPartStarts: bounds of these starts while the search runs.
struct PartStarts : Named<"splitters"> {};
struct GroupPartStarts : Named<"group splitters"> {};
struct LeastPartStarts : Named<"lower"> {};
struct MostPartStarts : Named<"upper"> {};
/// For each place of the merged array, the place that its key comes from, or no_place if it is unknown.
struct OutputPlaces : Named<"output"> {};
/// Tables of merge buffers, one row per merger: positions before the merger's last step, positions after it, and its
/// state.
struct MergeBuffers : Named<"buffer"> {};
struct MergedBuffers : Named<"merged"> {};
struct Mergers : Named<"mergers"> {};

/// Tables of a sort across ranks. Exchange: bytes that each rank (row) sends to each rank (column), with the bytes that
/// stay on the diagonal. ExchangeTimes: nanoseconds until the receiver has all these bytes, 0 if unknown.
struct Exchange : Named<"exchange"> {};
struct ExchangeTimes : Named<"exchange times"> {};

/// Pieces of the array that warps or thread blocks process independently. They are not stored as an array: each pass
/// provides its own (WorkPass).
struct Work : Named<"work"> {};

/// Thresholds against which a selection counts keys. They are not stored as an array: each pass provides its own
/// (ThresholdCount).
struct Thresholds : Named<"thresholds"> {};
/// Number of keys for each digit value of a level, one row per prefix.
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

/// Array that can be shown between two passes. A texture or buffer is borrowed, and valid until the next call of a
/// function of the run. Memory made for the view lasts as long as the view.
struct View {
  TableKind kind;
  data::KeyType element;    ///< type of an element: u32 for indices and tables, u64 for wide indices
  std::uint64_t count = 0;  ///< number of elements
  std::uint32_t width = 0;  ///< Elements per row, a power of two. Element i is texel (i mod width, i div width).
  std::variant<const gpu::Texture*, const gpu::Buffer*, std::span<const std::byte>> holder;
  std::uint64_t offset = 0;             ///< bytes before element 0 in a buffer
  std::uint32_t packed_bytes = 0;       ///< bytes per element in a buffer, if fewer than the type's
  std::shared_ptr<const void> owner{};  ///< Owner of memory made for this view. Null if borrowed.
  std::uint64_t list = 0;  ///< elements per list, if lists follow one another; each list is one texture channel

  std::string_view name() const { return algorithms::name(kind); }
};

/// Returns the first view whose table is of that kind. Parameters of the kind do not matter. Null if there is none.
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

/// Reads a view's elements as unsigned numbers. The view may be a texture, a buffer or host memory.
std::vector<std::uint64_t> read_view(const View& view);

/// Encodes the keys that read_view() has returned as unsigned numbers.
std::vector<std::uint64_t> codes_of_view(std::span<const std::uint64_t> numbers, data::KeyType type, data::Order order);

/// Returns views of a state's keys and payload that own the data.
std::vector<View> state_views(data::State state, data::PayloadKind payload);

}  // namespace texelsort::algorithms
