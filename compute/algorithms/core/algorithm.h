#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "compute/algorithms/core/run.h"
#include "compute/algorithms/core/settings.h"
#include "compute/data/error.h"
#include "compute/network/generators.h"

namespace texelsort::algorithms {

enum class Backend : std::uint8_t { cpu, fragment, compute, cuda };

std::string_view name(Backend backend);

/// Returns whether sorts of this backend accept 8-byte payloads. Shaders hold a payload in one 32-bit word.
bool moves_wide_payloads(Backend backend);

/// Task of an algorithm: sort all keys, select the keys of given ranks, or merge sorted sequences into one.
enum class Task : std::uint8_t { sort, select, merge };

std::string_view name(Task task);

struct AlgorithmInfo {
  std::string id;      ///< "bitonic/grouped-quads"
  std::string title;   ///< "Bitonic merge sort, grouped quads"
  std::string family;  ///< "bitonic"
  Backend backend = Backend::cpu;
  std::string summary;  ///< one or two sentences for the user
  network::Citation citation;
  bool stable = false;  ///< Equal keys keep their order with all settings. Otherwise see RunPlan::keeps_ties().
  std::optional<std::uint64_t> max_n{};         ///< Largest n on every device. Null if unlimited.
  std::uint64_t checked_n = ~std::uint64_t{0};  ///< largest n for checks that read back every pass
  Task task = Task::sort;
  /// Its arrays are not OpenGL buffers although CUDA executes its kernels. It needs no OpenGL, and moves records with
  /// its own memory. Forms of keys with indices also contain the records' shape.
  bool owns_memory = false;
  bool sorts_in_processes = false;  ///< each process that mpirun has started executes a part, see compute/mpi
  bool compares = false;            ///< it only compares keys, so it accepts any comparison
  /// Additional sizes for checks. Each exceeds a size limit of a shader, kernel or code variant on some device.
  std::vector<std::uint64_t> form_sizes{};
};

/// Translates a network's steps into passes. A network and a method make an algorithm, such as "bitonic/grouped-quads".
struct Method {
  std::string id;       ///< "grouped-quads"; "reference@cpu"
  std::string title;    ///< "grouped quads"
  std::string summary;  ///< one or two sentences for the user
  network::Citation citation;
  Backend backend = Backend::cpu;
  std::vector<std::uint64_t> form_sizes{};  ///< see AlgorithmInfo::form_sizes
};

struct Availability {
  bool available = true;
  std::string reason;  ///< Reason for the user. Empty if available.
};

class Algorithm;
/// Throws UnavailableError with the reason if this device cannot run the algorithm. A null device means no device.
void require_available(const Algorithm& algorithm, const gpu::DeviceInfo* device,
                       const cuda::ExecutionOptions& execution);

/// The chosen settings and the schedule of an algorithm for problems of one form, or the reason for a refusal. Starts
/// any number of runs.
class RunPlan {
 public:
  virtual ~RunPlan() = default;

  /// Complete settings as text.
  const TextValues& values() const { return values_; }
  /// Reason, with the numbers, why problems of this form are refused before a run starts. Null if they run.
  const std::optional<std::string>& refusal() const { return refusal_; }
  /// Returns whether equal keys keep their order.
  virtual bool keeps_ties() const = 0;
  /// Returns the bytes of CUDA device memory that a run needs. 0 without CUDA.
  virtual std::uint64_t cuda_bytes() const { return 0; }

  /// Makes a run and loads the input. `device` may be null for algorithms of the cpu backend. Throws UsageError for
  /// keys that cannot be sorted correctly. Not for refused plans.
  virtual std::unique_ptr<Run> start(gpu::Device* device, std::shared_ptr<const Problem> problem) const = 0;

 protected:
  RunPlan(TextValues values, std::optional<std::string> refusal)
      : values_(std::move(values)), refusal_(std::move(refusal)) {}

 private:
  TextValues values_;
  std::optional<std::string> refusal_;
};

/// Turns a problem into passes. Describes itself and holds no state of a run. Callers use prepare(), which also handles
/// records and the refusals common to a backend.
class Algorithm {
 public:
  virtual ~Algorithm() = default;
  virtual const AlgorithmInfo& info() const = 0;
  virtual const std::vector<ParameterSpec>& parameters() const = 0;
  /// Returns the comparator networks that it runs. Null if it runs none.
  virtual const network::Family* network() const { return nullptr; }
  /// Returns the method that executes the network. Null if it runs no networks.
  virtual const Method* method() const { return nullptr; }

  /// Returns the kinds of tables that views of its runs show after some passes. Only the kind matters, not its
  /// parameters. Keys, payload and the tables of moved records may be missing, because the problem implies them.
  virtual std::vector<TableKind> table_kinds() const { return {}; }
  bool has(const TableKind& kind) const;

  /// Returns whether this device can run it, with the CUDA executor of `execution`. A null device means no device.
  virtual Availability availability(const gpu::DeviceInfo* device, const cuda::ExecutionOptions& execution) const = 0;

