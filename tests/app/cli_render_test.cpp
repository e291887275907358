// Tests of `texelsort render` with pictures that it compares with a file.
#include <filesystem>

#include "app/cli/commands/picture_comparison.h"
#include "app/export/png.h"
#include "tests/app/cli_support.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

constexpr std::uint32_t compared_width = 320, compared_height = 200;

Picture picture_of(const std::string& path) {
  return data::read_png(read_file(path), path);
}

Outcome render_small(const std::vector<std::string>& more) {
  std::vector<std::string> words{"render", "-n", "16", "--view", "network", "--size", "320x200"};
  words.insert(words.end(), more.begin(), more.end());
  return run_program(words);
}

std::string blank_png(const TemporaryFolder& folder, const std::string& name, std::uint32_t width,
                      std::uint32_t height) {
  write_png(folder / name, {width, height, std::vector<std::uint8_t>(std::size_t{4} * width * height, 255)});
  return folder / name;
}

TEST(PictureComparison, CountsPixelsThatDifferByMoreThanTheTolerance) {
  Picture expected{4, 3, std::vector<std::uint8_t>(48, 100)}, drawn = expected;
  drawn.rgba[4 * 6 + 1] = 110;  // changes the green channel of pixel (2, 1)
  drawn.rgba[4 * 9 + 2] = 60;   // changes the blue channel of pixel (1, 2)
  const PictureDifference exact = difference_of(expected, drawn, 0);
  EXPECT_EQ(exact.pixels, 2u);
  EXPECT_EQ(exact.largest, 40u);
  EXPECT_EQ(exact.x, 2u);
  EXPECT_EQ(exact.y, 1u);
  const PictureDifference tolerant = difference_of(expected, drawn, 10);
  EXPECT_EQ(tolerant.pixels, 1u);
  EXPECT_EQ(tolerant.x, 1u);
  EXPECT_EQ(tolerant.y, 2u);
  EXPECT_EQ(difference_of(expected, drawn, 40).pixels, 0u);
  EXPECT_EQ(difference_of(expected, drawn, 40).largest, 40u);
}

TEST(PictureComparison, MarksDifferentPixelsOnAGreyPicture) {
  Picture expected{9, 9, std::vector<std::uint8_t>(9 * 9 * 4, 0)}, drawn = expected;
  drawn.rgba[0] = 50;
  const Picture marked = marked_differences(expected, drawn, 49);
  EXPECT_NE(marked.rgba[0], marked.rgba[1]) << "a strong colour";
  EXPECT_NE(marked.rgba[4], marked.rgba[6]) << "a border";
  for (int c = 0; c < 3; ++c) EXPECT_EQ(marked.rgba[4 * 80 + c], 128) << "black becomes grey";
  EXPECT_EQ(marked_differences(expected, drawn, 50).rgba[0], 128);
}

TEST(CliRenderComparison, ExitsWithZeroForEqualPictures) {
  TEXELSORT_NEED_GL();
  const TemporaryFolder folder;
  ASSERT_EQ(render_small({"-o", folder / "expected.png"}).exit_code, 0);
  const Outcome outcome = render_small({"--expected", folder / "expected.png"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out,
            (folder / "expected.png") + ": equal: the largest difference is 0, and up to 0 counts as equal\n");
  EXPECT_EQ(folder.count(), 1u);
}

TEST(CliRenderComparison, ExitsWithOneAndNamesTheFirstDifferentPixel) {
  TEXELSORT_NEED_GL();
  const TemporaryFolder folder;
  const std::string path = folder / "expected.png", marked = folder / "marked.png", drawn = folder / "drawn.png";
  ASSERT_EQ(render_small({"-o", path}).exit_code, 0);
  Picture expected = picture_of(path);
  for (const std::size_t pixel : {5u + 7u * compared_width, 9u + 8u * compared_width}) {
    expected.rgba[4 * pixel] = static_cast<std::uint8_t>(expected.rgba[4 * pixel] ^ 0x80);
  }
  write_png(path, expected);
  expect_one_line_error(render_small({"--expected", path}), 1,
                        {"2 of 64000 pixels", "the largest difference is 128", "the first differing pixel is (5, 7)"});
  for (const char* most : {"1", "0.002%"}) {
    expect_one_line_error(render_small({"--expected", path, "--max-different", most}), 1, {"at most 1 may"});
  }
  EXPECT_EQ(render_small({"--expected", path, "--max-different", "2"}).exit_code, 0);
  EXPECT_EQ(render_small({"--expected", path, "--max-different", "0.01%"}).exit_code, 0);
  EXPECT_EQ(render_small({"--expected", path, "--tolerance", "128"}).exit_code, 0);
  EXPECT_EQ(render_small({"--expected", path, "--tolerance", "127"}).exit_code, 1);
  const Outcome outcome = render_small({"--expected", path, "--difference", marked, "-o", drawn});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.out, drawn + "\n" + marked + "\n");
  EXPECT_EQ(picture_of(marked), marked_differences(expected, picture_of(drawn), 0));
}

TEST(CliRenderComparison, RejectsFilesThatCannotBeCompared) {
  const TemporaryFolder folder;
  expect_one_line_error(render_small({"--expected", folder.write("text.png", "text")}), 2, {"text.png", "PNG"});
  expect_one_line_error(render_small({"--expected", folder / "absent.png"}), 2, {"absent.png"});
  expect_one_line_error(render_small({"--expected", blank_png(folder, "large.png", 640, 400)}), 2,
                        {"640x400", "320x200", "--size 640x400"});
}

TEST(CliRenderComparison, RejectsOptionsThatContradictAComparison) {
  const TemporaryFolder folder;
  const std::string path = blank_png(folder, "expected.png", compared_width, compared_height);
  const auto refused = [&](std::vector<std::string> words, const std::vector<std::string>& parts) {
    expect_one_line_error(render_small(words), 2, parts);
    EXPECT_EQ(folder.count(), 1u) << "nothing is written";
  };
  refused({}, {"-o FILE", "--expected FILE"});
  refused({"-o", folder / "a.png", "--tolerance", "1"}, {"--tolerance needs --expected"});
  refused({"-o", folder / "a.png", "--max-different", "1"}, {"--max-different needs --expected"});
  refused({"-o", folder / "a.png", "--difference", folder / "b.png"}, {"--difference needs --expected"});
  for (const char* name : {"a.svg", "a.texelsort"}) refused({"--expected", path, "-o", folder / name}, {name, ".png"});
  refused({"--expected", path, "--difference", folder / "a.jpg"}, {"a.jpg", ".png"});
  refused({"--expected", path, "-o", folder / "./expected.png"}, {"-o", "--expected"});
  refused({"--expected", path, "--difference", path}, {"--difference", "--expected"});
  refused({"--expected", path, "--difference", folder / "a.png", "-o", folder / "a.png"}, {"two different files"});
  refused({"--expected", path, "-o", "/nonexistent/a.png"}, {"/nonexistent/a.png: cannot be written"});
  refused({"--expected", path, "--difference", "/nonexistent/a.png"}, {"/nonexistent/a.png: cannot be written"});
  for (const char* tolerance : {"256", "-1", "1.5", "x"})
    refused({"--expected", path, "--tolerance", tolerance}, {"--tolerance", "0 to 255"});
  for (const char* most : {"-1", "x", "101%", "%", "nan%"})
    refused({"--expected", path, "--max-different", most}, {"--max-different", "0% to 100%"});
}

}  // namespace
}  // namespace texelsort::app
