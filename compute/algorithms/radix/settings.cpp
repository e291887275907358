#include "compute/algorithms/radix/settings.h"

#include <algorithm>
#include <initializer_list>
#include <span>

#include <fmt/format.h>

namespace texelsort::algorithms {
namespace radix {
namespace {

/// "auto", and the shapes that there are kernels of.
std::vector<Shape> shape_choices() {
  std::vector<Shape> choices{automatic_shape};
  constexpr Shape large[] = {alone_sweep_shape_32, paired_sweep_shape_32, sweep_shape_64};
  for (const std::span<const Shape> list : std::initializer_list<std::span<const Shape>>{
           std::span(digit_shapes), std::span(byte_shapes_32), std::span(byte_shapes_64), std::span(large)}) {
    for (const Shape shape : list) {
      if (std::ranges::find(choices, shape) == choices.end()) choices.push_back(shape);
    }
  }
  return choices;
}

Choices shape_names() {
  Choices names;
  for (const Shape shape : shape_choices()) names.names.push_back(text_of(shape));
  return names;
}

}  // namespace

std::string text_of(Shape shape) {
  return shape == automatic_shape ? "auto" : fmt::format("{}x{}", shape.threads, shape.items);
}

void read_text(Shape& shape, const std::string& text) {
  for (const Shape choice : shape_choices()) {
    if (text_of(choice) == text) shape = choice;
  }
}

}  // namespace radix

namespace {

using Compute = ComputeRadixSettings;
using Cuda = CudaRadixSettings;

template <typename Settings>
Field<Settings> digit_field(std::uint32_t paper, std::uint32_t most, std::string_view tuned) {
  return field(
      &Settings::digit, "digit", "bits", IntegerRange{1, most}, paper,
      fmt::format(
          "Bits of a digit: a key of 32 bits has 8 digits of 4 bits or 4 of 8; the last may be narrower. Tuned: "
          "4 up to 1,024 keys, so that the table can be looked at, else 8{}.",
          tuned));
}
template <typename Settings>
Field<Settings> digit_field(std::uint32_t paper) {
  return digit_field<Settings>(paper, most_cooperative_bits, "");
}

template <typename Settings>
Field<Settings> patience_field() {
  return field(&Settings::look_back_reads, "look_back_reads", "reads", IntegerRange{0, 1 << 20}, std::nullopt,
               "How often a tile reads the status of one that has not counted its digits yet, before it counts them in "
               "its place. 0: at once. Neither CUDA nor OpenGL promises that the other gets on.");
}

template <typename Settings>
Field<Settings> group_ranking_field() {
  return field(
      &Settings::ranking, "ranking", "", Choices{{"matching", "subgroups"}}, std::nullopt,
      "How groups of 32 invocations of a workgroup find which of their keys have the same digit: by masks that "
      "barriers of the workgroup stand between, or as subgroups, which run together and vote. Tuned: "
      "subgroups where the device has them.");
}

/// What SRTS and GRS by shaders have in common, with a tile and more of their own.
SettingsTable<Compute> compute_table(Field<Compute> tile, std::optional<std::uint32_t> paper_workgroup,
                                     std::vector<Field<Compute>> more) {
  std::vector<Field<Compute>> fields{
      digit_field<Compute>(4, most_serial_bits,
                           ", 7 where a search found it faster, and 11 for many keys of serial invocations, of which "
                           "there are fewer passes; others have up to 8"),
      field(
          &Compute::form, "form", "", Choices{{"cooperative", "serial"}}, Compute::Form::cooperative,
          "Who goes over a share of the array: the invocations of a workgroup together, through shared memory, or one "
          "invocation by itself with counters of its own, without a barrier. Tuned: serial on software rendering."),
      field(&Compute::ranking, "ranking", "", Choices{{"counters", "matching", "subgroups"}},
            Compute::Ranking::counters,
            "How the invocations of a workgroup rank a tile's keys: each counts its own with a counter for every "
            "digit, or groups of 32 find which of them have the same digit: by masks that barriers of the workgroup "
            "stand between, or as subgroups, which run together and vote. Counters take a word of shared memory for "
            "every invocation and digit. Serial invocations need none of these. Tuned: subgroups where the device has "
            "them.")
          .only(when(&Compute::form, {Compute::Form::cooperative})),
      std::move(tile),
      field(&Compute::workgroup, "workgroup", "invocations", PowersOfTwo{1, 1024}, paper_workgroup,
            "Invocations a workgroup; OpenGL 4.3 promises 1024 (GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS).")};
  fields.insert(fields.end(), more.begin(), more.end());
  return SettingsTable<Compute>(std::move(fields));
}

Field<Cuda> cuda_ranking_field() {
  return field(
      &Cuda::ranking, "ranking", "", Choices{{"counters", "matching"}}, DigitRanking::counters,
      "How the threads of a block rank a tile's keys: each counts keys that follow each other with a counter of "
      "its own for every digit, which there are kernels of for digits of up to 4 bits, or warps find which of "
      "their keys have the same digit.");
}

Field<Cuda> shape_field(std::optional<radix::Shape> paper) {
  return field(
      &Cuda::shape, "shape", "threads x keys", radix::shape_names(), paper,
      "Threads of a block and keys of each, which make a tile. Digits of 8 bits have larger tiles than others. "
      "auto: the fastest for the number and the width of keys and payload.");
}

SettingsTable<Cuda> cuda_table(std::uint32_t paper_digit, std::optional<radix::Shape> paper_shape,
                               std::vector<Field<Cuda>> more) {
  std::vector<Field<Cuda>> fields{digit_field<Cuda>(paper_digit), shape_field(paper_shape)};
  fields.insert(fields.end(), more.begin(), more.end());
  return SettingsTable<Cuda>(std::move(fields));
}

SettingsTable<Cuda> onesweep_table() {
  const auto sweeps = when_not(&Cuda::passes, {SweepPasses::merged});
  return SettingsTable<Cuda>(
      {field(
           &Cuda::passes, "passes", "", Choices{{"all", "needed", "merged"}}, SweepPasses::all,
           "all: one for each digit, whatever the keys are. needed: counting finds out, too, which bits differ and "
           "whether the keys are in order; digits that all keys share are skipped, sorted keys stay, reversed ones are "
           "turned round, and keys that differ in one digit and carry nothing are written from its counts. merged: no "
           "digits; tiles are sorted in shared memory and parts of them merged, in "
           "one launch or two, which up to 2^20 keys can be. Tuned: merged up to 2^16 keys, if no other parameter is "
           "given, and needed beyond."),
       digit_field<Cuda>(8).only(sweeps), shape_field(std::nullopt).only(sweeps), patience_field<Cuda>().only(sweeps)});
}

SettingsTable<Cuda> prefix_table() {
  return SettingsTable<Cuda>(
      {field(&Cuda::prefix, "prefix", "digits", IntegerRange{0, 64}, std::nullopt,
             "Digits, from the most significant on, that passes sort by, before blocks sort ranges of keys that have "
             "the same. 0: as few as leave ranges that a block has room for, by a sample of one key in 256; all "
             "digits have a pass if that saves fewer than two."),
       digit_field<Cuda>(8), shape_field(std::nullopt), patience_field<Cuda>()});
}

}  // namespace

const SettingsTable<Compute>& compute_radix_settings(RadixSort sort) {
  static const SettingsTable<Compute> srts = compute_table(
      field(&Compute::tile, "tile", "keys", PowersOfTwo{1, 16'384}, std::nullopt,
            "Keys that a workgroup puts in order at a time; each invocation holds tile / workgroup of them. Serial "
            "invocations have no tiles.")
          .only(when(&Compute::form, {Compute::Form::cooperative})),
      std::nullopt,
      {field(
          &Compute::workgroups, "workgroups", "workgroups", IntegerRange{1, 65'535}, std::nullopt,
          "How many workgroups share the array, whatever its size; few tiles take fewer. The source takes as many as "
          "fill the multiprocessors.")});
  static const SettingsTable<Compute> grs = compute_table(
      field(&Compute::tile, "tile", "keys", PowersOfTwo{4, 65'536}, 1024u,
            "Keys of a tile; the invocations of a workgroup hold tile / workgroup each, and a serial invocation goes "
            "over a whole one."),
      64, {});
  return sort == RadixSort::grs ? grs : srts;
}

const SettingsTable<ComputeOnesweepSettings>& compute_onesweep_settings() {
  using S = ComputeOnesweepSettings;
  static const SettingsTable<S> onesweep({
      digit_field<S>(8),
      group_ranking_field<S>(),
      field(&S::tile, "tile", "keys", IntegerRange{1, 16'384}, std::nullopt,
            "Keys that a workgroup puts in order; each invocation holds tile / workgroup of them."),
      field(&S::workgroup, "workgroup", "invocations", IntegerRange{1, 1024}, std::nullopt,
            "Invocations a workgroup, one for each value of a digit at the least: a power of two or a multiple of 32."),
      patience_field<S>(),
      memory_field(&S::memory),
  });
  return onesweep;
}

const SettingsTable<ComputeTileSettings>& compute_tile_settings() {
  using S = ComputeTileSettings;
  static const SettingsTable<S> tile({
      field(&S::digit, "digit", "bits", IntegerRange{1, most_cooperative_bits}, std::nullopt,
            "Bits of a digit; the last may be narrower. Tuned: 8."),
      group_ranking_field<S>(),
      field(&S::tile, "tile", "keys", PowersOfTwo{1, 16'384}, std::nullopt,
            "Keys that there is room for; each invocation holds tile / workgroup of them. Tuned: the least that takes "
            "the array."),
      field(&S::workgroup, "workgroup", "invocations", PowersOfTwo{1, 1024}, std::nullopt,
            "Invocations of the one workgroup."),
  });
  return tile;
}

const SettingsTable<Cuda>& cuda_radix_settings(RadixSort sort) {
  static const SettingsTable<Cuda> srts = cuda_table(
      4, radix::Shape{256, 16},
      {cuda_ranking_field(),
       field(&Cuda::blocks, "blocks", "thread blocks", IntegerRange{1, 65'535}, std::nullopt,
             "How many blocks share the array, whatever its size; few tiles take fewer. The source takes as many as "
             "fill the multiprocessors. Tuned: two for each.")});
  static const SettingsTable<Cuda> grs = cuda_table(4, radix::Shape{64, 16}, {cuda_ranking_field()});
  static const SettingsTable<Cuda> onesweep = onesweep_table();
  static const SettingsTable<Cuda> prefix = prefix_table();
  switch (sort) {
    case RadixSort::srts:
      return srts;
    case RadixSort::grs:
      return grs;
    case RadixSort::prefix:
      return prefix;
    case RadixSort::onesweep:
      break;
  }
  return onesweep;
}

}  // namespace texelsort::algorithms
