#include "app/export/page_run.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/export/colours.h"
#include "app/playback/models/keys_view.h"
#include "app/playback/models/record_map.h"
#include "app/problem/plain_message.h"
#include "app/problem/short_number.h"
#include "app/session/threshold_text.h"
#include "compute/data/keys/order.h"
#include "compute/data/keys/records.h"
#include "compute/data/text/number_format.h"
#include "compute/data/text/outgoing_text.h"
#include "compute/network/citation.h"
#include "compute/network/drawing.h"

namespace texelsort::app {

namespace {

using nlohmann::ordered_json;

/// Writes base-36 numbers without separators. All numbers have as many digits as the largest number.
class Base36 {
 public:
  explicit Base36(std::uint64_t largest) {
    for (std::uint64_t rest = largest / 36; rest > 0; rest /= 36) ++digits_;
  }
  unsigned digits() const { return digits_; }
  void add(std::string& text, std::uint64_t number) const {
    text.append(digits_, '0');
    for (auto digit = text.rbegin(); number > 0; ++digit, number /= 36) {
      *digit = "0123456789abcdefghijklmnopqrstuvwxyz"[number % 36];
    }
  }

 private:
  unsigned digits_ = 1;
};

std::string hex(const glm::vec3& colour) {
  const auto channel = [](float unit) { return static_cast<unsigned>(std::clamp(unit, 0.0f, 1.0f) * 255.0f + 0.5f); };
  return fmt::format("{:02x}{:02x}{:02x}", channel(colour.r), channel(colour.g), channel(colour.b));
}

/// Returns whether white text is easier to read than black text on a background of this colour.
bool white_on(const glm::vec3& colour) {
  return readable_on(colour) == to_color(glm::vec3(1));
}

/// Greatest number of characters of a key in a picture. Longer keys are rounded in the picture and written in full next
/// to the picture.
constexpr std::size_t most_letters = 7;
/// Height of the bar of the highest key, in the page's units. Each height is written with two base-36 digits.
constexpr std::uint64_t height_parts = 36 * 36 - 1;
/// Greatest number of quads outlined in a pass. More quads would each be as small as a texel in a browser.
constexpr std::size_t most_page_quads = 256;
/// Writes the number of a key's group with three base-36 digits. Groups are numbered over all passes of the run.
const Base36 group_digits(36 * 36 * 36 - 1);

class RunPage {
 public:
  explicit RunPage(Session& session)
      : session_(session),
        theme_(theme(ThemeName::dark)),
        place_(std::max<std::uint64_t>(session.problem().n(), 1)),
        columns_(columns_of_passes()) {}

  ordered_json write(const PageStops& positions) {
    ordered_json stops = ordered_json::array();
    for (const std::uint64_t position : positions) {
      session_.player().seek(position);
      stops.push_back(stop());
    }
    ordered_json run = about();
    run["entries"] = {{"keys", keys_}, {"colours", colours_}, {"white", white_}, {"heights", heights_}};
    if (shorts_ != keys_) run["entries"]["short"] = shorts_;
    if (!payloads_.empty()) run["entries"]["payloads"] = payloads_;
    if (!groups_.empty()) run["groups"] = groups_;
    run["stops"] = std::move(stops);
    return run;
  }

 private:
  Session& session_;
  const Theme& theme_;  ///< theme for the colour of a NaN, which is the same in all themes
  Base36 place_;
  std::vector<std::vector<network::DiagramColumn>> columns_;
  /// Index of the page's entry for each pair of key and payload. An entry has the text, colour and height of a key.
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> entries_;
  std::string keys_, shorts_, payloads_, colours_, white_, heights_;
  std::map<std::string, std::uint64_t> group_numbers_;
  ordered_json groups_ = ordered_json::array();

  bool drawn() const { return session_.algorithm().network() != nullptr && session_.problem().n() <= most_page_wires; }

  /// Returns the comparators of each pass, arranged in the columns in which the page draws them. If the page draws no
  /// network diagram, each network step is one column.
  std::vector<std::vector<network::DiagramColumn>> columns_of_passes() const {
    const std::uint64_t n = session_.problem().n();
    std::vector<std::vector<network::DiagramColumn>> all;
    for (const auto& steps : session_.player().run().steps_of_passes()) {
      auto& columns = all.emplace_back();
      for (std::uint64_t step = 0; step < steps.size(); ++step) {
        if (!drawn()) {
          columns.push_back({0, step, 0, network::comparators(*steps[step], n)});
          continue;
        }
        const network::Network alone{{}, n, {{{}, {*steps[step]}}}};
        for (auto& column : network::diagram_columns(alone)) {
          column.step = step;
          columns.push_back(std::move(column));
        }
      }
    }
    return all;
  }

  /// Returns the origin of the keys as text. Omits the folder of a file, because the folder is private.
  std::string origin() const {
    const std::string& path = session_.spec().input;
    return path.empty() ? session_.loaded().origin : std::filesystem::path(path).filename().string();
  }

