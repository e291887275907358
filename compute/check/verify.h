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

/// The first thing that is wrong with a run.
struct Failure {
  std::optional<PassHeader> pass;  ///< nothing: the final check, not a pass
  std::string message;
  std::optional<std::uint64_t> index;
  std::optional<network::Comparator> comparator;
  std::string verdict = {};  ///< on a result: "not sorted", "not found"; empty if something else is wrong
};

/// The verdict on a finished run's result, for people: "sorted", "not sorted: key 2 is 1, but key 1 before it is 3
/// ...".
std::string verdict_text(Task task, const std::optional<Failure>& failure);

/// One line: pass, stage, step, index, comparator and what is wrong.
std::string text(const Failure& failure);

/// Tests a pass's claim on the states around it; `run` stands right after it.
std::optional<Violation> find_violation(const Run& run, const PassRecord& pass, const Problem& problem,
                                        const data::State& before, const data::State& after);

/// A run from its input on, every pass's claim tested on data read back. Both outlive it.
class PassVerifier {
 public:
  PassVerifier(Run& run, const Problem& problem);

  struct PassVerdict {
    PassRecord pass;
    std::optional<Violation> violation;
    std::optional<Failure> failure() const;
  };
  /// Executes the next pass, reads back, tests its claim; nothing when all is done.
  std::optional<PassVerdict> step();

  /// What the run holds now.
  const data::State& state() const { return state_; }

 private:
  Run& run_;
  const Problem& problem_;
  data::State state_;
};

/// Steps a run from its start to its end, tests every pass's claim on data read back, then the whole check of the
/// output and the guards.
std::optional<Failure> verify_every_pass(Run& run, const Problem& problem, bool stable);

/// Checks a run that has executed its only pass: the pass's claim on the problem's keys and on what the run holds now,
/// then the guards. For a pass by itself, which sorts nothing.
std::optional<Failure> verify_only_pass(const Run& run, const Problem& problem, const PassRecord& pass);

/// Checks only the output of a finished run against its problem: a sort's keys and payload; a selection's elements
/// against the sorted keys, and that the keys are those of the problem.
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
  std::map<std::string, std::string> parameters{};  ///< on top of the tuned values
  std::vector<std::uint64_t> ranks{};               ///< what a selection has to find
  data::RecordShape shape{};                        ///< of records
  data::Comparison comparison = data::Comparison::natural;
  std::uint64_t sequences = 0;  ///< that a merge is given; see checked_sequences()
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

/// "bitonic/compute  u32  index  desc  uniform  n=1025"
std::string text(const CheckCase& check_case);

/// How many problems check_matrix() makes.
enum class Depth : std::uint8_t {
  quick,    ///< every pair of values of two axes, eight distributions with every size; of blending the product
  product,  ///< all small sizes with every combination of the other axes, larger sizes in turn
  full,     ///< every size with every combination of the other axes
};

/// The places that a selection is checked at: of the k-th largest for k = 1, 2, n / 2, n - 1 and n and three random
/// ones, each place once, ascending. n > 0.
std::vector<std::uint64_t> checked_ranks(std::uint64_t n, std::uint64_t seed);

/// Starts of `count` sequences of n keys, of very different lengths: none and one key among them. count > 0.
std::vector<std::uint64_t> checked_sequences(std::uint64_t n, std::uint64_t count, std::uint64_t seed);

/// Sizes that the seed chooses for an algorithm: up to 6 from 5 to 300 and 2 from 301 to 5,000, all different. None is
/// a power of two or larger than AlgorithmInfo::checked_n.
std::vector<std::uint64_t> drawn_sizes(const Algorithm& algorithm, std::uint64_t seed);

/// The problems of one algorithm. Axes: key type, payload, order, distribution, and sizes from 0 to 3, across tile and
/// row boundaries, powers of two with their neighbours, and large ones. Payloads of 64 bits occur only if the backend
/// moves them. Every depth adds drawn_sizes() with three key types each, and AlgorithmInfo::form_sizes with two. Every
/// depth adds the source's own parameter values with every key type, and records of 0, 1, 2, 5 and 32 fields in every
/// layout by every rearrangement. If the algorithm moves whole records, by-field and hybrid ones are moved so, with
/// every key type, as tuned and with the source's values. Selections have no payload: each problem occurs with all of
/// checked_ranks() and with a single one in turn. Merges have 1 to 100 sequences in turn, and 10,000 once.
std::vector<CheckCase> check_matrix(const Algorithm& algorithm, Depth depth, std::uint64_t seed = 1);

}  // namespace texelsort::algorithms
