#pragma once

#include <optional>
#include <span>

#include "compute/data/check.h"

/// The fields of sorted records against those of the input. Internal to the data layer.
namespace texelsort::data {

/// Nothing if every record of `output` has the fields of one record of `input` with its key, each of them once, and, if
/// `stable`, equal keys keep the order of their first field where that was the record's index. `before` and `after` are
/// the keys' codes. Where the output has indices, it is the record of that index.
std::optional<Fault> find_wrong_record(const StateView& input, const StateView& output,
                                       std::span<const std::uint64_t> before, std::span<const std::uint64_t> after,
                                       bool stable);

/// The same of records without indices by their fingerprints: what is wrong is not named.
std::optional<Fault> find_wrong_record_of_many(const StateView& input, const StateView& output,
                                               std::span<const std::uint64_t> before,
                                               std::span<const std::uint64_t> after, bool stable);

}  // namespace texelsort::data
