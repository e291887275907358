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

/// Kinds of tables that views of a run show, such as keys or splitters. A kind also has the data that its picture needs
/// in addition to the numbers. Several families of sorts may share a kind and its picture.
namespace texelsort::algorithms::tables {

template <std::size_t size>
struct Text {
  char letters[size]{};
  constexpr Text(const char (&text)[size]) { std::copy_n(text, size, letters); }  // NOLINT: a literal is one
};
/// Base class of a kind of table, which defines the kind's display name.
template <Text text>
struct Named {
  static constexpr std::string_view name = text.letters;
};

// Kinds of tables that contain the data being sorted.
struct Keys : Named<"keys"> {};
struct Payload : Named<"payload"> {};
/// Payload of record keys: the position of each record in the input.
struct Index : Named<"index"> {};
/// All words of the records, in the records' current order.
struct Fields : Named<"fields"> {};

// Tables that describe a permutation of records by its cycles. Each table has one element per position.
struct Cycles : Named<"cycles"> {};
struct CycleLengths : Named<"cycle lengths"> {};
struct CycleStarts : Named<"cycle starts"> {};
struct CycleMembers : Named<"cycle members"> {};

/// Number of keys for each digit value (row) and part of the array (column). The pass's DigitPass defines the parts of
/// the array.
struct DigitCounts {
  static constexpr std::string_view name = "histogram";
  std::string_view part;  ///< display name of a part of the array: "tile" or "share"
};
/// Exclusive scan of DigitCounts: the destination of the first key with each digit value (row) in each part (column).
struct DigitScan {
  static constexpr std::string_view name = "scan";
  std::string_view part;
  bool moved = false;  ///< true if the keys already lie at the destinations that the scan gives
};
/// Rank of each key among the keys of its tile with the same digit.
struct DigitRanks : Named<"ranks"> {};
/// Status words of a radix sort's look-back: one row per tile and one column per digit value. The upper two bits of a
/// word are the state. The other bits are the count.
struct LookBackStatus : Named<"status"> {};
/// Number of keys for each digit and digit value: one row per digit from the lowest, one column per value. AllDigitScan
/// is the exclusive scan of each row.
struct AllDigitCounts : Named<"histogram"> {};
struct AllDigitScan : Named<"scan"> {};

// Tables of a sample sort. The BucketPass of the pass describes them. Splitters are keys.
struct Samples : Named<"samples"> {};
struct SamplePlaces : Named<"sample places"> {};
/// Sorted splitters, one per bucket of each range. The last splitter of a range is an upper bound of all keys.
struct Splitters : Named<"splitters"> {};
/// Position of each splitter in the array. Sample sorts break ties between a splitter and equal keys by position.
struct SplitterPlaces : Named<"splitter places"> {};
/// Tables of a sample sort with one row per sorted sublist. Locations: number of the sublist's keys that do not follow
/// each splitter. SublistStarts: number of the sublist's keys per bucket, or the destinations of these keys.
struct Locations : Named<"locations"> {};
struct SublistStarts : Named<"starts"> {};
/// Tables of a sample sort. BucketCounts: number of keys per bucket and tile. BucketScan: exclusive scan of these
/// counts.
struct BucketCounts : Named<"histogram"> {};
struct BucketScan : Named<"scan"> {};
/// Start of each bucket in the array. The end of the last bucket may follow.
struct BucketStarts : Named<"buckets"> {};
struct BucketSizes : Named<"sizes"> {};

// Tables of a quicksort round, with one row per part or per share of a part.
struct Pivots : Named<"pivots"> {};
struct ShareCounts : Named<"counts"> {};
struct SharePlaces : Named<"places"> {};
struct PartSizes : Named<"sizes"> {};

// Tables of a sort that divides sequences into parts by splitters. PartKeys and PartKeyPlaces: keys of the splitters,
// and positions that break ties. PartsOfOneValue: 1 if all keys of a part are equal. PartBounds: start of each part in
// each sequence. PartPlaces: destination of each part.
struct PartKeys : Named<"splitters"> {};
struct PartKeyPlaces : Named<"splitter places"> {};
struct PartsOfOneValue : Named<"one value"> {};
struct PartBounds : Named<"bounds"> {};
struct PartPlaces : Named<"places"> {};

// Tables of a merge. The MergePass of the pass describes them.
/// Start of each sorted sequence of the merge round, and the end of the last sequence.
struct Sequences {
  static constexpr std::string_view name = "sequences";
  /// number of ranks in a distributed sort, which have equally many sequences each; 0 for other sorts
  std::uint64_t ranks = 0;
  bool sorted = true;
};
/// Tables of a merge with parts + 1 rows. PartStarts: start of each part in each sequence. GroupPartStarts: the same
/// starts within each group of sequences. LeastPartStarts and MostPartStarts: bounds of the starts while the search
/// runs.
struct PartStarts : Named<"splitters"> {};
struct GroupPartStarts : Named<"group splitters"> {};
struct LeastPartStarts : Named<"lower"> {};
struct MostPartStarts : Named<"upper"> {};
/// Source of each position of the merged array: the position of its key before the merge, or no_place if the source is
/// unknown.
struct OutputPlaces : Named<"output"> {};
/// Tables of a merge with one row per merger. MergeBuffers: positions of the elements in the buffer before the last
/// step. MergedBuffers: the same after the step. Mergers: progress of the merger.
struct MergeBuffers : Named<"buffer"> {};
struct MergedBuffers : Named<"merged"> {};
struct Mergers : Named<"mergers"> {};

/// Tables of a distributed sort. Exchange: bytes that each rank (row) sends to each rank (column), and on the diagonal
/// the bytes that stay. ExchangeTimes: nanoseconds until the receiver has all of these bytes, or 0 if the time is
/// unknown.
struct Exchange : Named<"exchange"> {};
struct ExchangeTimes : Named<"exchange times"> {};

/// Pieces of the array that warps or thread blocks process independently. No array stores the pieces: each pass
/// provides its own (WorkPass).
struct Work : Named<"work"> {};

/// Thresholds with which a selection compares all keys. No array stores the thresholds: each pass provides its own
/// (ThresholdCount).
struct Thresholds : Named<"thresholds"> {};
/// Number of keys for each digit value of a selection's level, with one row per prefix of the keys.
struct SelectionHistogram {
  static constexpr std::string_view name = "histogram";
  std::size_t level = 0;
};
/// Depth buffer in which a selection stores keys.
struct Depth : Named<"depth"> {};

/// Words of a buffer that a user's sort names. The name lives as long as the process; see interned().
struct Numbers {
  std::string_view name;
};

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
                 tables::Thresholds, tables::SelectionHistogram, tables::Depth, tables::Numbers>;

/// Returns the display name of a kind of table, such as "keys" or "splitters".
inline std::string_view name(const TableKind& kind) {
  return std::visit([](const auto& one) -> std::string_view { return one.name; }, kind);
}

/// Returns a copy of a name that lives as long as the process.
std::string_view interned(std::string_view name);

/// Array that can be shown between two passes. A texture or buffer is borrowed from the run, and remains valid until
/// the next call of a function of the run. Memory that was made for the view lasts as long as the view.
struct View {
  TableKind kind;
  data::KeyType element;  ///< type of the view's elements: u32 for indices and tables, u64 for wide indices
  std::uint64_t count = 0;
  std::uint32_t width = 0;  ///< Elements per row, a power of two. Element i is at texel (i mod width, i div width).
  std::variant<const gpu::Texture*, const gpu::Buffer*, std::span<const std::byte>> holder;
  std::uint64_t offset = 0;        ///< bytes in the buffer before element 0
  std::uint32_t packed_bytes = 0;  ///< bytes per element in the buffer; 0 if they equal the bytes of the element type
  /// Owner of memory that was made for this view. Null if the memory is borrowed from the run.
  std::shared_ptr<const void> owner{};
  /// number of elements per list if the view shows several lists, each in its own texture channel
  std::uint64_t list = 0;

  std::string_view name() const { return algorithms::name(kind); }
};

/// Returns the first view whose table is of this kind. Kinds are equal regardless of their parameters, except for the
/// names of tables::Numbers. Returns null if no view shows the table.
const View* find_view(const std::vector<View>& views, const TableKind& kind);

/// Makes a view that owns its elements, a vector of numbers.
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

/// Returns the encoded keys of a view whose keys read_view() has returned as unsigned numbers.
std::vector<std::uint64_t> codes_of_view(std::span<const std::uint64_t> numbers, data::KeyType type, data::Order order);

/// Returns views of the keys and the payload in `state`. The views own the data.
std::vector<View> state_views(data::State state, data::PayloadKind payload);

}  // namespace texelsort::algorithms
