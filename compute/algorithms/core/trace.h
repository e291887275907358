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

/// Data before and after one pass. Keys are encoded keys (see compute/data/keys/order.h), or ranks if the problem has
/// its own comparison (see compute/data/keys/comparison.h). The payload arrays are empty if the problem has no payload.
struct Observation {
  std::span<const std::uint64_t> before, after;
  std::span<const std::uint64_t> payload_before, payload_after;
  /// Function that reads the view of a table's kind after the pass as unsigned numbers; see read_view(). The function
  /// is empty if the run shows only keys and payload.
  std::function<std::vector<std::uint64_t>(const TableKind&)> table{};
  /// fields of the records, in the layout of data::State
  std::span<const std::uint32_t> fields_before{}, fields_after{};
  data::RecordShape shape{};
};

/// Index at which a claim fails, and the reason.
struct Violation {
  std::string message;
  std::optional<std::uint64_t> index;
  std::optional<network::Comparator> comparator;
};

/// Postcondition of a pass: a sentence, and a test that returns null if the postcondition holds.
struct Claim {
  std::string sentence;
  std::function<std::optional<Violation>(const Observation&)> find_violation;
};

/// Costs of a pass, computed from its definition.
struct Counters {
  std::uint64_t draws = 0, quads = 0, dispatches = 0;
  std::uint64_t invocations = 0;    ///< number of shader invocations or CUDA threads
  std::uint64_t comparators = 0;    ///< number of compare-and-swaps
  std::uint64_t elements_read = 0;  ///< number of texels or array elements read
  std::uint64_t bytes = 0;  ///< bytes that the pass reads and writes by its definition, without the effect of caches
  std::uint64_t field_bytes = 0;  ///< part of `bytes` that the pass moves for record fields
};

/// Task of the fragments in a rectangle: write the smaller key, write the larger key, decide which of the two, or copy
/// the key.
enum class Role : std::uint8_t { minimum, maximum, decide, keep };

/// Rectangle of texels that a pass draws. Rectangles in the same colour target do not overlap.
struct Quad {
  gpu::Rect rect;
  Role role = Role::decide;
};

/// Location of a key: a channel of a texel, or a place in memory without texels.
struct KeyPlace {
  enum class Holder : std::uint8_t { texture, buffer, host };
  Holder holder = Holder::buffer;
  std::uint64_t x = 0, y = 0;
  std::uint32_t channel = 0, channels = 1;  ///< channel of the key in its texel, and number of channels per texel
  std::uint32_t layer = 0, layers = 1;      ///< layer of the key in an array of textures, and number of layers
  bool operator==(const KeyPlace&) const = default;
};

/// Threshold with which a pass compared all keys, and the resulting count.
struct ThresholdCount {
  std::uint64_t threshold = 0;  ///< threshold m of the comparison, as an encoded key
  std::uint64_t count = 0;      ///< count c(m): number of keys whose encoded form is at least m
};

/// Digit by which a pass of a radix sort sorts, and the columns into which the sort divides the array.
struct DigitPass {
  std::uint32_t shift = 0, bits = 0;  ///< the digit of an encoded key is (key >> shift) mod 2^bits
  /// number of columns: tiles or shares of the array, in each of which the pass counts digits separately
  std::uint64_t columns = 0;
  /// number of keys per column, except the last: key i belongs to column i / column_keys
  std::uint64_t column_keys = 0;

  std::uint64_t digit(std::uint64_t code) const { return (code >> shift) & ((std::uint64_t{1} << bits) - 1); }
};