  /// Returns the values that texelsort chooses for a device and a form. Where the best value of one setting depends on
  /// another, it follows the given value. `given` may contain invalid names and values. A pure function.
  virtual TextValues tuned_values(const gpu::DeviceInfo* device, const ProblemForm& form,
                                  const TextValues& given) const = 0;

  /// Returns a plan with tuned settings, overridden by the given values. Throws UsageError for invalid names, invalid
  /// values and values that have no effect. The plan must not outlive the algorithm.
  virtual std::unique_ptr<const RunPlan> plan(const gpu::DeviceInfo* device, const ProblemForm& form,
                                              const TextValues& given) const = 0;

  /// Returns whether it can move whole records with their keys (records = direct). All sorts that move an index can
  /// sort records indirectly, see RecordRun.
  virtual bool moves_records() const { return false; }
  /// Returns whether direct movement is faster for records of this form.
  virtual bool prefers_direct(const ProblemForm&) const { return false; }
};

/// Base class of algorithms with settings of type S. Refusals and runs receive a P: the settings themselves, or the
/// result of settle(), which is called once for each plan().
template <typename S, typename P = S>
class AlgorithmWith : public Algorithm {
 public:
  const AlgorithmInfo& info() const final { return info_; }
  const std::vector<ParameterSpec>& parameters() const final { return table_.specs(); }
  TextValues tuned_values(const gpu::DeviceInfo* device, const ProblemForm& form, const TextValues& given) const final {
    return table_.text(tuned(device, form, table_.given(given)));
  }
  std::unique_ptr<const RunPlan> plan(const gpu::DeviceInfo* device, const ProblemForm& form,
                                      const TextValues& given) const final {
    S settings = table_.chosen(tuned(device, form, table_.given(given)), given);
    return make_plan(device, form, settings, table_.text(settings));
  }

 protected:
  /// `table` must outlive the algorithm.
  AlgorithmWith(AlgorithmInfo info, const SettingsTable<S>& table) : info_(std::move(info)), table_(table) {}

  /// Returns the settings that texelsort chooses. They may depend on the given members.
  virtual S tuned(const gpu::DeviceInfo*, const ProblemForm&, const Given<S>&) const { return {}; }
  /// Returns the data that refusals and runs of problems of this form need. Algorithms with their own P override it.
  virtual P settle(const ProblemForm&, const S& settings) const {
    if constexpr (std::is_same_v<P, S>) {
      return settings;
    } else {
      throw InternalError(info_.id + " does not settle its settings");
    }
  }
  virtual std::optional<std::string> refusal(const gpu::DeviceInfo* device, const ProblemForm& form,
                                             const P& settled) const = 0;
  virtual bool keeps_ties(const P&) const { return info_.stable; }
  virtual std::uint64_t cuda_bytes(const ProblemForm&, const P&) const { return 0; }
  virtual std::unique_ptr<Run> make_run(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                        const P& settled) const = 0;
  /// Makes a run that moves whole records; see ProblemForm::grouped.
  virtual std::unique_ptr<Run> make_record_run(gpu::Device*, std::shared_ptr<const Problem>, const P&,
                                               bool /*grouped*/) const {
    throw InternalError(info_.id + " moves no whole records");
  }

  /// Calls refusal() if there is a device to ask, or if none is needed.
  std::optional<std::string> find_refusal(const gpu::DeviceInfo* device, const ProblemForm& form,
                                          const P& settled) const {
    if (device == nullptr && info_.backend != Backend::cpu) return std::nullopt;
    return refusal(device, form, settled);
  }

  /// Overridden if the plan must pass more than the settings from the refusal to the run.
  virtual std::unique_ptr<const RunPlan> make_plan(const gpu::DeviceInfo* device, const ProblemForm& form,
                                                   const S& settings, TextValues values) const {
    P settled = settle(form, settings);
    auto refusal = find_refusal(device, form, settled);
    return std::make_unique<SettledPlan>(*this, form, std::move(settled), std::move(values), std::move(refusal));
  }

 private:
  class SettledPlan final : public RunPlan {
   public:
    SettledPlan(const AlgorithmWith& algorithm, const ProblemForm& form, P settled, TextValues values,
                std::optional<std::string> refusal)
        : RunPlan(std::move(values), std::move(refusal)),
          algorithm_(algorithm),
          form_(form),
          settled_(std::move(settled)) {}
    bool keeps_ties() const override { return algorithm_.keeps_ties(settled_); }
    std::uint64_t cuda_bytes() const override { return algorithm_.cuda_bytes(form_, settled_); }
    std::unique_ptr<Run> start(gpu::Device* device, std::shared_ptr<const Problem> problem) const override {
      if (problem->payload == data::PayloadKind::record) {
        return algorithm_.make_record_run(device, std::move(problem), settled_, form_.grouped);
      }
      return algorithm_.make_run(device, std::move(problem), settled_);
    }

   private:
    const AlgorithmWith& algorithm_;
    ProblemForm form_;
    P settled_;
  };

  AlgorithmInfo info_;
  const SettingsTable<S>& table_;
};

}  // namespace texelsort::algorithms
