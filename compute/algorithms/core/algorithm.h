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
  bool stable = false;  ///< equal keys keep their order with all settings; see RunPlan::keeps_ties() for others
  std::optional<std::uint64_t> max_n{};         ///< more keys are refused on every device; none: no such limit
  std::uint64_t checked_n = ~std::uint64_t{0};  ///< checks that read every pass back go no further than this n
  Task task = Task::sort;
  /// Its arrays are no OpenGL buffers although CUDA executes its kernels: it needs no OpenGL, and brings what moves
  /// records. Forms of keys with indices have the records' shape, too.
  bool owns_memory = false;
  bool sorts_in_processes = false;  ///< processes that mpirun has started execute a part each, see compute/mpi
  bool compares = false;            ///< it does nothing with keys but compare two, and takes any comparison of them
  /// Sizes for checks: each is beyond a size up to which the algorithm runs other programs or code on some device.
  std::vector<std::uint64_t> form_sizes{};
};

/// How a network's step becomes passes. A network and a method together are an algorithm, "bitonic/grouped-quads".
struct Method {
  std::string id;       ///< "grouped-quads"; "reference@cpu"
  std::string title;    ///< "grouped quads"
  std::string summary;  ///< one or two sentences
  network::Citation citation;
  Backend backend = Backend::cpu;
  std::vector<std::uint64_t> form_sizes{};  ///< see AlgorithmInfo
};

struct Availability {
  bool available = true;
  std::string reason;  ///< why not, for a person; empty if available
};

class Algorithm;
/// Throws UnavailableError with the reason where this device (null: none) cannot run the algorithm at all.
void require_available(const Algorithm& algorithm, const gpu::DeviceInfo* device,
                       const cuda::ExecutionOptions& execution);

/// How an algorithm goes about the problems of one form: its settings are chosen, its schedule is made, and it is known
/// whether it is refused. Starts any number of runs.
class RunPlan {
 public:
  virtual ~RunPlan() = default;

  /// The settings as text, complete.
  const TextValues& values() const { return values_; }
  /// Why problems of this form are refused before anything starts, with the numbers; nothing if they run.
  const std::optional<std::string>& refusal() const { return refusal_; }
  /// Whether equal keys keep their order.
  virtual bool keeps_ties() const = 0;
  /// The memory of a CUDA device that a run takes; 0 elsewhere.
  virtual std::uint64_t cuda_bytes() const { return 0; }

  /// A run with the input in place. `device` may be null for cpu algorithms. Throws UsageError for keys that cannot be
  /// sorted right. Not for plans that are refused.
  virtual std::unique_ptr<Run> start(gpu::Device* device, std::shared_ptr<const Problem> problem) const = 0;

 protected:
  RunPlan(TextValues values, std::optional<std::string> refusal)
      : values_(std::move(values)), refusal_(std::move(refusal)) {}

 private:
  TextValues values_;
  std::optional<std::string> refusal_;
};

/// What turns a problem into passes. Describes itself; holds no state of a run. Callers use prepare(), which knows of
/// records and of what all algorithms of a backend refuse.
class Algorithm {
 public:
  virtual ~Algorithm() = default;
  virtual const AlgorithmInfo& info() const = 0;
  virtual const std::vector<ParameterSpec>& parameters() const = 0;
  /// The comparator networks that it runs; null if none.
  virtual const network::Family* network() const { return nullptr; }
  /// By which method; null if it runs no networks.
  virtual const Method* method() const { return nullptr; }

  /// The kinds of tables that views of its runs have after some of the passes, whatever else these kinds say. Keys,
  /// payload and what moves records need not be among them: what is sorted says that there are such.
  virtual std::vector<TableKind> table_kinds() const { return {}; }
  bool has(const TableKind& kind) const;

  /// Whether this device (null: none) can run it at all, with kernels where `execution` has them.
  virtual Availability availability(const gpu::DeviceInfo* device, const cuda::ExecutionOptions& execution) const = 0;

  /// The values that this program chooses for a device and a form, beside values that somebody has given: where the
  /// best values of others depend on one of these, they follow it. `given` may hold names and values that are not
  /// valid. A pure function.
  virtual TextValues tuned_values(const gpu::DeviceInfo* device, const ProblemForm& form,
                                  const TextValues& given) const = 0;

  /// Tuned settings with the given values on top. Throws UsageError for names and values that are not valid, and for
  /// values that would make no difference. The plan must not outlive the algorithm.
  virtual std::unique_ptr<const RunPlan> plan(const gpu::DeviceInfo* device, const ProblemForm& form,
                                              const TextValues& given) const = 0;

  /// Whether it can move whole records with their keys (records = direct). All sorts that move an index sort records
  /// indirectly, see RecordRun.
  virtual bool moves_records() const { return false; }
  /// Whether that is the faster way for records of this form.
  virtual bool prefers_direct(const ProblemForm&) const { return false; }
};

/// Base of algorithms with settings of type S. Refusals and runs get a P: the settings themselves, or what
/// settle() makes of them once for each plan().
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
  /// `table` outlives the algorithm.
  AlgorithmWith(AlgorithmInfo info, const SettingsTable<S>& table) : info_(std::move(info)), table_(table) {}

  /// The settings that this program chooses, beside members that are given.
  virtual S tuned(const gpu::DeviceInfo*, const ProblemForm&, const Given<S>&) const { return {}; }
  /// Returns what refusals and runs of problems of this form need to know. Algorithms with a P of their own override
  /// it.
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
  /// For algorithms that move whole records; see ProblemForm::grouped.
  virtual std::unique_ptr<Run> make_record_run(gpu::Device*, std::shared_ptr<const Problem>, const P&,
                                               bool /*grouped*/) const {
    throw InternalError(info_.id + " moves no whole records");
  }

  /// refusal() where there is a device to ask about, or none is needed.
  std::optional<std::string> find_refusal(const gpu::DeviceInfo* device, const ProblemForm& form,
                                          const P& settled) const {
    if (device == nullptr && info_.backend != Backend::cpu) return std::nullopt;
    return refusal(device, form, settled);
  }

  /// What has more to hand on from the refusal to the run than its settings overrides this.
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
