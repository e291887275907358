#include "compute/algorithms/core/algorithm.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <type_traits>

#include <fmt/format.h>

namespace texelsort::algorithms {
namespace {

template <typename Value>
bool contains(const std::vector<Value>& values, Value value) {
  return std::ranges::find(values, value) != values.end();
}

/// Returns the names of values as words of a sentence: "u32", "u32 and f32", "u32, i32 and f32".
template <typename Value>
std::string words(const std::vector<Value>& values) {
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += i + 1 == values.size() ? " and " : ", ";
    text += data::name(values[i]);
  }
  return text;
}

/// Returns what an algorithm does with keys, for a sentence: "sorts", "selects from" or "merges".
std::string verb(Task task) {
  return task == Task::select ? "selects from" : std::string(name(task)) + "s";
}

/// Returns the payload that moves with the keys of a form. Records that are sorted indirectly follow an index.
data::PayloadKind moved_payload(const Algorithm& algorithm, const ProblemForm& form) {
  const bool sorts = algorithm.info().task == Task::sort;
  return form.payload == data::PayloadKind::record && sorts ? data::PayloadKind::index : form.payload;
}

std::optional<std::string> refusal_of_payload(const Algorithm& algorithm, const ProblemForm& form) {
  const AlgorithmInfo& info = algorithm.info();
  const data::PayloadKind payload = moved_payload(algorithm, form);
  const std::vector<data::PayloadKind> accepted = accepted_payloads(info);
  // Selections and merges refuse records in their own words, see record_refusal().
  if (payload == data::PayloadKind::record || contains(accepted, payload)) return std::nullopt;
  if (form.payload == data::PayloadKind::record) {
    if (algorithm.moves_records()) return std::nullopt;
    return fmt::format(
        "this algorithm {} keys with payload {}, but sorting of records needs the payload index: choose another "
        "algorithm",
        verb(info.task), words(accepted));
  }
  return fmt::format("this algorithm {} keys with payload {}, not {}: choose the payload {}", verb(info.task),
                     words(accepted), name(payload), name(accepted.back()));
}

/// Returns a number of keys as text. Large powers of two, and numbers that are one less, are shown as such.
std::string count_text(std::uint64_t count) {
  constexpr std::uint64_t large = 1 << 20;
  if (count < large) return std::to_string(count);
  if (std::has_single_bit(count)) return fmt::format("2^{}", std::countr_zero(count));
  if (std::has_single_bit(count + 1)) return fmt::format("2^{} - 1", std::countr_zero(count + 1));
  return std::to_string(count);
}

template <typename Key>
std::optional<std::string> refused_float(const AlgorithmInfo& info, std::span<const Key> keys) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const Key key = keys[i];
    if (info.refuses_nan && std::isnan(key)) {
      return fmt::format("key {} is NaN, which this algorithm cannot order: choose another algorithm", i);
    }
    if (info.refuses_negative_zero && key == 0 && std::signbit(key)) {
      return fmt::format("key {} is -0, which this algorithm cannot tell from 0: choose another algorithm", i);
    }
  }
  return std::nullopt;
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

void require_available(const Algorithm& algorithm, const gpu::DeviceInfo* device,
                       const cuda::ExecutionOptions& execution) {
  const Availability found = algorithm.availability(device, execution);
  if (!found.available) {
    throw UnavailableError(fmt::format("{} cannot run here: {}", algorithm.info().id, found.reason));
  }
}

bool Algorithm::has(const TableKind& kind) const {
  const auto kinds = table_kinds();
  return std::ranges::find(kinds, kind.index(), &TableKind::index) != kinds.end();
}

std::vector<data::PayloadKind> accepted_payloads(const AlgorithmInfo& info) {
  return info.payloads.empty() ? payloads_of(info.task, info.backend) : info.payloads;
}

std::vector<data::PayloadKind> payloads_of(Task task, Backend backend) {
  using enum data::PayloadKind;
  if (task == Task::select) return {none};
  if (!moves_wide_payloads(backend)) return {none, index};
  return {none, index, index64};
}

std::optional<std::string> refusal_of_form(const Algorithm& algorithm, const ProblemForm& form) {
  const AlgorithmInfo& info = algorithm.info();
  if (!contains(info.types, form.type)) {
    return fmt::format("this algorithm {} {}, not {}: choose the type {} or another algorithm", verb(info.task),
                       words(info.types), name(form.type), name(info.types.front()));
  }
  if (!contains(info.orders, form.order)) {
    return fmt::format("this algorithm {} in order {}, not {}: choose another order or algorithm", verb(info.task),
                       words(info.orders), name(form.order));
  }
  if (auto reason = refusal_of_payload(algorithm, form)) return reason;
  if (form.n < info.min_n) {
    return fmt::format("n = {} is below this algorithm's limit of {} keys: choose a larger n", form.n, info.min_n);
  }
  if (info.max_n && form.n > *info.max_n && algorithm.method() == nullptr) {
    return fmt::format("n = {} exceeds this algorithm's limit of {} keys: choose a smaller n", form.n,
                       count_text(*info.max_n));
  }
  return std::nullopt;
}

std::optional<std::string> refusal_of_keys(const AlgorithmInfo& info, const data::Keys& keys) {
  if (!info.refuses_nan && !info.refuses_negative_zero) return std::nullopt;
  return std::visit(
      [&info]<typename Key>(const std::vector<Key>& column) -> std::optional<std::string> {
        if constexpr (std::is_floating_point_v<Key>) return refused_float<Key>(info, column);
        return std::nullopt;
      },
      keys);
}

bool moves_wide_payloads(Backend backend) {
  return backend == Backend::cpu || backend == Backend::cuda;
}

}  // namespace texelsort::algorithms
