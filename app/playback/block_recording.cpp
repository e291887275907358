#include "app/playback/block_recording.h"

#include <algorithm>
#include <utility>

namespace texelsort::app {

namespace {

simt::Recording record_pass(Player& player, const BlockChoice& choice) {
  std::optional<simt::Recorder> recorder;
  player.repeat_pass([&] { recorder.emplace(simt::Recorder::Wanted{.launch = choice.launch, .block = choice.block}); });
  return recorder->take();
}

BlockRecording recording_of(Player& player, BlockChoice& choice) {
  BlockRecording made{.recording = record_pass(player, choice), .warps = {}, .lines = {}};
  if (const std::size_t launches = made.recording.launches.size(); launches > 0 && choice.launch >= launches) {
    choice.launch = launches - 1;
    made.recording = record_pass(player, choice);
  }
  choice.block = made.recording.block;
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

const BlockRecording* BlockRecorder::record(Player& player, std::uint64_t run, BlockChoice& choice) {
  if (player.position() == 0) return nullptr;
  const auto asked = [&] { return Made{run, player.position(), choice.launch, choice.block}; };
  if (recording_ == nullptr || made_ != asked()) {
    recording_ = std::make_unique<BlockRecording>(recording_of(player, choice));
    made_ = asked();
  }
  if (!recording_->warps.empty()) {
    const auto warps = static_cast<unsigned>(recording_->warps.size());
    choice.warp = std::min(choice.warp, warps - 1);
    const std::size_t instructions = recording_->warps[choice.warp].instructions.size();
    if (choice.instruction && *choice.instruction >= instructions) choice.instruction.reset();
  }
  return recording_.get();
}

}  // namespace texelsort::app