  ordered_json about() const {
    const auto& info = session_.algorithm().info();
    const auto keys = keys_view(session_.player());
    ordered_json sources = ordered_json::array();
    if (const network::Family* family = session_.algorithm().network()) sources.push_back(text(family->citation));
    if (const std::string own = text(info.citation); !own.empty() && !std::ranges::count(sources, ordered_json(own))) {
      sources.push_back(own);
    }
    const auto opposite = [](const auto& columns) {
      return std::ranges::any_of(columns, [](const network::DiagramColumn& column) {
        return std::ranges::any_of(column.comparators, &network::Comparator::reversed);
      });
    };
    ordered_json run{{"algorithm", info.id},
                     {"title", info.title},
                     {"sources", sources},
                     {"input", input_text(session_.problem().n(), session_.problem().type(), origin())},
                     {"n", session_.problem().n()},
                     {"digits", place_.digits()},
                     {"row", keys ? shown_width(*keys) : 1},
                     {"passes", session_.player().total().value_or(0)}};
    if (drawn()) run["wires"] = true;
    if (lists_records()) run["records"] = records();
    if (std::ranges::any_of(columns_, opposite)) run["arrows"] = true;
    return run;
  }

  bool lists_records() const { return session_.has_records() && session_.problem().n() <= most_page_records; }

  /// Returns the fields of all records as JSON, in input order.
  ordered_json records() const {
    const algorithms::Problem& problem = session_.problem();
    const std::uint32_t count = std::min(problem.shape.fields, most_page_fields);
    ordered_json fields = ordered_json::array();
    for (std::uint64_t i = 0; i < problem.n(); ++i) {
      ordered_json& record = fields.emplace_back(ordered_json::array());
      for (std::uint32_t f = 0; f < count; ++f) {
        record.push_back(problem.fields[data::field_place(problem.shape, problem.n(), i, f)]);
      }
    }
    return {{"layout", data::name(problem.shape.layout)}, {"of", problem.shape.fields}, {"fields", fields}};
  }

  /// Adds to `stop`, for each array index, the number of the record whose key is there, and of the record whose fields
  /// are there.
  void add_records(ordered_json& stop) const {
    const RecordMap* map = lists_records() ? record_map(session_.player()) : nullptr;
    if (map == nullptr) return;
    const auto digits = [this](const std::vector<std::uint64_t>& places) {
      std::string text;
      for (const std::uint64_t record : places) place_.add(text, record);
      return text;
    };
    if (!map->now.rows.empty()) stop["rows"] = digits(map->now.rows);
    if (map->has_key_column && !map->now.keys.empty()) stop["keys"] = digits(map->now.keys);
  }

  /// Returns the index of the page's entry for a key with its payload. Adds a new entry with text, colour and height
  /// for a new pair.
  std::uint64_t entry_of(const data::State& state, std::uint64_t code, std::uint64_t i) {
    const std::uint64_t payload = state.payload.empty() ? 0 : state.payload[i];
    const auto [found, is_new] = entries_.try_emplace({code, payload}, entries_.size());
    if (!is_new) return found->second;
    const glm::vec3 colour = key_colour(session_, theme_, state.keys, i);
    const double unit = std::max(0.0, value_range(session_.player()).unit(state.keys, i));
    const std::string key = data::text(state.keys, i), space = keys_.empty() ? "" : " ";
    keys_ += space + key;
    shorts_ += space + short_number(key, most_letters);
    if (!state.payload.empty()) payloads_ += fmt::format("{}{}", payloads_.empty() ? "" : " ", payload);
    colours_ += hex(colour);
    white_ += white_on(colour) ? '1' : '0';
    Base36(height_parts).add(heights_, static_cast<std::uint64_t>(unit * height_parts + 0.5));
    return found->second;
  }

  std::string state_digits(const data::State& state) {
    const auto codes = data::codes(state.keys, session_.problem().order);
    std::string digits;
    for (std::uint64_t i = 0; i < codes.size(); ++i) place_.add(digits, entry_of(state, codes[i], i));
    return digits;
  }

  /// Returns the comparators of a pass as JSON: the array indices that receive the smaller and the larger key. If the
  /// pass has one network step, also returns whether each comparator swapped its keys.
  ordered_json comparators(std::uint64_t pass) const {
    ordered_json result = ordered_json::array();
    const bool single = !columns_[pass].empty() && columns_[pass].back().step == 0;
    for (const network::DiagramColumn& column : columns_[pass]) {
      std::string pairs, swapped;
      for (const network::Comparator& comparator : column.comparators) {
        place_.add(pairs, comparator.reversed ? comparator.high : comparator.low);
        place_.add(pairs, comparator.reversed ? comparator.low : comparator.high);
        if (single) swapped += session_.player().swapped(comparator).value_or(false) ? '1' : '0';
      }
      result.push_back({{"step", column.step}, {"pairs", pairs}});
      if (single) result.back()["swapped"] = swapped;
    }
    return result;
  }

