#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "compute/data/keys/comparison.h"
#include "compute/data/keys/fingerprint.h"
#include "compute/data/keys/output_part.h"
#include "compute/data/keys/state_view.h"

namespace texelsort::data {

/// Error in the output of a sort, and its location.
struct Fault {
  std::string message;  ///< description of the error in one sentence, with the wrong keys, payloads or fields
  /// Index of the first wrong element in the output; null if the error has no single location.
  std::optional<std::uint64_t> index;
};

/// Maximum number of keys and fields for which an error names the missing element. Finding it needs another sort.
inline constexpr std::uint64_t named_keys = std::uint64_t{1} << 24;

/// Cached facts about an input, which speed up further checks with the same input. If an output is checked in parts,
/// the facts concern the input range with the same indices.
struct KnownInput {
  std::optional<Fingerprint> keys;
};

/// Returns the first error in `output`, or null if it is `input` sorted. The output must be in order and a permutation
/// of the input. Every payload must be next to its key. If `stable` is true, equal keys must be in input order, which
/// only the payload or a field with the index can show. Keys are equal if their encoded keys are equal. Order and
/// stability follow `comparison`. Every record must be a record of the input, and each must occur once. The output may
/// have indices even if the input has none.
///
/// Order, payload and stability are compared key by key. Lost and duplicate elements are detected by fingerprints,
/// which miss a difference with a probability of 2^-128, or 2^-64 for records. The check makes a few passes over the
/// keys on all processor cores. For more than `named_n` keys and fields without indices, the error does not name the
/// missing element. If `known` is not null, it must belong to this input and order.
std::optional<Fault> find_fault(const StateView& input, const StateView& output, Order order, bool stable,
                                std::uint64_t named_n = named_keys, Comparison comparison = Comparison::natural,
                                KnownInput* known = nullptr);

/// Returns whether the parts of a distributed output together are `input` sorted. The rules are those of find_fault()
/// for keys with or without indices. All owners of parts call this at the same time, each with its own part, and get
/// the same answer. If `known` is not null, it must belong to this input, order and part.
bool is_right(const Keys& input, const OutputPart& part, Order order, bool stable,
              Comparison comparison = Comparison::natural, KnownInput* known = nullptr);

/// Returns the fault at the first key that is smaller than the previous key, or null if the keys are in order.
std::optional<Fault> find_disorder(const Keys& keys, Order order);

/// Compares the records of `output` with those of `input`, and returns the first error, or null. Each record must occur
/// once. If `stable` is true and the first field is the record's index, equal keys must be in the order of this field.
/// If the output has indices, each record must be the input record with this index. The caller must have checked the
/// keys. For more than `named_n` keys and fields, the error does not name a missing record.
std::optional<Fault> find_wrong_record(const StateView& input, const StateView& output, Order order, bool stable,
                                       std::uint64_t named_n);

}  // namespace texelsort::data
