#include <algorithm>

#include <fmt/format.h>

#include "compute/algorithms/baselines/cuda/cccl_versions.h"
#include "compute/algorithms/baselines/cuda/launch.h"
#include "compute/algorithms/baselines/cuda_library.h"
#include "compute/algorithms/core/differences.h"
#include "compute/algorithms/core/trace.h"
#include "compute/cuda/buffer.h"
#include "compute/data/keys/code_masks.h"

namespace texelsort::algorithms {
namespace {

unsigned payload_width(data::PayloadKind payload) {
  return static_cast<unsigned>(data::payload_bytes(payload));
}

std::uint64_t radix_bytes(const ProblemForm& form) {
  return form.n < 2 ? 0 : launches<CubRadixLaunches>(form.type).bytes(payload_width(form.payload), form.n);
}

std::uint64_t merge_bytes(const CubMerge& sort) {
  return sort.arrays.n < 2 ? 0 : launches<CubMergeLaunches>(sort.order).bytes(sort);
}

/// Describes a merge sort by CUB, without the addresses of the arrays. The number of bytes that CUB needs does not
/// depend on them.
CubMerge merge_of(std::uint64_t n, data::PayloadKind payload, const LibraryOrder& order) {
  return {.order = order, .arrays = {.payload_bytes = payload_width(payload), .n = n}};
}

const char* keys_or_pairs(data::PayloadKind payload) {
  return data::payload_bytes(payload) > 0 ? "Pairs" : "Keys";
}

/// Returns the minimum costs of any sort: one read and one write of all data. CUB does not document its own costs.
Counters least_cost(const Problem& problem) {
  return {.bytes = 2 * array_bytes(problem.form())};
}

/// Converts encoded keys back to the words that the array contained before the encoding pass. Claims receive only
/// encoded keys, and after this pass the array itself contains encoded keys.
std::vector<std::uint64_t> words_of(std::span<const std::uint64_t> codes, data::KeyType type, data::Order order) {
  const bool wide = data::key_bytes(type) == 8;
  const auto narrow_masks = data::code_masks<std::uint32_t>(type, order);
  const auto wide_masks = data::code_masks<std::uint64_t>(type, order);
  std::vector<std::uint64_t> words;
  for (const std::uint64_t code : codes) {
    words.push_back(wide ? wide_masks.decode(code) : narrow_masks.decode(static_cast<std::uint32_t>(code)));
  }
  return words;
}

Claim encoded_claim(data::KeyType type, data::Order order) {
  return {"every key is encoded", [type, order](const Observation& seen) {
            return find_difference("code", words_of(seen.after, type, order), seen.before);
          }};
}

Claim decoded_claim(data::KeyType type, data::Order order) {
  return {"every encoded key is decoded again", [type, order](const Observation& seen) {
            return find_difference("key", seen.after, words_of(seen.before, type, order));
          }};
}

Claim sorted_codes_claim(data::KeyType type, data::Order order) {
  return {"the encoded keys are sorted", [type, order](const Observation& seen) -> std::optional<Violation> {
            const auto codes = words_of(seen.after, type, order);
            const auto wrong = std::ranges::is_sorted_until(codes);
            if (wrong == codes.end()) return std::nullopt;
            return Violation{"is smaller than its predecessor", static_cast<std::uint64_t>(wrong - codes.begin()), {}};
          }};
}

constexpr auto temporary_label = "CUB's temporary memory";

class CubRadixRun final : public CudaRun {
 public:
  CubRadixRun(gpu::Device& device, std::shared_ptr<const Problem> problem)
      : CudaRun(device, problem, Sides::two),
        coded_(!data::code_masks<std::uint64_t>(problem->type(), problem->order).is_identity()),
        temporary_(radix_bytes(problem->form()), temporary_label) {
    if (n() > 1) {  // a single key needs no sort
      if (coded_) add_pass(map_pass(true));
      add_pass(sort_pass());
      if (coded_) add_pass(map_pass(false));
    }
    rewind();
  }

  static std::uint64_t cuda_bytes(const ProblemForm& form) { return 2 * array_bytes(form) + radix_bytes(form); }

  LibraryCall library_call() const override {
    return {"CUB " + cub_version(),
            fmt::format("cub::DeviceRadixSort::Sort{} of {}", keys_or_pairs(problem().payload),
                        coded_ ? "the encoded keys, between passes that encode and decode them" : "the keys")};
  }

 private:
  data::KeyType type() const { return problem().type(); }

  void sort() {
    const Columns from = front(), to = back();
    const CubSort call{.payload_bytes = payload_width(problem().payload),
                       .n = n(),
                       .keys = {from.keys, to.keys},
                       .payload = {from.payload, to.payload},
                       .temporary = temporary_.data(),
                       .temporary_bytes = temporary_.size(),
                       .stream = stream().handle()};
    if (launches<CubRadixLaunches>(type()).sort(call) == 1) swap();
  }

