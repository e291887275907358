#pragma once

#include <memory>
#include <string>

#include "compute/data/keys/distribution.h"
#include "compute/data/keys/records.h"
#include "tests/algorithms/problems.h"

namespace texelsort::algorithms {

/// Records of made keys and made fields, which tell equal keys apart by their first.
inline std::shared_ptr<const Problem> record_problem(data::KeyType type, std::uint64_t n, data::RecordShape shape,
                                                     const std::string& distribution = "few-distinct") {
  return std::make_shared<const Problem>(Problem{data::generate(distribution, type, n, 3),
                                                 data::Order::ascending,
                                                 data::PayloadKind::record,
                                                 {},
                                                 shape,
                                                 data::made_fields(n, shape)});
}

}  // namespace texelsort::algorithms
