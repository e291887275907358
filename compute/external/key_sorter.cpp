#include "compute/external/key_sorter.h"

#include <limits>

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include "compute/algorithms/default_choice.h"
#include "compute/data/error.h"

namespace texelsort::external {
namespace {

struct KeyForm {
  data::KeyType type;
  unsigned bits;
};
/// Floats hold whole numbers of 24 bits exactly.
constexpr KeyForm key_forms[] = {{data::KeyType::u64, 64}, {data::KeyType::u32, 32}, {data::KeyType::f32, 24}};

algorithms::ProblemForm form_of_keys(data::KeyType type, std::uint64_t n) {
  return {.n = n, .type = type, .payload = data::PayloadKind::index};
}

data::Keys keys_of(const std::vector<std::uint64_t>& prefixes, data::KeyType type, unsigned bits) {
  data::Keys keys = data::make_keys(type, prefixes.size());
  std::visit(
      [&](auto& column) {
        using Key = typename std::decay_t<decltype(column)>::value_type;
        tbb::parallel_for(std::size_t{0}, prefixes.size(),
                          [&](std::size_t i) { column[i] = static_cast<Key>(sorted_part(prefixes[i], bits)); });
      },
      keys);
  return keys;
}

}  // namespace

KeySorter::KeySorter(const SortChoice& choice, std::uint64_t most_records)
    : device_(choice.device), values_(choice.values), most_records_(most_records) {
  const gpu::DeviceInfo* info = device_ == nullptr ? nullptr : &device_->info();
  constexpr std::uint64_t most_index = std::numeric_limits<std::uint32_t>::max();
  most_records_ = std::max<std::uint64_t>(1, std::min(most_records_, most_index));
  const algorithms::Algorithm* asked = choice.algorithm;
  if (asked == nullptr) {
    const auto chosen = algorithms::default_sort(info, form_of_keys(data::KeyType::u64, most_records_));
    asked = chosen.algorithm;
    reason_ = chosen.reason;
  } else {
    algorithms::require_available(*asked, info);
    if (asked->info().task != algorithms::Task::sort) {
      throw UsageError(fmt::format("{} does not sort: an external sort takes one that does", asked->info().id));
    }
  }
  // What a device has no room for is sorted in smaller runs.
  for (std::uint64_t n = most_records_;; n /= 2) {
    if (take(*asked, values_, n)) break;
    if (n <= 1024) {
      const auto refused = prepare(*asked, info, form_of_keys(data::KeyType::u64, 1024), values_).refusal();
      throw UsageError(fmt::format("{}: {}", asked->info().id, refused.value_or("it takes no keys with an index")));
    }
  }
}

bool KeySorter::take(const algorithms::Algorithm& algorithm, const algorithms::TextValues& values, std::uint64_t n) {
  const gpu::DeviceInfo* info = device_ == nullptr ? nullptr : &device_->info();
  for (const KeyForm& form : key_forms) {
    if (prepare(algorithm, info, form_of_keys(form.type, n), values).refusal()) continue;
    algorithm_ = &algorithm;
    type_ = form.type;
    bits_ = form.bits;
    most_records_ = n;
    return true;
  }
  return false;
}

std::vector<std::uint32_t> KeySorter::sort(const std::vector<std::uint64_t>& prefixes) const {
  const std::uint64_t n = prefixes.size();
  std::vector<std::uint32_t> order(n);
  if (n == 0) return order;
  {
    const gpu::DeviceInfo* info = device_ == nullptr ? nullptr : &device_->info();
    auto problem = std::make_shared<algorithms::Problem>(
        algorithms::Problem{.keys = keys_of(prefixes, type_, bits_), .payload = data::PayloadKind::index});
    const auto run = prepare(*algorithm_, info, problem->form(), values_).start(device_, problem);
    problem.reset();
    run->finish();
    const data::State state = run->read();
    if (state.payload.size() != n) throw InternalError(algorithm_->info().id + " has lost records");
    tbb::parallel_for(std::size_t{0}, order.size(),
                      [&](std::size_t i) { order[i] = static_cast<std::uint32_t>(state.payload[i]); });
  }
  std::vector<bool> seen(n);
  std::uint64_t before = 0;
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint32_t place = order[i];
    if (place >= n || seen[place]) {
      throw InternalError(fmt::format("{} has put record {} of {} in two places", algorithm_->info().id, place, n));
    }
    seen[place] = true;
    const std::uint64_t now = sorted_part(prefixes[place], bits_);
    if (now < before)
      throw InternalError(fmt::format("{} has put key {} of {} before a lower one", algorithm_->info().id, i - 1, n));
    before = now;
  }
  return order;
}

void KeySorter::warm_up() const {
  std::vector<std::uint64_t> prefixes(std::min<std::uint64_t>(most_records_, 1 << 16));
  for (std::size_t i = 0; i < prefixes.size(); ++i)
    prefixes[i] = (i + 1) * 0x9e3779b97f4a7c15;  // any will do: Fibonacci hashing
  sort(prefixes);
}

}  // namespace texelsort::external
