#include <algorithm>

#include "tests/app/cli_support.h"
#include "tests/support/changed_shader.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

Outcome sort_with_shaders(const std::string& folder, const std::vector<std::string>& more = {}) {
  std::vector<std::string> words{"sort", "-n", "8", "-a", "bitonic/compute", "--shader-dir", folder};
  words.insert(words.end(), more.begin(), more.end());
  return run_program(words);
}

void replace_step(const TemporaryFolder& folder, const std::string& more = "") {
  tests::write_changed_shader(folder, "networks/step.comp", "void main()", more + "void main()");
}

TEST(CliShaderDirectory, RejectsAFolderThatDoesNotExist) {
  expect_one_line_error(sort_with_shaders("/nonexistent"), 2,
                        {"--shader-dir /nonexistent: no such directory", "networks/step.comp"});
  const TemporaryFolder folder;
  expect_one_line_error(sort_with_shaders(folder.write("file", "")), 2, {"not a directory"});
}

TEST(CliShaderDirectory, RejectsAFolderThatReplacesNoShader) {
  const TemporaryFolder folder;
  expect_one_line_error(sort_with_shaders(folder.path()), 2, {"found no files", "files such as networks/step.comp"});
  folder.write("step.txt", "");
  expect_one_line_error(sort_with_shaders(folder.path()), 2, {"found step.txt", "files such as networks/step.comp"});
  folder.write("networks/stepp.comp", "");
  const Outcome outcome = sort_with_shaders(folder.path());
  expect_one_line_error(outcome, 2, {"replaces a built-in shader: networks/stepp.comp resembles networks/step.comp"});
  EXPECT_FALSE(contains(outcome.err, "step.txt")) << outcome.err;
}

TEST(CliShaderDirectory, RejectsAnInvalidFolderForAnAlgorithmWithoutShaders) {
  const TemporaryFolder folder;
  expect_one_line_error(run_program({"sort", "-n", "8", "-a", "std/sort@cpu", "--shader-dir", folder.path()}), 2,
                        {"found no files"});
}

TEST(CliShaderDirectory, SuggestsTheParentFolderOrASubfolder) {
  const TemporaryFolder folder;
  folder.write("mine/networks/pattern.glsl", "");
  expect_one_line_error(sort_with_shaders(folder.path()), 2, {"did you mean the folder '" + (folder / "mine") + "'?"});
  expect_one_line_error(
      sort_with_shaders(folder / "mine/networks"), 2,
      {"pattern.glsl resembles networks/pattern.glsl", "did you mean the folder '" + (folder / "mine")});
}

TEST(CliShaderDirectory, NamesReplacedShadersWithoutTheQuietOption) {
  TEXELSORT_NEED_GL();
  const TemporaryFolder folder;
  replace_step(folder);
  tests::write_changed_shader(folder, "common/keys.glsl", "", "");
  folder.write("README.md", "");
  const Outcome outcome = sort_with_shaders(folder.path());
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "texelsort: note: shaders replaced: common/keys.glsl, networks/step.comp\n"))
      << outcome.err;
  EXPECT_FALSE(contains(outcome.err, "warning")) << outcome.err;
  EXPECT_EQ(sort_with_shaders(folder.path(), {"-q"}).err, "");
}

TEST(CliShaderDirectory, WarnsAboutFilesThatReplaceNoShader) {
  TEXELSORT_NEED_GL();
  const TemporaryFolder folder;
  replace_step(folder, "#include \"networks/mine.glsl\"\n");
  folder.write("networks/mine.glsl", "// included\n");
  folder.write("networks/sweeep.comp", "");
  const Outcome outcome = sort_with_shaders(folder.path(), {"-q"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.err,
                       "texelsort: warning: --shader-dir " + folder.path().string() +
                           ": 1 file replaces no built-in shader: networks/sweeep.comp resembles networks/sweep.comp"))
      << outcome.err;
  EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
}

TEST(CliShaderDirectory, ShortensLongListsOfReplacedShaders) {
  TEXELSORT_NEED_GL();
  const Outcome outcome = sort_with_shaders(std::string(TEXELSORT_SOURCE_DIR) + "/shaders");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "shaders replaced: common/clock_probe.comp, ")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, " more\n")) << outcome.err;
}

TEST(CliShaderDirectory, TreatsTheEnvironmentVariableLikeTheOption) {
  TEXELSORT_NEED_GL();
  const TemporaryFolder folder;
  const std::string variable = "TEXELSORT_SHADER_DIR=" + folder.path().string();
  const std::vector<std::string> words{"sort", "-n", "8", "-a", "bitonic/compute"};
  expect_one_line_error(run_program(words, "", {variable}), 2,
                        {variable + ": no file in this folder replaces a built-in shader"});
  replace_step(folder);
  const Outcome outcome = run_program(words, "", {variable});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "note: shaders replaced: networks/step.comp")) << outcome.err;
}

TEST(CliShaderDirectory, AcceptsAnEmptyFolderForTheWindow) {
  const TemporaryFolder folder;
  const Outcome outcome = run_program({"-n", "8", "--shader-dir", folder.path()}, "", without_display);
  EXPECT_TRUE(contains(outcome.err, "note: --shader-dir " + folder.path().string() + ": no file")) << outcome.err;
  EXPECT_FALSE(outcome.exit_code == 2) << outcome.err;
  expect_one_line_error(run_program({"--shader-dir", "/nonexistent"}, "", without_display), 2, {"no such directory"});
}

}  // namespace
}  // namespace texelsort::app
