#include <sstream>

#include <stb_image.h>

#include "compute/data/distribution.h"
#include "tests/data/helpers.h"

namespace texelsort::data {
namespace {

TEST(Formats, AreKnownByName) {
  EXPECT_EQ(format_of_name("a.csv"), Format::csv);
  EXPECT_EQ(format_of_name("a.TSV"), Format::csv);
  EXPECT_EQ(format_of_name("a.b/c.bin"), Format::binary);
  EXPECT_EQ(format_of_name("a.raw"), Format::binary);
  EXPECT_EQ(format_of_name("a.f64"), Format::binary);
  for (const char* name : {"a.png", "a.jpg", "a.JPEG", "a.bmp", "a.tga", "a.ppm", "a.pgm"}) {
    EXPECT_EQ(format_of_name(name), Format::image) << name;
  }
  for (const char* name : {"a.txt", "a", "a.png/b", "", "-", "a.", "csv"}) {
    EXPECT_EQ(format_of_name(name), Format::text) << name;
  }
  EXPECT_EQ(key_type_of_name("x.i64"), KeyType::i64);
  EXPECT_EQ(key_type_of_name("x.bin"), std::nullopt);
  EXPECT_EQ(key_type_of_name("u32"), std::nullopt);
  for (const Format format : {Format::text, Format::csv, Format::binary, Format::image}) {
    EXPECT_EQ(parse_format(name(format)), format);
  }
  EXPECT_EQ(parse_format("jpeg"), std::nullopt);
}

TEST(BinaryInput, TypeFromOptionNameOrDefault) {
  const std::string eight("\1\0\0\0\0\0\0\x80", 8);
  const auto read = [&](const std::string& origin, std::optional<KeyType> type = {}) {
    std::istringstream stream(eight);
    return read_stream(stream, origin, {.type = type, .format = {}, .column = ""}).keys;
  };
  EXPECT_EQ(read("a.bin"), Keys(std::vector<std::uint32_t>{1, 0x80000000}));
  EXPECT_EQ(read("a.u64"), Keys(std::vector<std::uint64_t>{0x8000000000000001}));
  EXPECT_EQ(read("a.u64", KeyType::i32), Keys(std::vector<std::int32_t>{1, INT32_MIN}));
}

TEST(BinaryInput, RefusesACutKey) {
  const Scratch scratch;
  put(scratch / "cut.u64", "0123456789abc");
  EXPECT_EQ(usage_error([&] { read_input(scratch / "cut.u64", {}); }),
            scratch / "cut.u64" +
                ": 13 bytes are not a whole number of u64 keys of 8 bytes: the last 5 bytes are a cut key; give the "
                "whole file or another type with -t");
  put(scratch / "empty.u64", "");
  EXPECT_EQ(read_input(scratch / "empty.u64", {}).keys, Keys(std::vector<std::uint64_t>{}));
}

TEST(ImageKey, OrdersByLuminanceAndKeepsThePixel) {
  EXPECT_EQ(image_key(0, 0, 0), 0u);
  EXPECT_EQ(image_key(255, 255, 255), 0xffffffffu);
  EXPECT_EQ(image_key(255, 0, 0) >> 24, 54u);  // 0.2126 * 255 = 54.2
  EXPECT_EQ(image_key(0, 255, 0) >> 24, 182u);
  EXPECT_EQ(image_key(0, 0, 255) >> 24, 18u);
  EXPECT_EQ(image_key(1, 2, 3) & 0xffffff, 0x010203u);
}

TEST(ImageInput, ReadsPixelsInRows) {
  const Scratch scratch;
  put(scratch / "two.ppm", std::string("P6\n2 1\n255\n\1\2\3\xff\xfe\xfd", 17));
  const Input input = read_input(scratch / "two.ppm", {});
  EXPECT_EQ(input.keys, Keys(std::vector<std::uint32_t>{image_key(1, 2, 3), image_key(255, 254, 253)}));
  EXPECT_EQ(input.shape.format, Format::image);
  EXPECT_EQ(input.shape.width, 2u);
  EXPECT_EQ(input.shape.height, 1u);
}

TEST(ImageInput, Errors) {
  const Scratch scratch;
  put(scratch / "bad.png", "no picture");
  EXPECT_TRUE(usage_error([&] {
                read_input(scratch / "bad.png", {});
              }).starts_with(scratch / "bad.png" + ": no picture that can be read ("));
  EXPECT_EQ(usage_error([&] { read_input(scratch / "bad.png", {.type = KeyType::f32, .format = {}, .column = ""}); }),
            scratch / "bad.png" + ": a picture's pixels are u32 keys; leave out -t f32");
}

TEST(ImageInput, SamplePictureComesBack) {
  const Scratch scratch;
  const Input input = read_input(sample("picture.png"), {});
  EXPECT_EQ(input.shape.width, 256u);
  EXPECT_EQ(input.shape.height, 256u);
  ASSERT_EQ(size(input.keys), 65536u);
  for (const char* ending : {".png", ".bmp", ".tga", ".ppm"}) {
    const std::string path = scratch / (std::string("copy") + ending);
    write_output(path, input.shape, {input.keys, {}});
    EXPECT_EQ(read_input(path, {}).keys, input.keys) << ending;
  }
}

TEST(ImageOutput, JpegAndGreyKeepTheSize) {
  const Scratch scratch;
  const Input input = read_input(sample("picture.png"), {});
  for (const char* ending : {".jpg", ".pgm"}) {
    const std::string path = scratch / (std::string("copy") + ending);
    write_output(path, input.shape, {input.keys, {}});
    int width = 0;
    int height = 0;
    int channels = 0;
    ASSERT_TRUE(stbi_info(path.c_str(), &width, &height, &channels)) << ending;
    EXPECT_EQ(width, 256);
    EXPECT_EQ(height, 256);
  }
  const Keys grey = read_input(scratch / "copy.pgm", {}).keys;
  EXPECT_EQ(approximate(slice(grey, 0, 1), 0) / 0x01010101, std::get<std::vector<std::uint32_t>>(input.keys)[0] >> 24);
}

TEST(ImageOutput, RefusesWhatIsNoPicture) {
  const Scratch scratch;
  const Shape text_shape;
  EXPECT_EQ(usage_error([&] {
              write_output(scratch / "a.png", text_shape, {make_keys(KeyType::u32, 4), {}});
            }),
            "only keys that were read from a picture can be written as one; write to a name ending in .txt, .csv or "
            ".bin");
  const Shape square{.format = Format::image, .column = "", .width = 2, .height = 2};
  EXPECT_EQ(usage_error([&] {
              write_output(scratch / "a.png", square, {make_keys(KeyType::u32, 3), {}});
            }),
            "a picture of 2 x 2 pixels needs 4 keys, not 3; write to a name ending in .txt, .csv or .bin");
  EXPECT_THROW(write_output(scratch / "a.png", square, {make_keys(KeyType::f32, 4), {}}), UsageError);
  EXPECT_EQ(scratch.count(), 0);
}

}  // namespace
}  // namespace texelsort::data
