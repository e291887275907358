#include "compute/gpu/program_cache.h"

#include <gtest/gtest.h>

#include "tests/support/gl.h"
#include "tests/support/temporary_folder.h"

namespace texelsort::gpu {
namespace {

const std::string vertex = "common/fullscreen.vert", fragment = "common/copy.frag";

class ProgramCacheTest : public ::testing::Test {
 protected:
  void SetUp() override {
    TEXELSORT_NEED_GL();
    test_device().make_current();
  }
  void write(const std::string& path, const std::string& text) { folder_.write(path, text); }
  static void reload(ProgramCache& cache) {
    while (cache.reload()) {
    }
  }
  const std::string good_ = ShaderLibrary(std::nullopt).read(fragment);
  const tests::TemporaryFolder folder_;
  const std::filesystem::path directory_ = folder_.path();
};

TEST_F(ProgramCacheTest, RecompilesAProgramWhenItsShaderFileChanges) {
  ProgramCache cache{ShaderLibrary(directory_)};
  const Program& program = cache.get(vertex, fragment, {});
  const std::uint32_t first = program.id();
  reload(cache);
  EXPECT_EQ(cache.replaced(), 0u) << "nothing has changed";
  write(fragment, good_ + "// mine\n");
  reload(cache);
  EXPECT_EQ(cache.replaced(), 1u);
  EXPECT_NE(program.id(), first);
  EXPECT_EQ(&cache.get(vertex, fragment, {}), &program);
}

TEST_F(ProgramCacheTest, KeepsEveryProgramWhenAChangedShaderDoesNotCompile) {
  ProgramCache cache{ShaderLibrary(directory_)};
  const Program& one = cache.get(vertex, fragment, {});
  const Program& other = cache.get(vertex, fragment, {{"OTHER", "1"}});
  const std::uint32_t first = one.id(), second = other.id();
  write(fragment, good_ + "#ifdef OTHER\nwrong\n#endif\n");
  reload(cache);
  EXPECT_EQ(one.id(), first) << "its text compiles, and would not go with that of the other";
  EXPECT_EQ(other.id(), second);
  ASSERT_EQ(cache.faults().size(), 1u);
  write(fragment, good_ + "// mended\n");
  reload(cache);
  EXPECT_TRUE(cache.faults().empty());
  EXPECT_EQ(cache.replaced(), 2u);
}

TEST_F(ProgramCacheTest, UsesTheBuiltInShaderForABrokenShaderWhenRequested) {
  write(fragment, "#include \"common/missing.glsl\"\n");
  ProgramCache cache{ShaderLibrary(directory_)};
  EXPECT_THROW(cache.get(vertex, fragment, {}), ShaderError);
  cache.stand_in_for_broken();
  EXPECT_NE(cache.get(vertex, fragment, {}).id(), 0u);
  ASSERT_EQ(cache.faults().size(), 1u);
  const ShaderMessage expected{fragment, 1, "no shader 'common/missing.glsl' to include"};
  EXPECT_EQ(cache.faults().front().messages, std::vector{expected});
  // The library watches missing includes too, so that their creation counts as a change.
  const ShaderStamp before = cache.library().stamp();
  write("common/missing.glsl", good_);
  EXPECT_NE(cache.library().stamp(), before);
  reload(cache);
  EXPECT_TRUE(cache.faults().empty());
}

TEST_F(ProgramCacheTest, DetectsRenamedShaderFilesAndAVanishedFolder) {
  write(fragment, good_);
  const ShaderLibrary library(directory_);
  library.read(fragment);
  const ShaderStamp first = library.stamp();
  EXPECT_EQ(library.stamp(), first);
  write("common/aside", good_);
  std::filesystem::last_write_time(directory_ / "common/aside",
                                   std::filesystem::last_write_time(directory_ / fragment));
  std::filesystem::rename(directory_ / "common/aside", directory_ / fragment);
  EXPECT_NE(library.stamp(), first) << "of the same size and age";
  std::filesystem::remove_all(directory_);
  EXPECT_TRUE(library.stamp().vanished);
}

}  // namespace
}  // namespace texelsort::gpu
