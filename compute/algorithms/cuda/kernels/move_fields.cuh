#pragma once

#include <cstdint>

#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/algorithms/cuda/kernels/team.cuh"
#include "compute/cuda/kernel.h"

/// Functions that move the fields of a tile's records after their keys (Bandyopadhyay & Sahni, Sorting Large Multifield
/// Records on a GPU, section IV).
namespace texelsort::algorithms::kernels {
namespace {

/// Moves records field by field if each field is an array (figure 4). Each field passes through shared memory, like the
/// keys, so that accesses are coalesced.
template <typename Tile, typename Ranks>
__device__ void move_columns(Tile& tile, const Ranks& ranks, const FieldArrays& fields, std::uint64_t n) {
  for (unsigned field = 0; field < fields.count; ++field) {
    const unsigned* in = fields.in + field * n + tile.start;
    unsigned* out = fields.out + field * n;
    __syncthreads();  // all threads have finished reading the previous field from shared memory
#pragma unroll
    for (unsigned i = 0; i < Tile::items; ++i) {
      if (tile.full() || Tile::place(i) < tile.valid) tile.shared.payload[ranks[i]] = in[Tile::place(i)];
    }
    __syncthreads();
    for (unsigned j = threadIdx.x; j < tile.valid; j += Tile::threads) out[tile.target(j)] = tile.shared.payload[j];
  }
}

/// Calls carry(Part{}), where Part is the type that one thread moves at a time: the widest of 16, 8 and 4 bytes that
/// divides the size of a record.
template <typename Carry>
__device__ void with_parts_of(const FieldArrays& fields, Carry carry) {
  if (fields.count % 4 == 0) {
    carry(uint4{});
  } else if (fields.count % 2 == 0) {
    carry(uint2{});
  } else {
    carry(0u);
  }
}

/// Moves records whose fields form a row (figures 5 and 6): row source(j) goes to row target(j), for j below `count`.
/// Index must be able to represent the total number of words. One thread moves a whole record (figure 5), or a group of
/// threads moves its parts (figure 6).
template <typename Part, typename Index, typename Source, typename Target>
__device__ void carry_rows(const FieldArrays& fields, unsigned threads, Index count, const Source& source,
                           const Target& target) {
  const unsigned parts = fields.count * sizeof(unsigned) / sizeof(Part);
  const Part* in = reinterpret_cast<const Part*>(fields.in);
  Part* out = reinterpret_cast<Part*>(fields.out);
  if (!fields.grouped) {
    for (Index j = threadIdx.x; j < count; j += threads) {
      const Part* row = in + std::uint64_t{source(j)} * parts;
      Part* to = out + std::uint64_t{target(j)} * parts;
      for (unsigned part = 0; part < parts; ++part) to[part] = row[part];
    }
    return;
  }
  for (Index i = threadIdx.x; i < count * parts; i += threads) {
    const Index j = i / parts, part = i - j * parts;
    out[std::uint64_t{target(j)} * parts + part] = in[std::uint64_t{source(j)} * parts + part];
  }
}

/// Moves records of either layout. If each field is an array (figure 4), each thread moves all fields of a record,
/// column by column. All threads of the block call it.
template <typename Index, typename Source, typename Target>
__device__ void carry_records(const FieldArrays& fields, std::uint64_t n, Index count, const Source& source,
                              const Target& target) {
  if (fields.rows) {
    return with_parts_of(fields,
                         [&](auto part) { carry_rows<decltype(part)>(fields, blockDim.x, count, source, target); });
  }
  for (unsigned field = 0; field < fields.count; ++field) {
    const unsigned* in = fields.in + field * n;
    unsigned* out = fields.out + field * n;
    for (Index j = threadIdx.x; j < count; j += blockDim.x) out[target(j)] = in[source(j)];
  }
}

/// Moves one record per lane from index `from` to index `to`. `from` must be consecutive in adjacent lanes. Lanes that
/// have a record (`there`) must come first. All lanes of the warp call it.
__device__ inline void carry_by_lanes(const FieldArrays& fields, std::uint64_t n, std::uint64_t from, std::uint64_t to,
                                      bool there) {
  if (!fields.rows) {
    for (unsigned field = 0; there && field < fields.count; ++field) {
      fields.out[field * n + to] = fields.in[field * n + from];
    }
    return;
  }
  const unsigned lane = threadIdx.x % warp_lanes, count = __popc(__ballot_sync(every_lane, there));
  with_parts_of(fields, [&](auto one) {
    using Part = decltype(one);
    const unsigned parts = fields.count * sizeof(unsigned) / sizeof(Part);
    const Part* in = reinterpret_cast<const Part*>(fields.in);
    Part* out = reinterpret_cast<Part*>(fields.out);
    if (!fields.grouped) {
      for (unsigned part = 0; there && part < parts; ++part) out[to * parts + part] = in[from * parts + part];
      return;
    }
    for (unsigned i = lane; i < warp_lanes * parts; i += warp_lanes) {
      const unsigned record = i / parts, part = i - record * parts;
      const std::uint64_t target = __shfl_sync(every_lane, to, record);
      if (record < count) out[target * parts + part] = in[(from - lane + record) * parts + part];
    }
  });
}

template <typename Tile, typename Ranks>
__device__ void move_rows(Tile& tile, const Ranks& ranks, const FieldArrays& fields) {
#pragma unroll
  for (unsigned i = 0; i < Tile::items; ++i) tile.shared.payload[ranks[i]] = Tile::place(i);  // index before the move
  __syncthreads();
  with_parts_of(fields, [&](auto part) {
    carry_rows<decltype(part)>(
        fields, Tile::threads, tile.valid, [&](unsigned j) { return tile.start + tile.shared.payload[j]; },
        [&](unsigned j) { return tile.target(j); });
  });
}

template <typename Tile, typename Ranks>
__device__ void move_fields(Tile& tile, const Ranks& ranks, const FieldArrays& fields, std::uint64_t n) {
  if (fields.rows) {
    move_rows(tile, ranks, fields);
  } else {
    move_columns(tile, ranks, fields, n);
  }
}

}  // namespace
}  // namespace texelsort::algorithms::kernels
