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

/// The first error of a run.
struct Failure {
  std::optional<PassHeader> pass;  ///< pass that violated its claim; nothing if the final check of the output failed
  std::string message;
  std::optional<std::uint64_t> index;
  std::optional<network::Comparator> comparator;
  std::string verdict = {};  ///< "not sorted" or "not found" if the result is wrong; empty for other errors
};

/// Describes a finished run's result: "sorted", "not sorted: key 2 is 1, but key 1 before it is 3 ...".
std::string verdict_text(Task task, const std::optional<Failure>& failure);

/// Formats a failure on one line: pass, stage, step, index, comparator and error.
std::string text(const Failure& failure);

/// Tests the claim of the pass that `run` executed last, with the states before and after it.
std::optional<Violation> find_violation(const Run& run, const PassRecord& pass, const Problem& problem,
                                        const data::State& before, const data::State& after);

/// Runs an algorithm from its input and tests every pass's claim on data read back. Run and problem outlive the
/// verifier.
class PassVerifier {
 public:
  PassVerifier(Run& run, const Problem& problem);

  struct PassVerdict {
    PassRecord pass;
    std::optional<Violation> violation;
    std::optional<Failure> failure() const;
  };
  /// Executes the next pass, reads its data back and tests its claim. Nothing if the run is finished.
  std::optional<PassVerdict> step();

  /// The current data of the run.
  const data::State& state() const { return state_; }

 private:
  Run& run_;
  const Problem& problem_;
  data::State state_;
};

/// Executes a run from start to end and tests every pass's claim on data read back. Then checks the complete output and
/// the guard words.
std::optional<Failure> verify_every_pass(Run& run, const Problem& problem, bool stable);

/// Checks a run that consists of a single pass without sorting: tests the pass's claim on the problem's keys and the
/// run's current data, and then the guard words.
std::optional<Failure> verify_only_pass(const Run& run, const Problem& problem, const PassRecord& pass);

/// Checks only the output of a finished run: for a sort, keys and payload; for a selection, the elements against the
/// sorted keys, and that the keys are still those of the problem.
std::optional<Failure> verify_result(const Run& run, const Problem& problem, bool stable);

/// One combination of the check matrix.
struct CheckCase {
  const Algorithm* algorithm = nullptr;
  data::KeyType type = data::KeyType::u32;
  data::PayloadKind payload = data::PayloadKind::none;
  data::Order order = data::Order::ascending;
  std::string distribution;
  std::uint64_t n = 0;
  std::uint64_t seed = 1;
  std::map<std::string, std::string> parameters{};  ///< parameter values that replace the tuned ones
  std::vector<std::uint64_t> ranks{};               ///< ranks that a selection finds
  data::RecordShape shape{};                        ///< shape of the records
  data::Comparison comparison = data::Comparison::natural;
  std::uint64_t sequences = 0;  ///< number of sequences of a merge; see checked_sequences()
  cuda::ExecutionOptions execution{};

  ProblemForm form() const {
    return {.n = n,
            .type = type,
            .payload = payload,
            .shape = shape,
            .comparison = comparison,
            .sequences = sequences,
            .execution = execution};
  }
};

/// Formats a case: "bitonic/compute  u32  index  desc  uniform  n=1025".
std::string text(const CheckCase& check_case);

/// Extent of a check matrix: the combinations of values that occur.
enum class Depth : std::uint8_t {
  quick,    ///< every pair of values of two axes, and eight distributions with every size; for blending, the same as
            ///< `product`
  product,  ///< all small sizes with every combination of the other axes; larger sizes alternate
  full,     ///< every size with every combination of the other axes
};

/// Returns the ranks that a selection is checked with, in ascending order without duplicates: those of the k-th largest
/// keys for k = 1, 2, n / 2, n - 1 and n, and three pseudo-random ones. n > 0.
std::vector<std::uint64_t> checked_ranks(std::uint64_t n, std::uint64_t seed);

/// Returns the starts of `count` sequences of n keys with very different lengths, including 0 and 1. count > 0.
std::vector<std::uint64_t> checked_sequences(std::uint64_t n, std::uint64_t count, std::uint64_t seed);

/// Returns pseudo-random sizes for an algorithm: up to 6 from 5 to 300 and 2 from 301 to 5,000, all different. None is
/// a power of two or larger than AlgorithmInfo::checked_n.
std::vector<std::uint64_t> drawn_sizes(const Algorithm& algorithm, std::uint64_t seed);

/// Returns the cases of one algorithm. Axes are key type, payload, order, distribution and size. Sizes are 0 to 3,
/// sizes across tile and row boundaries, powers of two with their neighbours, and large ones. 64-bit payloads occur
/// only if the backend supports them. Every depth adds:
/// - drawn_sizes() with three key types each, and AlgorithmInfo::form_sizes with two,
/// - the paper's parameter values with every key type,
/// - records of 0, 1, 2, 5 and 32 fields in every layout by every rearrangement,
/// - direct sorts of by-field and hybrid records with every key type, with tuned values and the paper's, if the
///   algorithm can sort records directly.
///
/// Selections have no payload. Each of their problems occurs with all of checked_ranks(), and with a single rank in
/// turn. Merges have 1 to 100 sequences in turn, and 10,000 once.
std::vector<CheckCase> check_matrix(const Algorithm& algorithm, Depth depth, std::uint64_t seed = 1);

}  // namespace texelsort::algorithms
