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
  std::string id;      ///< id of the algorithm, for example "bitonic/grouped-quads"
  std::string title;   ///< display name of the algorithm, for example "Bitonic merge sort, grouped quads"
  std::string family;  ///< family of the algorithm, for example "bitonic"
  Backend backend = Backend::cpu;
  std::string summary;  ///< description of the algorithm in one or two sentences, for the user
  network::Citation citation;
  bool stable = false;  ///< True if equal keys keep their order with all settings. Otherwise see RunPlan::keeps_ties().
  std::optional<std::uint64_t> max_n{};  ///< Maximum number of keys on every device. Null if the number is unlimited.
  std::uint64_t checked_n = ~std::uint64_t{0};  ///< maximum number of keys for checks that read back every pass
  Task task = Task::sort;
  /// True if the CUDA kernels work on arrays that are not OpenGL buffers. Such an algorithm needs no OpenGL, and moves
  /// records in its own memory. To compute this memory, it gets the shape of the records even if it sorts only keys
  /// with indices.
  bool owns_memory = false;
  bool sorts_in_processes = false;  ///< true if the algorithm sorts across MPI processes, each with a part of the keys
  bool compares = false;            ///< true if the algorithm only compares keys, and thus accepts any comparison
  /// Numbers of keys for additional checks. Each number exceeds a size limit of a shader, a kernel or a code variant on
  /// some device.
  std::vector<std::uint64_t> form_sizes{};
  /// Key types and orders that the algorithm accepts, at least one of each.
  std::vector<data::KeyType> types{data::all_key_types.begin(), data::all_key_types.end()};
  std::vector<data::Order> orders{data::all_orders.begin(), data::all_orders.end()};
  /// Payloads that the algorithm moves with its keys. Empty if it moves every payload of its backend; see
  /// accepted_payloads(). Never lists records, because a sort that moves an index can sort them.
  std::vector<data::PayloadKind> payloads{};
  std::uint64_t min_n = 0;             ///< minimum number of keys
  bool refuses_nan = false;            ///< true if the algorithm cannot order a NaN
  bool refuses_negative_zero = false;  ///< true if the algorithm cannot tell -0 from 0
};

/// Returns the payloads that an algorithm moves with its keys, without records.
std::vector<data::PayloadKind> accepted_payloads(const AlgorithmInfo& info);

/// Returns the payloads that algorithms of this task and backend move if they list no payloads of their own.
std::vector<data::PayloadKind> payloads_of(Task task, Backend backend);

/// Method that translates a network's steps into passes. A network and a method make an algorithm, such as
/// "bitonic/grouped-quads".
struct Method {
  std::string id;       ///< id of the method, for example "grouped-quads" or "reference@cpu"
  std::string title;    ///< display name of the method, for example "grouped quads"
  std::string summary;  ///< description of the method in one or two sentences, for the user
  network::Citation citation;
  Backend backend = Backend::cpu;
  std::vector<std::uint64_t> form_sizes{};  ///< numbers of keys for additional checks; see AlgorithmInfo::form_sizes
  /// Key types and payloads that the method accepts, as in AlgorithmInfo.
  std::vector<data::KeyType> types{data::all_key_types.begin(), data::all_key_types.end()};
  std::vector<data::PayloadKind> payloads{};
  bool refuses_nan = false;  ///< true if the method cannot order a NaN
};

struct Availability {
  bool available = true;
  /// Reason why the device cannot run the algorithm, for the user. Empty if the algorithm is available.
  std::string reason;
};

class Algorithm;
/// Throws UnavailableError with the reason if the device cannot run the algorithm. A null pointer means that there is
/// no device.
void require_available(const Algorithm& algorithm, const gpu::DeviceInfo* device,
                       const cuda::ExecutionOptions& execution);

/// The chosen settings and the schedule of an algorithm for problems of one form, or the reason why the algorithm
/// rejects them. A plan can start any number of runs.
class RunPlan {
 public:
  virtual ~RunPlan() = default;

  /// Returns the names and values of all settings as text.
  const TextValues& values() const { return values_; }
  /// Returns why the algorithm rejects problems of this form, with the numbers. Returns null if the algorithm accepts
  /// them.
  const std::optional<std::string>& refusal() const { return refusal_; }
  /// Returns whether equal keys keep their order with these settings.
  virtual bool keeps_ties() const = 0;
  /// Returns the bytes of CUDA device memory that a run needs. Returns 0 if the run does not use CUDA.
  virtual std::uint64_t cuda_bytes() const { return 0; }

  /// Makes a run and loads the input. `device` may be null for algorithms of the cpu backend. Throws UsageError for
  /// keys that the run cannot sort correctly. Requires that refusal() is null.
  virtual std::unique_ptr<Run> start(gpu::Device* device, std::shared_ptr<const Problem> problem) const = 0;

