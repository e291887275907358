#include "compute/algorithms/randomized/device_lists.h"

#include <algorithm>
#include <limits>
#include <span>

#include <fmt/format.h>

#include "compute/gpu/forms.h"

namespace texelsort::algorithms::randomized {
namespace {

// Indices of words in the layout of shaders/sample/randomized_control.glsl.
constexpr std::uint64_t record_words = 32, for_splitters = 0, for_count = 3, for_scatter = 6, for_move = 9,
                        for_buckets = 12, for_scan = 15, for_sums = 18, parent_number = 21, tile_number = 22,
                        moved_number = 23, bucket_number = 24, table_words = 25, chunk_number = 26;
constexpr std::uint64_t small_number = 64, level_number = 65, scatter_number = 66, all_alike = 67, state = 68,
                        last_parents = 69, last_words = 70, for_sort = 72;
enum State : std::uint32_t { goes_on, is_done, is_unexpected, is_full };

std::uint64_t record_of(const Level& level) {
  return level.number % 2 * record_words;
}

/// Returns the number of invocations that examine the buckets of a level in parallel. A software rasteriser gets fewer
/// invocations, because its barriers are slow.
std::uint32_t planning_workgroup(const gpu::DeviceInfo& device, const Settings& settings) {
  constexpr std::uint32_t enough = 512;
  return gpu::prefers_cpu_forms(device) ? settings.workgroup : std::min(enough, device.max_workgroup_size);
}

template <typename Element>
std::vector<Element> read_list(const GuardedBuffer& buffer, std::uint64_t count) {
  std::vector<Element> list(count);
  if (count > 0) buffer.read(0, std::as_writable_bytes(std::span(list)));
  return list;
}

template <typename Element>
void write_list(GuardedBuffer& buffer, const std::vector<Element>& list) {
  if (!list.empty()) buffer.write(0, std::as_bytes(std::span(list)));
}

/// Orders tiles by their positions in the array.
void put_in_order(std::vector<Tile>& tiles) {
  std::ranges::sort(tiles, {}, &Tile::first);
}

}  // namespace

DeviceLists::DeviceLists(gpu::Device& device, const Buffers& buffers, std::uint64_t n, const Settings& settings,
                         const ExclusiveScan& scan)
    : buffers_(buffers),
      n_(n),
      settings_(settings),
      most_(n, settings),
      chunk_(scan.chunk()),
      chunks_each_(scan.chunks_each()),
      widest_(std::max(1u, device.info().max_workgroups)),
      workgroup_(planning_workgroup(device.info(), settings)),
      plan_(device, "sample/randomized_plan.comp",
            {{"WORKGROUP", std::to_string(workgroup_)}, {"COLUMNS", std::to_string(settings.columns)}}) {}

void DeviceLists::begin(const Level& level) {
  std::vector<std::uint32_t> words(control_bytes / sizeof(std::uint32_t));
  const std::uint64_t own = record_of(level);
  const auto put = [&](std::uint64_t word, std::uint64_t number) { words[word] = static_cast<std::uint32_t>(number); };
  const auto put_workgroups = [&](std::uint64_t word, std::uint64_t number) {
    const std::uint64_t rows = parts(number, widest_);
    put(own + word, rows == 0 ? 0 : parts(number, rows));
    put(own + word + 1, rows);
    put(own + word + 2, 1);
  };
  const std::vector<Tile> moved = tiles_between(level, std::vector<bool>(level.parents.size()), n_, settings_.tile);
  const std::uint64_t chunks = parts(level.table_words, chunk_);
  put_workgroups(for_splitters, level.parents.size());
  put_workgroups(for_count, level.tiles.size());
  put_workgroups(for_scatter, level.tiles.size());
  put_workgroups(for_move, moved.size());
  put_workgroups(for_buckets, parts(level.buckets(), settings_.workgroup));
  put_workgroups(for_scan, parts(chunks, chunks_each_));
  put_workgroups(for_sums, 1);
  put(own + parent_number, level.parents.size());
  put(own + tile_number, level.tiles.size());
  put(own + moved_number, moved.size());
  put(own + bucket_number, level.buckets());
  put(own + table_words, level.table_words);
  put(own + chunk_number, chunks);
  write_list(*buffers_.control, words);
  write_list(*buffers_.parents[level.number % 2], level.parents);
  write_list(*buffers_.tiles[level.number % 2], level.tiles);
  write_list(*buffers_.moved[level.number % 2], moved);
}

void DeviceLists::plan(const Level& level, const Level& next) {
  constexpr std::uint64_t any = std::numeric_limits<std::uint32_t>::max();
  const std::size_t to = next.number % 2;
  plan_.bind(4, buffers_.parents[level.number % 2]->binding(4))
      .bind(5, buffers_.small->binding(5))
      .bind(6, buffers_.parents[to]->binding(6))
      .bind(7, buffers_.tiles[to]->binding(7))
      .bind(8, buffers_.moved[to]->binding(8))
      .bind(10, buffers_.found->binding(10))
      .bind(11, buffers_.control->binding(11))
      .set("n", n_)
      .set("own", record_of(level))
      .set("next", record_of(next))
      .set("k", level.k)
      .set("next_k", next.k)
      .set("limit", settings_.limit())
      .set("least", next.second ? 0 : settings_.m + 1)
      .set("most", next.second ? std::min(settings_.m, any) : any)
      .set("tile", settings_.tile_of(next.second))
      .set("moved_tile", settings_.tile)
      .set("table_room", most_.counts)
      .set("small_room", most_.list)
      .set("widest", std::min(widest_, any))
      .set("invocations", settings_.workgroup)
      .set("chunk", chunk_)
      .set("chunks_each", chunks_each_)
      .dispatch(1, plan_rounds(most_, workgroup_));
}

std::vector<std::uint32_t> DeviceLists::read_words() const {
  return read_list<std::uint32_t>(*buffers_.control, control_bytes / sizeof(std::uint32_t));
}

Ahead DeviceLists::read(const gpu::ReadBack& through) {
  std::vector<std::uint32_t> words(control_bytes / sizeof(std::uint32_t));
  buffers_.control->read(through, 0, std::as_writable_bytes(std::span(words)));
  return {.levels = words[level_number],
          .scatters = words[scatter_number],
          .small = words[small_number],
          .goes_on = words[state] == goes_on,
          .done = words[state] == is_done,
          .full = words[state] == is_full};
}

void DeviceLists::read_level(Level& level) const {
  const std::vector<std::uint32_t> words = read_words();
  level.parents = read_list<Parent>(parents(level), words[last_parents]);
  level.table_words = words[last_words];
  level.keys = 0;
  for (const Parent& parent : level.parents) level.keys += parent.count;
}

std::optional<std::string> DeviceLists::find_difference(const Level& level) const {
  const std::vector<std::uint32_t> words = read_words();
  const std::uint64_t own = record_of(level);
  const auto parents = read_list<Parent>(this->parents(level), words[own + parent_number]);
  auto tiles = read_list<Tile>(*buffers_.tiles[level.number % 2], words[own + tile_number]), expected = level.tiles;
  auto moved = read_list<Tile>(*buffers_.moved[level.number % 2], words[own + moved_number]);
  put_in_order(tiles);
  put_in_order(expected);
  if (words[own + bucket_number] == level.buckets() && words[own + table_words] == level.table_words &&
      parents == level.parents && tiles == expected &&
      moved == tiles_between(level, std::vector<bool>(parents.size()), n_, settings_.tile)) {
    return std::nullopt;
  }
  return fmt::format("the device has listed {} parents and {} tiles, the host others: {} and {}", parents.size(),
                     tiles.size(), level.parents.size(), level.tiles.size());
}

std::optional<std::string> DeviceLists::find_difference(std::vector<Bucket> small) const {
  auto listed = read_list<Bucket>(*buffers_.small, read_words()[small_number]);
  std::ranges::sort(listed, {}, &Bucket::first);
  std::ranges::sort(small, {}, &Bucket::first);
  if (listed == small) return std::nullopt;
  return fmt::format("the device has listed {} small buckets, the host others: {}", listed.size(), small.size());
}

std::vector<Bucket> DeviceLists::read_small(std::uint64_t count) const {
  return read_list<Bucket>(*buffers_.small, count);
}

const GuardedBuffer& DeviceLists::tiles(const Level& level, ListStep step) const {
  return *(step == ListStep::move ? buffers_.moved : buffers_.tiles)[level.number % 2];
}

gpu::BufferBinding DeviceLists::control_from(std::uint64_t word) const {
  gpu::BufferBinding binding = buffers_.control->binding(0);
  binding.offset += sizeof(std::uint32_t) * word;
  return binding;
}

gpu::BufferBinding DeviceLists::workgroups(const Level& level, ListStep step) const {
  constexpr std::array words{for_splitters, for_count, for_scatter, for_move, for_buckets};
  return control_from(record_of(level) + words[static_cast<std::size_t>(step)]);
}

std::uint64_t DeviceLists::work(const Level& level, ListStep step) const {
  constexpr std::array words{parent_number, tile_number, tile_number, moved_number, bucket_number};
  return record_of(level) + words[static_cast<std::size_t>(step)];
}

gpu::BufferBinding DeviceLists::sorting_workgroups(bool odd) const {
  return control_from(for_sort + (odd ? 3 : 0));
}

std::uint64_t DeviceLists::sorting_work() const {
  return small_number;
}

ExclusiveScan::Counted DeviceLists::scanning(const Level& level) const {
  const std::uint64_t own = record_of(level);
  return {.control = buffers_.control->binding(2),
          .elements = own + table_words,
          .chunks = own + chunk_number,
          .for_chunks = own + for_scan,
          .for_sums = own + for_sums};
}

}  // namespace texelsort::algorithms::randomized
