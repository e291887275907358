#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "compute/algorithms/core/index_range.h"
#include "compute/algorithms/core/view.h"
#include "compute/data/keys/record_shape.h"
#include "compute/gpu/objects.h"
#include "compute/network/network.h"

namespace texelsort::algorithms {

/// The data around one pass, as codes (see compute/data/keys/order.h), or as ranks where the problem has a comparison
/// of its own (see compute/data/keys/comparison.h). Payloads are empty without one.
struct Observation {
  std::span<const std::uint64_t> before, after;
  std::span<const std::uint64_t> payload_before, payload_after;
  /// Reads the view of that kind after the pass, as unsigned numbers; see read_view(). Empty function: the run has
  /// nothing but keys and payload to look at.
  std::function<std::vector<std::uint64_t>(const TableKind&)> table{};
  std::span<const std::uint32_t> fields_before{}, fields_after{};  ///< of records, as in data::State
  data::RecordShape shape{};
};

/// Where and why a claim does not hold.
struct Violation {
  std::string message;
  std::optional<std::uint64_t> index;
  std::optional<network::Comparator> comparator;
};

/// What a pass has made true of the data: one sentence, and a test that gives nothing when it holds.
struct Claim {
  std::string sentence;
  std::function<std::optional<Violation>(const Observation&)> find_violation;
};

/// What a pass costs, counted from its definition.
struct Counters {
  std::uint64_t draws = 0, quads = 0, dispatches = 0;
  std::uint64_t invocations = 0;    ///< of fragment or compute shaders, or threads
  std::uint64_t comparators = 0;    ///< compare-and-swaps
  std::uint64_t elements_read = 0;  ///< texels or elements of arrays
  std::uint64_t bytes = 0;          ///< read and written by the definition, caches aside
  std::uint64_t field_bytes = 0;    ///< those of them that belong to records' fields
};

/// What a rectangle of fragments does in a pass: writes the smaller key, the larger key, finds out which, or copies.
enum class Role : std::uint8_t { minimum, maximum, decide, keep };

/// A quad that a pass draws, in texels; those of one colour target do not overlap.
struct Quad {
  gpu::Rect rect;
  Role role = Role::decide;
};

/// Where a key is held: in a texel's channel, or in memory that has no texels.
struct KeyPlace {
  enum class Holder : std::uint8_t { texture, buffer, host };
  Holder holder = Holder::buffer;
  std::uint64_t x = 0, y = 0;
  std::uint32_t channel = 0, channels = 1;  ///< which of the texel's keys, of how many
  std::uint32_t layer = 0, layers = 1;      ///< of an array of textures
  bool operator==(const KeyPlace&) const = default;
};

/// A threshold against which a pass has counted, and what that decided.
struct ThresholdCount {
  std::uint64_t threshold = 0;  ///< m, as a code
  std::uint64_t count = 0;      ///< c(m): keys whose code is at least m
};

/// The digit by which a radix sort's pass tells codes apart, and how it cuts the array.
struct DigitPass {
  std::uint32_t shift = 0, bits = 0;  ///< the digit is (code >> shift) mod 2^bits
  std::uint64_t columns = 0;          ///< tiles, or shares of the array, that are counted each by itself
  std::uint64_t column_keys = 0;      ///< keys of all of them but the last: key i is in column i / column_keys

  std::uint64_t digit(std::uint64_t code) const { return (code >> shift) & ((std::uint64_t{1} << bits) - 1); }
};

/// The buckets of a sample sort's pass, for those who read tables::Splitters and what goes with them.
struct BucketPass {
  /// Keys [first, first + count) are distributed among buckets of their own.
  struct Range {
    std::uint64_t first = 0, count = 0;
  };
  std::uint64_t level = 0;    ///< from 0, where buckets are distributed again
  std::uint64_t buckets = 0;  ///< of each range
  std::uint64_t most = 0;     ///< keys of a bucket at the most; 0: nothing is promised
  bool placed = false;        ///< every key stands in its bucket
  std::vector<Range> ranges;  ///< in ascending order of place
  /// The sorted sublists that a sort draws its samples from, and how many samples each of them gives.
  std::vector<Range> sublists{};
  std::uint64_t samples = 0;
  /// The sizes of the buckets of keys with these codes or ranks had the splitters been drawn with a seed `further` on;
  /// nothing if there are not as many then. Empty function: nothing is random.
  std::function<std::optional<std::vector<std::uint64_t>>(std::uint64_t further, std::span<const std::uint64_t> codes)>
      sizes_of_seed{};
};

/// The round of a merge that a pass belongs to, for those who read tables::Sequences and tables::PartStarts.
struct MergePass {
  std::uint64_t ways = 2;       ///< neighbouring sequences that become one
  std::uint64_t parts = 1;      ///< mergers, each with its part of every sequence
  std::uint64_t sequences = 0;  ///< k, now
  std::uint64_t width = 0;      ///< elements of a block; 0: parts are merged whole
  bool selecting = false;       ///< the splitters are still searched for
};

/// What the warps or thread blocks of a pass work on, each by itself.
struct WorkPass {
  /// One after another, `workers` of them from number `worker` on take keys from places before the pass and leave them
  /// at places after it.
  struct Piece {
    std::uint64_t worker = 0, workers = 1;
    std::uint64_t part = 0;        ///< several pieces may belong to one
    std::vector<IndexRange> from;  ///< sorted sequences that are merged, if there are several
    std::vector<IndexRange> to{};  ///< as many keys; empty: they are looked at only
  };
  /// Reads a table of the run as it is now: as Observation::table, empty numbers where there is none.
  using Tables = std::function<std::vector<std::uint64_t>(const TableKind&)>;

  std::string_view worker = "block";  ///< what a worker is called
  std::string_view part = "part";     ///< and what it works on
  std::string_view parts{};           ///< several of it; empty: with an s
  bool pivoted = false;               ///< pieces are shares of parts that tables::Pivots splits
  std::function<std::vector<Piece>(const Tables&)> pieces;
};

/// What can be said of a pass before it ran.
struct PassHeader {
  std::uint64_t index = 0;        ///< position in the run, from 0
  std::uint64_t stage_index = 0;  ///< from 0
  std::string stage;              ///< "stage 3"
  std::string label;              ///< "step 3"
};

/// The comparators of a pass that is a network's step.
using NetworkStep = std::shared_ptr<const network::Step>;

/// What kind of pass it is, and what only that kind has.
using PassDetail =
    std::variant<std::monostate, NetworkStep, ThresholdCount, DigitPass, BucketPass, MergePass, WorkPass>;

/// What a run says of a pass that it has executed.
struct PassRecord {
  PassHeader header;
  Counters counters{};
  Claim claim{};
  PassDetail detail{};
  std::function<std::vector<Quad>()> quads{};  ///< what was drawn; empty function if nothing was

  // What a pass of that kind has, or null.
  const network::Step* step() const {
    const auto* step = std::get_if<NetworkStep>(&detail);
    return step != nullptr ? step->get() : nullptr;
  }
  const ThresholdCount* counted() const { return std::get_if<ThresholdCount>(&detail); }
  const DigitPass* digit() const { return std::get_if<DigitPass>(&detail); }
  const BucketPass* buckets() const { return std::get_if<BucketPass>(&detail); }
  const MergePass* merging() const { return std::get_if<MergePass>(&detail); }
  const WorkPass* work() const { return std::get_if<WorkPass>(&detail); }
};

}  // namespace texelsort::algorithms