 protected:
  RunPlan(TextValues values, std::optional<std::string> refusal)
      : values_(std::move(values)), refusal_(std::move(refusal)) {}

 private:
  TextValues values_;
  std::optional<std::string> refusal_;
};

/// Base class of all algorithms, which turn a problem into passes. An algorithm describes itself and holds no state of
/// a run. Callers use prepare(), which also handles records and the refusals common to a backend.
class Algorithm {
 public:
  virtual ~Algorithm() = default;
  virtual const AlgorithmInfo& info() const = 0;
  virtual const std::vector<ParameterSpec>& parameters() const = 0;
  /// Returns the family of networks that the algorithm runs. Returns null if the algorithm runs no network.
  virtual const network::Family* network() const { return nullptr; }
  /// Returns the method by which the algorithm executes a network. Returns null if the algorithm runs no network.
  virtual const Method* method() const { return nullptr; }

  /// Returns a text that changes whenever the definition of the algorithm changes. Stored measurements are valid for
  /// one text only. Empty for built-in algorithms, whose definition is the version of texelsort. For a network from a
  /// file, the text identifies the comparators that were read.
  virtual std::string content_hash() const { return {}; }

  /// Returns the kinds of tables that views show after some of the passes, for example "splitters". Parameters of a
  /// kind are ignored. The list may omit keys, payload and tables of moved records, because the problem implies them.
  virtual std::vector<TableKind> table_kinds() const { return {}; }
  bool has(const TableKind& kind) const;

  /// Returns whether the device can run the algorithm with the CUDA executor of `execution`. A null pointer means that
  /// there is no device.
  virtual Availability availability(const gpu::DeviceInfo* device, const cuda::ExecutionOptions& execution) const = 0;

  /// Returns the default values of all settings for a device and a form. The defaults fit the values that the user has
  /// given for other settings. `given` may contain invalid names and values. The function has no side effects.
  virtual TextValues tuned_values(const gpu::DeviceInfo* device, const ProblemForm& form,
                                  const TextValues& given) const = 0;

  /// Returns a plan with tuned settings, overridden by the given values. Throws UsageError for invalid names, invalid
  /// values and values that have no effect. The plan must not outlive the algorithm.
  virtual std::unique_ptr<const RunPlan> plan(const gpu::DeviceInfo* device, const ProblemForm& form,
                                              const TextValues& given) const = 0;

  /// Returns whether the algorithm can move whole records with their keys (records = direct). Every sort that moves an
  /// index with each key can sort records indirectly; see RecordRun.
  virtual bool moves_records() const { return false; }
  /// Returns whether records = direct is faster for records of this form.
  virtual bool prefers_direct(const ProblemForm&) const { return false; }
};

/// Returns why an algorithm accepts no problem of this form, whatever its settings: because of the key type, the order,
/// the payload or the number of keys. Names what the algorithm accepts and what the form has. Returns null if the
/// algorithm accepts the form. Methods refuse too many keys themselves, because a method may divide the keys among
/// several networks.
std::optional<std::string> refusal_of_form(const Algorithm& algorithm, const ProblemForm& form);

/// Returns which of these keys an algorithm cannot order, with its index. Returns null if it can order all of them.
std::optional<std::string> refusal_of_keys(const AlgorithmInfo& info, const data::Keys& keys);

/// Base class of algorithms with settings of type S. plan() calls settle() once, for example to plan the passes.
/// refusal() and make_run() receive the result, of type P. By default, the result is the settings themselves.
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
  /// Makes an algorithm whose settings `table` describes. `table` must outlive the algorithm.
  AlgorithmWith(AlgorithmInfo info, const SettingsTable<S>& table) : info_(std::move(info)), table_(table) {}

  /// Returns the default settings. They may depend on the members that the user has given.
  virtual S tuned(const gpu::DeviceInfo*, const ProblemForm&, const Given<S>&) const { return {}; }
  /// Computes from the settings what refusal() and make_run() need for problems of this form. Algorithms whose P is not
  /// S override settle().
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
  /// Makes a run that moves whole records with their keys. If the flag is true, a group of threads moves each record.
  virtual std::unique_ptr<Run> make_record_run(gpu::Device*, std::shared_ptr<const Problem>, const P&,
                                               bool /*grouped*/) const {
    throw InternalError(info_.id + " moves no whole records");
  }

  /// Calls refusal(), but only for forms that the algorithm accepts. Returns null without a call if the algorithm needs
  /// a device and there is none.
  std::optional<std::string> find_refusal(const gpu::DeviceInfo* device, const ProblemForm& form,
                                          const P& settled) const {
    if (device == nullptr && info_.backend != Backend::cpu) return std::nullopt;
    if (auto reason = refusal_of_form(*this, form)) return reason;
    return refusal(device, form, settled);
  }

  /// Makes the plan. An algorithm overrides make_plan() if its refusal computes data that its runs also need.
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
