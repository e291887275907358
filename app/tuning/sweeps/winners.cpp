#include "app/tuning/sweeps/winners.h"

#include <bit>
#include <nlohmann/json.hpp>
#include <tuple>

#include <fmt/format.h>

#include "app/problem/host.h"
#include "app/problem/json_number.h"
#include "app/problem/messages.h"
#include "app/problem/state_file.h"
#include "app/tuning/sweeps/search.h"
#include "compute/data/error.h"
#include "compute/data/format/document.h"
#include "compute/data/text/outgoing_text.h"

namespace texelsort::app {

namespace {

using nlohmann::ordered_json;

constexpr auto winners_schema = "texelsort/tuned/1";

ordered_json json_of(const Winner& winner) {
  ordered_json json{{"algorithm", winner.algorithm},
                    {"type", winner.type},
                    {"payload", winner.payload},
                    {"size_class", winner.size_class},
                    {"device", winner.place.device},
                    {"driver", winner.place.driver},
                    {"processor", winner.place.processor},
                    {"threads", winner.place.threads},
                    {"version", winner.version},
                    {"values", winner.values},
                    {"own_values", winner.own},
                    {"n", winner.n},
                    {"distribution", winner.distribution},
                    {"order", winner.order},
                    {"date", winner.date},
                    {"command", winner.command},
                    {"ratio", winner.ratio.estimate},
                    {"ratio_low", winner.ratio.low},
                    {"ratio_high", winner.ratio.high},
                    {"samples_ms", winner.samples_ms},
                    {"own_samples_ms", winner.own_samples_ms}};
  if (!winner.definition.empty()) json["definition"] = winner.definition;
  return json;
}

Winner winner_from(const ordered_json& json) {
  Winner winner{.algorithm = json.at("algorithm"),
                .type = json.at("type"),
                .payload = json.at("payload"),
                .size_class = static_cast<unsigned>(json_count(json, "size_class", 64)),
                .place = {json.at("device"), json.at("driver"), json.value("processor", ""),
                          json.contains("threads") ? json_count(json, "threads") : 0},
                .version = json.at("version"),
                .n = json_count(json, "n"),
                .distribution = json.at("distribution"),
                .order = json.at("order"),
                .date = json.at("date"),
                .command = json.at("command"),
                .ratio = {json_amount(json, "ratio"), json_amount(json, "ratio_low"), json_amount(json, "ratio_high")}};
  json.at("values").get_to(winner.values);
  json.at("own_values").get_to(winner.own);
  winner.samples_ms = json_times(json, "samples_ms");
  winner.own_samples_ms = json_times(json, "own_samples_ms");
  winner.definition = json.value("definition", "");
  return winner;
}

void write_winners(const std::filesystem::path& file, const std::vector<Winner>& winners) {
  auto array = ordered_json::array();
  for (const Winner& winner : winners) array.push_back(json_of(winner));
  write_state(file, data::json_text(ordered_json{{"schema", winners_schema}, {"winners", array}}, 2) + "\n");
}

}  // namespace

bool Winner::replaces(const Winner& other) const {
  const auto key = [](const Winner& one) {
    return std::tie(one.algorithm, one.type, one.payload, one.size_class, one.place.device, one.place.driver,
                    one.place.processor, one.place.threads, one.version, one.definition);
  };
  return key(*this) == key(other);
}

unsigned size_class(std::uint64_t n) {
  return static_cast<unsigned>(std::bit_width(n));
}

std::string saved_id(const std::string& algorithm) {
  if (!algorithm.ends_with('/')) return algorithm;
  std::error_code failed;
  const auto absolute = std::filesystem::absolute(algorithm, failed);
  // The folder may have been deleted since.
  const auto folder = std::filesystem::weakly_canonical(absolute, failed);
  if (failed) return algorithm;
  const std::string path = folder.string();
  return path.ends_with('/') ? path : path + "/";
}

Winner winner_of(const SearchOutcome& outcome, const MeasuredPlace& place, const std::string& command,
                 const std::string& definition) {
  const TrialResult& row = outcome.winner;
  return {.algorithm = saved_id(row.algorithm),
          .type = row.type,
          .payload = row.payload,
          .size_class = size_class(row.n),
          .place = place,
          .version = TEXELSORT_VERSION,
          .definition = definition,
          .values = row.given,
          .own = outcome.own.parameters,
          .n = row.n,
          .distribution = row.distribution,
          .order = row.order,
          .date = utc_now(),
          .command = command,
          .ratio = outcome.ratio,
          .samples_ms = row.samples_ms,
          .own_samples_ms = outcome.own.samples_ms};
}

std::string evidence_text(const Winner& winner) {
  return fmt::format("{:.3f} [{:.3f}, {:.3f}] of the default's time at {} keys, measured on {}", winner.ratio.estimate,
                     winner.ratio.low, winner.ratio.high, winner.n, winner.date.substr(0, 10));
}

std::optional<std::filesystem::path> winners_file() {
  const auto folder = cache_folder();
  if (!folder) return std::nullopt;
  return *folder / "tuned.json";
}

Winners read_winners(const std::filesystem::path& file) {
  Winners winners;
  const std::string name = file.string();
  const auto leave_alone = [&](const std::string& why) {
    winners.fault = fmt::format("{}: left alone; texelsort tune --forget deletes it", why);
  };
  try {
    const auto text = read_own_file(file);
    if (!text) return winners;
    const auto json = data::parse_json<ordered_json>(*text, name);
    const std::string found = json.value("schema", "");
    if (found != winners_schema) {
      leave_alone(fmt::format("{}: schema '{}', expected {}", name, found, winners_schema));
      return winners;
    }
    const auto& entries = json.at("winners");
    for (const auto& entry : entries) {
      try {
        winners.all.push_back(winner_from(entry));
      } catch (const nlohmann::json::exception&) {
      } catch (const UsageError&) {
      }
    }
    if (const std::size_t damaged = entries.size() - winners.all.size(); damaged > 0) {
      leave_alone(fmt::format("{}: {} of {} entries are damaged", name, damaged, entries.size()));
    }
  } catch (const nlohmann::json::exception&) {
    leave_alone(name + ": damaged");
  } catch (const Error& error) {
    leave_alone(error.what());
  }
  return winners;
}

Winners kept_winners() {
  const auto file = winners_file();
  Winners winners = file ? read_winners(*file) : Winners{};
  if (!winners.fault.empty()) say_warning(winners.fault);
  return winners;
}

void keep_winner(const std::filesystem::path& file, const Winner& winner) {
  std::vector<Winner> all = read_winners(file).all;
  std::erase_if(all, [&winner](const Winner& other) { return winner.replaces(other); });
  all.push_back(winner);
  write_winners(file, all);
}

std::vector<Winner> forget_winners(const std::filesystem::path& file, const std::string& algorithm) {
  Winners winners = read_winners(file);
  if (!winners.fault.empty() && !algorithm.empty()) throw UsageError(winners.fault);
  std::vector<Winner> kept, gone;
  const std::string id = saved_id(algorithm);
  for (Winner& winner : winners.all) {
    (id.empty() || winner.algorithm == id ? gone : kept).push_back(std::move(winner));
  }
  if (kept.empty()) {
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
  } else if (!gone.empty()) {
    write_winners(file, kept);
  }
  return gone;
}

}  // namespace texelsort::app
