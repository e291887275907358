#include "app/playback/index_history.h"

#include <fmt/format.h>

#include "app/playback/source_reading.h"

namespace texelsort::app {

namespace {

struct SeenSources {
  std::vector<PassSource> of_pass;
};

const std::vector<PassSource>& seen_sources(Player& player, gpu::Device* device) {
  auto& seen = player.of_run().keep<SeenSources>().of_pass;
  if (player.position() > most_sourced_passes || seen.size() >= player.position()) return seen;
  for (PassSource& source : pass_sources(player, device, seen.size())) seen.push_back(std::move(source));
  return seen;
}

/// Adds the source line that wrote the key, if a line is marked so.
void add_line(HistoryRow& row, const PassSource& source, const Symbols& symbols, std::uint32_t channel) {
  if (source.programs.empty()) return;
  const PassProgram& program = source.programs[fitting_program(source, symbols, channel)];
  for (const auto& file : read(program, &row.story, symbols, channel).files) {
    for (const ReadLine& line : file.lines) {
      if (!line.touches_key || !line.line->mark->has(data::LineRole::writes)) continue;
      row.file = file.name;
      row.line = line.line->number;
      row.code = line.line->text;
      return;
    }
  }
}

/// Returns the other key of the comparator. A key that was swapped came from the partner's index, so the pass compared
/// it with the key that was at its new index.
std::optional<PlacedKey> compared_key(const ElementHistory& story, Follow follow) {
  if (!story.partner || !story.before || !story.partner_before) return std::nullopt;
  const bool came_from_partner = follow == Follow::value && story.from == story.partner;
  return came_from_partner ? PlacedKey{*story.before, story.place} : PlacedKey{*story.partner_before, *story.partner};
}

}  // namespace

std::vector<HistoryRow> index_history(Player& player, gpu::Device* device, std::uint64_t place, Follow follow) {
  const SeenStates* seen = seen_states(player);
  if (seen == nullptr) return {};
  const auto& sources = seen_sources(player, device);
  const auto records = player.records();
  const std::uint32_t channel = player.run().key_place(place).channel;
  std::vector<HistoryRow> rows(records.size());
  for (std::uint64_t pass = records.size(); pass-- > 0;) {
    const SeenPass done{&player.problem(), &records[pass], &seen->states[pass], &seen->states[pass + 1],
                        &seen->moves[pass]};
    HistoryRow& row = rows[pass];
    row.pass = pass;
    row.story = story_of(done, place);
    row.compared = compared_key(row.story, follow);
    if (pass < sources.size()) add_line(row, sources[pass], symbols_of(done, row.story), channel);
    if (follow == Follow::value) place = *row.story.from;
  }
  return rows;
}

std::string outcome_text(const HistoryRow& row) {
  if (row.story.outcome == CompareOutcome::kept) return "kept";
  if (row.story.outcome == CompareOutcome::swapped) return "swapped";
  if (row.story.from && *row.story.from != row.story.place) return fmt::format("moved from index {}", *row.story.from);
  return row.file.empty() ? "not written" : "copied";
}

}  // namespace texelsort::app
