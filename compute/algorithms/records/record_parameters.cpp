#include "compute/algorithms/records/record_parameters.h"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "compute/data/records.h"

namespace texelsort::algorithms {
namespace {

constexpr std::array<std::string_view, 4> rearrange_names{"gather", "group", "cycle", "transpose"};

}  // namespace

const std::vector<ParameterSpec>& record_parameters() {
  static const std::vector<ParameterSpec> specs{
      {"records", "", Choices{{"indirect", "direct"}}, "indirect", "",
       "What moves: keys with their indices, and at the end each record once, or whole records with every move of their "
       "keys, where the algorithm can (Bandyopadhyay and Sahni, section III)."},
      {"rearrange",
       "",
       Choices{{"gather", "group", "cycle", "transpose"}},
       "gather",
       "",
       "How indirectly sorted records get to their places: an invocation a record (figures 4 and 5), a group of "
       "invocations that carries a record in words of 16 bytes (figure 6), in place along the cycles of the order, or by "
       "turning columns into rows and back. Of whole records that move with their keys, group carries those whose fields "
       "stand side by side so, gather by a thread each.",
       {Use{{Condition{"records", {"indirect"}}}}, Use{{Condition{"records", {"direct"}}}, {"gather", "group"}}}}};
  return specs;
}

bool is_record_parameter(std::string_view name) {
  return std::ranges::find(record_parameters(), name, &ParameterSpec::name) != record_parameters().end();
}

Rearrange rearrange_of(const Parameters& parameters) {
  const auto found = std::ranges::find(rearrange_names, parameters.text("rearrange"));
  return static_cast<Rearrange>(found - rearrange_names.begin());
}

std::string_view name(Rearrange rearrange) {
  return rearrange_names.at(static_cast<std::size_t>(rearrange));
}

std::optional<std::string> rearrange_refusal(Rearrange rearrange, data::Layout layout, Backend backend) {
  const bool columns = layout == data::Layout::by_field;
  if (backend == Backend::cpu && rearrange != Rearrange::gather && rearrange != Rearrange::cycle) {
    return fmt::format("rearrange = {} is for invocations side by side: on the cpu choose gather or cycle",
                       name(rearrange));
  }
  if (rearrange == Rearrange::group && columns) {
    return "rearrange = group carries records whose fields stand side by side: by-field, choose gather or transpose";
  }
  if (rearrange == Rearrange::transpose && !columns) {
    return fmt::format("rearrange = transpose turns columns into rows, and {} records are rows: choose gather or group",
                       name(layout));
  }
  return std::nullopt;
}

namespace {

std::optional<std::string> direct_refusal(data::Layout layout, Rearrange rearrange) {
  if (rearrange == Rearrange::group) return rearrange_refusal(rearrange, layout, Backend::cuda);
  return std::nullopt;
}

}  // namespace

std::optional<std::string> record_refusal(const Algorithm& algorithm, const ProblemForm& form,
                                          const Parameters& parameters) {
  if (algorithm.info().task == Task::select) return "a selection moves no key, and no record with it";
  if (algorithm.info().task == Task::merge) return "records are not merged: choose the payload index";
  if (form.shape.fields > data::most_fields) {
    return fmt::format("records of {} fields are beyond the limit of {}", form.shape.fields, data::most_fields);
  }
  if (parameters.text("records") == "direct") {
    if (algorithm.moves_records()) return direct_refusal(form.shape.layout, rearrange_of(parameters));
    return "records = direct: this algorithm moves keys with their indices, no whole records; choose indirect";
  }
  if (form.n > std::numeric_limits<std::uint32_t>::max()) {
    return fmt::format("n = {}: records are found by indices of 32 bits, fewer than 2^32", form.n);
  }
  const Rearrange rearrange = rearrange_of(parameters);
  return rearrange_refusal(rearrange, form.shape.layout, algorithm.info().backend);
}

std::map<std::string, std::string> tuned_rearrangement(Backend backend, const gpu::DeviceInfo* device,
                                                       const ProblemForm& form) {
  Rearrange best = Rearrange::gather;
  // Groups pay from two words of 16 bytes a record on; software has no transactions to fill.
  constexpr std::uint32_t least_words = 8;
  const bool hardware = backend != Backend::cpu && device != nullptr && !device->software;
  const bool rows = form.shape.layout != data::Layout::by_field;
  if (hardware && rows && data::record_memory(form.n, form.type, form.shape).row_words >= least_words) {
    best = Rearrange::group;
  }
  return {{"rearrange", std::string(name(best))}};
}

}  // namespace texelsort::algorithms
