#include <algorithm>
#include <sstream>

#include <png.h>

#include "compute/data/keys/distribution.h"
#include "tests/data/helpers.h"

namespace texelsort::data {
namespace {

bool contains_text(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(FileFormat, FollowsFromTheNameOfTheFile) {
  EXPECT_EQ(format_of_name("a.csv"), Format::csv);
  EXPECT_EQ(format_of_name("a.TSV"), Format::csv);
  EXPECT_EQ(format_of_name("a.b/c.bin"), Format::binary);
  EXPECT_EQ(format_of_name("a.raw"), Format::binary);
  EXPECT_EQ(format_of_name("a.f64"), Format::binary);
  for (const char* name : {"a.png", "a.jpg", "a.JPEG", "a.ppm", "a.pgm"}) {
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

TEST(FileFormat, IsRejectedWhenTheProgramCannotReadIt) {
  for (const char* ending : {".gif", ".xlsx", ".JSON", ".zip", ".parquet"}) {
    const std::string path = "/nonexistent/a" + std::string(ending);
    EXPECT_NE(foreign_ending(path), "") << ending;
    EXPECT_TRUE(contains_text(usage_error([&] { read_input(path, {}); }), "texelsort does not read ")) << ending;
  }
  for (const char* name : {"a.out", "a.dat", "a.txt", "a.csv", "a", "a.png", "gif"})
    EXPECT_EQ(foreign_ending(name), "") << name;
}

TEST(FileFormat, RejectsCsvOptionsUnlessItIsCsv) {
  const auto refusal = [](ReadOptions options) {
    std::istringstream stream("1 2");
    return usage_error([&] { read_stream(stream, "a.txt", options); });
  };
  EXPECT_EQ(refusal({.type = {}, .format = {}, .column = "b"}),
            "a.txt: --column b applies only to CSV files, but this file is read as text: choose --format csv");
  EXPECT_TRUE(contains_text(refusal({.type = {}, .format = {}, .column = "", .fields = 0, .dialect = {.header = true}}),
                            "--header yes applies only to CSV"));
  EXPECT_TRUE(contains_text(refusal({.type = {}, .format = {}, .column = "", .fields = 0, .missing = Missing::skip}),
                            "--missing skip applies only to CSV"));
}

TEST(BinaryInput, HasTheKeyTypeOfTheOptionOfTheFileNameOrTheDefault) {
  const std::string eight("\1\0\0\0\0\0\0\x80", 8);
  const auto read = [&](const std::string& origin, std::optional<KeyType> type = {}) {
    std::istringstream stream(eight);
    return read_stream(stream, origin, {.type = type, .format = {}, .column = ""}).keys;
  };
  EXPECT_EQ(read("a.bin"), Keys(std::vector<std::uint32_t>{1, 0x80000000}));
  EXPECT_EQ(read("a.u64"), Keys(std::vector<std::uint64_t>{0x8000000000000001}));
  EXPECT_EQ(read("a.u64", KeyType::i32), Keys(std::vector<std::int32_t>{1, INT32_MIN}));
}

TEST(BinaryInput, IsRejectedWhenItsLastKeyIsTruncated) {
  const TemporaryFolder scratch;
  tests::write_file(scratch / "cut.u64", "0123456789abc");
  EXPECT_EQ(usage_error([&] { read_input(scratch / "cut.u64", {}); }),
            scratch / "cut.u64" +
                ": 13 bytes are not a whole number of u64 keys of 8 bytes: the last 5 bytes are an incomplete key. "
                "Use the complete file, or another type with -t");
  tests::write_file(scratch / "empty.u64", "");
  EXPECT_EQ(read_input(scratch / "empty.u64", {}).keys, Keys(std::vector<std::uint64_t>{}));
}

TEST(ImageKey, OrdersPixelsByLuminanceAndContainsTheirColour) {
  EXPECT_EQ(image_key(0, 0, 0), 0u);
  EXPECT_EQ(image_key(255, 255, 255), 0xffffffffu);
  EXPECT_EQ(image_key(255, 0, 0) >> 24, 54u);  // luminance of red: 0.2126 * 255 = 54.2
  EXPECT_EQ(image_key(0, 255, 0) >> 24, 182u);
  EXPECT_EQ(image_key(0, 0, 255) >> 24, 18u);
  EXPECT_EQ(image_key(1, 2, 3) & 0xffffff, 0x010203u);
}

TEST(ImageInput, ReadsPixelsRowByRow) {
  const TemporaryFolder scratch;
  tests::write_file(scratch / "two.ppm", std::string("P6\n2 1\n255\n\1\2\3\xff\xfe\xfd", 17));
  const Input input = read_input(scratch / "two.ppm", {});
  EXPECT_EQ(input.keys, Keys(std::vector<std::uint32_t>{image_key(1, 2, 3), image_key(255, 254, 253)}));
  EXPECT_EQ(input.shape.format, Format::image);
  EXPECT_EQ(input.shape.width, 2u);
  EXPECT_EQ(input.shape.height, 1u);
}

TEST(ImageInput, RejectsInvalidPicturesAndOtherKeyTypes) {
  const TemporaryFolder scratch;
  tests::write_file(scratch / "bad.png", "no picture");
  EXPECT_TRUE(usage_error([&] {
                read_input(scratch / "bad.png", {});
              }).starts_with(scratch / "bad.png" + ": not a picture in a supported format"));
  EXPECT_EQ(usage_error([&] { read_input(scratch / "bad.png", {.type = KeyType::f32, .format = {}, .column = ""}); }),
            scratch / "bad.png" + ": the pixels of a picture are u32 keys: leave out -t f32");
}

TEST(ImageInput, ReadsBackAWrittenPicture) {
  const TemporaryFolder scratch;
  const Input input = read_input(sample("picture.png"), {});
  EXPECT_EQ(input.shape.width, 256u);
  EXPECT_EQ(input.shape.height, 256u);
  ASSERT_EQ(size(input.keys), 65536u);
  for (const char* ending : {".png", ".ppm"}) {
    const std::string path = scratch / (std::string("copy") + ending);
    write_output(path, input.shape, {input.keys, {}});
    EXPECT_EQ(read_input(path, {}).keys, input.keys) << ending;
  }
}

std::string refused(const std::string& name, const std::string& contents) {
  std::istringstream stream(contents);
  const std::string message =
      usage_error([&] { read_stream(stream, name, {.type = {}, .format = Format::image, .column = {}}); });
  return message.substr(std::min(message.find(": ") + 2, message.size()));
}

TEST(ImageInput, RejectsAPictureWithoutPixels) {
  EXPECT_NE(refused("a.pgm", "P5\n3 0\n255\n"), "");
}

TEST(ImageInput, RejectsEveryTruncatedPicture) {
  const TemporaryFolder scratch;
  const std::string jpeg = tests::read_file(std::string(TEXELSORT_SOURCE_DIR) + "/tests/data/gradient.jpg");
  const Input input = read_input(sample("picture.png"), {});
  for (const char* ending : {".png", ".ppm"}) {
    const std::string path = scratch / (std::string("copy") + ending);
    write_output(path, input.shape, {input.keys, {}});
    const std::string whole = tests::read_file(path);
    std::istringstream stream(whole);
    EXPECT_EQ(read_stream(stream, path, {}).keys, input.keys) << ending;
    for (const std::size_t length : {whole.size() - 1, whole.size() / 2, std::size_t{60}, std::size_t{20}}) {
      EXPECT_NE(refused(path, whole.substr(0, length)), "") << ending << " " << length;
    }
  }
  EXPECT_EQ(size(read_input(std::string(TEXELSORT_SOURCE_DIR) + "/tests/data/gradient.jpg", {}).keys), 64u * 48u);
  for (const std::size_t length : {jpeg.size() - 40, jpeg.size() / 2, std::size_t{30}}) {
    EXPECT_NE(refused("cut.jpg", jpeg.substr(0, length)), "") << length;
  }
}

TEST(ImageInput, RejectsADamagedPng) {
  std::string png = tests::read_file(sample("picture.png"));
  png[png.size() / 2] = static_cast<char>(png[png.size() / 2] ^ 1);
  EXPECT_EQ(refused("a.png", png), "texelsort cannot read this PNG picture: invalid chunk checksum");
}

/// Returns a PNG with palette indices, as libpng writes it: rows of packed bits, a palette, and alpha values of the
/// first colours.
std::string made_palette_png(std::uint32_t width, std::uint32_t height, int bits, std::vector<png_color> colours,
                             std::vector<png_byte> alphas, const std::vector<std::uint8_t>& rows) {
  std::string out;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(
      png, &out,
      [](png_structp writer, png_bytep data, png_size_t length) {
        static_cast<std::string*>(png_get_io_ptr(writer))->append(reinterpret_cast<const char*>(data), length);
      },
      nullptr);
  png_set_IHDR(png, info, width, height, bits, PNG_COLOR_TYPE_PALETTE, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_set_PLTE(png, info, colours.data(), static_cast<int>(colours.size()));
  if (!alphas.empty()) png_set_tRNS(png, info, alphas.data(), static_cast<int>(alphas.size()), nullptr);
  png_set_check_for_invalid_index(png, 0);
  png_write_info(png, info);
  const std::size_t row_bytes = (static_cast<std::size_t>(bits) * width + 7) / 8;
  for (std::uint32_t y = 0; y < height; ++y) png_write_row(png, rows.data() + y * row_bytes);
  png_write_end(png, nullptr);
  png_destroy_write_struct(&png, &info);
  return out;
}

TEST(ImageInput, ReadsPngPicturesWithAPalette) {
  const std::vector<png_color> colours{{1, 2, 3}, {40, 50, 60}, {7, 8, 9}};
  for (const auto& [bits, rows] : {std::pair{8, std::vector<std::uint8_t>{2, 0, 1, 1, 2, 0}},
                                   std::pair{2, std::vector<std::uint8_t>{0b10000100, 0b01100000}}}) {
    std::istringstream stream(made_palette_png(3, 2, bits, colours, {128}, rows));
    const Input input = read_stream(stream, "a.png", {});
    const auto colour = [&](std::size_t i) { return image_key(colours[i].red, colours[i].green, colours[i].blue); };
    EXPECT_EQ(input.keys,
              Keys(std::vector<std::uint32_t>{colour(2), colour(0), colour(1), colour(1), colour(2), colour(0)}))
        << bits;
    ASSERT_TRUE(input.shape.spelling) << bits;
    EXPECT_EQ(input.shape.spelling->alpha, (std::vector<std::uint8_t>{255, 128, 255, 255, 255, 128})) << bits;
  }
  EXPECT_EQ(refused("a.png", made_palette_png(3, 1, 8, colours, {}, {0, 3, 1})),
            "texelsort cannot read this PNG picture: a pixel has colour 3, which is not in its palette");
  EXPECT_EQ(refused("a.png", made_palette_png(2, 1, 2, colours, {}, {0b11000000})),
            "texelsort cannot read this PNG picture: a pixel has colour 3, which is not in its palette");
}

TEST(ImageInput, NamesTheUnsupportedKindOfAPicture) {
  EXPECT_EQ(
      refused("a.ppm", "P3\n1 1\n255\n1 2 3\n"),
      "texelsort cannot read this Netpbm picture: P3 contains its pixels as decimal text, but texelsort reads only P5 "
      "and P6: `convert FILE out.ppm` makes a P6");
  EXPECT_TRUE(refused("a.pgm", "P2\n1 1\n255\n1\n")
                  .starts_with("texelsort cannot read this Netpbm picture: P2 contains its pixels as"));
  EXPECT_TRUE(refused("a.pbm", "P4\n8 1\n1")
                  .starts_with("texelsort cannot read this Netpbm picture: P4 contains one bit per pixel"));
  EXPECT_EQ(refused("a.png", "BM no picture"),
            "not a picture in a supported format (PNG, JPEG, PPM or PGM): convert it, for example with `convert FILE "
            "out.png`");
  const TemporaryFolder scratch;
  tests::write_file(scratch / "a.bmp", "BM");
  EXPECT_NE(usage_error([&] { read_input(scratch / "a.bmp", {}); }).find("convert"), std::string::npos);
}

TEST(ImageInput, ExplainsWhyANetpbmFileIsRejected) {
  EXPECT_EQ(refused("a.ppm", std::string("P6\n2 1\n255\n\1\2\3\4\5", 16)),
            "texelsort cannot read this Netpbm picture: the file is incomplete: it has 16 of 17 bytes");
  EXPECT_EQ(refused("a.ppm", std::string("P6\n1 1\n65535\n\1\2\3\4\5\6", 19)),
            "texelsort cannot read this Netpbm picture: its largest value is 65535, but the limit is 255: convert it "
            "to 8 bits per channel");
  EXPECT_EQ(refused("a.pgm", std::string("P5\n1 1\n15\n\1", 11)),
            "texelsort cannot read this Netpbm picture: its largest value is 15, but the limit is 255: convert it "
            "to 8 bits per channel");
  EXPECT_EQ(refused("a.pgm", std::string("P5\n1 1\n255\n\1\2", 13)),
            "texelsort cannot read this Netpbm picture: 1 unexpected bytes follow its pixels");
  EXPECT_EQ(
      refused("a.pgm", "P5\n4000000000 4000000000\n255\n"),
      "texelsort cannot read this Netpbm picture: the file is incomplete: it has 29 of 16000000000000000029 bytes");
  std::istringstream stream(std::string("P5 # a comment\n2\n# another\n1 255\n\1\2", 35));
  EXPECT_EQ(read_stream(stream, "a.pgm", {}).keys,
            Keys(std::vector<std::uint32_t>{image_key(1, 1, 1), image_key(2, 2, 2)}));
}

/// Returns a PNG picture, which has an alpha channel or two bytes per channel.
std::string made_png(std::uint32_t width, std::uint32_t height, png_uint_32 format,
                     const std::vector<std::uint8_t>& bytes) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = width;
  image.height = height;
  image.format = format;
  png_alloc_size_t length = 0;
  EXPECT_NE(png_image_write_get_memory_size(image, length, 0, bytes.data(), 0, nullptr), 0);
  std::string png(length, '\0');
  EXPECT_NE(png_image_write_to_memory(&image, png.data(), &length, 0, bytes.data(), 0, nullptr), 0);
  png.resize(length);
  return png;
}

TEST(ImageInput, RejectsPicturesWithSixteenBitsPerChannel) {
  const std::string png = made_png(1, 1, PNG_FORMAT_LINEAR_RGB, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(refused("a.png", png),
            "texelsort cannot read this PNG picture: it has 16 bits per channel, but texelsort reads 8: "
            "convert it to 8 bits per channel");
}

TEST(ImageInput, KeepsTheTransparencyOfPixels) {
  const TemporaryFolder scratch;
  // Two pixels have the same colour. The opaque pixel comes first and must stay first.
  const std::vector<std::uint8_t> pixels{200, 0, 0, 10, 0, 0, 9, 255, 0, 0, 9, 128};
  tests::write_file(scratch / "in.png", made_png(3, 1, PNG_FORMAT_RGBA, pixels));
  const Input input = read_input(scratch / "in.png", {});
  ASSERT_TRUE(input.shape.spelling);
  EXPECT_EQ(input.shape.spelling->alpha, (std::vector<std::uint8_t>{10, 255, 128}));
  const std::vector<std::uint32_t> sorted{image_key(0, 0, 9), image_key(0, 0, 9), image_key(200, 0, 0)};
  const State output{sorted, {}};
  const auto places = input_places({input.keys, {}}, output);
  write_output(scratch / "out.png", input.shape, output, places);
  const Input back = read_input(scratch / "out.png", {});
  EXPECT_EQ(back.keys, Keys(sorted));
  ASSERT_TRUE(back.shape.spelling);
  EXPECT_EQ(back.shape.spelling->alpha, (std::vector<std::uint8_t>{255, 128, 10}));
  EXPECT_EQ(usage_error([&] { write_output(scratch / "out.ppm", input.shape, output, places); }),
            "Netpbm pictures cannot store transparent pixels, but some of these pixels are transparent: choose a "
            "name ending in .png");
  EXPECT_FALSE(read_input(sample("picture.png"), {}).shape.spelling);
}

TEST(ImageOutput, RejectsFormatsThatWouldChangePixels) {
  const TemporaryFolder scratch;
  const Input input = read_input(sample("picture.png"), {});
  const auto refusal = [&](const char* name) {
    return usage_error([&] { write_output(scratch / name, input.shape, {input.keys, {}}); });
  };
  EXPECT_TRUE(refusal("a.jpg").starts_with("JPEG changes the values of pixels"));
  EXPECT_TRUE(refusal("a.pgm").starts_with("PGM pictures are grey, but these pixels have colours"));
  EXPECT_EQ(scratch.count(), 0);
  const Keys grey = std::vector<std::uint32_t>{image_key(7, 7, 7), image_key(255, 255, 255)};
  Shape shape;
  shape.format = Format::image;
  shape.width = 2;
  shape.height = 1;
  write_output(scratch / "a.pgm", shape, {grey, {}});
  EXPECT_EQ(read_input(scratch / "a.pgm", {}).keys, grey);
}

TEST(ImageOutput, RejectsKeysThatAreNotAPicture) {
  const TemporaryFolder scratch;
  const Shape text_shape;
  EXPECT_EQ(
      usage_error([&] {
        write_output(scratch / "a.png", text_shape, {make_keys(KeyType::u32, 4), {}});
      }),
      "only keys that were read from a picture can be written as a picture: choose a name ending in .txt, .csv or "
      ".bin");
  const Shape square{.format = Format::image, .column = "", .width = 2, .height = 2};
  EXPECT_EQ(usage_error([&] {
              write_output(scratch / "a.png", square, {make_keys(KeyType::u32, 3), {}});
            }),
            "a picture of 2 x 2 pixels needs 4 keys, not 3: choose a name ending in .txt, .csv or .bin");
  EXPECT_THROW(write_output(scratch / "a.png", square, {make_keys(KeyType::f32, 4), {}}), UsageError);
  EXPECT_EQ(scratch.count(), 0);
}

}  // namespace
}  // namespace texelsort::data
