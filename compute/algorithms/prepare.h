#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "compute/algorithms/core/algorithm.h"
#include "compute/algorithms/records/settings.h"

namespace texelsort::algorithms {

/// Algorithm with values for some of its parameters. The others keep their defaults.
struct Configuration {
  const Algorithm* algorithm = nullptr;
  TextValues values{};
  bool operator==(const Configuration&) const = default;
};

/// Algorithm that is ready for problems of one form. Settings are chosen, schedules made and refusals found only once.
/// Must not outlive the algorithm.
class Prepared {
 public:
  /// See prepare().
  Prepared(const Algorithm& algorithm, const gpu::DeviceInfo* device, const ProblemForm& form, const TextValues& given);

  const Algorithm& algorithm() const { return *algorithm_; }
  const ProblemForm& form() const { return form_; }
  /// All settings as text, including those of record movement if there are records.
  const Parameters& parameters() const { return parameters_; }
  /// Returns the settings that have an effect.
  TextValues used_values() const;
  /// Reason, with the numbers, why problems of this form are refused. Null if they run.
  const std::optional<std::string>& refusal() const { return refusal_; }
  bool keeps_ties() const { return plan_->keeps_ties(); }
  /// Way in which records are moved, if there are any.
  const RecordSettings& records() const { return records_; }

  /// Starts a run and loads the input. `device` may be null for algorithms of the cpu backend. Throws UnavailableError
  /// if the algorithm is not available, UsageError with the refusal, InternalError for a problem of another form.
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

/// Chooses settings for an algorithm, a device and a form: tuned ones, overridden by the given values. Throws
/// UsageError for invalid names and values, and for values without effect, including settings of records if there are
/// none.
inline Prepared prepare(const Algorithm& algorithm, const gpu::DeviceInfo* device, const ProblemForm& form,
                        const TextValues& given) {
  return {algorithm, device, form, given};
}

/// Result of preparing a configuration, and the reason if it does not run.
struct Resolution {
  enum class Obstacle : std::uint8_t { none, device, values, problem };
  Obstacle obstacle = Obstacle::none;
  std::string reason;                  ///< empty if it runs
  std::optional<Prepared> prepared{};  ///< null if the device or the values are the obstacle
};
Resolution resolve(const Configuration& configuration, const gpu::DeviceInfo* device, const ProblemForm& form);

/// Returns the specs of an algorithm's settings and, for records, those of record movement.
std::vector<ParameterSpec> parameters_for(const Algorithm& algorithm, data::PayloadKind payload);

/// Returns those of the values that prepare() accepts: settings that the algorithm has for such a problem and that have
/// an effect.
TextValues fitting_values(const Algorithm& algorithm, const gpu::DeviceInfo* device, const ProblemForm& form,
                          TextValues values);

/// Returns those of an algorithm's complete settings that have an effect.
TextValues used_values(const Algorithm& algorithm, const Parameters& parameters);

/// Returns whether equal keys keep their order with the default settings for many keys, as `list` shows.
bool keeps_ties_as_chosen(const Algorithm& algorithm, const gpu::DeviceInfo* device,
                          const cuda::ExecutionOptions& execution);

/// Returns the single values, such as "network=ranking", with which equal keys keep their order although they do not by
/// default.
std::vector<std::string> values_that_keep_ties(const Algorithm& algorithm, const gpu::DeviceInfo* device,
                                               const cuda::ExecutionOptions& execution);

}  // namespace texelsort::algorithms
