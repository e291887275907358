#include "compute/algorithms/core/parameter.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "tests/algorithms/problems.h"
#include "tests/support/temporary_folder.h"

namespace texelsort::algorithms {
namespace {

const std::vector<ParameterSpec> specs{
    {"width", "texels", PowersOfTwo{1, 1024}, "64", "16", "help"},
    {"bits", "", IntegerRange{1, 8}, "4", "", "help"},
    {"layout", "", Choices{{"row-major", "tiled"}}, "row-major", "", "help"},
    {"stable", "", Flag{}, "false", "true", "help"},
};

std::string message(const std::map<std::string, std::string>& overrides) {
  try {
    resolve(specs, overrides);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Parameters, PreferOverridesToBaseValuesAndBaseValuesToDefaults) {
  EXPECT_EQ(resolve(specs, {}).integer("width"), 64);
  EXPECT_EQ(resolve(specs, {}, {{"width", "32"}}).integer("width"), 32);
  EXPECT_EQ(resolve(specs, {{"width", "2^9"}}, {{"width", "32"}}).integer("width"), 512);
  EXPECT_TRUE(resolve(specs, {{"stable", "yes"}}).flag("stable"));
  EXPECT_EQ(resolve(specs, {{"layout", "tiled"}}).text("layout"), "tiled");
  EXPECT_EQ(resolve(specs, {}, paper_values(specs)).integer("width"), 16);
}

TEST(Parameters, NameTheAllowedValuesWhenTheyRejectAValue) {
  EXPECT_EQ(message({{"width", "48"}}), "parameter width = 48: expected a power of two from 1 to 1024 texels");
  EXPECT_EQ(message({{"width", "2048"}}), "parameter width = 2048: expected a power of two from 1 to 1024 texels");
  EXPECT_EQ(message({{"bits", "0"}}), "parameter bits = 0: expected an integer from 1 to 8");
  EXPECT_EQ(message({{"bits", "many"}}), "parameter bits = many: expected an integer from 1 to 8");
  EXPECT_EQ(message({{"layout", "hilbert"}}), "parameter layout = hilbert: expected one of row-major, tiled");
  EXPECT_EQ(message({{"stable", "maybe"}}), "parameter stable = maybe: expected true or false");
}

TEST(Parameters, SuggestTheNearestNameForUnknownNames) {
  EXPECT_EQ(message({{"widht", "64"}}), "unknown parameter 'widht', did you mean 'width'?");
}

TEST(AlgorithmRegistry, HasAUniqueIdAndADescriptionForEveryAlgorithm) {
  std::set<std::string> ids;
  for (const auto& algorithm : registry()) {
    const AlgorithmInfo& info = algorithm->info();
    EXPECT_TRUE(ids.insert(info.id).second) << info.id;
    EXPECT_FALSE(info.title.empty());
    EXPECT_FALSE(info.summary.empty());
    for (const ParameterSpec& spec : algorithm->parameters()) {
      EXPECT_FALSE(spec.help.empty()) << info.id << ' ' << spec.name;
      EXPECT_NO_THROW(resolve(algorithm->parameters(), {}, paper_values(algorithm->parameters())));
    }
  }
  for (const char* id : {"std/sort@cpu", "std/stable-sort@cpu", "bitonic/reference@cpu", "bitonic/single-quad",
                         "bitonic/grouped-quads", "bitonic/compute"}) {
    EXPECT_TRUE(ids.contains(id)) << id;
  }
}

TEST(AlgorithmRegistry, SuggestsTheNearestIdForAnUnknownId) {
  try {
    find_algorithm("bitonic/grouped-quad");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'bitonic/grouped-quads'?"), std::string::npos)
        << error.what();
  }
}

TEST(AlgorithmRegistry, FindsAlgorithmsByShellPatterns) {
  EXPECT_EQ(match_algorithms("").size(), registry().size());
  EXPECT_EQ(match_algorithms("std/*").size(), 3u);
  EXPECT_THROW(match_algorithms("nothing/*"), UsageError);
  const std::vector<std::string> overlapping{"std/sort@cpu", "std/*"};
  EXPECT_EQ(match_algorithms(overlapping).size(), 3u);
  EXPECT_EQ(match_algorithms(std::vector<std::string>()).size(), registry().size());
}

constexpr auto smallest_script = R"(return sort {
  id = "smallest", title = "Smallest sort", source = "a test",
  parameters = {group = {values = {64, 128}, default = 64, help = "Invocations per workgroup."}},
  passes = function(n, p, problem) end
})";

TEST(AlgorithmRegistry, ReadsTheSortOfAFolderOnce) {
  const tests::TemporaryFolder folder;
  folder.write("mine/sort.lua", smallest_script);
  const std::string id = folder / "mine/";
  const Algorithm& sort = find_algorithm(id);
  EXPECT_EQ(sort.info().id, id);
  EXPECT_EQ(&find_algorithm(folder / "mine"), &sort);
  EXPECT_EQ(&find_algorithm(id + "/"), &sort);
  EXPECT_EQ(match_algorithms(id), std::vector<const Algorithm*>{&sort});
  const std::string before = sort.content_hash();
  folder.write("mine/further.comp", "void main() {}");
  EXPECT_NE(sort.content_hash(), before);
}

TEST(AlgorithmRegistry, OpensNoFolderForALink) {
  const tests::TemporaryFolder folder;
  folder.write("mine/sort.lua", smallest_script);
  const std::string id = folder / "mine/";
  EXPECT_THROW(find_algorithm_of_link(id), UsageError);
  EXPECT_THROW(find_algorithm_of_link(folder / "mine"), UsageError);
  const Algorithm& sort = find_algorithm(id);
  EXPECT_EQ(&find_algorithm_of_link(id), &sort) << "the user has named it";
  EXPECT_THROW(find_algorithm_without_files(id), UsageError);
}

TEST(AlgorithmRegistry, SaysWhatToChangeWhenAFolderIsNoSort) {
  const tests::TemporaryFolder folder;
  folder.write("empty/readme.txt", "");
  folder.write("mine/sort.lua", smallest_script);
  const auto message = [](const std::string& text) -> std::string {
    try {
      find_algorithm(text);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  const std::string nowhere = folder / "nowhere/", empty = folder / "empty", file = folder / "empty/readme.txt";
  EXPECT_EQ(message(nowhere), "there is no folder '" + nowhere +
                                  "': name a folder that holds sort.lua, or see 'texelsort list algorithms'");
  EXPECT_EQ(message(empty + "/"), "'" + empty + "/' does not hold sort.lua: write one, or name another folder");
  EXPECT_EQ(message(empty), message(empty + "/"));
  EXPECT_EQ(message(file + "/"), "'" + file + "' is a file: name a folder that holds sort.lua");
  EXPECT_TRUE(message(folder / "mine/sort.lua").ends_with("/fused")) << message(folder / "mine/sort.lua");
  EXPECT_NE(message(folder / "mine/sort.lua").find("name the folder of a sort, such as " + (folder / "mine/")),
            std::string::npos);
}

TEST(AlgorithmAvailability, ExplainsWhichOpenGlVersionIsMissing) {
  for (const auto& algorithm : registry()) {
    const Availability available = algorithm->availability(nullptr, {});
    EXPECT_EQ(available.available, algorithm->info().backend == Backend::cpu || algorithm->info().owns_memory)
        << algorithm->info().id;
    EXPECT_EQ(available.available, available.reason.empty());
  }
  gpu::DeviceInfo old;
  old.major = old.minor = 3;
  EXPECT_NE(find_algorithm("bitonic/compute").availability(&old, {}).reason.find("OpenGL 3.3"), std::string::npos);
  EXPECT_TRUE(find_algorithm("bitonic/grouped-quads").availability(&old, {}).available);
}

TEST(AlgorithmRefusal, NamesTheLimitThatTheProblemExceeds) {
  gpu::DeviceInfo small;
  small.max_texture_extent = 16;
  small.max_draw_buffers = 8;
  const Algorithm& algorithm = find_algorithm("bitonic/single-quad");
  const auto refuse = [&](std::uint64_t n, const std::string& width) {
    return prepare(algorithm, &small, {n}, {{"width", width}}).refusal();
  };
  EXPECT_FALSE(refuse(256, "16"));
  EXPECT_NE(refuse(257, "16")->find("16 x 16 = 256"), std::string::npos);
  EXPECT_NE(refuse(100, "4")->find("25 rows"), std::string::npos);
  EXPECT_NE(refuse(100, "32")->find("16 texels"), std::string::npos);

  small.max_storage_bytes = 1000;
  small.max_workgroup_size = 128;
  small.max_shared_bytes = 8192;
  const Algorithm& compute = find_algorithm("bitonic/compute");
  const auto refused = [&](std::uint64_t n, const std::map<std::string, std::string>& values) {
    return refusal_beside_defaults(compute, &small, {n}, values);
  };
  EXPECT_NE(refused(8, {{"workgroup", "128"}, {"tile", "4096"}}).find("16896 bytes of shared memory"),
            std::string::npos);
  EXPECT_EQ(refused(250, {{"workgroup", "128"}}), "");
  EXPECT_NE(refused(251, {{"workgroup", "128"}}).find("at most n = 250"), std::string::npos);
  EXPECT_NE(refused(8, {}).find("128"), std::string::npos);
}

}  // namespace
}  // namespace texelsort::algorithms
