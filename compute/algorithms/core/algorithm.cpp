#include "compute/algorithms/core/algorithm.h"

#include <fmt/format.h>

#include "compute/algorithms/merge/sequences.h"
#include "compute/algorithms/records/compute_mover.h"
#include "compute/algorithms/records/host_mover.h"
#include "compute/algorithms/records/record_parameters.h"
#include "compute/algorithms/records/record_run.h"
#include "compute/data/error.h"

namespace texelsort::algorithms {

namespace {

/// What travels with the keys of records.
data::PayloadKind sorted_payload(const Parameters& parameters) {
  return parameters.text("records") == "direct" ? data::PayloadKind::record : data::PayloadKind::index;
}

}  // namespace

std::string_view name(Backend backend) {
  switch (backend) {
    case Backend::cpu:
      return "cpu";
    case Backend::fragment:
      return "fragment";
    case Backend::compute:
      return "compute";
    case Backend::cuda:
      return "cuda";
  }
  return "";
}

std::string_view name(Task task) {
  switch (task) {
    case Task::sort:
      return "sort";
    case Task::select:
      return "select";
    case Task::merge:
      return "merge";
  }
  return "";
}

bool moves_wide_payloads(Backend backend) {
  return backend == Backend::cpu || backend == Backend::cuda;
}

std::optional<std::string> Algorithm::refuses(const gpu::DeviceInfo* device, const ProblemForm& form,
                                              const Parameters& parameters) const {
  if (form.comparison != data::Comparison::natural && !info().compares) {
    return fmt::format(
        "{} does not compare keys by '{}': only sorts that do nothing else with keys take other comparisons "
        "than the natural one, see 'texelsort list comparisons'",
        info().id, data::name(form.comparison));
  }
  if (form.payload == data::PayloadKind::index64 && !moves_wide_payloads(info().backend)) {
    return "indices of 64 bits travel with keys on the cpu and cuda backends only: choose the payload index";
  }
  if (info().task == Task::merge) {
    if (auto reason = refusal_of_sequences(device, form, parameters)) return reason;
  }
  if (form.payload != data::PayloadKind::record) return refusal(device, form.n, form.type, form.payload, parameters);
  if (auto reason = record_refusal(*this, form, parameters)) return reason;
  if (auto reason = refusal_of_records(device, form, parameters)) return reason;
  return refusal(device, form.n, form.type, sorted_payload(parameters), parameters);
}

std::map<std::string, std::string> Algorithm::tuned_beside(const gpu::DeviceInfo* device, std::uint64_t n,
                                                           data::KeyType type,
                                                           const std::map<std::string, std::string>&) const {
  return tuned(device, n, type);
}

std::vector<ParameterSpec> Algorithm::parameters_for(data::PayloadKind payload) const {
  std::vector<ParameterSpec> specs = parameters();
  if (payload != data::PayloadKind::record || info().task != Task::sort) return specs;
  specs.insert(specs.end(), record_parameters().begin(), record_parameters().end());
  return specs;
}

std::map<std::string, std::string> Algorithm::tuned_records(const gpu::DeviceInfo* device,
                                                            const ProblemForm& form) const {
  return tuned_rearrangement(info().backend, device, form);
}

std::optional<std::string> Algorithm::refusal_of_records(const gpu::DeviceInfo* device, const ProblemForm& form,
                                                         const Parameters& parameters) const {
  if (info().backend == Backend::cpu || device == nullptr) return std::nullopt;
  return ComputeMover::refusal(*device, form, rearrange_of(parameters));
}

std::unique_ptr<RecordMover> Algorithm::make_mover(gpu::Device* device, std::shared_ptr<const Problem> problem, Run&,
                                                   const Parameters& parameters) const {
  const Rearrange rearrange = rearrange_of(parameters);
  if (info().backend == Backend::cpu) return std::make_unique<HostMover>(std::move(problem), rearrange);
  return std::make_unique<ComputeMover>(*device, std::move(problem), rearrange);
}

std::unique_ptr<Run> Algorithm::start_indirect(gpu::Device* device, const std::shared_ptr<const Problem>& problem,
                                               const Parameters& parameters) const {
  auto pairs = std::make_shared<const Problem>(Problem{.keys = problem->keys,
                                                       .order = problem->order,
                                                       .payload = data::PayloadKind::index,
                                                       .ranks = problem->ranks,
                                                       .comparison = problem->comparison});
  auto sorter = make_run(device, std::move(pairs), parameters);
  auto mover = make_mover(device, problem, *sorter, parameters);
  return std::make_unique<RecordRun>(problem, std::move(sorter), std::move(mover));
}

std::unique_ptr<Run> Algorithm::start(gpu::Device* device, std::shared_ptr<const Problem> problem,
                                      const Parameters& parameters) const {
  const gpu::DeviceInfo* device_info = device == nullptr ? nullptr : &device->info();
  if (const Availability available = availability(device_info); !available.available) {
    throw UnavailableError(fmt::format("{} cannot run here: {}", info().id, available.reason));
  }
  if (const auto reason = refuses(device_info, problem->form(), parameters)) {
    throw UsageError(fmt::format("{}: {}", info().id, *reason));
  }
  if (info().task == Task::merge) {
    if (const auto fault = merge::find_fault(*problem)) throw UsageError(*fault);
  }
  if (problem->payload == data::PayloadKind::record) {
    if (problem->fields.size() != problem->n() * problem->shape.fields) {
      throw InternalError(fmt::format("{} records of {} fields with {} words", problem->n(), problem->shape.fields,
                                      problem->fields.size()));
    }
    if (sorted_payload(parameters) == data::PayloadKind::index) return start_indirect(device, problem, parameters);
  }
  return make_run(device, std::move(problem), parameters);
}

namespace {

std::map<std::string, std::string> tuned_values(const Algorithm& algorithm, const gpu::DeviceInfo* device,
                                                const ProblemForm& form,
                                                const std::map<std::string, std::string>& given) {
  auto values = algorithm.tuned_beside(device, form.n, form.type, given);
  if (form.payload == data::PayloadKind::record && algorithm.info().task == Task::sort) {
    values.merge(algorithm.tuned_records(device, form));
  }
  return values;
}

}  // namespace

Parameters choose_parameters(const Algorithm& algorithm, const gpu::DeviceInfo* device, const ProblemForm& form,
                             const std::map<std::string, std::string>& overrides) {
  if (form.payload != data::PayloadKind::record) {
    for (const auto& [name, value] : overrides) {
      if (!is_record_parameter(name)) continue;
      throw UsageError(fmt::format("{} = {} says how records are moved: give --payload record:M too", name, value));
    }
  }
  return resolve(algorithm.parameters_for(form.payload), overrides, tuned_values(algorithm, device, form, overrides));
}

Parameters choose_parameters(const Algorithm& algorithm, const gpu::DeviceInfo* device, std::uint64_t n,
                             data::KeyType type, const std::map<std::string, std::string>& overrides) {
  return choose_parameters(algorithm, device, ProblemForm{n, type, data::PayloadKind::none}, overrides);
}

std::map<std::string, std::string> fitting_values(const Algorithm& algorithm, const gpu::DeviceInfo* device,
                                                  const ProblemForm& form, std::map<std::string, std::string> values) {
  const auto tuned = tuned_values(algorithm, device, form, values);
  return used_overrides(algorithm.parameters_for(form.payload), std::move(values), tuned);
}

namespace {

constexpr ProblemForm many_keys{.n = std::uint64_t{1} << 20};

}  // namespace

bool keeps_ties_as_chosen(const Algorithm& algorithm, const gpu::DeviceInfo* device) {
  return algorithm.keeps_ties(choose_parameters(algorithm, device, many_keys, {}));
}

std::vector<std::string> values_that_keep_ties(const Algorithm& algorithm, const gpu::DeviceInfo* device) {
  std::vector<std::string> found;
  if (keeps_ties_as_chosen(algorithm, device)) return found;
  for (const ParameterSpec& spec : algorithm.parameters()) {
    const auto* choices = std::get_if<Choices>(&spec.domain);
    if (choices == nullptr) continue;
    for (const std::string& value : choices->names) {
      const auto given = fitting_values(algorithm, device, many_keys, {{spec.name, value}});
      const bool keeps = algorithm.keeps_ties(choose_parameters(algorithm, device, many_keys, given));
      if (keeps) found.push_back(spec.name + "=" + value);
    }
  }
  return found;
}

std::map<std::string, std::string> used_values(const Algorithm& algorithm, const Parameters& parameters) {
  const bool records = parameters.values().contains("records");
  return used_values(algorithm.parameters_for(records ? data::PayloadKind::record : data::PayloadKind::none),
                     parameters.values());
}

}  // namespace texelsort::algorithms