  Pass sort_pass() {
    return {.header =
                [stage = std::uint64_t{coded_}] {
                  return PassHeader{0, stage, "sort", "whole array"};
                },
            .execute = [this] { sort(); },
            .cost = [this] { return least_cost(problem()); },
            .claim = [this] { return coded_ ? sorted_codes_claim(type(), problem().order) : sorted_claim(); }};
  }

  /// Returns a pass that encodes or decodes the keys in place.
  Pass map_pass(bool encode) {
    return {
        .header =
            [encode] {
              return encode ? PassHeader{0, 0, "encode", "keys to codes"} : PassHeader{0, 2, "decode", "codes to keys"};
            },
        .execute = [this, encode] { map_keys(encode, front().keys, n(), type(), problem().order, stream().handle()); },
        .cost =
            [this] {
              return Counters{.dispatches = 1, .elements_read = n(), .bytes = 2 * n() * data::key_bytes(type())};
            },
        .claim = [this, encode] { return (encode ? encoded_claim : decoded_claim)(type(), problem().order); }};
  }

  bool coded_;  ///< true if a pass before the sort encodes the keys in the array
  cuda::Buffer temporary_;
};

/// Run that sorts in place, in one pass. The host chooses the comparison before the sort begins, because users of the
/// library know their comparison.
class CubMergeRun final : public CudaRun {
 public:
  CubMergeRun(gpu::Device& device, std::shared_ptr<const Problem> problem)
      : CudaRun(device, problem, Sides::one),
        sort_(merge_of(problem->n(), problem->payload, library_order(*problem))),
        temporary_(merge_bytes(sort_), temporary_label) {
    if (n() > 1) {
      add_pass({.header =
                    [] {
                      return PassHeader{0, 0, "sort", "whole array"};
                    },
                .execute = [this] { sort(); },
                .cost = [this] { return least_cost(this->problem()); },
                .claim = [] { return sorted_claim(); }});
    }
    rewind();
  }

  /// Returns the bytes of device memory that the sort needs. The bytes do not depend on the comparison, because CUB's
  /// tile size depends only on the bytes per key.
  static std::uint64_t cuda_bytes(const ProblemForm& form) {
    return array_bytes(form) + merge_bytes(merge_of(form.n, form.payload, {.type = form.type}));
  }

  LibraryCall library_call() const override {
    return {"CUB " + cub_version(),
            fmt::format("cub::DeviceMergeSort::StableSort{} by {}", keys_or_pairs(problem().payload),
                        comparison_text(sort_.order, "cuda::std::"))};
  }

 private:
  void sort() {
    const Columns at = front();
    CubMerge call = sort_;
    call.arrays.keys[0] = at.keys;
    call.arrays.payload[0] = at.payload;
    call.arrays.temporary = temporary_.data();
    call.arrays.temporary_bytes = temporary_.size();
    call.arrays.stream = stream().handle();
    launches<CubMergeLaunches>(call.order).sort(call);
  }

  CubMerge sort_;  ///< description of the sort, to which each call adds the current addresses of the arrays
  cuda::Buffer temporary_;
};

}  // namespace

std::unique_ptr<Algorithm> make_cub_radix() {
  return std::make_unique<CudaLibrary<CubRadixRun>>(AlgorithmInfo{
      .id = "cub/radix@cuda",
      .title = "CUB's DeviceRadixSort",
      .family = "cub",
      .summary = "The radix sort of the CUDA toolkit, SortKeys or SortPairs between two arrays. CUB sorts u32 and u64 "
                 "keys in ascending order directly. For other keys, a pass before encodes them as unsigned integers "
                 "and a pass after decodes them. The time includes these two passes, which are also shown separately.",
      .citation = {"NVIDIA", "CUB: cub::DeviceRadixSort", "CUDA Core Compute Libraries", 2025,
                   "device-wide algorithms"},
      .stable = true});
}

std::unique_ptr<Algorithm> make_cub_merge() {
  return std::make_unique<CudaLibrary<CubMergeRun>>(AlgorithmInfo{
      .id = "cub/merge@cuda",
      .title = "CUB's DeviceMergeSort",
      .family = "cub",
      .summary = "The merge sort of the CUDA toolkit, StableSortKeys or StableSortPairs in place, by cuda::std::less "
                 "or greater. Before the sort, the host searches floats for NaN and -0; if there are any, it compares "
                 "the encoded keys. thrust::sort with a comparison uses the same function.",
      .citation = {"NVIDIA", "CUB: cub::DeviceMergeSort", "CUDA Core Compute Libraries", 2025,
                   "device-wide algorithms"},
      .stable = true});
}

}  // namespace texelsort::algorithms