/// Buckets of a sample sort's pass. Describes tables::Splitters and the related tables.
struct BucketPass {
  /// Range [first, first + count) of keys, which the sort distributes among the range's own buckets.
  struct Range {
    std::uint64_t first = 0, count = 0;
  };
  std::uint64_t level = 0;    ///< recursion level of the distribution, from 0
  std::uint64_t buckets = 0;  ///< number of buckets per range of keys
  std::uint64_t most = 0;     ///< Guaranteed maximum number of keys in a bucket. 0 if there is no guarantee.
  bool placed = false;        ///< true if every key is already in its bucket
  std::vector<Range> ranges;  ///< ranges of keys in ascending order of position
  /// Sorted sublists from which the sort draws samples, and the number of samples per sublist.
  std::vector<Range> sublists{};
  std::uint64_t samples = 0;
  /// Function that computes the bucket sizes of the same keys for another random choice of splitters, with a seed that
  /// is larger by `further`. `codes` has the encoded keys or ranks. The function returns null if the other seed would
  /// give a different number of buckets. It is empty if the sort is not random.
  std::function<std::optional<std::vector<std::uint64_t>>(std::uint64_t further, std::span<const std::uint64_t> codes)>
      sizes_of_seed{};
};

/// Round of a merge. Describes tables::Sequences and tables::PartStarts.
struct MergePass {
  std::uint64_t ways = 2;       ///< number of neighbouring sequences that the round merges into one
  std::uint64_t parts = 1;      ///< number of mergers, each with its part of every sequence
  std::uint64_t sequences = 0;  ///< number k of sequences before the round
  /// Number of elements that a merger merges per block. 0 if a merger merges its part as a whole.
  std::uint64_t width = 0;
  bool selecting = false;  ///< true while the round searches for the splitters
};

/// Pieces of the array that warps or thread blocks process independently in a pass.
struct WorkPass {
  /// A piece of work: workers [worker, worker + workers) together move keys from positions before the pass to positions
  /// after the pass.
  struct Piece {
    std::uint64_t worker = 0, workers = 1;
    std::uint64_t part = 0;  ///< number of the part to which the piece belongs; several pieces may share a part
    /// Positions of the keys before the pass. Several ranges are sorted sequences that the workers merge.
    std::vector<IndexRange> from;
    std::vector<IndexRange> to{};  ///< Positions of the keys after the pass. Empty if the workers only read the keys.
  };
  /// Function that reads a table of the run by its kind, like Observation::table. Returns an empty vector if the run
  /// does not have the table.
  using Tables = std::function<std::vector<std::uint64_t>(const TableKind&)>;

  std::string_view worker = "block";  ///< display name of a worker, such as "block"
  std::string_view part = "part";     ///< display name of a worker's part of the keys, such as "part"
  std::string_view parts{};           ///< Display name of several parts. Empty if the plural is `part` with an s.
  bool pivoted = false;  ///< true if the pieces are shares of parts that are split by the pivots of tables::Pivots
  std::function<std::vector<Piece>(const Tables&)> pieces;
};

/// Properties of a pass that are known before it runs.
struct PassHeader {
  std::uint64_t index = 0;        ///< position of the pass in the run, from 0
  std::uint64_t stage_index = 0;  ///< position of the pass's stage in the run, from 0
  std::string stage;              ///< name of the pass's stage, for example "stage 3"
  std::string label;              ///< name of the pass within its stage, for example "step 3"
};

/// Comparators of a pass that executes one step of a network.
using NetworkStep = std::shared_ptr<const network::Step>;

/// Data that describe a pass in addition to its costs and claim. The type depends on the kind of pass.
using PassDetail =
    std::variant<std::monostate, NetworkStep, ThresholdCount, DigitPass, BucketPass, MergePass, WorkPass>;

/// Description of an executed pass.
struct PassRecord {
  PassHeader header;
  Counters counters{};
  Claim claim{};
  PassDetail detail{};
  /// Returns the rectangles that the pass draws. The function is empty if the pass draws none.
  std::function<std::vector<Quad>()> quads{};

  // Each of these functions returns the data of one kind of pass, or null if the pass is of another kind.
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

/// Returns the claim that the whole array is sorted. A violation of the claim contains the first wrong index.
Claim sorted_claim();

/// Returns the claim that a pass has merged every `ways` neighbouring sequences into one. `starts` has the starts of
/// the sequences before the pass. If `stable`, equal keys and their payloads keep the order of their sequences.
Claim merged_claim(std::vector<std::uint64_t> starts, std::uint64_t ways, bool stable);

}  // namespace texelsort::algorithms