  std::string quad_digits(const algorithms::PassRecord& record) const {
    if (!record.quads) return {};
    const auto quads = record.quads();
    if (quads.size() > most_page_quads) return {};
    std::string digits;
    for (const algorithms::Quad& quad : quads) {
      for (const std::uint64_t number : {quad.rect.x, quad.rect.y, quad.rect.width, quad.rect.height}) {
        place_.add(digits, std::min(number, std::max<std::uint64_t>(session_.problem().n(), 1)));
      }
      digits += static_cast<char>('0' + static_cast<int>(quad.role));
    }
    return digits;
  }

  std::uint64_t group_number(const KeyGroups& groups, std::uint32_t group) {
    const bool none = group == KeyGroups::none;
    const glm::vec3 colour = group_colour(session_.look, groups, group);
    const ordered_json item{{"text", none ? std::string() : groups.text(group)},
                            {"colour", hex(colour)},
                            {"white", white_on(colour)},
                            {"pattern", static_cast<int>(none ? Pattern::plain : group_pattern(group))}};
    const auto [found, is_new] = group_numbers_.try_emplace(data::json_text(item), group_numbers_.size());
    if (is_new) groups_.push_back(item);
    return found->second;
  }

  void add_groups(ordered_json& stop) {
    const KeyGroups* groups = colouring_groups(session_);
    if (groups == nullptr) return;
    std::string digits;
    for (const std::uint32_t group : groups->of_key) {
      const std::uint64_t number = group_number(*groups, group);
      if (number >= 36 * 36 * 36) return;
      group_digits.add(digits, number);
    }
    stop["grouped"] = groups->name;
    stop["groups"] = digits;
  }

  /// Adds to `stop` which keys pass the threshold of a selection's pass, and which elements the selection has found.
  void add_selection(ordered_json& stop, const data::State& state) const {
    if (!session_.selects()) return;
    if (const auto* count = counted(session_.player())) {
      std::string passing;
      for (std::uint64_t i = 0; i < session_.problem().n(); ++i) {
        passing += passes(session_, state.keys, i) ? '1' : '0';
      }
      stop["threshold"] = {
          {"m", threshold_name(session_, count->threshold)}, {"count", count->count}, {"passing", passing}};
    }
    ordered_json found = ordered_json::array();
    for (const auto& [question, answer] : answers(session_.player(), session_.questions()))
      found.push_back(question + " = " + answer);
    if (!found.empty()) stop["answers"] = found;
    if (session_.player().position() == 0) return;
    const auto codes = data::codes(state.keys, session_.problem().order);
    const auto possible = possible_codes(session_);
    std::string holds;
    for (const std::uint64_t code : codes) {
      const auto is = [code](const Possible& element) { return element.found() && element.low == code; };
      holds += std::ranges::any_of(possible, is) ? '1' : '0';
    }
    if (holds.find('1') != std::string::npos) stop["found"] = holds;
  }

  void add_pass(ordered_json& stop, const algorithms::PassRecord& record) {
    stop["stage"] = record.header.stage;
    stop["label"] = record.header.label;
    stop["claim"] = record.claim.sentence;
    if (const Verdict* verdict = session_.player().test_claim()) {
      stop["holds"] = verdict->holds();
      if (!verdict->holds()) stop["wrong"] = verdict->violation->message;
    }
    if (record.header.index < columns_.size()) stop["columns"] = comparators(record.header.index);
    if (const std::string quads = quad_digits(record); !quads.empty()) stop["quads"] = quads;
  }

  ordered_json stop() {
    Player& player = session_.player();
    const data::State& state = *player.state();
    ordered_json stop{{"pass", player.position()}, {"state", state_digits(state)}};
    if (const auto* record = player.record()) add_pass(stop, *record);
    add_groups(stop);
    add_records(stop);
    add_selection(stop, state);
    if (session_.problem().n() <= most_page_asked) {
      for (const Prediction& prediction : predictions(session_)) {
        stop["questions"].push_back(page_question(prediction));
      }
    }
    if (const ResultVerdict* result = player.at_end() ? player.test_result() : nullptr) {
      const auto task = session_.algorithm().info().task;
      stop["result"] = {{"holds", result->holds()}, {"text", algorithms::verdict_text(task, result->failure)}};
    }
    return stop;
  }
};

}  // namespace

ordered_json page_run(Session& session, const PageStops& stops) {
  return RunPage(session).write(stops);
}

std::optional<std::string> page_command(const ViewState& view_state) {
  if (!view_state.problem.input.empty() || !view_state.problem.files.empty()) return std::nullopt;
  return command_line(
      {.problem = view_state.problem, .algorithm = view_state.algorithm, .parameters = view_state.parameters});
}

}  // namespace texelsort::app
