#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "tests/algorithms/records/record_problem.h"

/// What tests of Onesweep's passes have in common.
namespace texelsort::algorithms {

/// Labels of a digit's pass.
inline const std::string swept = "rank, look back, scatter", skipped = "skipped: all keys share it",
                         stays = "skipped: the keys are sorted";

/// Keys `of(i)`.
template <typename Of>
std::shared_ptr<const Problem> keys_of(std::uint64_t n, data::PayloadKind payload, const Of& of) {
  auto problem = std::make_shared<Problem>(*make_problem("zero", data::KeyType::u32, n, payload));
  auto& keys = std::get<std::vector<std::uint32_t>>(problem->keys);
  for (std::uint32_t i = 0; i < keys.size(); ++i) keys[i] = of(i);
  return problem;
}

}  // namespace texelsort::algorithms
