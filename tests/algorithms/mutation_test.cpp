// A deliberately broken shader must be caught, with the pass, the index and the comparator that are wrong.
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "compute/check/verify.h"
#include "compute/data/records.h"
#include "tests/algorithms/problems.h"

namespace texelsort::algorithms {
namespace {

struct Mutation {
  std::string name, algorithm, shader, find, replace;
  bool names_comparator = true;  ///< unless only places are wrong that no comparator touches
  std::map<std::string, std::string> parameters{};
  std::vector<std::uint64_t> sizes{8, 21};
  std::string distribution = "special";
  data::RecordShape shape{};  ///< with fields: keys travel with those of records
};

const std::vector<Mutation> mutations{
    {"WrongDirection", "bitonic/single-quad", "networks/single_quad.frag", "gets_smaller ? precedes(other, own)",
     "!gets_smaller ? precedes(other, own)"},
    {"PartnerOffByOne", "bitonic/single-quad", "networks/pattern.glsl", "other = i - lane + pattern.distance - lane",
     "other = i - lane + pattern.distance - lane - 1u"},
    {"PastTheEnd", "bitonic/compute", "networks/pattern.glsl", "high < n && low < n", "high < n + 1u && low < n",
     false},
    {"LostPayload", "bitonic/compute", "networks/step.comp", "payload[larger] = moved;", ""},
    {"DirectionOfOneBit", "bitonic-alternating/single-quad", "common/parity.glsl", "bits ^= bits >> 4u;", ""},
    {"DirectionForgotten", "bitonic-alternating/compute", "networks/pattern.glsl", "reversed ? high : low", "low"},
    {"FenceForgotten", "odd-even-merge/single-quad", "networks/pattern.glsl",
     "((low ^ high) & pattern.fence_mask) == 0u", "true", false},
    {"HighEndForgotten", "pairwise/single-quad", "networks/pattern.glsl", "other_lane < pattern.length",
     "other_lane < 0u"},
    {"TileTurned",
     "bitonic/single-quad",
     "networks/texel_index.glsl",
     "corner + inside)",
     "corner + inside.yx)",
     true,
     {{"mapping", "tiled"}, {"tile", "2"}}},
    {"SignIgnored", "bitonic/compute", "common/keys.glsl", "uint code = raw ^ sign_bit;", "uint code = raw;"},
    {"MaximumIsMinimum", "bitonic/grouped-quads", "common/texel_arrays.glsl",
     "bool take_other = maximum ? precedes(own, other)", "bool take_other = maximum ? precedes(other, own)"},
    {"InterpolantShifted", "bitonic/grouped-quads", "networks/grouped_quads.vert",
     "partner_sign * corner + partner_shift", "partner_sign * corner + partner_shift + 1"},
    {"InstancesUnmirrored", "bitonic/grouped-quads", "networks/grouped_quads.vert", "+ (1 - partner_sign) * offset",
     ""},
    {"EvenCountsOfOnesForgotten",
     "bitonic-alternating/grouped-quads",
     "networks/grouped_quads.vert",
     "+ thue_morse * ivec2(parity(uint(runs.x)), parity(uint(runs.y)))",
     "",
     true,
     {},
     {100}},
    {"ParityOfFewRuns",
     "bitonic-alternating/grouped-quads",
     "common/parity.glsl",
     "0x6996u",
     "0xAAAAu",
     true,
     {},
     {100}},
    {"RunsJoined", "odd-even-merge/grouped-quads", "networks/grouped_quads.vert", "runs * run) * stride", "0) * stride",
     false},
    {"InterleavedDirectionForgotten",
     "bitonic-alternating/grouped-quads",
     "networks/interleaved_quad.frag",
     "maximum = maximum != is_reversed(ivec2(gl_FragCoord.xy));",
     "",
     true,
     {{"narrowest", "64"}}},
    {"InterleavedDirectionOfColumns",
     "bitonic-alternating/grouped-quads",
     "networks/interleaved_quad.frag",
     "flipped.x ^ flipped.y",
     "flipped.x",
     true,
     {{"narrowest", "64"}, {"width", "4"}}},
    {"InterleavedReversed",
     "bitonic-alternating/grouped-quads",
     "networks/interleaved_quad.frag",
     "flipped.y ^ reversed",
     "flipped.y",
     true,
     {{"narrowest", "64"}}},
    {"ShiftFenceForgotten",
     "odd-even-merge/grouped-quads",
     "networks/shifted_quad.frag",
     "&& ((place ^ partner) & fence_mask) == 0",
     "",
     false,
     {{"narrowest", "64"}}},
    {"ShiftPastTheEnd",
     "pairwise/grouped-quads",
     "networks/shifted_quad.frag",
     "uint(partner) < places && ",
     "",
     false,
     {{"narrowest", "64"}}},
    {"ShiftFirstForgotten",
     "pairwise/grouped-quads",
     "networks/shifted_quad.frag",
     "place - first",
     "place",
     true,
     {{"narrowest", "64"}}},
    {"ShiftPayloadStays",
     "pairwise/grouped-quads",
     "common/texel_arrays.glsl",
     "take_other ? other_at : own_at",
     "own_at",
     true,
     {{"narrowest", "64"}}},
    {"PayloadStays", "bitonic/grouped-quads", "common/texel_arrays.glsl", "take_other ? other_at : own_at", "own_at"},
    {"FusedPartnersTurned", "bitonic/fused", "networks/fused.frag", "pick(held[l], flip(partner))",
     "pick(held[l], partner)"},
    {"FusedLayerDropped", "bitonic/fused", "networks/fused.frag", "held[l ^ (flips)] = flip(partner);", ""},
    {"FusedPayloadStays", "bitonic/fused", "networks/fused.frag", "b.payload ^= moved;", ""},
    {"FusedTurnOfFragments",
     "bitonic-alternating/fused",
     "networks/fused.frag",
     "parity(first & turn_flip[k])",
     "0u",
     true,
     {{"targets", "4"}}},
    {"FusedTurnOfLayers", "bitonic-alternating/fused", "networks/fused.frag",
     "uint across = 0u - parity(uint(l & (layers)));", "uint across = 0u;"},
    {"FusedTurnPastTheEnd",
     "bitonic-alternating/fused",
     "networks/fused.frag",
     "& before_end(first ^ element_index[l])",
     "",
     false,
     {{"steps", "1"}}},
    {"FusedOutsideCounts",
     "odd-even-transposition/fused",
     "networks/fused.frag",
     "held[i].code = inside ? held[i].code : neutral;",
     "",
     false,
     {{"targets", "4"}}},
    {"FusedFenceForgotten", "odd-even-merge/fused", "networks/fused.frag", "((start ^ first) & fence_mask) == 0u",
     "true", false},
    {"FusedWordsKept", "pairwise/fused", "networks/fused.frag", "held[i].code.c = smaller;", ""},
    {"FusedWordsPayloadStays", "pairwise/fused", "networks/fused.frag",
     "SWAP(code, i, c, j, d) SWAP(payload, i, c, j, d)\n#endif", "SWAP(code, i, c, j, d)\n#endif"},
    {"AtLeastBecomesAbove", "select/discard@fragment", "selection/discard.frag",
     "precedes(code_at(gl_FragCoord.xy), least)", "!precedes(least, code_at(gl_FragCoord.xy))", false},
    {"WindowStartsLate", "select/depth@fragment", "selection/window.glsl", "precedes(code, window_base()) ? 0u",
     "!precedes(window_base(), code) ? 1u", false},
    {"FoldLosesTheKey",
     "select/depth@fragment",
     "selection/fold_to_depth.frag",
     "max(highest, place_above(code))",
     "highest",
     false,
     {},
     {16'384},
     "uniform"},
    {"DigitOfTheWrongLevel", "select/histogram@compute", "selection/histogram.comp", "shifted(place, shift))",
     "shifted(place, shift + 1u))", false},
    {"RankAmongAll", "select/histogram@compute", "selection/decide.comp", "state[at + 2u] = rank - before;", "", false},
    {"RadixSerialUnstable", "radix/srts@compute", "radix/move_serial.comp", "counters[digit] = to + 1u;",
     "counters[digit] = to;", false},
    {"RadixRanksFromOne", "radix/grs@compute", "radix/count_serial.comp", "rank = counters[digit];",
     "rank = counters[digit] + 1u;", false},
    {"RadixMaskOfEarlierRows",
     "radix/srts@compute",
     "radix/rank_matching.glsl",
     "pool[mask] = 0u;",
     "",
     false,
     {{"form", "cooperative"}, {"ranking", "matching"}, {"tile", "64"}, {"workgroup", "8"}},
     {21, 100}},
    {"RadixOtherInvocationsForgotten",
     "radix/grs@compute",
     "radix/rank_counters.glsl",
     "before += found;",
     "before = found;",
     false,
     {{"form", "cooperative"}, {"ranking", "counters"}, {"digit", "4"}, {"tile", "64"}, {"workgroup", "8"}},
     {21, 100}},
    {"RadixRanksOfTwoAlike",
     "radix/grs@compute",
     "radix/rank.comp",
     "rank_pair(ranks[item], pool[at / 2u])",
     "rank_pair(ranks[item], ranks[item])",
     false,
     {{"form", "cooperative"}, {"ranking", "counters"}, {"digit", "4"}, {"tile", "64"}, {"workgroup", "8"}},
     {21, 100}},
    {"RadixLastRankOverItsNeighbour",
     "radix/grs@compute",
     "radix/serial.glsl",
     "rank_pair(PAIR(i), rank)",
     "rank << 16u",
     false,
     {{"form", "serial"}},
     {22, 102}},
    {"RadixOffsetsNotCarried",
     "radix/srts@compute",
     "radix/scatter.comp",
     "offsets[own] += starts[digit + 1u] - starts[digit];",
     "",
     false,
     {{"form", "cooperative"}, {"tile", "8"}, {"workgroup", "8"}, {"workgroups", "1"}}},
    {"EqualKeysNotToldApart",
     "sample/deterministic@compute",
     "sample/deterministic_follower.glsl",
     "|| (code == other && place < middle)",
     "",
     false,
     {},
     {100}},
    {"SearchBeginsBehindTheSplitterBefore",
     "sample/deterministic@compute",
     "sample/deterministic_index_doubling.comp",
     "places[multiple - step - 1u] : start",
     "places[multiple - step - 1u] + 1u : start",
     false,
     {{"search", "doubling"}},
     {100}},
    {"LastSplitterAsThoseBefore",
     "sample/deterministic@compute",
     "sample/deterministic_index_doubling.comp",
     "splitter + 1u < samples ? splitter_places[splitter] : end",
     "splitter_places[splitter]",
     false,
     {{"search", "doubling"}},
     {100}},
    {"SegmentsShifted",
     "sample/deterministic@compute",
     "primitives/segments.glsl",
     "+ min(segment, remainder)",
     "",
     false,
     {},
     {100}},
    {"SamplesByKeyAlone",
     "sample/deterministic@compute",
     "primitives/coset_round.glsl",
     "payload_of[b] < payload_of[a]",
     "false",
     false,
     {},
     {100}},
    {"ExhaustedRunMerged",
     "sample/deterministic@compute",
     "sample/deterministic_merge.comp",
     "next[x] < end[x] && !precedes",
     "!precedes",
     false,
     {{"sort", "merge"}},
     {100}},
    {"RelocatedPayloadStays",
     "sample/deterministic@compute",
     "sample/deterministic_relocate.comp",
     "= payload[from + i]",
     "= payload[to + i]",
     false,
     {},
     {100}},
    {"SampleOfEqualSplittersForgotten",
     "sample/randomized@compute",
     "sample/randomized_search.glsl",
     "twins = 1u",
     "twins = 0u",
     false,
     {{"k", "16"}, {"k2", "16"}},
     {200}},
    {"SampleSearchTurned",
     "sample/randomized@compute",
     "sample/randomized_search.glsl",
     "precedes(tree[j], key)",
     "precedes(key, tree[j])",
     false,
     {{"top", "0"}},
     {200}},
    {"SampleScatterLosesPayload",
     "sample/randomized@compute",
     "sample/randomized_scatter.comp",
     "new_payload[place] = payload[i];",
     "new_payload[place] = 0u;",
     false,
     {},
     {200}},
    {"QuicksortLeavesEqualKeys",
     "sample/randomized@compute",
     "sample/randomized_quicksort.comp",
     "put(false, i, key_at(true, i), true, i)",
     "",
     false,
     {{"sorter", "workgroup"}, {"small", "4"}, {"quick", "100"}},
     {21, 90}},
    {"HalvesNotSwapped",
     "sample/randomized@compute",
     "sample/randomized_network.glsl",
     "key[i] = upper;",
     "",
     false,
     {},
     {30}},
    {"RecordsFromTheirOldPlaces",
     "radix/srts@compute",
     "records/gather.comp",
     "column * n + from",
     "column * n + i",
     false,
     {{"rearrange", "gather"}},
     {21},
     "special",
     {3, data::Layout::by_field}},
    {"LastPartOfARecord",
     "bitonic/single-quad",
     "records/group.comp",
     "part = k % PARTS",
     "part = (k & 1u) % PARTS",
     false,
     {{"rearrange", "group"}},
     {70},
     "special",
     {12, data::Layout::hybrid}},
    {"KeysOfTheFirstRecords",
     "radix/srts@compute",
     "records/extract.comp",
     "records[i * ROW_WORDS + w]",
     "records[i * KEY_WORDS + w]",
     false,
     {},
     {21},
     "special",
     {2, data::Layout::by_record}},
    {"TurnedByAnotherPitch",
     "radix/srts@compute",
     "records/turn.comp",
     "tile[lane * pitch + f] = words_in",
     "tile[lane * FIELDS + f] = words_in",
     false,
     {{"rearrange", "transpose"}},
     {70},
     "special",
     {4, data::Layout::by_field}},
    {"CyclesTurnedTheOtherWay",
     "radix/srts@compute",
     "records/reflect.comp",
     "(length + first - here)",
     "(length - here)",
     false,
     {{"rearrange", "cycle"}},
     {70},
     "special",
     {1, data::Layout::hybrid}},
    {"TotalOrderOfZeros", "bitonic/grouped-quads", "common/keys.glsl",
     "uint code = raw ^ ((0u - (raw >> 31u)) | sign_bit);",
     "if (raw == sign_bit) raw = 0u; uint code = raw ^ ((0u - (raw >> 31u)) | sign_bit);"},
};

class Mutations : public ::testing::TestWithParam<Mutation> {
 protected:
  /// A device whose shader directory holds the one mutated file.
  std::unique_ptr<gpu::Device> mutated_device() {
    const Mutation& mutation = GetParam();
    std::ifstream original(std::filesystem::path(TEXELSORT_SOURCE_DIR) / "shaders" / mutation.shader);
    std::ostringstream text;
    text << original.rdbuf();
    std::string source = text.str();
    const std::size_t at = source.find(mutation.find);
    EXPECT_NE(at, std::string::npos) << "the shader no longer has what this test breaks";
    if (at == std::string::npos) return nullptr;
    source.replace(at, mutation.find.size(), mutation.replace);
    directory_ = std::filesystem::path(::testing::TempDir()) / ("mutation-" + mutation.name);
    std::filesystem::create_directories((directory_ / mutation.shader).parent_path());
    std::ofstream(directory_ / mutation.shader) << source;
    return gpu::Device::headless({.debug = false, .shader_directory = directory_, .egl_device = {}});
  }
  static std::vector<data::PayloadKind> payloads() {
    if (GetParam().shape.fields > 0) return {data::PayloadKind::record};
    return {data::PayloadKind::none, data::PayloadKind::index};
  }
  void TearDown() override {
    if (tests::device() != nullptr) tests::device()->make_current();
    std::filesystem::remove_all(directory_);
  }
  std::filesystem::path directory_ = "nowhere";
};

TEST_P(Mutations, AreCaughtWithTheirPlace) {
  TEXELSORT_NEED_GL();
  const Algorithm& algorithm = find_algorithm(GetParam().algorithm);
  if (algorithm.availability(&gpu::test_device().info()).available == false) GTEST_SKIP() << "cannot run here";
  const auto device = mutated_device();
  ASSERT_TRUE(device);
  bool caught = false, placed = false;
  for (const data::KeyType type : {data::KeyType::u32, data::KeyType::i32, data::KeyType::f32}) {
    for (const std::uint64_t n : GetParam().sizes) {
      const auto problem = make_problem(GetParam().distribution, type, n, data::PayloadKind::index);
      for (const auto payload : payloads()) {
        if (algorithm.info().task == Task::select && payload != data::PayloadKind::none) continue;
        const data::RecordShape& shape = GetParam().shape;
        const auto one = std::make_shared<const Problem>(Problem{problem->keys, data::Order::ascending, payload,
                                                                 problem->ranks, shape, data::made_fields(n, shape)});
        const auto run =
            prepare(algorithm, &device->info(), one->form(), GetParam().parameters).start(device.get(), one);
        if (const auto failure = verify_every_pass(*run, *one, false)) {
          caught = true;
          placed |= failure->pass && failure->index && failure->comparator;
          if (failure->pass) {
            EXPECT_NE(text(*failure).find("pass "), std::string::npos);
          }
        }
      }
    }
  }
  EXPECT_TRUE(caught);
  EXPECT_TRUE(placed || !GetParam().names_comparator);
}

INSTANTIATE_TEST_SUITE_P(Shaders, Mutations, ::testing::ValuesIn(mutations),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace texelsort::algorithms
