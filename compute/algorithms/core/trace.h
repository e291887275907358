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
  /// Function that reads a table of the run after the pass, as unsigned numbers; see read_view(). It is empty if the
  /// run shows only keys and payload.
  std::function<std::vector<std::uint64_t>(const TableKind&)> table{};
  /// words of all record fields before and after the pass, in the layout of data::State
  std::span<const std::uint32_t> fields_before{}, fields_after{};
  data::RecordShape shape{};
};

/// Index of the element at which a claim fails, and the reason.
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

/// Task of the fragments in a rectangle. A fragment writes the smaller key, writes the larger key, decides itself which
/// of the two, or copies its key.
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
  /// index of the key among the channels of its texel, and number of channels
  std::uint32_t channel = 0, channels = 1;
  std::uint32_t layer = 0, layers = 1;  ///< index of the key's texture in an array of textures, and number of textures
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
  /// number of tiles or shares of the array, in each of which the pass counts digits separately
  std::uint64_t columns = 0;
  /// number of keys per column; the last column may have fewer keys
  std::uint64_t column_keys = 0;

  std::uint64_t digit(std::uint64_t code) const { return (code >> shift) & ((std::uint64_t{1} << bits) - 1); }
};

/// Description of the buckets in a pass of a sample sort. Views need it to show splitters, counts and starts of
/// buckets.
struct BucketPass {
  /// Keys [first, first + count) of the array, which one distribution divides into buckets.
  struct Range {
    std::uint64_t first = 0, count = 0;
  };
  std::uint64_t level = 0;    ///< recursion level of the distribution, from 0
  std::uint64_t buckets = 0;  ///< number of buckets into which each range is divided
  std::uint64_t most = 0;     ///< Guaranteed maximum number of keys in a bucket. 0 if there is no guarantee.
  bool placed = false;        ///< true if every key already lies in its bucket
  std::vector<Range> ranges;  ///< ranges of keys in ascending order of position
  /// Sorted sublists from which the sort draws samples, and the number of samples per sublist.
  std::vector<Range> sublists{};
  std::uint64_t samples = 0;
  /// Function that computes the bucket sizes that another random seed would give. It adds `further` to the seed.
  /// `codes` has the encoded keys or ranks. It returns null if the number of buckets would differ. The function is
  /// empty if the sort is not random.
  std::function<std::optional<std::vector<std::uint64_t>>(std::uint64_t further, std::span<const std::uint64_t> codes)>
      sizes_of_seed{};
};

/// Description of a merge round, which views need to show sequences and parts.
struct MergePass {
  std::uint64_t ways = 2;       ///< number of neighbouring sequences that the round merges into one
  std::uint64_t parts = 1;      ///< number of mergers; each merges one part of every sequence
  std::uint64_t sequences = 0;  ///< number of sequences before the round
  /// Number of elements that a merger outputs per step. 0 if a merger does not work step by step.
  std::uint64_t width = 0;
  bool selecting = false;  ///< true for passes that search for splitters; false for passes that merge
};

/// Division of the array into pieces that warps or thread blocks process independently.
struct WorkPass {
  /// A piece of the array, and the workers [worker, worker + workers) that process it together. They move its keys from
  /// the positions `from` to the positions `to`.
  struct Piece {
    std::uint64_t worker = 0, workers = 1;
    std::uint64_t part = 0;  ///< number of the part that contains the piece; several pieces may lie in the same part
    /// Positions of the keys before the pass. If there are several ranges, each is sorted, and the workers merge them.
    std::vector<IndexRange> from;
    std::vector<IndexRange> to{};  ///< Positions of the keys after the pass. Empty if the workers only read the keys.
  };
  /// Function that reads a table of the run as unsigned numbers. It returns an empty vector if the run does not have
  /// the table.
  using Tables = std::function<std::vector<std::uint64_t>(const TableKind&)>;

  std::string_view worker = "block";  ///< display name of a worker, such as "block"
  std::string_view part = "part";     ///< display name of a worker's part of the keys, such as "part"
  std::string_view parts{};           ///< Plural of `part` for display. Empty if the plural is `part` with an s.
  bool pivoted = false;               ///< true if pivots split each part, and the pieces are shares of parts
  std::function<std::vector<Piece>(const Tables&)> pieces;
};

/// Properties of a pass that are known before it runs.
struct PassHeader {
  std::uint64_t index = 0;        ///< position of the pass in the run, from 0
  std::uint64_t stage_index = 0;  ///< position of the pass's stage in the run, from 0
  std::string stage;              ///< name of the pass's stage, for example "stage 3"
  std::string label;              ///< name of the pass within its stage, for example "step 3"
  std::string made_at{};          ///< "FILE:LINE" of the script that made the pass; empty for built-in sorts
};

/// One step of a comparator network, which a pass executes.
using NetworkStep = std::shared_ptr<const network::Step>;

/// Data for views of one kind of pass, such as the digit of a radix sort. std::monostate for passes without such data.
using PassDetail =
    std::variant<std::monostate, NetworkStep, ThresholdCount, DigitPass, BucketPass, MergePass, WorkPass>;

/// Description of an executed pass.
struct PassRecord {
  PassHeader header;
  Counters counters{};
  Claim claim{};
  PassDetail detail{};
  /// returns the rectangles that the pass draws; empty if the pass draws none
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

/// Returns the text of an encoded key, for messages.
using KeyText = std::function<std::string(std::uint64_t code)>;

/// Returns the claim that a pass has merged every `ways` neighbouring sequences into one. `starts` has the starts of
/// the sequences before the pass. If `stable`, equal keys and their payloads keep the order of their sequences.
Claim merged_claim(std::vector<std::uint64_t> starts, std::uint64_t ways, bool stable, KeyText text = {});

}  // namespace texelsort::algorithms
