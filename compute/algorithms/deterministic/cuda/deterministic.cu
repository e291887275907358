#include "compute/algorithms/deterministic/cuda/bitonic.cuh"
#include "compute/algorithms/deterministic/cuda/deterministic.cuh"

namespace texelsort::algorithms::sample {
namespace {

bool is_wide(const Arrays& arrays) {
  return data::key_bytes(arrays.order.type) == 8;
}

}  // namespace

void bitonic_pass(const Arrays& arrays, const BitonicPass& pass, Stream stream) {
  (is_wide(arrays) ? bitonic_pass_64 : bitonic_pass_32)(arrays, pass, stream);
}

void select_samples(const void* keys, std::uint64_t key_bytes, const Sublists& sublists, const BucketTables& tables,
                    Stream stream) {
  (key_bytes == 8 ? select_samples_of<std::uint64_t> : select_samples_of<std::uint32_t>)(keys, sublists, tables,
                                                                                         stream);
}

void select_splitters(std::uint64_t key_bytes, const Sublists& sublists, const BucketTables& tables, Stream stream) {
  (key_bytes == 8 ? select_splitters_of<std::uint64_t> : select_splitters_of<std::uint32_t>)(sublists, tables, stream);
}

void search_splitters(const Arrays& arrays, const Sublists& sublists, const BucketTables& tables, std::uint32_t threads,
                      bool in_shared, Stream stream) {
  (is_wide(arrays) ? search_of<std::uint64_t> : search_of<std::uint32_t>)(arrays, sublists, tables, threads, in_shared,
                                                                          stream);
}

void relocate(const Arrays& arrays, const Sublists& sublists, const BucketTables& tables, std::uint32_t threads,
              Stream stream) {
  (is_wide(arrays) ? relocate_of<std::uint64_t> : relocate_of<std::uint32_t>)(arrays, sublists, tables, threads,
                                                                              stream);
}

}  // namespace texelsort::algorithms::sample
