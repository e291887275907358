#include "app/session/network_editor.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "app/session/session.h"
#include "compute/data/error.h"
#include "compute/data/io/files.h"
#include "compute/network/drawing.h"

namespace texelsort::app {

namespace {

using network::Comparator;

/// Greatest number of designs that are kept for undo. Each design needs some hundred bytes.
constexpr std::size_t most_kept = 1000;

NetworkEditor::Design design_of(const network::Network& network) {
  NetworkEditor::Design design{network.n, {}};
  for (const network::Stage& stage : network.stages) {
    for (const network::Step& step : stage.steps) {
      auto list = network::comparators(step, network.n);
      if (!list.empty()) design.steps.push_back(std::move(list));
    }
  }
  return design;
}

void check_places(std::uint64_t n) {
  if (n >= NetworkEditor::fewest_places && n <= NetworkEditor::most_places) return;
  throw UsageError(fmt::format(
      "the network editor accepts networks of {} to {} places, not {}; 'texelsort network verify' accepts up to 32",
      NetworkEditor::fewest_places, NetworkEditor::most_places, n));
}

std::string text(const Comparator& c) {
  return fmt::format("{}:{}", c.reversed ? c.high : c.low, c.reversed ? c.low : c.high);
}

void insert(NetworkEditor::Design& design, NetworkEditor::Target target, std::uint64_t smaller, std::uint64_t larger) {
  if (smaller == larger) {
    throw UsageError(
        fmt::format("a comparator needs two different places, not place {} twice: drag from one wire to "
                    "another",
                    smaller));
  }
  if (std::max(smaller, larger) >= design.n) {
    throw UsageError(
        fmt::format("place {} does not exist: choose a place from 0 to {}", std::max(smaller, larger), design.n - 1));
  }
  const Comparator made{std::min(smaller, larger), std::max(smaller, larger), larger < smaller};
  const auto at = design.steps.begin() + static_cast<std::ptrdiff_t>(std::min(target.step, design.steps.size()));
  if (target.own || at == design.steps.end()) {
    design.steps.insert(at, {made});
    return;
  }
  for (const Comparator& other : *at) {
    for (const std::uint64_t place : {made.low, made.high}) {
      if (place != other.low && place != other.high) continue;
      throw UsageError(fmt::format(
          "place {} already belongs to a comparator of step {}, {}: drag between two steps to add a new step", place,
          target.step + 1, text(other)));
    }
  }
  at->insert(std::ranges::lower_bound(*at, made.low, {}, &Comparator::low), made);
}

void erase(NetworkEditor::Design& design, const NetworkEditor::Spot& spot) {
  auto& step = design.steps.at(spot.step);
  step.erase(step.begin() + static_cast<std::ptrdiff_t>(spot.index));
}

network::Network first_network(const Session& session) {
  const network::Family* family = session.algorithm().network();
  const std::uint64_t n = session.problem().n();
  if (family == nullptr || n < NetworkEditor::fewest_places) return network::best_known(network::usual_places);
  if (n <= NetworkEditor::most_places) return family->generate(n);
  // A network with more places than the editor accepts opens as the largest of its family that fits. A list of
  // comparators has no smaller networks.
  const bool listed =
      std::ranges::find(network::families(), family->id, &network::Family::id) != network::families().end();
  return listed ? family->generate(NetworkEditor::most_places) : network::best_known(network::usual_places);
}

}  // namespace

NetworkEditor::NetworkEditor(gpu::Device* device, const network::Network& first)
    : device_(device), history_{design_of(first)} {
  check_places(first.n);
  start();
}

network::Network NetworkEditor::network() const {
  network::Network network{"network-editor", design().n, {{"network-editor", {}}}};
  for (const auto& list : design().steps) {
    auto& steps = network.stages.front().steps;
    steps.push_back({fmt::format("step {}", steps.size() + 1), {}, {}, list});
  }
  return network;
}

std::uint64_t NetworkEditor::size() const {
  std::uint64_t size = 0;
  for (const auto& step : design().steps) size += step.size();
  return size;
}

void NetworkEditor::report(std::string message) {
  message_ = std::move(message);
  refused_ = true;
}

void NetworkEditor::start() {
  ++revision_;
  run_.reset();
  try {
    run_ = std::make_unique<ZeroOneRun>(device_, network());
  } catch (const std::exception& error) {
    report(error.what());  // the run rejects the new design, but the user can undo the change
  }
}

template <class Change>
bool NetworkEditor::change(Change&& made) {
  try {
    Design next = design();
    made(next);
    std::erase_if(next.steps, [](const auto& step) { return step.empty(); });
    message_.clear();
    refused_ = false;
    if (next == design()) return true;
    history_.resize(present_ + 1);
    history_.push_back(std::move(next));
    if (history_.size() > most_kept) history_.erase(history_.begin());
    present_ = history_.size() - 1;
    start();
    return true;
  } catch (const std::exception& error) {
    report(error.what());
    return false;
  }
}

bool NetworkEditor::add(Target target, std::uint64_t smaller, std::uint64_t larger) {
  return change([&](Design& design) { insert(design, target, smaller, larger); });
}

bool NetworkEditor::remove(const Spot& spot) {
  return change([&](Design& design) { erase(design, spot); });
}

bool NetworkEditor::move(const Spot& spot, Target target, std::uint64_t smaller, std::uint64_t larger) {
  return change([&](Design& design) {
    // Do not remove a step that becomes empty here, because insert() needs the old step numbers. change() removes it
    // later.
    erase(design, spot);
    insert(design, target, smaller, larger);
  });
}

bool NetworkEditor::set_places(std::uint64_t n) {
  return change([&](Design& design) {
    check_places(n);
    for (const auto& step : design.steps) {
      for (const Comparator& c : step) {
        if (c.high < n) continue;
        throw UsageError(
            fmt::format("the last place, {}, still has comparators, such as {}: delete these "
                        "comparators first",
                        c.high, text(c)));
      }
    }
    design.n = n;
  });
}

bool NetworkEditor::take(const network::Network& network) {
  return change([&](Design& design) {
    check_places(network.n);
    design = design_of(network);
  });
}

bool NetworkEditor::undo() {
  if (!can_undo()) return false;
  --present_;
  dismiss();
  start();
  return true;
}

bool NetworkEditor::redo() {
  if (!can_redo()) return false;
  ++present_;
  dismiss();
  start();
  return true;
}

template <class Read>
bool NetworkEditor::take_list(Read&& read) {
  try {
    std::vector<network::ListedNetwork> list = read();
    // Open the first network in the list whose number of places the editor supports.
    const auto first = std::ranges::find_if(
        list, [](std::uint64_t n) { return n <= most_places && n >= fewest_places; },
        [](const network::ListedNetwork& one) { return one.network.n; });
    const std::size_t index = first == list.end() ? 0 : static_cast<std::size_t>(first - list.begin());
    if (!take(list[index].network)) return false;
    list_ = std::move(list);
    chosen_ = index;
    return true;
  } catch (const std::exception& error) {
    report(error.what());
    return false;
  }
}

bool NetworkEditor::read_text(const std::string& text, const std::string& origin) {
  return take_list([&] { return network::parse_networks(text, origin); });
}

bool NetworkEditor::open(const std::string& name) {
  return take_list([&] { return network::read_networks(name); });
}

bool NetworkEditor::choose(std::size_t listed) {
  if (listed >= list_.size() || !take(list_[listed].network)) return false;
  chosen_ = listed;
  return true;
}

bool NetworkEditor::save(const std::string& path, const std::string& text) {
  try {
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored) && path != replaceable_) {
      replaceable_ = path;
      throw UsageError(path + " exists: save again to replace it, or choose another name");
    }
    data::write_file_atomically(path, text);
    replaceable_ = path;
    message_ = "Saved: " + path;
    refused_ = false;
    return true;
  } catch (const std::exception& error) {
    report(error.what());
    return false;
  }
}

