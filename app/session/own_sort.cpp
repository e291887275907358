#include "app/session/own_sort.h"

#include <algorithm>
#include <exception>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/problem/plain_message.h"
#include "compute/algorithms/registry.h"
#include "compute/algorithms/scripted/scripted_sort.h"

namespace texelsort::app {

namespace {

/// Returns whether a list contains an element.
template <class Element>
bool has(const std::vector<Element>& list, const Element& element) {
  return std::ranges::find(list, element) != list.end();
}

/// Changes a problem so that an algorithm accepts it, where possible. Returns the changes in words.
std::vector<std::string> fit(ProblemSpec& spec, const algorithms::ProblemForm& form,
                             const algorithms::AlgorithmInfo& info) {
  std::vector<std::string> changes;
  if (!has(info.types, form.type)) {
    spec.type = info.types.front();
    changes.push_back(fmt::format("the keys are {}", data::name(*spec.type)));
  }
  if (!has(info.orders, spec.order)) {
    spec.order = info.orders.front();
    changes.push_back(fmt::format("the order is {}", data::name(spec.order)));
  }
  const std::vector<data::PayloadKind> payloads = accepted_payloads(info);
  // A sort that moves an index can sort records.
  const bool moves =
      spec.payload == data::PayloadKind::record ? has(payloads, data::PayloadKind::index) : has(payloads, spec.payload);
  if (!moves) {
    spec.payload = payloads.front();
    spec.fields = 0;
    spec.layout.reset();
    changes.push_back(fmt::format("the payload is {}", data::name(spec.payload)));
  }
  const std::uint64_t n = std::clamp(form.n, info.min_n, std::max(info.min_n, info.max_n.value_or(form.n)));
  if (n != form.n && is_generated(spec)) {
    spec.n = n;
    changes.push_back(fmt::format("the number of keys is {}", n));
  }
  return changes;
}

}  // namespace

bool open_own_sort(Session& session, const std::string& folder) {
  const algorithms::Algorithm* algorithm = nullptr;
  try {
    algorithm = &algorithms::find_algorithm(algorithms::scripted_id(folder));
  } catch (const std::exception& error) {
    session.report(plain_message(error.what()));
    return false;
  }
  ProblemSpec spec = session.spec();
  const std::vector<std::string> changes = fit(spec, session.problem().form(), algorithm->info());
  if (changes.empty()) return session.change_algorithm(*algorithm);
  if (!session.change_run(spec, algorithm->info().id, {})) return false;
  session.report(
      fmt::format("{} does not accept the previous keys, so {}", algorithm->info().id, fmt::join(changes, ", and ")));
  return true;
}

}  // namespace texelsort::app
