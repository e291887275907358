#include "compute/algorithms/ordered/cuda/width.cuh"

namespace texelsort::algorithms::ordered {
namespace {

const WidthCalls& calls(const KeyOrder& order) {
  return data::key_bytes(order.type) == 8 ? width_64 : width_32;
}

}  // namespace

std::uint64_t tile_keys(const KeyOrder& order, bool fields) {
  return calls(order).tile[fields];
}
std::uint64_t bucket_capacity(const KeyOrder& order, bool fields) {
  return calls(order).bucket_capacity(order.comparison == data::Comparison::natural, fields);
}
std::uint64_t most_samples() {
  return std::uint64_t{sample_threads} * sample_items;
}
std::uint64_t shared_bytes(const KeyOrder& order, bool fields) {
  return calls(order).shared_bytes[fields]();
}
void draw_splitters(const Keys& keys, const Level& level, const Tables& tables, void* temporary, Stream stream) {
  calls(keys.order).draw(keys, level, tables, temporary, stream);
}
std::uint64_t draw_bytes(const KeyOrder& order, const Level& level) {
  return level.list() == 0 ? 0 : level.samples() * calls(order).sample_bytes;
}
void count_buckets(const Keys& keys, const Level& level, const Tables& tables, Stream stream) {
  calls(keys.order).count(keys, level, tables, stream);
}
std::uint64_t scan_bytes(std::uint64_t elements) {
  return radix::grs_scan_bytes(elements);
}
void scan_counts(std::uint64_t* counts, std::uint64_t elements, void* temporary, std::uint64_t bytes, Stream stream) {
  // One block is done with few elements before CUB's two kernels have been launched; measured on an H200.
  constexpr std::uint64_t few = std::uint64_t{1} << 12;
  if (elements <= few) return radix::srts_scan(counts, elements, stream);
  radix::grs_scan(counts, elements, temporary, bytes, stream);
}
void scatter(const Keys& keys, const Level& level, const Tables& tables, Stream stream) {
  calls(keys.order).move[keys.fields.count > 0](keys, level, tables, stream);
}
void sort_buckets(const Keys& keys, std::uint64_t buckets, const std::uint64_t* starts, Stream stream) {
  calls(keys.order).sort[keys.fields.count > 0](keys, buckets, starts, stream);
}

}  // namespace texelsort::algorithms::ordered
