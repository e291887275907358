#include "app/session.h"
#include "compute/data/comparison.h"

/// What the present pass knows of digits, buckets and records, found once a state.
namespace texelsort::app {

const KeyGroups* Session::groups() const {
  const std::pair now{problem_revision_, player_->revision()};
  if (groups_.at != now) groups_ = {now, grouping_ ? key_groups(*player_) : std::nullopt};
  return groups_.value ? &*groups_.value : nullptr;
}

const BucketTables* Session::buckets() const {
  const std::pair now{problem_revision_, player_->revision()};
  if (buckets_.at != now) buckets_ = {now, grouping_ == Grouping::buckets ? bucket_tables(*player_) : std::nullopt};
  return buckets_.value ? &*buckets_.value : nullptr;
}

const MergeState* Session::merging() const {
  const std::pair now{problem_revision_, player_->revision()};
  if (merging_.at != now) merging_ = {now, grouping_ == Grouping::parts ? merge_state(*player_) : std::nullopt};
  return merging_.value ? &*merging_.value : nullptr;
}

const RecordMap* Session::records() const {
  const std::pair now{problem_revision_, player_->revision()};
  if (records_.at != now) records_ = {now, record_map(*player_)};
  return records_.value ? &*records_.value : nullptr;
}

std::optional<std::vector<std::uint64_t>> Session::distributed_codes() const {
  if (player_->n() > Player::small_n) return std::nullopt;
  const auto& pass = buckets()->pass;
  const auto ranks = [this](const data::Keys& keys) {
    return data::ranks(keys, problem().order, problem().comparison);
  };
  if (pass.level == 0) return ranks(problem().keys);
  if (!pass.placed) return ranks(player_->state()->keys);
  const auto records = player_->records();
  const auto& last = records[records.size() - 2];
  const bool moved_here = last.buckets() && last.buckets()->level == pass.level && !last.buckets()->placed;
  if (!moved_here || player_->before() == nullptr) return std::nullopt;
  return ranks(player_->before()->keys);
}

const BucketSpread* Session::spread() const {
  // Only random samples have a seed, and only GPU Sample Sort has a threshold M.
  if (buckets() == nullptr || !parameters_.values().contains("seed") || !parameters_.values().contains("M")) {
    return nullptr;
  }
  // A level distributes the same keys in all its passes.
  const std::pair now{problem_revision_, buckets()->pass.level};
  const auto codes = distributed_codes();
  if (!codes) return nullptr;
  if (spread_.at != now) {
    const auto settings = algorithms::randomized::settings_of(parameters_);
    spread_ = {now, bucket_spread(*codes, buckets()->pass, settings, problem().type(), spread_seeds)};
  }
  return spread_.value ? &*spread_.value : nullptr;
}

}  // namespace texelsort::app