bool NetworkEditor::advance(std::chrono::milliseconds budget) {
  try {
    return run_ && run_->advance(budget);
  } catch (const std::exception& error) {
    run_.reset();
    report(error.what());
    return false;
  }
}

NetworkEditor::NetworkEditor(const Session& session) : NetworkEditor(session.device(), first_network(session)) {}

bool NetworkEditor::run_in_stepper(Session& session, std::uint32_t input) {
  if (size() == 0) {
    report("the network has no comparators: drag from wire to wire to add one");
    return false;
  }
  ProblemSpec spec;
  for (std::uint64_t i = 0; i < design().n; ++i) {
    spec.values += fmt::format("{}{}", i > 0 ? "," : "", input >> i & 1);
  }
  spec.type = data::KeyType::u32;
  const std::string& id = session.algorithm().info().id;
  const char* method = device_ == nullptr               ? "/reference@cpu"
                       : id.ends_with("/grouped-quads") ? "/grouped-quads"
                                                        : "/single-quad";
  if (!session.change_run(spec, network::print(network(), false) + method, {})) {
    report(session.message());
    return false;
  }
  return true;
}

void NetworkEditor::frame(Session& session, double) {
  constexpr std::chrono::milliseconds share{12};
  try {
    advance(share);
  } catch (const std::exception& error) {
    session.report(error.what());
  }
}

bool NetworkEditor::has_work(const Session&) const {
  return busy();
}

}  // namespace texelsort::app
