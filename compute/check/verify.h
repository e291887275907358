#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/algorithms/core/algorithm.h"

namespace texelsort::algorithms {

/// First error of a run.
struct Failure {
  std::optional<PassHeader> pass;  ///< pass that violated its claim; null if the final check of the output failed
  std::string message;
  std::optional<std::uint64_t> index;
  std::optional<network::Comparator> comparator;
  std::string verdict = {};  ///< "not sorted" or "not found" if the result is wrong; empty for other failures
};

/// Describes the result of a finished run, such as "sorted" or "not sorted: key 2 is 1, but key 1 before it is 3 ...".
std::string verdict_text(Task task, const std::optional<Failure>& failure);

/// Formats a failure as one line with pass, stage, step, index, comparator and error.
std::string text(const Failure& failure);

/// Tests the claim of a pass about its output. The pass must be the last executed pass of `run`. `before` and `after`
/// are the states before and after the pass. Returns null if the claim holds.
std::optional<Violation> find_violation(const Run& run, const PassRecord& pass, const Problem& problem,
                                        const data::State& before, const data::State& after);

/// Executes a run from its input, and tests the claim of every pass about its output. Reads the data back from the
/// device for each test. Run and problem must outlive the verifier.
class PassVerifier {
 public:
  PassVerifier(Run& run, const Problem& problem);

  struct PassVerdict {
    PassRecord pass;
    std::optional<Violation> violation;
    std::optional<Failure> failure() const;
  };
  /// Executes the next pass, reads its data back and tests its claim. Returns null if the run is finished.
  std::optional<PassVerdict> step();

  /// Returns the data after the last executed pass.
  const data::State& state() const { return state_; }

 private:
  Run& run_;
  const Problem& problem_;
  data::State state_;
};

/// Executes a run from start to end, and tests the claim of every pass with data read back from the device. Then checks
/// the whole output and the guard words. Returns the first failure, or null.
std::optional<Failure> verify_every_pass(Run& run, const Problem& problem, bool stable);

/// Checks a run of a single pass whose output need not be sorted. Tests the pass's claim with the problem's keys and
/// the run's current data. Then checks the guard words. Returns the first failure, or null.
std::optional<Failure> verify_only_pass(const Run& run, const Problem& problem, const PassRecord& pass);

/// Checks only the output of a finished run. Sorts need the right keys and payload. Selections need the right elements,
/// and unchanged keys of the problem in any order. Returns the first failure, or null.
std::optional<Failure> verify_result(const Run& run, const Problem& problem, bool stable);

/// One case of the check matrix: an algorithm with a problem.
struct CheckCase {
  const Algorithm* algorithm = nullptr;
  data::KeyType type = data::KeyType::u32;
  data::PayloadKind payload = data::PayloadKind::none;
  data::Order order = data::Order::ascending;
  std::string distribution;
  std::uint64_t n = 0;
  std::uint64_t seed = 1;
  std::map<std::string, std::string> parameters{};  ///< parameter values that the case sets, which override tuned ones
  std::vector<std::uint64_t> ranks{};               ///< ranks that a selection finds; empty for other tasks
  data::RecordShape shape{};                        ///< number of fields and layout of the records
  data::Comparison comparison = data::Comparison::natural;
  std::uint64_t sequences = 0;  ///< number of sequences of a merge, whose lengths checked_sequences() chooses
  cuda::ExecutionOptions execution{};

  ProblemForm form() const {
    return {.n = n,
            .type = type,
            .payload = payload,
            .shape = shape,
            .order = order,
            .comparison = comparison,
            .sequences = sequences,
            .execution = execution};
  }
};

/// Formats a check case, such as "bitonic/compute  u32  index  desc  uniform  n=1025".
std::string text(const CheckCase& check_case);

/// Extent of the checks of an algorithm: the combinations of key type, payload, order, distribution and size.
enum class Depth : std::uint8_t {
  /// Every pair of values of two axes, and eight distributions with every size; blending uses `product` instead.
  quick,
  product,  ///< every combination of the axes with all small sizes; larger sizes alternate
  full,     ///< every combination of the axes with every size
};

/// Returns ranks to check a selection of n > 0 keys with, in ascending order without duplicates. They are the ranks of
/// the k-th largest keys for k = 1, 2, n / 2, n - 1 and n, and three pseudo-random ranks.
std::vector<std::uint64_t> checked_ranks(std::uint64_t n, std::uint64_t seed);

/// Returns the starts of `count` > 0 sequences that n keys are divided into. The lengths differ widely and include 0
/// and 1.
std::vector<std::uint64_t> checked_sequences(std::uint64_t n, std::uint64_t count, std::uint64_t seed);

/// Returns pseudo-random sizes to check an algorithm with: up to 6 from 5 to 300, and up to 2 from 301 to 5,000. All
/// differ, and none is a power of two or larger than AlgorithmInfo::checked_n.
std::vector<std::uint64_t> drawn_sizes(const Algorithm& algorithm, std::uint64_t seed);

/// Returns all check cases of one algorithm. The axes are key type, payload, order, distribution and size. Sizes are 0
/// to 3, sizes across the borders of tiles and rows, powers of two with their neighbours, and large ones. Types,
/// payloads and orders are those that the algorithm accepts. Every depth adds:
/// - the sizes of drawn_sizes() with three key types each, and of AlgorithmInfo::form_sizes with two;
/// - one case for each type, order and payload that the algorithm rejects, which run_check() skips with the reason;
/// - the paper's parameter values with every key type;
/// - records of 0, 1, 2, 5 and 32 fields in every layout by every rearrangement;
/// - direct sorts of by-field and hybrid records with every key type, with tuned values and the paper's, if the
///   algorithm can sort records directly.
///
/// Selections have no payload. Each of their problems occurs with all ranks of checked_ranks() at once, and with a
/// single one of these ranks, which alternates. Merges have 1 to 100 sequences in turn, and 10,000 once.
std::vector<CheckCase> check_matrix(const Algorithm& algorithm, Depth depth, std::uint64_t seed = 1);

}  // namespace texelsort::algorithms
