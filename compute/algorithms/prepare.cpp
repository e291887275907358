#include "compute/algorithms/prepare.h"

#include <fmt/format.h>

#include "compute/algorithms/core/sequences.h"
#include "compute/algorithms/records/record_run.h"
#include "compute/data/error.h"
#include "compute/mpi/processes.h"

namespace texelsort::algorithms {
namespace {

/// Returns the form of a large problem that the algorithm accepts.
ProblemForm many_keys(const Algorithm& algorithm, const cuda::ExecutionOptions& execution) {
  const AlgorithmInfo& info = algorithm.info();
  return {.n = std::uint64_t{1} << 20,
          .type = info.types.front(),
          .payload = accepted_payloads(info).front(),
          .order = info.orders.front(),
          .execution = execution};
}

bool moves_records_of(const Algorithm& algorithm, data::PayloadKind payload) {
  return payload == data::PayloadKind::record && algorithm.info().task == Task::sort;
}

/// Values for record movement, and values for the algorithm itself.
struct Parted {
  TextValues records, own;
};
Parted part(const TextValues& values) {
  Parted parted;
  for (const auto& [name, value] : values) (is_record_setting(name) ? parted.records : parted.own)[name] = value;
  return parted;
}

/// Replaces rearrange = by-layout by the source's method for the form's layout. A direct sort and keys without
/// records have nothing to rearrange, so that the value has no effect.
void choose_by_layout(const Algorithm& algorithm, const ProblemForm& form, const RecordSettings& tuned,
                      TextValues& values) {
  const auto rearrange = values.find("rearrange");
  if (rearrange == values.end() || rearrange->second != name(Rearrange::by_layout)) return;
  const auto records = values.find("records");
  const bool direct = records == values.end() ? tuned.direct() : records->second == "direct";
  if (direct || form.payload != data::PayloadKind::record) {
    values.erase(rearrange);
  } else {
    rearrange->second = name(source_rearrange(form.shape.layout, algorithm.info().backend));
  }
}

/// Returns the form of the problem that the algorithm itself solves. If records are sorted indirectly, it has keys with
/// indices instead of records.
ProblemForm sorted_form(const Algorithm& algorithm, ProblemForm form, const RecordSettings& records) {
  if (form.payload != data::PayloadKind::record) return form;
  if (!records.direct()) {
    form.payload = data::PayloadKind::index;
    if (!algorithm.info().owns_memory) form.shape = {};
  }
  form.grouped = records.direct() && records.rearrange == Rearrange::group;
  return form;
}

/// Returns a refusal that does not depend on the settings: for several processes, for comparisons, or for what the
/// algorithm accepts. Returns null if there is none.
std::optional<std::string> common_refusal(const Algorithm& algorithm, const ProblemForm& form) {
  const AlgorithmInfo& info = algorithm.info();
  if (mpi::several() && !algorithm.info().sorts_in_processes) {
    return fmt::format("{} sorts in one process, but mpirun has started {}: choose sample/distributed@cpu or @cuda",
                       info.id, mpi::place().count);
  }
  if (form.comparison != data::Comparison::natural && !info.compares) {
    return fmt::format("{} cannot compare keys by '{}': only comparison sorts can, see 'texelsort list comparisons'",
                       info.id, data::name(form.comparison));
  }
  return refusal_of_form(algorithm, form);
}

std::string text(const ProblemForm& form) {
  return fmt::format(
      "{} keys of {} in order {} compared by {}, payload {} of {} fields {}, {} sequences, kernels by {}", form.n,
      name(form.type), name(form.order), data::name(form.comparison), data::name(form.payload), form.shape.fields,
      data::name(form.shape.layout), form.sequences, form.execution.engine == cuda::Engine::cpu ? "the CPU" : "CUDA");
}

}  // namespace

Prepared::Prepared(const Algorithm& algorithm, const gpu::DeviceInfo* device, const ProblemForm& form,
                   const TextValues& given)
    : algorithm_(&algorithm), form_(form) {
  Parted parted = part(given);
  const bool records = moves_records_of(algorithm, form.payload);
  const RecordSettings tuned = records ? tuned_records(algorithm, device, form) : RecordSettings{};
  choose_by_layout(algorithm, form, tuned, parted.records);
  if (form.payload != data::PayloadKind::record) {
    for (const auto& [name, value] : parted.records) {
      throw UsageError(fmt::format("{} = {} applies only to records: also give --payload record:M", name, value));
    }
  }
  if (records) records_ = record_settings().chosen(tuned, parted.records);
  plan_ = algorithm.plan(device, sorted_form(algorithm, form, records_),
                         records || parted.records.empty() ? parted.own : given);
  TextValues values = plan_->values();
  if (records) values.merge(record_settings().text(records_));
  parameters_ = Parameters(std::move(values));
  refusal_ = find_refusal(device);
}

std::optional<std::string> Prepared::find_refusal(const gpu::DeviceInfo* device) const {
  if (auto reason = common_refusal(*algorithm_, form_)) return reason;
  if (form_.payload == data::PayloadKind::record) {
    if (auto reason = record_refusal(*algorithm_, form_, records_)) return reason;
    if (auto reason = refusal_of_records(*algorithm_, device, form_, records_, *plan_)) return reason;
  }
  return plan_->refusal();
}

TextValues Prepared::used_values() const {
  return algorithms::used_values(parameters_for(*algorithm_, form_.payload), parameters_.values());
}

std::unique_ptr<Run> Prepared::start_indirect(gpu::Device* device,
                                              const std::shared_ptr<const Problem>& problem) const {
  auto pairs = std::make_shared<const Problem>(Problem{.keys = problem->keys,
                                                       .order = problem->order,
                                                       .payload = data::PayloadKind::index,
                                                       .ranks = problem->ranks,
                                                       .comparison = problem->comparison,
                                                       .execution = problem->execution});
  auto sorter = plan_->start(device, std::move(pairs));
  auto mover = make_mover(algorithm_->info().backend, device, problem, *sorter, records_.rearrange);
  return std::make_unique<RecordRun>(problem, std::move(sorter), std::move(mover));
}

std::unique_ptr<Run> Prepared::start(gpu::Device* device, std::shared_ptr<const Problem> problem) const {
  const std::string& id = algorithm_->info().id;
  require_available(*algorithm_, device == nullptr ? nullptr : &device->info(), form_.execution);
  if (refusal_) throw UsageError(fmt::format("{}: {}", id, *refusal_));
  if (problem->form() != form_) {
    throw InternalError(
        fmt::format("{} is prepared for {}, but is started on {}", id, text(form_), text(problem->form())));
  }
  if (const auto reason = refusal_of_keys(algorithm_->info(), problem->keys)) throw UsageError(id + ": " + *reason);
  if (algorithm_->info().task == Task::merge) {
    if (const auto fault = merge_fault(*problem)) throw UsageError(*fault);
  }
  if (problem->payload == data::PayloadKind::record) {
    if (problem->fields.size() != problem->n() * problem->shape.fields) {
      throw InternalError(fmt::format("{} records of {} fields with {} words", problem->n(), problem->shape.fields,
                                      problem->fields.size()));
    }
    if (!records_.direct()) return start_indirect(device, problem);
  }
  return plan_->start(device, std::move(problem));
}

Resolution resolve(const Configuration& configuration, const gpu::DeviceInfo* device, const ProblemForm& form) {
  using Obstacle = Resolution::Obstacle;
  const Algorithm& algorithm = *configuration.algorithm;
  if (auto availability = algorithm.availability(device, form.execution); !availability.available) {
    return {Obstacle::device, std::move(availability.reason)};
  }
  try {
    Prepared prepared(algorithm, device, form, configuration.values);
    const auto refusal = prepared.refusal();
    return {refusal ? Obstacle::problem : Obstacle::none, refusal.value_or(""), std::move(prepared)};
  } catch (const UsageError& error) {
    return {Obstacle::values, error.what()};
  }
}

std::vector<ParameterSpec> parameters_for(const Algorithm& algorithm, data::PayloadKind payload) {
  std::vector<ParameterSpec> specs = algorithm.parameters();
  if (!moves_records_of(algorithm, payload)) return specs;
  const auto& more = record_settings().specs();
  specs.insert(specs.end(), more.begin(), more.end());
  return specs;
}

TextValues paper_values(const Algorithm& algorithm, data::PayloadKind payload, const TextValues& given) {
  TextValues values = paper_values(algorithm.parameters(), given);
  // Without values of its own, the algorithm's source is not the source of the record settings.
  if (!values.empty()) values.merge(paper_values(parameters_for(algorithm, payload), given));
  return values;
}

TextValues fitting_values(const Algorithm& algorithm, const gpu::DeviceInfo* device, const ProblemForm& form,
                          TextValues values) {
  TextValues tuned = algorithm.tuned_values(device, form, values);
  if (moves_records_of(algorithm, form.payload)) {
    tuned.merge(record_settings().text(tuned_records(algorithm, device, form)));
  }
  return used_overrides(parameters_for(algorithm, form.payload), std::move(values), tuned);
}

TextValues used_values(const Algorithm& algorithm, const Parameters& parameters) {
  const bool records = parameters.values().contains("records");
  return used_values(parameters_for(algorithm, records ? data::PayloadKind::record : data::PayloadKind::none),
                     parameters.values());
}

bool keeps_ties_as_chosen(const Algorithm& algorithm, const gpu::DeviceInfo* device,
                          const cuda::ExecutionOptions& execution) {
  return prepare(algorithm, device, many_keys(algorithm, execution), {}).keeps_ties();
}

std::vector<std::string> values_that_keep_ties(const Algorithm& algorithm, const gpu::DeviceInfo* device,
                                               const cuda::ExecutionOptions& execution) {
  std::vector<std::string> found;
  if (keeps_ties_as_chosen(algorithm, device, execution)) return found;
  const ProblemForm form = many_keys(algorithm, execution);
  for (const ParameterSpec& spec : algorithm.parameters()) {
    const auto* choices = std::get_if<Choices>(&spec.domain);
    if (choices == nullptr) continue;
    for (const std::string& value : choices->names) {
      const auto given = fitting_values(algorithm, device, form, {{spec.name, value}});
      if (prepare(algorithm, device, form, given).keeps_ties()) found.push_back(spec.name + "=" + value);
    }
  }
  return found;
}

}  // namespace texelsort::algorithms
