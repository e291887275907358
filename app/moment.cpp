#include "app/moment.h"

#include <chrono>

#include <fmt/format.h>

#include "compute/data/error.h"
#include "compute/data/number.h"

namespace texelsort::app {

namespace {

void settle(Session& session) {
  while (session.player().advance(std::chrono::hours(1))) {
  }
}

}  // namespace

void seek_to(Session& session, const std::string& pass) {
  auto& player = session.player();
  if (!player.total()) {
    // Some runs know their passes once they are done.
    session.to_end();
    settle(session);
  }
  if (pass == "end") {
    session.to_end();
  } else if (pass.empty()) {
    session.seek(player.total().value_or(0) / 2);
  } else {
    const auto number = data::parse_size(pass);
    if (!number) throw UsageError(fmt::format("--pass {}: expected a number of passes, or 'end'", pass));
    if (player.total() && *number > *player.total()) {
      throw UsageError(fmt::format("--pass {}: this run has passes 0 (the input) to {}", pass, *player.total()));
    }
    session.seek(*number);
  }
  settle(session);
  player.test_result();
}

Pair pair_at(const Session& session, const std::string& option, std::uint64_t index) {
  const std::uint64_t n = session.problem().n();
  if (index >= n) throw UsageError(fmt::format("{} {}: the input has {} keys, numbered from 0", option, index, n));
  return session.pair_of(index);
}

void show(Session& session, const Moment& moment) {
  session.open(moment.problem, moment.algorithm, moment.parameters);
  seek_to(session, moment.pass);
  session.pin(std::nullopt);
  if (moment.pin) session.pin(pair_at(session, "--pin", *moment.pin));
}

}  // namespace texelsort::app
