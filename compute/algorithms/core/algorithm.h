#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/algorithms/core/parameter.h"
#include "compute/algorithms/core/run.h"
#include "compute/network/generators.h"

namespace texelsort::algorithms {

class RecordMover;

enum class Backend : std::uint8_t { cpu, fragment, compute, cuda };

std::string_view name(Backend backend);

/// Whether sorts of this backend can take payloads of 8 bytes: shaders hold a payload in one word.
bool moves_wide_payloads(Backend backend);

/// What an algorithm does: puts all keys in order, finds those at certain places of that order, or makes one sorted
/// sequence of several.
enum class Task : std::uint8_t { sort, select, merge };

std::string_view name(Task task);

struct AlgorithmInfo {
  std::string id;      ///< "bitonic/grouped-quads"
  std::string title;   ///< "Bitonic merge sort, grouped quads"
  std::string family;  ///< "bitonic"
  Backend backend = Backend::cpu;
  std::string summary;  ///< one or two sentences for people
  network::Citation citation;
  bool stable = false;  ///< equal keys keep their order with all parameters; see Algorithm::keeps_ties() for others
  std::optional<std::uint64_t> max_n{};         ///< more keys are refused on every device; none: no such limit
  std::uint64_t checked_n = ~std::uint64_t{0};  ///< checks that read every pass back go no further than this n
  Task task = Task::sort;
  bool compares = false;  ///< it does nothing with keys but compare two, and takes any comparison of them
};

struct Availability {
  bool available = true;
  std::string reason;  ///< why not, for a person; empty if available
};

/// What turns a problem into passes. Describes itself; holds no state of a run.
class Algorithm {
 public:
  virtual ~Algorithm() = default;
  virtual const AlgorithmInfo& info() const = 0;
  virtual const std::vector<ParameterSpec>& parameters() const = 0;
  /// The comparator networks that it runs; null if none.
  virtual const network::Family* network() const { return nullptr; }

  /// Whether this device (null: none) can run it at all.
  virtual Availability availability(const gpu::DeviceInfo* device) const = 0;

  /// Why a problem of this form with these parameters is refused before anything starts, with the numbers; nothing if
  /// it can run. What callers ask.
  std::optional<std::string> refuses(const gpu::DeviceInfo* device, const ProblemForm& form,
                                     const Parameters& parameters) const;

  /// What of that is the algorithm's own; refuses() answers for wide payloads where no algorithm of the backend moves
  /// them.
  virtual std::optional<std::string> refusal(const gpu::DeviceInfo* device, std::uint64_t n, data::KeyType type,
                                             data::PayloadKind payload, const Parameters& parameters) const = 0;

  /// The values this program chooses for a device and a size; a pure function. Parameters not named keep their
  /// defaults.
  virtual std::map<std::string, std::string> tuned(const gpu::DeviceInfo* device, std::uint64_t n,
                                                   data::KeyType type) const = 0;

  /// The same beside values that somebody has given: where other parameters' best values depend on one of these, they
  /// follow it. `given` may hold names and values that are not valid; it wins over what is returned.
  virtual std::map<std::string, std::string> tuned_beside(const gpu::DeviceInfo* device, std::uint64_t n,
                                                          data::KeyType type,
                                                          const std::map<std::string, std::string>& given) const;

  /// Whether it can move whole records with their keys (records = direct). All sorts that move an index sort records
  /// indirectly, see RecordRun.
  virtual bool moves_records() const { return false; }

  /// Whether equal keys keep their order with these parameters.
  virtual bool keeps_ties(const Parameters&) const { return info().stable; }

  /// Why a merge does not take so many sequences; form.sequences is 0 while they are not known. refuses() asks it.
  virtual std::optional<std::string> refusal_of_sequences(const gpu::DeviceInfo*, const ProblemForm&,
                                                          const Parameters&) const {
    return std::nullopt;
  }

  /// Why records of this form are refused, directly or indirectly sorted, beside what refuses() knows of all backends
  /// and what refusal() says of their keys: what the mover or the device's memory does not take. Goes with
  /// make_mover().
  virtual std::optional<std::string> refusal_of_records(const gpu::DeviceInfo* device, const ProblemForm& form,
                                                        const Parameters& parameters) const;

  /// parameters(), and for records those of how they are moved.
  std::vector<ParameterSpec> parameters_for(data::PayloadKind payload) const;

  /// The values of these chosen for a device and a problem; a pure function.
  virtual std::map<std::string, std::string> tuned_records(const gpu::DeviceInfo* device,
                                                           const ProblemForm& form) const;

  /// Starts a run, the input in place. `device` may be null for cpu algorithms. Throws UnavailableError if not
  /// available, UsageError with the refusal.
  std::unique_ptr<Run> start(gpu::Device* device, std::shared_ptr<const Problem> problem,
                             const Parameters& parameters) const;

 protected:
  virtual std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                        const Parameters& parameters) const = 0;

  /// What moves the records that it sorts indirectly; on the cpu or, whatever wrote their indices, by compute shaders
  /// unless overridden.
  /// The sorter outlives it.
  virtual std::unique_ptr<RecordMover> make_mover(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                                  Run& sorter, const Parameters& parameters) const;

 private:
  std::unique_ptr<Run> start_indirect(gpu::Device* device, const std::shared_ptr<const Problem>& problem,
                                      const Parameters& parameters) const;
};

/// resolve() on top of the tuned values for this device and problem. Throws UsageError for overrides that would make no
/// difference, those of record parameters where there are no records among them.
Parameters choose_parameters(const Algorithm& algorithm, const gpu::DeviceInfo* device, const ProblemForm& form,
                             const std::map<std::string, std::string>& overrides);

/// The same for problems without records.
Parameters choose_parameters(const Algorithm& algorithm, const gpu::DeviceInfo* device, std::uint64_t n,
                             data::KeyType type, const std::map<std::string, std::string>& overrides);

/// Of some values those that choose_parameters() takes: of parameters that the algorithm has for such a problem and
/// that make a difference there.
std::map<std::string, std::string> fitting_values(const Algorithm& algorithm, const gpu::DeviceInfo* device,
                                                  const ProblemForm& form, std::map<std::string, std::string> values);

/// Whether equal keys keep their order with the values that are chosen for many keys, as `list` says.
bool keeps_ties_as_chosen(const Algorithm& algorithm, const gpu::DeviceInfo* device);

/// The single values, "network=ranking", with which they do although they do not as chosen.
std::vector<std::string> values_that_keep_ties(const Algorithm& algorithm, const gpu::DeviceInfo* device);

/// Of a run's values those that make a difference.
std::map<std::string, std::string> used_values(const Algorithm& algorithm, const Parameters& parameters);

}  // namespace texelsort::algorithms
