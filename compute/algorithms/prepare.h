#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "compute/algorithms/core/algorithm.h"
#include "compute/algorithms/records/settings.h"

namespace texelsort::algorithms {

/// An algorithm with values for some of its parameters. The others have their defaults.
struct Configuration {
  const Algorithm* algorithm = nullptr;
  TextValues values{};
  bool operator==(const Configuration&) const = default;
};

/// An algorithm that is ready for problems of one form: settings are chosen, schedules made and refusals found once,
/// and handed on from there. Must not outlive the algorithm.
class Prepared {
 public:
  /// See prepare().
  Prepared(const Algorithm& algorithm, const gpu::DeviceInfo* device, const ProblemForm& form, const TextValues& given);

  const Algorithm& algorithm() const { return *algorithm_; }
  const ProblemForm& form() const { return form_; }
  /// All settings as text, those of records too where there are records.
  const Parameters& parameters() const { return parameters_; }
  /// The settings that make a difference.
  TextValues used_values() const;
  /// Why problems of this form are refused, with the numbers; nothing if they run.
  const std::optional<std::string>& refusal() const { return refusal_; }
  bool keeps_ties() const { return plan_->keeps_ties(); }
  /// How records are moved, where there are any.
  const RecordSettings& records() const { return records_; }

  /// Starts a run, the input in place. `device` may be null for cpu algorithms. Throws UnavailableError if the
  /// algorithm is not available, UsageError with the refusal, InternalError for a problem of another form.
  std::unique_ptr<Run> start(gpu::Device* device, std::shared_ptr<const Problem> problem) const;

 private:
  std::optional<std::string> find_refusal(const gpu::DeviceInfo* device) const;
  std::unique_ptr<Run> start_indirect(gpu::Device* device, const std::shared_ptr<const Problem>& problem) const;

  const Algorithm* algorithm_;
  ProblemForm form_;
  RecordSettings records_;
  std::shared_ptr<const RunPlan> plan_;
  Parameters parameters_;
  std::optional<std::string> refusal_;
};

/// Chooses settings for an algorithm, a device and a form: tuned ones, with the given values on top. Throws UsageError
/// for names and values that are not valid and for values that would make no difference, those of records where there
/// are none among them.
inline Prepared prepare(const Algorithm& algorithm, const gpu::DeviceInfo* device, const ProblemForm& form,
                        const TextValues& given) {
  return {algorithm, device, form, given};
}

/// Whether a configuration runs, and the reason if it does not.
struct Resolution {
  enum class Obstacle : std::uint8_t { none, device, values, problem };
  Obstacle obstacle = Obstacle::none;
  std::string reason;                  ///< Empty if it runs.
  std::optional<Prepared> prepared{};  ///< Present unless the device or the values are the obstacle.
};
Resolution resolve(const Configuration& configuration, const gpu::DeviceInfo* device, const ProblemForm& form);

/// The specs of an algorithm's settings, and for records those of how they are moved.
std::vector<ParameterSpec> parameters_for(const Algorithm& algorithm, data::PayloadKind payload);

/// The values that prepare() takes of some: for settings that the algorithm has for such a problem and that make a
/// difference there.
TextValues fitting_values(const Algorithm& algorithm, const gpu::DeviceInfo* device, const ProblemForm& form,
                          TextValues values);

/// The values of an algorithm's complete settings that make a difference.
TextValues used_values(const Algorithm& algorithm, const Parameters& parameters);

/// Whether equal keys keep their order with the settings that are chosen for many keys, as `list` says.
bool keeps_ties_as_chosen(const Algorithm& algorithm, const gpu::DeviceInfo* device,
                          const cuda::ExecutionOptions& execution);

/// The single values, "network=ranking", with which they do although they do not as chosen.
std::vector<std::string> values_that_keep_ties(const Algorithm& algorithm, const gpu::DeviceInfo* device,
                                               const cuda::ExecutionOptions& execution);

}  // namespace texelsort::algorithms
