#include "app/playback/models/exchange.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "compute/data/text/number_format.h"

namespace texelsort::app {

namespace tables = algorithms::tables;

namespace {

std::optional<ExchangeState> find_exchange_state(const Player& player) {
  const auto* table = player.table(tables::Exchange{});
  if (table == nullptr || player.n() == 0) return std::nullopt;
  ExchangeState state{.ranks = table->width, .bytes = table->values, .nanoseconds = {}};
  state.key_bytes = std::max<std::uint64_t>(state.all() / player.n(), 1);
  state.nanoseconds = player.numbers(tables::ExchangeTimes{});
  return state;
}

}  // namespace

std::uint64_t ExchangeState::sent(std::uint64_t from) const {
  std::uint64_t sum = 0;
  for (std::uint64_t to = 0; to < ranks; ++to) sum += from_to(from, to);
  return sum;
}

std::uint64_t ExchangeState::received(std::uint64_t to) const {
  std::uint64_t sum = 0;
  for (std::uint64_t from = 0; from < ranks; ++from) sum += from_to(from, to);
  return sum;
}

std::uint64_t ExchangeState::all() const {
  return std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0});
}

std::uint64_t ExchangeState::moved() const {
  std::uint64_t sum = all();
  for (std::uint64_t rank = 0; rank < ranks; ++rank) sum -= from_to(rank, rank);
  return sum;
}

std::uint64_t ExchangeState::most() const {
  std::uint64_t most = 0;
  for (std::uint64_t from = 0; from < ranks; ++from) {
    for (std::uint64_t to = 0; to < ranks; ++to) {
      if (from != to) most = std::max(most, from_to(from, to));
    }
  }
  return most;
}

std::uint64_t ExchangeState::longest() const {
  return nanoseconds.empty() ? 0 : *std::ranges::max_element(nanoseconds);
}

const ExchangeState* exchange_state(const Player& player) {
  return player.of_state().find([&player] { return find_exchange_state(player); });
}

std::string speed_text(std::uint64_t bytes, std::uint64_t nanoseconds) {
  if (nanoseconds == 0) return "";
  const double speed = static_cast<double>(bytes) / static_cast<double>(nanoseconds);
  return data::size_text(1e9 * speed) + "/s";
}

std::string link_text(const ExchangeState& state, std::uint64_t from, std::uint64_t to) {
  const std::uint64_t bytes = state.from_to(from, to), time = state.time(from, to);
  const std::string what = fmt::format("{}, {}", data::counted(state.keys(bytes), "key"), data::size_text(bytes));
  if (from == to) return fmt::format("rank {} keeps {}", from, what);
  std::string text = fmt::format("rank {} sends rank {} {}", from, to, what);
  if (time > 0)
    text += fmt::format(", in {}: {}", data::duration_text(1e-6 * static_cast<double>(time)), speed_text(bytes, time));
  return text;
}

std::string exchange_text(const ExchangeState& state) {
  std::string text =
      fmt::format("{} of {} go to another rank", data::size_text(state.moved()), data::size_text(state.all()));
  if (const std::uint64_t time = state.longest(); time > 0) {
    text += fmt::format(", the last after {}: {}", data::duration_text(1e-6 * static_cast<double>(time)),
                        speed_text(state.moved(), time));
  }
  return text;
}

}  // namespace texelsort::app
