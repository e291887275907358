#include "compute/algorithms/merge/cuda/merge.cuh"
#include "compute/algorithms/merge/cuda/select_kernels.cuh"
#include "compute/algorithms/merge/cuda/sort.cuh"

namespace texelsort::algorithms::merge::device {
namespace {

template <typename Typed>
std::uint64_t shared_bytes(Merger merger, Network network, unsigned width) {
  const auto of_network = [&]<template <typename, MergeNetwork> typename Kind>() {
    if (network == Network::bitonic) return Kind<Typed, MergeNetwork::bitonic>::shared_bytes(width);
    if (network == Network::ranking) return Kind<Typed, MergeNetwork::ranking>::shared_bytes(width);
    return Kind<Typed, MergeNetwork::odd_even>::shared_bytes(width);
  };
  const unsigned teams = width == 32 ? warps_block / width : 1;
  switch (merger) {
    case Merger::bitonic:
      return BitonicMerger<Typed>::shared_bytes(width);
    case Merger::path:
      return PathMerger<Typed>::shared_bytes(width);
    case Merger::two_way:
      return teams * of_network.template operator()<TwoWayMerger>();
    case Merger::four_way:
      break;
  }
  return teams * of_network.template operator()<FourWayMerger>();
}

template <typename Typed>
std::uint64_t shared_bytes(FirstLevel first) {
  switch (first) {
    case FirstLevel::quick:
      return QuickLevel<Typed>::shared_bytes;
    case FirstLevel::bitonic:
      return BitonicLevel<Typed>::shared_bytes;
    case FirstLevel::tiles:
      break;
  }
  return TileLevel<Typed>::shared_bytes;
}

/// Calls `with` with arrays of keys of this width as a tag.
template <typename With>
std::uint64_t with_typed(unsigned key_bytes, bool payload, With with) {
  const auto with_word = [&]<typename Word>(std::type_identity<Word>) {
    if (payload) return with(std::type_identity<kernels::Typed<Word, std::uint32_t, data::CodeLess>>{});
    return with(std::type_identity<kernels::Typed<Word, kernels::NoPayload, data::CodeLess>>{});
  };
  return key_bytes == 4 ? with_word(std::type_identity<std::uint32_t>{})
                        : with_word(std::type_identity<std::uint64_t>{});
}

}  // namespace

std::uint64_t merge_shared_bytes(Merger merger, Network network, unsigned width, unsigned key_bytes, bool payload) {
  return with_typed(key_bytes, payload, [&]<typename Typed>(std::type_identity<Typed>) {
    return shared_bytes<Typed>(merger, network, width);
  });
}

std::uint64_t sort_shared_bytes(FirstLevel first, unsigned key_bytes, bool payload) {
  return with_typed(key_bytes, payload,
                    [&]<typename Typed>(std::type_identity<Typed>) { return shared_bytes<Typed>(first); });
}

void sort_sequences(const SortSequencesCall& call, Stream stream) {
  const bool wide = data::key_bytes(call.arrays.order.type) == 8;
  (wide ? sort_sequences_64 : sort_sequences_32)(call, stream);
}

void select_splitters(const SelectCall& call, Stream stream) {
  const bool wide = data::key_bytes(call.arrays.order.type) == 8;
  (wide ? select_splitters_64 : select_splitters_32)(call, stream);
}

void merge_parts(const MergeCall& call, Stream stream) {
  const bool wide = data::key_bytes(call.arrays.order.type) == 8;
  switch (call.merger) {
    case Merger::two_way:
      return (wide ? two_way_64 : two_way_32)(call, stream);
    case Merger::four_way:
      return (wide ? four_way_64 : four_way_32)(call, stream);
    case Merger::bitonic:
    case Merger::path:
      return (wide ? bitonic_or_path_64 : bitonic_or_path_32)(call, stream);
  }
}

void merge_runs(const MergeRunsCall& call, Stream stream) {
  const bool wide = data::key_bytes(call.arrays.order.type) == 8;
  if (call.merger == Merger::four_way) {
    (wide ? four_way_runs_64 : four_way_runs_32)(call, stream);
  } else {
    (wide ? two_way_runs_64 : two_way_runs_32)(call, stream);
  }
}

}  // namespace texelsort::algorithms::merge::device
