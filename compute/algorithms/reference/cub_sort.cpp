#include "compute/algorithms/reference/cub_sort.h"

#include <fmt/format.h>

#include "compute/algorithms/core/sorted_claim.h"
#include "compute/algorithms/cuda/cuda_algorithm.h"
#include "compute/algorithms/cuda/cuda_run.h"
#include "compute/algorithms/reference/cuda/cccl_versions.h"
#include "compute/algorithms/reference/cuda/launch.h"
#include "compute/algorithms/reference/library_call.h"
#include "compute/algorithms/reference/library_order.h"
#include "compute/cuda/buffer.h"
#include "compute/data/code_masks.h"

namespace texelsort::algorithms {
namespace {

unsigned payload_width(data::PayloadKind payload) {
  return static_cast<unsigned>(data::payload_bytes(payload));
}

std::uint64_t radix_bytes(std::uint64_t n, data::KeyType type, data::PayloadKind payload) {
  return n < 2 ? 0 : launches<CubRadixLaunches>(type).bytes(payload_width(payload), n);
}

std::uint64_t merge_bytes(const CubMerge& sort) {
  return sort.arrays.n < 2 ? 0 : launches<CubMergeLaunches>(sort.order).bytes(sort);
}

/// What is known of a merge sort before its arrays are.
CubMerge merge_of(std::uint64_t n, data::PayloadKind payload, const LibraryOrder& order) {
  return {.order = order, .arrays = {.payload_bytes = payload_width(payload), .n = n}};
}

const char* keys_or_pairs(data::PayloadKind payload) {
  return data::payload_bytes(payload) > 0 ? "Pairs" : "Keys";
}

/// The least that any sort does: CUB does not say what it reads and writes.
Counters least_counters(const Problem& problem) {
  Counters counters;
  counters.bytes = 2 * problem.n() * (data::key_bytes(problem.type()) + payload_width(problem.payload));
  return counters;
}

/// A problem's map from keys to codes or back, on words of either width. What claims see are codes of what the array
/// holds; after a pass that put codes there, that is codes of codes.
std::function<std::uint64_t(std::uint64_t)> coding(data::KeyType type, data::Order order, bool encode) {
  if (data::key_bytes(type) == 4) {
    const auto masks = data::code_masks<std::uint32_t>(type, order);
    return [masks, encode](std::uint64_t wide) -> std::uint64_t {
      const auto word = static_cast<std::uint32_t>(wide);
      return encode ? masks.encode(word) : masks.decode(word);
    };
  }
  const auto masks = data::code_masks<std::uint64_t>(type, order);
  return [masks, encode](std::uint64_t word) { return encode ? masks.encode(word) : masks.decode(word); };
}

/// Every element is `coding` of what it was.
Claim mapped_claim(std::string sentence, std::function<std::uint64_t(std::uint64_t)> coding) {
  return {std::move(sentence), [coding = std::move(coding)](const Observation& seen) -> std::optional<Violation> {
            for (std::uint64_t i = 0; i < seen.after.size(); ++i) {
              if (seen.after[i] != coding(seen.before[i])) return Violation{"is not what it was before", i, {}};
            }
            return std::nullopt;
          }};
}

/// What the array holds, codes themselves, is sorted.
Claim sorted_codes_claim(std::function<std::uint64_t(std::uint64_t)> decode) {
  return {"the codes are sorted", [decode = std::move(decode)](const Observation& seen) -> std::optional<Violation> {
            for (std::uint64_t i = 1; i < seen.after.size(); ++i) {
              if (decode(seen.after[i]) < decode(seen.after[i - 1])) {
                return Violation{"is smaller than its predecessor", i, {}};
              }
            }
            return std::nullopt;
          }};
}

constexpr auto temporary_label = "CUB's temporary memory";

class CubRadixRun final : public CudaRun, public CallsLibrary {
 public:
  CubRadixRun(gpu::Device& device, std::shared_ptr<const Problem> problem)
      : CudaRun(device, problem, Sides::two),
        coded_(!data::code_masks<std::uint64_t>(problem->type(), problem->order).is_identity()),
        temporary_(radix_bytes(problem->n(), problem->type(), problem->payload), temporary_label) {
    if (n() > 1) {  // one key is sorted
      if (coded_) add_pass(map_pass(true));
      add_pass(sort_pass());
      if (coded_) add_pass(map_pass(false));
    }
    rewind();
  }

  LibraryCall library_call() const override {
    return {"CUB " + cub_version(), fmt::format("cub::DeviceRadixSort::Sort{} of {}", keys_or_pairs(problem().payload),
                                                coded_ ? "the keys' codes, between passes that map them" : "the keys")};
  }

