#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "compute/data/keys/comparison.h"
#include "compute/data/keys/fingerprint.h"
#include "compute/data/keys/output_part.h"
#include "compute/data/keys/state_view.h"

namespace texelsort::data {

/// An error in an output, and its location.
struct Fault {
  std::string message;                 ///< one sentence with the values
  std::optional<std::uint64_t> index;  ///< first wrong index in the output
};

/// Largest number of keys and fields for which a missing element is named. This needs another sort.
inline constexpr std::uint64_t named_keys = std::uint64_t{1} << 24;

/// Cached facts about an input, or about the range of a part in it, for the next check of the same input.
struct KnownInput {
  std::optional<Fingerprint> keys;
};

/// Returns the first error in `output`, or nothing if it is `input` sorted. It must be in order and a permutation, with
/// every payload still at its key. If `stable`, equal keys must be in input order (checked only with a payload, because
/// indices distinguish equal keys). Keys are equal if their encoded keys are; order and stability follow the
/// comparison.
/// Every record must be a record of the input, and each must occur once. If the first field is the index, it
/// distinguishes equal keys. The output may have indices even if the input has none.
/// Order, payload and stability are compared key by key. Lost and duplicate elements are detected by fingerprints,
/// which miss a difference with a probability of 2^-128, or 2^-64 for records. The check makes a few passes over the
/// keys on all processor cores. For more than `named_n` keys and fields without indices, the error does not name the
/// missing element. `known`, if given, must belong to this input and order.
std::optional<Fault> find_fault(const StateView& input, const StateView& output, Order order, bool stable,
                                std::uint64_t named_n = named_keys, Comparison comparison = Comparison::natural,
                                KnownInput* known = nullptr);

/// Returns whether the parts of a distributed output together are `input` sorted, by the rules of find_fault() for keys
/// alone or with indices. All owners of a part call this together with their own part and get the same answer. `known`,
/// if given, must belong to this input, order and part.
bool is_right(const Keys& input, const OutputPart& part, Order order, bool stable,
              Comparison comparison = Comparison::natural, KnownInput* known = nullptr);

/// Returns the first key that is smaller than its predecessor. Nothing if the keys are in order.
std::optional<Fault> find_disorder(const Keys& keys, Order order);

/// Compares the records of `output` with those of `input`, and returns the first error. Each record must occur once. If
/// `stable`, equal keys must keep the order of their first field if it was the record's index. If the output has
/// indices, each record must be the one of its index; the keys must already be known to be right. For more than
/// `named_n` keys and fields, the error does not name a missing record.
std::optional<Fault> find_wrong_record(const StateView& input, const StateView& output, Order order, bool stable,
                                       std::uint64_t named_n);

}  // namespace texelsort::data
