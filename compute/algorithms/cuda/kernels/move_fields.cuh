#pragma once

#include <cstdint>

#include "compute/algorithms/cuda/kernels/arrays.h"
#include "compute/cuda/kernel.h"

/// How the fields of a tile's records follow their keys, see Bandyopadhyay & Sahni, Sorting Large Multifield Records on
/// a GPU, section IV.
namespace texelsort::algorithms::kernels {
namespace {

/// Figure 4: a field is an array of its own. Each goes through shared memory, as the keys did, so that neighbours read
/// and write neighbours.
template <typename Tile, typename Ranks>
__device__ void move_columns(Tile& tile, const Ranks& ranks, const FieldArrays& fields, std::uint64_t n) {
  for (unsigned field = 0; field < fields.count; ++field) {
    const unsigned* in = fields.in + field * n + tile.start;
    unsigned* out = fields.out + field * n;
    __syncthreads();  // the field before is out of shared memory
#pragma unroll
    for (unsigned i = 0; i < Tile::items; ++i) {
      if (tile.full() || Tile::place(i) < tile.valid) tile.shared.payload[ranks[i]] = in[Tile::place(i)];
    }
    __syncthreads();
    for (unsigned j = threadIdx.x; j < tile.valid; j += Tile::threads) out[tile.target(j)] = tile.shared.payload[j];
  }
}

/// Figures 5 and 6: a record's fields are a row. `Part` is what one thread carries at a time: figure 5's threads carry
/// their records alone, in figure 6 those of a group carry the parts of one.
template <typename Part, typename Tile>
__device__ void carry_rows(const Tile& tile, const FieldArrays& fields) {
  const unsigned parts = fields.count * sizeof(unsigned) / sizeof(Part);
  const Part* in = reinterpret_cast<const Part*>(fields.in) + tile.start * parts;
  Part* out = reinterpret_cast<Part*>(fields.out);
  if (!fields.grouped) {
    for (unsigned j = threadIdx.x; j < tile.valid; j += Tile::threads) {
      const Part* row = in + std::uint64_t{tile.shared.payload[j]} * parts;
      Part* target = out + tile.target(j) * parts;
      for (unsigned part = 0; part < parts; ++part) target[part] = row[part];
    }
    return;
  }
  for (unsigned i = threadIdx.x; i < tile.valid * parts; i += Tile::threads) {
    const unsigned j = i / parts, part = i - j * parts;
    out[tile.target(j) * parts + part] = in[std::uint64_t{tile.shared.payload[j]} * parts + part];
  }
}

template <typename Tile, typename Ranks>
__device__ void move_rows(Tile& tile, const Ranks& ranks, const FieldArrays& fields) {
#pragma unroll
  for (unsigned i = 0; i < Tile::items; ++i) tile.shared.payload[ranks[i]] = Tile::place(i);  // where each comes from
  __syncthreads();
  if (fields.count % 4 == 0) {
    carry_rows<uint4>(tile, fields);
  } else if (fields.count % 2 == 0) {
    carry_rows<uint2>(tile, fields);
  } else {
    carry_rows<unsigned>(tile, fields);
  }
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
