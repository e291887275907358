#pragma once

#include <optional>

#include "compute/data/keys/check.h"

/// The fields of sorted records against those of the input. Internal to the data layer.
namespace texelsort::data {

/// Nothing if every record of `output` has the fields of one record of `input` with its key, each of them once, and, if
/// `stable`, equal keys keep the order of their first field where that was the record's index. Where the output has
/// indices, it is the record of that index, and the keys are known to be right. Records of more than `named_n` keys and
/// fields are not named when they are missing.
std::optional<Fault> find_wrong_record(const StateView& input, const StateView& output, Order order, bool stable,
                                       std::uint64_t named_n);

}  // namespace texelsort::data
