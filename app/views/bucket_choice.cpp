#include "app/views/bucket_choice.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/selection_progress.h"
#include "app/views/diagrams.h"

namespace texelsort::app {

std::optional<std::uint64_t> chosen_bucket(const Session& session) {
  const BucketTables* tables = bucket_tables(session.player());
  if (!session.selected() || tables == nullptr) return std::nullopt;
  const std::uint64_t place = session.selected()->index;
  const auto& problem = session.problem();
  const std::uint64_t code = code_of(session.player().key(place), 0, problem.order);
  return tables->bucket_of(data::rank_of_code(code, problem.comparison, problem.type(), problem.order), place);
}

void point_at_bucket(const Ui& ui, Session& session, std::uint64_t bucket) {
  const BucketTables& tables = *bucket_tables(session.player());
  std::string text = bucket_name(tables, bucket) + ": " + range_text(tables, bucket, session.problem());
  if (!tables.sizes.empty()) {
    const std::uint64_t keys = tables.sizes[bucket];
    text += fmt::format("; {} {} from place {} on", grouped(keys), keys == 1 ? "key" : "keys",
                        grouped(tables.starts[bucket]));
  }
  show_tooltip(ui, text);
  const KeyGroups* groups = key_groups(session.player());
  if (groups == nullptr) return;
  const auto first = std::ranges::find(groups->of_key, bucket);
  if (first == groups->of_key.end()) return;
  const Pair pair = session.pair_of(static_cast<std::uint64_t>(first - groups->of_key.begin()));
  session.hover(pair);
  if (ImGui::IsMouseClicked(0)) session.pin(pair);
}

}  // namespace texelsort::app
