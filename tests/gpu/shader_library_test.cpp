#include "compute/gpu/shader_library.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "compute/data/error.h"
#include "tests/support/temporary_folder.h"

namespace texelsort::gpu {
namespace {

class ShaderLibraryTest : public ::testing::Test {
 protected:
  void write(const std::string& path, const std::string& text) { folder_.write(path, text); }
  const tests::TemporaryFolder folder_;
  const std::filesystem::path directory_ = folder_.path();
};

TEST_F(ShaderLibraryTest, EmbedsEveryShaderFile) {
  std::size_t files = 0;
  const std::filesystem::path root = std::filesystem::path(TEXELSORT_SOURCE_DIR) / "shaders";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file()) continue;
    ++files;
    const std::string path = std::filesystem::relative(entry.path(), root).generic_string();
    EXPECT_TRUE(std::ranges::any_of(embedded_shaders(), [&](const auto& shader) { return shader.path == path; }))
        << path;
  }
  EXPECT_EQ(files, embedded_shaders().size());
}

TEST_F(ShaderLibraryTest, IncludesEveryFileOnceWithItsLineNumbers) {
  write("common/a.glsl", "float a;\n");
  write("common/b.glsl", "#include \"common/a.glsl\"\nfloat b;\n");
  write("main.frag", "#include \"common/b.glsl\"\n#include \"common/a.glsl\"\nvoid main() {}\n");
  const auto source = ShaderLibrary(directory_).assemble("main.frag", "330 core", {{"WIDTH", "8"}});
  EXPECT_EQ(source.text,
            "#version 330 core\n#define WIDTH 8\n#line 1 0\n#line 1 1\n#line 1 2\nfloat a;\n#line 2 1\nfloat b;\n"
            "#line 2 0\n#line 3 0\nvoid main() {}\n");
  EXPECT_EQ(source.files, (std::vector<std::string>{"main.frag", "common/b.glsl", "common/a.glsl"}));
}

TEST_F(ShaderLibraryTest, KeepsLineNumbersAfterAPartThatACompilerSkips) {
  write("common/a.glsl", "float a;\nfloat b;\n");
  write("main.frag", "#if WIDTH > 8\n#include \"common/a.glsl\"\n#else\nfloat c;\n#endif\nvoid main() {}\n");
  const auto source = ShaderLibrary(directory_).assemble("main.frag", "330 core", {});
  EXPECT_EQ(source.text,
            "#version 330 core\n#line 1 0\n#if WIDTH > 8\n#line 1 1\nfloat a;\nfloat b;\n#line 3 0\n#else\n#line 4 0\n"
            "float c;\n#endif\n#line 6 0\nvoid main() {}\n");
}

TEST_F(ShaderLibraryTest, ReplacesOnlyShadersThatAreInTheFolder) {
  write("common/keys.glsl", "// mine\n");
  const ShaderLibrary library(directory_);
  EXPECT_TRUE(library.overridden("common/keys.glsl"));
  EXPECT_FALSE(library.overridden("common/fullscreen.vert"));
  EXPECT_NE(library.assemble("common/keys.glsl", "330 core", {}).text.find("// mine"), std::string::npos);
  EXPECT_NE(library.assemble("common/fullscreen.vert", "330 core", {}).text.find("gl_VertexID"), std::string::npos);
}

TEST_F(ShaderLibraryTest, ListsReplacedShadersAndFilesThatReplaceNoShader) {
  write("networks/step.comp", "#include \"networks/mine.glsl\"\n");
  write("networks/mine.glsl", "#include \"common/deeper.glsl\"\n");
  write("common/deeper.glsl", "");
  write("common/keys.glsl", "");
  write("networks/stepp.comp", "");
  write("step.comp", "");
  write("x.frag", "");
  write("notes.txt", "");
  EXPECT_EQ(ShaderLibrary(directory_).replaced(), (std::vector<std::string>{"common/keys.glsl", "networks/step.comp"}));
  const ShaderSurvey survey = survey_shaders(directory_);
  EXPECT_EQ(survey.replaced, ShaderLibrary(directory_).replaced());
  EXPECT_EQ(survey.others, std::vector<std::string>{"notes.txt"});
  ASSERT_EQ(survey.unused.size(), 3u);
  EXPECT_EQ(survey.unused[0].file, "networks/stepp.comp");
  EXPECT_EQ(survey.unused[0].resembles, "networks/step.comp");
  EXPECT_EQ(survey.unused[1].file, "step.comp");
  EXPECT_EQ(survey.unused[1].resembles, "networks/step.comp");
  EXPECT_EQ(survey.unused[2].file, "x.frag");
  EXPECT_EQ(survey.unused[2].resembles, "");
}

TEST_F(ShaderLibraryTest, ReplacesNoShaderWithoutAFolder) {
  EXPECT_TRUE(ShaderLibrary(std::nullopt).replaced().empty());
  EXPECT_TRUE(survey_shaders(directory_ / "absent").replaced.empty());
}

TEST_F(ShaderLibraryTest, NamesTheFileAndTheLineThatIncludeAMissingFile) {
  write("main.frag", "\n#include \"common/missing.glsl\"\n");
  try {
    ShaderLibrary(directory_).assemble("main.frag", "330 core", {});
    FAIL();
  } catch (const InternalError& error) {
    EXPECT_STREQ(error.what(), "main.frag:2: no shader 'common/missing.glsl' to include");
  }
}

TEST(CompilerLog, IsReadableForMessagesOfMesaNvidiaAndAngle) {
  const std::vector<std::string> files{"networks/step.comp", "common/keys.glsl"};
  EXPECT_EQ(readable_log("1:12(5): error: syntax error\n", files), "common/keys.glsl:12: error: syntax error");
  EXPECT_EQ(readable_log("0(34) : error C1008: undefined variable \"x\"\n", files),
            "networks/step.comp:34: error C1008: undefined variable \"x\"");
  EXPECT_EQ(readable_log("ERROR: 1:7: 'x' : undeclared identifier\n", files),
            "common/keys.glsl:7: 'x' : undeclared identifier");
}

TEST(ShaderFolder, IsRejectedWhenItDoesNotExist) {
  EXPECT_THROW(ShaderLibrary(std::filesystem::path("/does/not/exist")), UsageError);
}

}  // namespace
}  // namespace texelsort::gpu
