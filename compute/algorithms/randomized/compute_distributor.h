#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compute/algorithms/arrays/guarded_buffer.h"
#include "compute/algorithms/arrays/key_buffers.h"
#include "compute/algorithms/primitives/exclusive_scan.h"
#include "compute/algorithms/randomized/levels.h"

namespace texelsort::algorithms::randomized {

/// The device's side of a distribution: its tables, which grow with the levels, and its shaders.
class Distributor {
 public:
  Distributor(gpu::Device& device, const Problem& problem, const Settings& settings);

  /// Compiles what a level needs, unless it has been.
  void compile(const Level& level) const;

  /// Makes room for a level's tables and uploads its lists.
  void begin(const Level& level);

  // The four steps, each of the level that was begun last.
  void draw_splitters(const Level& level, const PingPongBuffers& arrays) const;
  void count(const Level& level, const PingPongBuffers& arrays) const;
  void scan(const Level& level, const PingPongBuffers& arrays) const;
  void scatter(const Level& level, const std::vector<Tile>& tiles, const PingPongBuffers& arrays);

  /// Copies tiles from the front array to the same places of the back.
  void move(const Level& level, const std::vector<Tile>& tiles, const PingPongBuffers& arrays);

  /// Waits for the third step.
  std::vector<FoundBucket> read(const Level& level) const;

  /// The tables that the first `steps` steps have filled.
  std::vector<View> views(const Level& level, unsigned steps) const;
  /// Fills them again, in the same order.
  void restore(const std::vector<std::vector<std::byte>>& tables);

  std::optional<std::string> find_guard_damage() const;

 private:
  bool samples_in_registers(const Level& level) const;
  std::string splitters_shader(const Level& level) const;
  const gpu::Program& program(const std::string& path, const Level& level) const;
  void dispatch(const std::string& path, const Level& level, std::uint64_t count, std::uint64_t workgroups,
                const PingPongBuffers& arrays) const;

  gpu::Device& device_;
  data::KeyType type_;
  data::Order order_;
  data::PayloadKind payload_;
  Settings settings_;
  ExclusiveScan scan_;
  GuardedBuffer parents_, tiles_, splitters_, table_, starts_, sizes_;
};

}  // namespace texelsort::algorithms::randomized
