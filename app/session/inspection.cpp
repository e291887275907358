#include "app/session/inspection.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace texelsort::app {

namespace {

bool covers(const gpu::Rect& rect, std::uint64_t x, std::uint64_t y) {
  return x >= rect.x && x < std::uint64_t{rect.x} + rect.width && y >= rect.y &&
         y < std::uint64_t{rect.y} + rect.height;
}

const char* role_text(algorithms::Role role) {
  constexpr std::array texts{"writes the smaller keys", "writes the larger keys", "selects the key of each texel",
                             "copies"};
  return texts[static_cast<std::size_t>(role)];
}

/// Describes the quad of the draw that wrote a key. Positions are texels of the texture view.
std::string quad_text(const algorithms::PassRecord& record, std::uint64_t place, std::uint32_t width) {
  if (!record.quads) return {};
  const auto quads = record.quads();
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < quads.size(); ++i) {
    if (!covers(quads[i].rect, place % width, place / width)) continue;
    if (!found || quads[*found].role == algorithms::Role::keep) found = i;
  }
  if (!found) return {};
  const auto& [rect, role] = quads[*found];
  return fmt::format("quad {} of {}, {} \u00d7 {} texels from ({}, {}), {}", *found + 1, quads.size(), rect.width,
                     rect.height, rect.x, rect.y, role_text(role));
}

std::string worker_text(const Session& session, const Inspection& inspection) {
  const PassProgram& program = inspection.source->programs[inspection.program];
  if (program.kind != PassProgram::Kind::draw) {
    return text(worker_of(program, inspection.reading->call, inspection.symbols), program.kind);
  }
  const auto views = session.player().run().views();
  const algorithms::View* keys = find_view(views, algorithms::tables::Keys{});
  std::string result = fmt::format("fragment ({}, {})", inspection.where.x, inspection.where.y);
  if (keys == nullptr || keys->width == 0) return result;
  const std::string quad = quad_text(*session.player().record(), inspection.story.place, keys->width);
  return quad.empty() ? result : result + " of " + quad;
}

}  // namespace

std::string key_place_text(const algorithms::KeyPlace& place) {
  using Holder = algorithms::KeyPlace::Holder;
  if (place.holder == Holder::buffer) return "buffer, no texel";
  if (place.holder == Holder::host) return "host memory, no texel";
  std::string result = fmt::format("texel ({}, {})", place.x, place.y);
  if (place.layers > 1) result += fmt::format(" of layer {}", place.layer);
  if (place.channels > 1) result += fmt::format(", channel {}", "rgba"[place.channel]);
  return result;
}

Inspection inspect(Session& session, std::uint64_t place) {
  Inspection result{.story = story_of(session.player(), place),
                    .symbols = {},
                    .where = session.player().run().key_place(place),
                    .source = session.pass_source(),
                    .program = 0,
                    .reading = std::nullopt,
                    .worker = {}};
  result.symbols = symbols_of(session.player(), result.story);
  if (result.source == nullptr || result.source->programs.empty()) return result;
  const auto& programs = result.source->programs;
  const auto thread = session.thread_lookup(place, result.story.from.value_or(place));
  const auto touched = thread ? std::ranges::find(programs, thread->kernel, &PassProgram::name) : programs.end();
  result.program = touched != programs.end() ? static_cast<std::size_t>(touched - programs.begin())
                                             : fitting_program(*result.source, result.symbols, result.where.channel);
  result.reading = read(result.source->programs[result.program], &result.story, result.symbols, result.where.channel);
  result.worker = worker_text(session, result);
  if (thread) {
    const Worker worker{thread->blocks, thread->threads, thread->block, thread->thread};
    result.worker =
        fmt::format("{}, which {} it", text(worker, PassProgram::Kind::kernel), thread->wrote ? "wrote" : "read");
  }
  return result;
}

std::optional<std::uint64_t> wrong_place(Session& session) {
  Player& player = session.player();
  if (!player.at_rest()) return std::nullopt;
  const auto inside = [&](const auto& error) -> std::optional<std::uint64_t> {
    const auto index = error.index || !error.comparator ? error.index : std::optional(error.comparator->low);
    return index && *index < player.n() ? index : std::nullopt;
  };
  const Verdict* verdict = player.verdict();
  if (verdict != nullptr && !verdict->holds()) return inside(*verdict->violation);
  const ResultVerdict* result = player.at_end() && !session.selects() ? player.result() : nullptr;
  return result != nullptr && !result->holds() ? inside(*result->failure) : std::nullopt;
}

std::optional<TellingLine> telling_line(const SourceReading& reading) {
  using data::LineRole;
  for (const LineRole role : {LineRole::compares, LineRole::writes, LineRole::reads}) {
    for (const SourceReading::File& file : reading.files) {
      for (const ReadLine& line : file.lines) {
        if (line.touches_key && line.line->mark->has(role)) return TellingLine{&file, &line};
      }
    }
  }
  return std::nullopt;
}

}  // namespace texelsort::app
