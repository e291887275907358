#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "compute/algorithms/core/algorithm.h"
#include "compute/algorithms/records/settings.h"

namespace texelsort::algorithms {

/// An algorithm with values for some of its parameters. The other parameters have their defaults.
struct Configuration {
  const Algorithm* algorithm = nullptr;
  TextValues values{};
  bool operator==(const Configuration&) const = default;
};

/// An algorithm that is ready for problems of one form: it chooses settings, makes schedules and finds refusals only
/// once. The algorithm must outlive it.
class Prepared {
 public:
  /// Has the arguments and the errors of prepare().
  Prepared(const Algorithm& algorithm, const gpu::DeviceInfo* device, const ProblemForm& form, const TextValues& given);

  const Algorithm& algorithm() const { return *algorithm_; }
  const ProblemForm& form() const { return form_; }
  /// Returns all settings as text. If there are records, the text includes the settings of record movement.
  const Parameters& parameters() const { return parameters_; }
  /// Returns the settings that have an effect.
  TextValues used_values() const;
  /// Returns why the algorithm rejects problems of this form, with the numbers. Returns null if it accepts them.
  const std::optional<std::string>& refusal() const { return refusal_; }
  bool keeps_ties() const { return plan_->keeps_ties(); }
  /// Returns the settings of record movement, which have no effect if there are no records.
  const RecordSettings& records() const { return records_; }

  /// Starts a run and loads the input. `device` may be null for algorithms of the cpu backend. Throws UnavailableError
  /// if the algorithm is not available. Throws UsageError if refusal() is not null. Throws InternalError if the problem
  /// has another form.
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

/// Chooses settings for an algorithm, a device and a form: tuned settings, overridden by the given values. Throws
/// UsageError for invalid names and values, and for values without effect. Without records, these include all settings
/// of record movement.
inline Prepared prepare(const Algorithm& algorithm, const gpu::DeviceInfo* device, const ProblemForm& form,
                        const TextValues& given) {
  return {algorithm, device, form, given};
}

/// Result of resolve(): a prepared algorithm, or the reason why the configuration cannot run.
struct Resolution {
  enum class Obstacle : std::uint8_t { none, device, values, problem };
  Obstacle obstacle = Obstacle::none;
  std::string reason;                  ///< reason why the configuration cannot run; empty if it can
  std::optional<Prepared> prepared{};  ///< the prepared algorithm; null if the device or a value prevents it
};
Resolution resolve(const Configuration& configuration, const gpu::DeviceInfo* device, const ProblemForm& form);

/// Returns the descriptions of an algorithm's settings. If the problem has records, the list includes the settings of
/// record movement.
std::vector<ParameterSpec> parameters_for(const Algorithm& algorithm, data::PayloadKind payload);

/// Returns the values of the cited source that `given` does not contain. If the problem has records, they include the
/// source's method of moving records. Returns no values if the source gives none.
TextValues paper_values(const Algorithm& algorithm, data::PayloadKind payload, const TextValues& given = {});

/// Removes values that prepare() would reject: for parameters that the algorithm does not have for such problems, or
/// without effect.
TextValues fitting_values(const Algorithm& algorithm, const gpu::DeviceInfo* device, const ProblemForm& form,
                          TextValues values);

/// Removes the values that have no effect. `parameters` must be an algorithm's complete settings.
TextValues used_values(const Algorithm& algorithm, const Parameters& parameters);

/// Returns whether equal keys keep their order with the default settings for large inputs. The command `list` shows
/// this.
bool keeps_ties_as_chosen(const Algorithm& algorithm, const gpu::DeviceInfo* device,
                          const cuda::ExecutionOptions& execution);

/// Returns texts such as "network=ranking". Each is one value that makes an algorithm stable although it is not stable
/// by default.
std::vector<std::string> values_that_keep_ties(const Algorithm& algorithm, const gpu::DeviceInfo* device,
                                               const cuda::ExecutionOptions& execution);

}  // namespace texelsort::algorithms
