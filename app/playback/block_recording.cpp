#include "app/playback/block_recording.h"

#include <algorithm>
#include <utility>

namespace texelsort::app {

namespace {

BlockRecording recording_of(Player& player, std::size_t launch, unsigned block) {
  std::optional<simt::Recorder> recorder;
  player.repeat_pass([&] { recorder.emplace(simt::Recorder::Wanted{.launch = launch, .block = block}); });
  BlockRecording made{.recording = recorder->take(), .warps = {}, .lines = {}};
  made.warps = simt::align_warps(made.recording);
  made.lines = simt::traffic_by_line(made.recording, made.warps);
  double idle = 0, places = 0;
  for (const simt::WarpTimeline& warp : made.warps) {
    const double of_warp = static_cast<double>(warp.instructions.size()) * warp.lanes;
    idle += warp.idle_share() * of_warp;
    places += of_warp;
  }
  if (places > 0) made.idle_share = idle / places;
  return made;
}

}  // namespace

std::optional<std::size_t> BlockRecording::worst_instruction(std::size_t warp, const std::string& place) const {
  std::optional<std::size_t> worst;
  std::uint64_t most = 0;
  const auto& instructions = warps[warp].instructions;
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    if (!simt::first_event(recording, warps[warp], instructions[i]).is_access()) continue;
    if (!place.empty() && recording.places[instructions[i].code] != place) continue;
    const auto [units, least] = simt::count_units(recording, warps[warp], instructions[i]);
    if (worst && units - least <= most) continue;
    worst = i;
    most = units - least;
  }
  return worst;
}

bool has_threads(const Player& player) {
  return player.run().clock() == gpu::Clock::cpu_kernels;
}

const BlockRecording* record_block(Player& player, BlockChoice& choice) {
  if (player.position() == 0) return nullptr;
  const auto recorded = [&] {
    return &player.of_state().get(std::pair(choice.launch, choice.block),
                                  [&] { return recording_of(player, choice.launch, choice.block); });
  };
  const BlockRecording* found = recorded();
  const auto& launches = found->recording.launches;
  if (!launches.empty()) choice.launch = std::min(choice.launch, launches.size() - 1);
  choice.block = launches.empty() ? 0 : std::min(choice.block, launches[choice.launch].blocks - 1);
  found = recorded();
  if (!found->warps.empty()) {
    const auto warps = static_cast<unsigned>(found->warps.size());
    choice.warp = std::min(choice.warp, warps - 1);
    const std::size_t instructions = found->warps[choice.warp].instructions.size();
    if (choice.instruction && *choice.instruction >= instructions) choice.instruction.reset();
  }
  return found;
}

}  // namespace texelsort::app
