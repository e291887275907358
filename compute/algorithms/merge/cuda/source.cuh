#pragma once

#include "compute/algorithms/cuda/kernels/typed.cuh"
#include "compute/algorithms/merge/cuda/apart.h"
#include "compute/cuda/kernel.h"

/// Addresses of the elements of the sequences that a kernel merges.
namespace texelsort::algorithms::merge::device {
namespace {

/// Array that contains a sequence. By default, all sequences are in one array.
template <typename Typed>
struct Source {
  static constexpr bool may_be_far = false;
  const typename Typed::Word* keys;
  const typename Typed::Payload* payload;
  std::uint64_t n;

  __device__ Source(const Typed& arrays, std::uint64_t /*sequence*/)
      : keys(arrays.keys_in), payload(arrays.payload_in), n(arrays.n) {}
  /// Converts an element's index among all sequences into its index in the array.
  __device__ std::uint64_t place(std::uint64_t of_all) const { return of_all; }
};

/// Source of sequences that are in separate arrays.
template <typename Typed>
struct Apart : Typed {
  const SequenceApart* sequences;
};

template <typename Typed>
struct Source<Apart<Typed>> {
  static constexpr bool may_be_far = true;  ///< the sequence may be on another device
  const typename Typed::Word* keys;
  const typename Typed::Payload* payload;
  std::uint64_t n, shift;

  __device__ Source(const Apart<Typed>& arrays, std::uint64_t sequence) {
    const SequenceApart& own = arrays.sequences[sequence];
    keys = static_cast<const typename Typed::Word*>(own.keys);
    payload = static_cast<const typename Typed::Payload*>(own.payload);
    n = own.n;
    shift = own.shift;
  }
  __device__ std::uint64_t place(std::uint64_t of_all) const { return of_all + shift; }
};

}  // namespace
}  // namespace texelsort::algorithms::merge::device
