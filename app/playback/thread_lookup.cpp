#include "app/playback/thread_lookup.h"

#include <limits>

#include "compute/simt/recorder.h"

namespace texelsort::app {

std::optional<ThreadLookup> find_thread(Player& player, std::uint64_t place, std::uint64_t from) {
  if (player.n() > Player::small_n) return std::nullopt;
  const std::uint64_t bytes = data::key_bytes(player.problem().type());
  std::optional<simt::Recorder> recorder;
  player.repeat_pass([&] {
    recorder.emplace(simt::Recorder::Wanted{.launch = std::numeric_limits<std::size_t>::max(),
                                            .watched_array = "keys",
                                            .watched_offsets = {place * bytes, from * bytes}});
  });
  if (!recorder) return std::nullopt;
  const simt::Recording recording = recorder->take();
  const simt::Recording::Touch* last = nullptr;
  using Kind = simt::Event::Kind;
  for (const auto& touch : recording.touches) {
    const bool writes = touch.kind != Kind::read;
    if (touch.offset != (writes ? place : from) * bytes) continue;
    if (last == nullptr || writes || last->kind == Kind::read) last = &touch;
  }
  if (last == nullptr) return std::nullopt;
  const auto& launch = recording.launches[last->launch];
  return ThreadLookup{launch.kernel, last->block,    last->thread,
                      launch.blocks, launch.threads, last->kind != Kind::read};
}

}  // namespace texelsort::app
