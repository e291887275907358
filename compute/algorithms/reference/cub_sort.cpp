#include "compute/algorithms/reference/cub_sort.h"

#include <fmt/format.h>

#include "compute/algorithms/cuda/cuda_algorithm.h"
#include "compute/algorithms/cuda/cuda_run.h"
#include "compute/algorithms/reference/cuda/cub_kernels.h"
#include "compute/algorithms/sorted_claim.h"
#include "compute/cuda/buffer.h"
#include "compute/data/code_masks.h"

namespace texelsort::algorithms {
namespace {

enum class Way : std::uint8_t { radix, merge };

unsigned payload_width(data::PayloadKind payload) {
  return static_cast<unsigned>(data::payload_bytes(payload));
}

std::uint64_t temporary_bytes(Way way, std::uint64_t n, data::KeyType type, data::PayloadKind payload) {
  if (n < 2) return 0;
  const auto width = static_cast<unsigned>(data::key_bytes(type));
  return way == Way::radix ? cub_radix_bytes(width, payload_width(payload), n)
                           : cub_merge_bytes(width, payload_width(payload), n);
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

class CubRun final : public CudaRun {
 public:
  CubRun(gpu::Device& device, std::shared_ptr<const Problem> problem, Way way)
      : CudaRun(device, problem, way == Way::radix ? Sides::two : Sides::one),
        way_(way),
        coded_(way == Way::radix && !data::code_masks<std::uint64_t>(problem->type(), problem->order).is_identity()),
        temporary_(temporary_bytes(way, problem->n(), problem->type(), problem->payload), "CUB's temporary memory") {
    rewind();
  }

  std::vector<PassHeader> known_passes() const override {
    std::vector<PassHeader> headers;
    for (std::uint64_t i = 0; i < passes(); ++i) headers.push_back(header(i));
    return headers;
  }
  std::optional<std::uint64_t> total_passes() const override { return passes(); }

 protected:
  std::optional<Pass> next_pass() override {
    const std::uint64_t index = passes_done();
    if (index == passes()) return std::nullopt;
    const PassHeader named = header(index);
    Pass pass = !coded_ || index == 1 ? sort_pass() : map_pass(index == 0);
    pass.stage_index = named.stage_index;
    pass.stage = named.stage;
    pass.label = named.label;
    return pass;
  }
  bool ended() const override { return passes_done() == passes(); }

 private:
  /// One key is sorted.
  std::uint64_t passes() const { return n() < 2 ? 0 : coded_ ? 3 : 1; }
  PassHeader header(std::uint64_t index) const {
    if (!coded_) return {0, 0, "sort", "whole array"};
    static constexpr const char* stages[] = {"encode", "sort", "decode"};
    static constexpr const char* labels[] = {"keys to codes", "whole array", "codes to keys"};
    return {index, index, stages[index], labels[index]};
  }
  data::KeyType type() const { return problem().type(); }
  std::uint64_t key_array_bytes() const { return n() * data::key_bytes(type()); }

  void sort() {
    const Columns from = front();
    CubSort call{.key_bytes = static_cast<unsigned>(data::key_bytes(type())),
                 .payload_bytes = payload_width(problem().payload),
                 .n = n(),
                 .keys = {from.keys, nullptr},
                 .payload = {from.payload, nullptr},
                 .temporary = temporary_.data(),
                 .temporary_bytes = temporary_.size(),
                 .stream = stream().handle()};
    if (way_ == Way::merge) return cub_merge_sort(call, type(), problem().order);
    const Columns to = back();
    call.keys[1] = to.keys;
    call.payload[1] = to.payload;
    if (cub_radix_sort(call) == 1) swap();
  }

  Pass sort_pass() {
    Pass pass;
    pass.execute = [this] { sort(); };
    pass.count = [this] {
      Counters counters;
      // The least that any sort does: CUB does not say what it reads and writes.
      counters.bytes = 2 * (key_array_bytes() + n() * payload_width(problem().payload));
      return counters;
    };
    pass.claim = [this] {
      return coded_ ? sorted_codes_claim(coding(type(), problem().order, false)) : sorted_claim();
    };
    return pass;
  }

  Pass map_pass(bool encode) {
    Pass pass;
    pass.execute = [this, encode] {
      (encode ? encode_keys : decode_keys)(front().keys, n(), type(), problem().order, stream().handle());
    };
    pass.count = [this] {
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

  Way way_;
  bool coded_;  ///< codes stand in the array while it is sorted
  cuda::Buffer temporary_;
};

class CubAlgorithm final : public CudaAlgorithm {
 public:
  CubAlgorithm(AlgorithmInfo info, Way way) : CudaAlgorithm(std::move(info), {}), way_(way) {}

 protected:
  std::uint64_t device_bytes(const Size& size, const Parameters&) const override {
    return (way_ == Way::radix ? 2 : 1) * size.array_bytes() + temporary_bytes(way_, size.n, size.type, size.payload);
  }
  std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                const Parameters&) const override {
    return std::make_unique<CubRun>(*device, std::move(problem), way_);
  }

 private:
  Way way_;
};

}  // namespace

std::unique_ptr<Algorithm> make_cub_radix() {
  return std::make_unique<CubAlgorithm>(
      AlgorithmInfo{
          .id = "cub/radix@cuda",
          .title = "CUB's DeviceRadixSort",
          .family = "cub",
          .summary =
              "The radix sort of the CUDA toolkit, SortKeys or SortPairs between two arrays. u32 and u64 keys "
              "in ascending order are timed as CUB sorts them; others become unsigned codes in a pass before and "
              "keys again in a pass after, which are timed with it and shown apart.",
          .citation = {"NVIDIA", "CUB: cub::DeviceRadixSort", "CUDA Core Compute Libraries 3.0", 2025,
                       "device-wide algorithms"},
          .stable = true},
      Way::radix);
}

std::unique_ptr<Algorithm> make_cub_merge() {
  return std::make_unique<CubAlgorithm>(
      AlgorithmInfo{.id = "cub/merge@cuda",
                    .title = "CUB's DeviceMergeSort",
                    .family = "cub",
                    .summary = "The merge sort of the CUDA toolkit, StableSortKeys or StableSortPairs in place, with a "
                               "comparison of the keys' codes; thrust::sort with a comparison takes the same way.",
                    .citation = {"NVIDIA", "CUB: cub::DeviceMergeSort", "CUDA Core Compute Libraries 3.0", 2025,
                                 "device-wide algorithms"},
                    .stable = true},
      Way::merge);
}

}  // namespace texelsort::algorithms
