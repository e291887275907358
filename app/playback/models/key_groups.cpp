#include "app/playback/models/key_groups.h"

#include "app/playback/models/buckets.h"
#include "app/playback/models/digit_table.h"
#include "app/playback/models/merge_state.h"
#include "app/playback/models/samples.h"
#include "app/playback/models/work.h"

namespace texelsort::app {

const KeyGroups* key_groups(const Player& player) {
  if (player.record() == nullptr || player.state() == nullptr) return nullptr;
  return player.of_state().find([&player]() -> std::optional<KeyGroups> {
    for (const auto groups_of : {digit_groups, sublist_groups, bucket_groups, work_groups, part_groups}) {
      if (auto groups = groups_of(player)) return groups;
    }
    return std::nullopt;
  });
}

}  // namespace texelsort::app
