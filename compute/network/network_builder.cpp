#include "compute/network/network_builder.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/network/orders.h"

namespace texelsort::network {

NetworkBuilder::NetworkBuilder(const data::Source& source) : source_(source) {
  network_.id = source.origin.substr(source.origin.rfind('/') + 1);
}

void NetworkBuilder::open_stage(std::string_view name) {
  end_step();
  stage_name_ = name;
  // Replace control characters in names of stages. Texts and drawings need names of one line, but names in JSON may
  // contain any character.
  std::ranges::replace_if(
      stage_name_, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  stage_open_ = false;
}

Comparator NetworkBuilder::comparator(WrittenPlace smaller, WrittenPlace larger) {
  if (smaller.place == larger.place) {
    data::fail_at(source_, larger.at, fmt::format("place {} is compared with itself", larger.place));
  }
  check_place(smaller);
  check_place(larger);
  const Comparator made{std::min(smaller.place, larger.place), std::max(smaller.place, larger.place),
                        larger.place < smaller.place};
  needed_ = std::max(needed_, made.high + 1);
  ++added_;
  return made;
}

void NetworkBuilder::add(WrittenPlace smaller, WrittenPlace larger) {
  const Comparator made = comparator(smaller, larger);
  use(smaller, made);
  use(larger, made);
  step_.push_back(made);
}

void NetworkBuilder::add_in_order(WrittenPlace smaller, WrittenPlace larger) {
  const Comparator made = comparator(smaller, larger);
  std::size_t& low = list_ends_[made.low];
  std::size_t& high = list_ends_[made.high];
  const std::size_t step = std::max(low, high);
  if (step == list_.size()) list_.emplace_back();
  list_[step].push_back(made);
  low = high = step + 1;
}

void NetworkBuilder::end_list() {
  const auto steps = std::exchange(list_, {});
  list_ends_.clear();
  for (const auto& step : steps) {
    step_ = step;
    end_step();
  }
}

void NetworkBuilder::check_place(WrittenPlace place) const {
  if (place.place >= most_read_places) {
    data::fail_at(source_, place.at,
                  fmt::format("place {} is too large: use at most {}", place.place, most_read_places - 1));
  }
}

void NetworkBuilder::use(WrittenPlace place, const Comparator& comparator) {
  const auto [other, first_use] = used_.emplace(place.place, comparator);
  if (first_use) return;
  const Comparator& c = other->second;
  data::fail_at(source_, place.at,
                fmt::format("place {} occurs twice in one step, first in {}:{}: put one of the two comparators into "
                            "another step",
                            place.place, c.reversed ? c.high : c.low, c.reversed ? c.low : c.high));
}

void NetworkBuilder::end_step() {
  if (!list_.empty()) end_list();
  if (step_.empty()) return;
  if (!stage_open_) {
    const std::string name =
        stage_name_.empty() ? fmt::format("stage {}", network_.stages.size() + 1) : std::move(stage_name_);
    network_.stages.push_back({name, {}});
    stage_name_.clear();
    stage_open_ = true;
  }
  auto& steps = network_.stages.back().steps;
  std::ranges::sort(step_, {}, &Comparator::low);
  steps.push_back({fmt::format("step {}", steps.size() + 1), {}, {}, std::move(step_)});
  step_.clear();
  used_.clear();
}

void NetworkBuilder::set_places(WrittenPlace n) {
  if (n.place > most_read_places) {
    data::fail_at(source_, n.at, fmt::format("{} places are too many: use at most {}", n.place, most_read_places));
  }
  places_ = n;
}

Network NetworkBuilder::finish() {
  end_step();
  if (network_.stages.empty()) {
    throw UsageError(source_.origin + ": the network has no comparators: write some, such as 0:1,2:3;0:2,1:3;1:2");
  }
  if (places_ && places_->place < needed_) {
    data::fail_at(
        source_, places_->at,
        fmt::format("the network has {} places, but a comparator uses place {}", places_->place, needed_ - 1));
  }
  if (size_ && size_->place != added_) {
    data::fail_at(source_, size_->at,
                  fmt::format("the network announces {} comparators, but has {}", size_->place, added_));
  }
  network_.n = places_ ? places_->place : needed_;
  claim_orders(network_);
  return std::move(network_);
}

}  // namespace texelsort::network
