#include "compute/algorithms/records/settings.h"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "compute/algorithms/cuda/cuda_algorithm.h"
#include "compute/algorithms/records/compute.h"
#include "compute/algorithms/records/cuda.h"
#include "compute/cuda/choice.h"
#include "compute/data/keys/records.h"

namespace texelsort::algorithms {

const SettingsTable<RecordSettings>& record_settings() {
  using S = RecordSettings;
  static const SettingsTable<S> table({
      field(
          &S::records, "records", "", Choices{{"indirect", "direct"}}, std::nullopt,
          "Data that moves. indirect: keys with their indices, and at the end each record once. direct: whole records "
          "with every move of their keys, if the algorithm supports it (Bandyopadhyay and Sahni, section III)."),
      field(&S::rearrange, "rearrange", "", Choices{{"gather", "group", "cycle", "transpose", "by-layout"}},
            Rearrange::by_layout,
            "Method that moves indirectly sorted records to their places. gather: one invocation per record (figures 4 "
            "and 5). group: a group of invocations per record, in words of 16 bytes (figure 6). cycle: in place along "
            "the cycles of the order. transpose: transposes columns into rows and back. by-layout: the source's method, gather for columns and group for "
            "other layouts. With records = direct, gather "
            "uses one thread per record, and group, for records with adjacent fields, a group of threads.")
          .only(when(&S::records, {S::Way::indirect}))
          .only_values(when(&S::records, {S::Way::direct}), {"gather", "group"}),
  });
  return table;
}

bool is_record_setting(std::string_view name) {
  const auto& specs = record_settings().specs();
  return std::ranges::find(specs, name, &ParameterSpec::name) != specs.end();
}

std::string_view name(Rearrange rearrange) {
  static constexpr std::array<std::string_view, 5> names{"gather", "group", "cycle", "transpose", "by-layout"};
  return names.at(static_cast<std::size_t>(rearrange));
}

Rearrange source_rearrange(data::Layout layout, Backend backend) {
  return layout == data::Layout::by_field || backend == Backend::cpu ? Rearrange::gather : Rearrange::group;
}

std::optional<std::string> rearrange_refusal(Rearrange rearrange, data::Layout layout, Backend backend) {
  const bool columns = layout == data::Layout::by_field;
  if (backend == Backend::cpu && rearrange != Rearrange::gather && rearrange != Rearrange::cycle) {
    return fmt::format("rearrange = {} needs parallel invocations: choose gather or cycle on the CPU", name(rearrange));
  }
  if (rearrange == Rearrange::group && columns) {
    return "rearrange = group needs records with adjacent fields, which by-field layouts do not have: choose gather or "
           "transpose";
  }
  if (rearrange == Rearrange::transpose && !columns) {
    return fmt::format(
        "rearrange = transpose turns columns into rows, but {} records are already rows: choose gather or group",
        name(layout));
  }
  return std::nullopt;
}

std::optional<std::string> rearrange_refusal(Rearrange rearrange, data::Layout layout, const Algorithm& algorithm) {
  if (rearrange == Rearrange::cycle && algorithm.info().owns_memory) {
    return "rearrange = cycle moves records in place, but this algorithm moves them from one memory to another: choose "
           "gather, group or transpose";
  }
  return rearrange_refusal(rearrange, layout, algorithm.info().backend);
}

std::optional<std::string> record_refusal(const Algorithm& algorithm, const ProblemForm& form,
                                          const RecordSettings& settings) {
  if (algorithm.info().task == Task::select) return "a selection moves neither keys nor records";
  if (algorithm.info().task == Task::merge) return "merges do not move records: choose the payload index";
  if (form.shape.fields > data::most_fields) {
    return fmt::format("records of {} fields exceed the limit of {}: choose fewer fields", form.shape.fields,
                       data::most_fields);
  }
  if (settings.direct()) {
    if (!algorithm.moves_records()) {
      return "records = direct: this algorithm moves keys with their indices, but not whole records; choose indirect";
    }
    if (settings.rearrange != Rearrange::group) return std::nullopt;
    return rearrange_refusal(settings.rearrange, form.shape.layout, Backend::cuda);
  }
  if (form.n > std::numeric_limits<std::uint32_t>::max()) {
    return fmt::format("n = {} exceeds the limit of 2^32 - 1 records, which have indices of 32 bits", form.n);
  }
  return rearrange_refusal(settings.rearrange, form.shape.layout, algorithm);
}

namespace {

/// Returns the default method of rearranging records by shaders or on the CPU.
Rearrange tuned_for_shaders(Backend backend, const gpu::DeviceInfo* device, const ProblemForm& form) {
  // Groups are faster for records of at least two words of 16 bytes. Software devices have no wide memory transactions,
  // so groups are not faster there.
  constexpr std::uint32_t least_words = 8;
  const bool hardware = backend != Backend::cpu && device != nullptr && !device->software;
  const bool rows = form.shape.layout != data::Layout::by_field;
  const bool pays = data::record_memory(form.n, form.type, form.shape).row_words >= least_words;
  return hardware && rows && pays ? Rearrange::group : Rearrange::gather;
}

Rearrange tuned_for_kernels(const data::RecordShape& shape) {
  if (shape.layout != data::Layout::by_field) return Rearrange::group;
  return shape.fields > 1 ? Rearrange::transpose : Rearrange::gather;
}

std::optional<std::string> refusal_of_kernels(const gpu::DeviceInfo& device, const ProblemForm& form,
                                              const RecordSettings& settings, const RunPlan& plan) {
  if (settings.direct() && form.shape.layout == data::Layout::by_record) {
    return "records = direct does not support by-record layouts, whose keys are extracted first: choose indirect";
  }
  if (!settings.direct() && settings.rearrange == Rearrange::cycle) {
    return ComputeMover::refusal(device, form, settings.rearrange);
  }
  const std::uint64_t words = CudaMover::device_bytes(form);  // bytes of all records, in two arrays
  return cuda_memory_refusal(device, form, plan.cuda_bytes() + words,
                             std::max(form.n * data::key_bytes(form.type), words / 2));
}

}  // namespace

RecordSettings tuned_records(const Algorithm& algorithm, const gpu::DeviceInfo* device, const ProblemForm& form) {
  RecordSettings settings;
  const Backend backend = algorithm.info().backend;
  settings.rearrange =
      backend == Backend::cuda ? tuned_for_kernels(form.shape) : tuned_for_shaders(backend, device, form);
  if (algorithm.prefers_direct(form)) settings.records = RecordSettings::Way::direct;
  return settings;
}

std::optional<std::string> refusal_of_records(const Algorithm& algorithm, const gpu::DeviceInfo* device,
                                              const ProblemForm& form, const RecordSettings& settings,
                                              const RunPlan& plan) {
  const Backend backend = algorithm.info().backend;
  // An algorithm with its own memory has already included the records in the memory that it needs.
  if (backend == Backend::cpu || device == nullptr || algorithm.info().owns_memory) return std::nullopt;
  if (backend == Backend::cuda) return refusal_of_kernels(*device, form, settings, plan);
  return ComputeMover::refusal(*device, form, settings.rearrange);
}

}  // namespace texelsort::algorithms
