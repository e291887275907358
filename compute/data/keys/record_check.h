#pragma once

#include <optional>

#include "compute/data/keys/check.h"

/// Compares the fields of sorted records with those of the input. Internal to the data layer.
namespace texelsort::data {

/// Compares the records of `output` with those of `input`, and returns the first error. Each record must occur once. If
/// `stable`, equal keys must keep the order of their first field if it was the record's index. If the output has
/// indices, each record must be the one of its index; the keys must already be known to be right. For more than
/// `named_n` keys and fields, the error does not name a missing record.
std::optional<Fault> find_wrong_record(const StateView& input, const StateView& output, Order order, bool stable,
                                       std::uint64_t named_n);

}  // namespace texelsort::data