 private:
  data::KeyType type() const { return problem().type(); }
  std::uint64_t key_array_bytes() const { return n() * data::key_bytes(type()); }

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
    Pass pass;
    pass.header = [stage = std::uint64_t{coded_}] { return PassHeader{0, stage, "sort", "whole array"}; };
    pass.execute = [this] { sort(); };
    pass.cost = [this] { return least_counters(problem()); };
    pass.claim = [this] {
      return coded_ ? sorted_codes_claim(coding(type(), problem().order, false)) : sorted_claim();
    };
    return pass;
  }

  Pass map_pass(bool encode) {
    Pass pass;
    pass.header = [encode] {
      return encode ? PassHeader{0, 0, "encode", "keys to codes"} : PassHeader{0, 2, "decode", "codes to keys"};
    };
    pass.execute = [this, encode] {
      (encode ? encode_keys : decode_keys)(front().keys, n(), type(), problem().order, stream().handle());
    };
    pass.cost = [this] {
      Counters counters;
      counters.dispatches = 1;
      counters.texels_fetched = n();
      counters.bytes = 2 * key_array_bytes();
      return counters;
    };
    pass.claim = [this, encode] {
      return mapped_claim(encode ? "every key is its code" : "every code is its key again",
                          coding(type(), problem().order, encode));
    };
    return pass;
  }

  bool coded_;  ///< codes stand in the array while it is sorted
  cuda::Buffer temporary_;
};

/// In place, in one pass. Which comparison the input allows is found out on the host before it starts: a user knows it.
class CubMergeRun final : public CudaRun, public CallsLibrary {
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
                .cost = [this] { return least_counters(this->problem()); },
                .claim = [] { return sorted_claim(); }});
    }
    rewind();
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

  CubMerge sort_;  ///< without its arrays' addresses, which may change
  cuda::Buffer temporary_;
};

class CubRadix final : public CudaAlgorithmWith<NoSettings> {
 public:
  explicit CubRadix(AlgorithmInfo info) : CudaAlgorithmWith(std::move(info), no_settings) {}

 protected:
  std::uint64_t cuda_bytes(const ProblemForm& form, const NoSettings&) const override {
    return 2 * array_bytes(form) + radix_bytes(form.n, form.type, form.payload);
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const NoSettings&) const override {
    return std::make_unique<CubRadixRun>(*device, std::move(problem));
  }
};

class CubMergeSort final : public CudaAlgorithmWith<NoSettings> {
 public:
  explicit CubMergeSort(AlgorithmInfo info) : CudaAlgorithmWith(std::move(info), no_settings) {}

 protected:
  /// CUB cuts by the bytes of a key, whatever the comparison.
  std::uint64_t cuda_bytes(const ProblemForm& form, const NoSettings&) const override {
    return array_bytes(form) + merge_bytes(merge_of(form.n, form.payload, {.type = form.type}));
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const NoSettings&) const override {
    return std::make_unique<CubMergeRun>(*device, std::move(problem));
  }
};

}  // namespace

std::unique_ptr<Algorithm> make_cub_radix() {
  return std::make_unique<CubRadix>(AlgorithmInfo{
      .id = "cub/radix@cuda",
      .title = "CUB's DeviceRadixSort",
      .family = "cub",
      .summary = "The radix sort of the CUDA toolkit, SortKeys or SortPairs between two arrays. u32 and u64 keys "
                 "in ascending order are timed as CUB sorts them; others become unsigned codes in a pass before and "
                 "keys again in a pass after, which are timed with it and shown apart.",
      .citation = {"NVIDIA", "CUB: cub::DeviceRadixSort", "CUDA Core Compute Libraries", 2025,
                   "device-wide algorithms"},
      .stable = true});
}

std::unique_ptr<Algorithm> make_cub_merge() {
  return std::make_unique<CubMergeSort>(
      AlgorithmInfo{.id = "cub/merge@cuda",
                    .title = "CUB's DeviceMergeSort",
                    .family = "cub",
                    .summary = "The merge sort of the CUDA toolkit, StableSortKeys or StableSortPairs in place, by "
                               "cuda::std::less or greater; floats with NaN or -0 among them, which the host looks for "
                               "before the sort, are compared by their codes. thrust::sort with a comparison takes the "
                               "same way.",
                    .citation = {"NVIDIA", "CUB: cub::DeviceMergeSort", "CUDA Core Compute Libraries", 2025,
                                 "device-wide algorithms"},
                    .stable = true});
}

}  // namespace texelsort::algorithms
