#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "compute/data/keys/comparison.h"
#include "compute/data/keys/fingerprint.h"
#include "compute/data/keys/output_part.h"
#include "compute/data/keys/state_view.h"

namespace texelsort::data {

/// Why an output is wrong, and where.
struct Fault {
  std::string message;                 ///< one sentence with the values
  std::optional<std::uint64_t> index;  ///< first wrong index of the output
};

/// Outputs of no more keys and fields are sorted once more to name what they lack, if they do lack something.
inline constexpr std::uint64_t named_keys = std::uint64_t{1} << 24;

/// What a check finds out of an input alone, or of the places of a part in it, for the next check of the same.
struct KnownInput {
  std::optional<Fingerprint> keys;
};

/// Nothing if `output` is `input` sorted: in order, a permutation, every payload still with its key, and, if `stable`,
/// equal keys in input order (needs a payload: indices tell equal keys apart). Keys are equal when their codes are,
/// and in order and stable by the comparison.
/// Records: every one has the fields of one of the input's with its key, each of them once; their first field tells
/// equal keys apart where it was the index. The output may have indices although the input has none.
/// Order, payload and stability are compared key by key; that nothing is lost or comes twice is told by fingerprints,
/// which miss a difference by a chance of 2^-128, of records 2^-64. A few passes over the keys on every processor. Of
/// more than `named_n` keys and fields without indices a fault does not name what is missing. `known`, if any, is of
/// this input and order.
std::optional<Fault> find_fault(const StateView& input, const StateView& output, Order order, bool stable,
                                std::uint64_t named_n = named_keys, Comparison comparison = Comparison::natural,
                                KnownInput* known = nullptr);

/// Whether the parts of an output, of which everybody who has one calls this with their own, are `input` sorted: what
/// find_fault() finds of the whole, of keys alone or with indices. All get the same answer. `known`, if any, is of this
/// input, order and part.
bool is_right(const Keys& input, const OutputPart& part, Order order, bool stable,
              Comparison comparison = Comparison::natural, KnownInput* known = nullptr);

/// Nothing if the keys are in order; else the first index that is smaller than its predecessor.
std::optional<Fault> find_disorder(const Keys& keys, Order order);

}  // namespace texelsort::data
