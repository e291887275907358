#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/data/error.h"

namespace texelsort::spirv {

/// Usual and largest number of invocations per subgroup.
inline constexpr std::uint32_t usual_subgroup_size = 32, most_subgroup_size = 128;

/// Rules that no shader may violate.
enum class Fault : std::uint8_t {
  race,        ///< two invocations access a word, at least one writes, and nothing orders them
  divergence,  ///< a barrier that not all invocations of a workgroup reach
  unwritten,   ///< a read of shared memory that was never written
  outside,     ///< an access outside a block, array, image or buffer
  endless,     ///< more rounds of loops than declared
  progress,    ///< a loop that ends only if another workgroup runs at the same time
};
std::string name(Fault fault);

/// Groups of rules, which a user can choose.
enum class Check : std::uint8_t {
  races,      ///< races, divergent barriers, unwritten shared memory
  bounds,     ///< accesses outside a block, array, image or buffer
  progress,   ///< endless loops, and loops that need another workgroup to run
  subgroups,  ///< results that depend on the size of subgroups
};
Check check_of(Fault fault);
std::string_view name(Check check);
inline constexpr std::string_view check_names = "races, bounds, progress, subgroups";
std::optional<Check> parse_check(std::string_view word);

struct Finding {
  Fault fault = Fault::race;
  std::string place;  ///< file and line where it was found, such as "radix/count.comp:16"
  std::string other;  ///< race: place of the earlier access; divergence: place of other invocations
  std::uint32_t workgroup = 0, invocation = 0;  ///< invocation that violated the rule
  std::string text;                             ///< complete message
};

/// Order in which the invocations, subgroups and workgroups of a dispatch run. No API promises any.
struct Schedule {
  enum class Kind : std::uint8_t {
    ascending,
    descending,
    random,     ///< shuffled anew between two barriers, by `seed`
    lock_step,  ///< each invocation of a workgroup executes one instruction in turn
    starving,   ///< workgroup 0 stops at its first write to a storage block until all others have ended
  };
  Kind kind = Kind::ascending;
  std::uint32_t seed = 1;
  bool operator==(const Schedule&) const = default;
};
std::string name(const Schedule& schedule);

/// How a dispatch is executed.
struct Conditions {
  Schedule schedule;
  std::uint32_t subgroup_size = usual_subgroup_size;  ///< a power of two from 4 to 128
};

/// A shader violated a rule; what() lists the first findings.
struct ShaderViolation : InternalError {
  explicit ShaderViolation(std::vector<Finding> all);
  std::vector<Finding> findings;
};

}  // namespace texelsort::spirv
