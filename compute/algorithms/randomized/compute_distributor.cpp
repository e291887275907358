#include "compute/algorithms/randomized/compute_distributor.h"

#include <algorithm>
#include <array>
#include <bit>

#include <fmt/format.h>

#include "compute/algorithms/arrays/shader_keys.h"
#include "compute/algorithms/primitives/word_bytes.h"
#include "compute/algorithms/randomized/compute_sorter.h"
#include "compute/algorithms/randomized/twin.h"
#include "compute/data/order.h"

namespace texelsort::algorithms::randomized {
namespace {

void make_room(GuardedBuffer& buffer, std::uint64_t bytes, const char* label) {
  constexpr std::uint64_t guards = 2 * GuardedBuffer::guard_bytes;
  if (!buffer.exists() || buffer.buffer().size() < bytes + guards) buffer = GuardedBuffer(bytes, label);
}

template <typename Record>
void upload(GuardedBuffer& buffer, const std::vector<Record>& records, const char* label) {
  make_room(buffer, records.size() * sizeof(Record), label);
  buffer.write(0, std::as_bytes(std::span(records)));
}

}  // namespace

Distributor::Distributor(gpu::Device& device, const Problem& problem, const Settings& settings)
    : device_(device),
      type_(problem.type()),
      order_(problem.order),
      payload_(problem.payload),
      settings_(settings),
      scan_(device, std::max<std::uint64_t>(table_capacity(problem.n(), settings), 1)) {}

void Distributor::compile(const Level& level) const {
  program(splitters_shader(level), level);
  for (const char* name : {"count", "buckets", "scatter", "move"}) {
    program(fmt::format("sample/randomized_{}.comp", name), level);
  }
}

void Distributor::begin(const Level& level) {
  upload(parents_, level.parents, "parents");
  upload(tiles_, level.tiles, "tiles");
  make_room(splitters_, level.buckets() * data::key_bytes(type_), "splitters");
  make_room(table_, level.table_words * word_bytes, "counters");
  make_room(starts_, level.buckets() * word_bytes, "buckets");
  make_room(sizes_, level.buckets() * word_bytes, "sizes");
}

/// As buckets in the end, if samples are as small, and many enough for a program of their own.
bool Distributor::samples_in_registers(const Level& level) const {
  const std::uint32_t sample = level.k * level.a;
  return settings_.in_registers() && std::has_single_bit(sample) && sample <= most_in_registers &&
         level.parents.size() >= std::uint64_t{4} * settings_.workgroup;
}

std::string Distributor::splitters_shader(const Level& level) const {
  return samples_in_registers(level) ? "sample/randomized_splitters_in_registers.comp"
                                     : "sample/randomized_splitters.comp";
}

const gpu::Program& Distributor::program(const std::string& path, const Level& level) const {
  const auto top = std::min<std::uint32_t>(settings_.top, static_cast<std::uint32_t>(std::countr_zero(level.k)));
  const bool moves = path.ends_with("scatter.comp") || path.ends_with("move.comp");
  gpu::Defines defines = key_defines(type_, order_, moves ? payload_ : data::PayloadKind::none);
  defines.insert({{"WORKGROUP", std::to_string(settings_.workgroup)},
                  {"K", std::to_string(level.k)},
                  {"LOG2_K", std::to_string(std::countr_zero(level.k))},
                  {"A", std::to_string(level.a)},
                  {"TOP", std::to_string(top)},
                  {"EACH_TOP", fmt::format("EACH_{}", 1u << top)},
                  {"COLUMNS", std::to_string(settings_.columns)}});
  defines.merge(random_defines());
  if (path.ends_with("in_registers.comp")) {
    defines["NETWORK"] = network_source(std::uint64_t{level.k} * level.a);
    defines["EACH_KEY"] = fmt::format("EACH_{}", level.k * level.a);
    defines["EACH_SPLITTER"] = fmt::format("EACH_{}", level.k);
  }
  if (path.ends_with("count.comp")) defines["COUNTERS"] = std::to_string(settings_.counters);
  return device_.compute_program(path, defines);
}

void Distributor::dispatch(const std::string& path, const Level& level, std::uint64_t count, std::uint64_t workgroups,
                           const PingPongBuffers& arrays) const {
  gpu::DispatchCall call;
  call.program = &program(path, level);
  call.buffers = arrays.bindings();
  for (const gpu::BufferBinding& table : {parents_.binding(4), tiles_.binding(5), splitters_.binding(6),
                                          table_.binding(7), starts_.binding(8), sizes_.binding(9)}) {
    call.buffers.push_back(table);
  }
  call.uniforms = {{"count", static_cast<std::uint32_t>(count)}, {"seed", level.seed}, {"halves", 2u}};
  call.workgroups = static_cast<std::uint32_t>(workgroups);
  if (!path.ends_with("in_registers.comp")) call.rounds = loop_rounds(settings_);
  device_.executor().dispatch(call);
}

void Distributor::draw_splitters(const Level& level, const PingPongBuffers& arrays) const {
  const std::uint64_t parents = level.parents.size();
  const bool in_registers = samples_in_registers(level);
  dispatch(splitters_shader(level), level, parents, in_registers ? (parents - 1) / settings_.workgroup + 1 : parents,
           arrays);
}

void Distributor::count(const Level& level, const PingPongBuffers& arrays) const {
  dispatch("sample/randomized_count.comp", level, level.tiles.size(), level.tiles.size(), arrays);
}

void Distributor::scan(const Level& level, const PingPongBuffers& arrays) const {
  scan_.run(table_.binding(0), level.table_words);
  dispatch("sample/randomized_buckets.comp", level, level.buckets(), (level.buckets() - 1) / settings_.workgroup + 1,
           arrays);
}

void Distributor::scatter(const Level& level, const std::vector<Tile>& tiles, const PingPongBuffers& arrays) {
  upload(tiles_, tiles, "tiles");
  dispatch("sample/randomized_scatter.comp", level, tiles.size(), tiles.size(), arrays);
}

void Distributor::move(const Level& level, const std::vector<Tile>& tiles, const PingPongBuffers& arrays) {
  if (tiles.empty()) return;
  upload(tiles_, tiles, "tiles");
  dispatch("sample/randomized_move.comp", level, tiles.size(), tiles.size(), arrays);
}

std::vector<FoundBucket> Distributor::read(const Level& level) const {
  std::vector<std::uint32_t> starts(level.buckets()), sizes(level.buckets());
  starts_.read(0, std::as_writable_bytes(std::span(starts)));
  sizes_.read(0, std::as_writable_bytes(std::span(sizes)));
  data::Keys keys = data::make_keys(type_, level.buckets());
  splitters_.read(0, data::bytes(keys));
  return found_buckets(level.k, starts, sizes, data::codes(keys, order_));
}

std::vector<View> Distributor::views(const Level& level, unsigned steps) const {
  std::vector<View> views;
  const auto add = [&](const TableKind& kind, const GuardedBuffer& buffer, data::KeyType type, std::uint64_t count,
                       std::uint32_t width) {
    views.push_back({kind, type, count, width, &buffer.buffer(), GuardedBuffer::guard_bytes});
  };
  if (steps > 0) add(tables::Splitters{}, splitters_, type_, level.buckets(), level.k);
  if (steps > 1)
    add(steps == 2 ? TableKind(tables::BucketCounts{}) : tables::BucketScan{}, table_, data::KeyType::u32,
        level.table_words, level.parents.front().columns);
  if (steps > 2) {
    add(tables::BucketStarts{}, starts_, data::KeyType::u32, level.buckets(), level.k);
    add(tables::BucketSizes{}, sizes_, data::KeyType::u32, level.buckets(), level.k);
  }
  return views;
}

void Distributor::restore(const std::vector<std::vector<std::byte>>& tables) {
  const std::array<GuardedBuffer*, 4> buffers{&splitters_, &table_, &starts_, &sizes_};
  for (std::size_t t = 0; t < tables.size(); ++t) buffers[t]->write(0, tables[t]);
}

std::optional<std::string> Distributor::find_guard_damage() const {
  for (const GuardedBuffer* table : {&splitters_, &table_, &starts_, &sizes_, &parents_, &tiles_}) {
    if (table->exists() && !table->intact()) return "a word beside a table was written";
  }
  return std::nullopt;
}

}  // namespace texelsort::algorithms::randomized
