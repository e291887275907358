#pragma once

#include <memory>
#include <string>

#include "compute/data/keys/distribution.h"
#include "compute/data/keys/records.h"
#include "tests/algorithms/problems.h"

namespace texelsort::algorithms {

/// Returns a problem with generated keys and records. The first field distinguishes records with equal keys.
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
