#include "app/export/film.h"

#include <cstring>

#include <gif_lib.h>
#include <zlib.h>

#include "app/export/palette.h"
#include "app/export/png.h"
#include "app/gui/window/offscreen.h"
#include "app/session/options/view_state_options.h"
#include "tests/app/cli_support.h"
#include "tests/support/gl.h"

namespace texelsort::app {
namespace {

/// Returns a film with one frame per pass of the worked example.
Film worked_example(gpu::Extent size) {
  Session session(&gpu::test_device());
  session.look.presenter = true;
  show(session, read_view_state("-d slides-bitonic -a bitonic/grouped-quads --focus network --pass 0"));
  OffscreenWindow window(gpu::test_device(), session, size, 1, slide);
  Film film{.frames = {}, .milliseconds = 700};
  for (std::uint64_t pass = 0; pass <= session.player().total().value(); ++pass) {
    session.seek(pass);
    film.frames.push_back(window.picture());
  }
  return film;
}

struct DecodedGif {
  std::vector<Picture> frames;
  std::vector<int> hundredths;
  bool loops = false;
};

/// Decodes a GIF by giflib. Draws each frame over the previous one, as viewers do.
DecodedGif decode_gif(const std::string& bytes) {
  struct Reader {
    const std::string& bytes;
    std::size_t at = 0;
  } reader{bytes};
  const auto read = [](GifFileType* gif, GifByteType* to, int size) {
    auto& from = *static_cast<Reader*>(gif->UserData);
    const std::size_t count = std::min(static_cast<std::size_t>(size), from.bytes.size() - from.at);
    std::memcpy(to, from.bytes.data() + from.at, count);
    from.at += count;
    return static_cast<int>(count);
  };
  DecodedGif decoded;
  GifFileType* gif = DGifOpen(&reader, read, nullptr);
  if (gif == nullptr || DGifSlurp(gif) != GIF_OK) {
    ADD_FAILURE() << "giflib reads no GIF";
    return decoded;
  }
  const auto width = static_cast<std::uint32_t>(gif->SWidth), height = static_cast<std::uint32_t>(gif->SHeight);
  Picture screen{width, height, std::vector<std::uint8_t>(std::size_t{4} * width * height)};
  for (int i = 0; i < gif->ImageCount; ++i) {
    const SavedImage& image = gif->SavedImages[i];
    GraphicsControlBlock control{};
    EXPECT_EQ(DGifSavedExtensionToGCB(gif, i, &control), GIF_OK);
    decoded.hundredths.push_back(control.DelayTime);
    const GifImageDesc& area = image.ImageDesc;
    for (int y = 0; y < area.Height; ++y) {
      for (int x = 0; x < area.Width; ++x) {
        const int index = image.RasterBits[y * area.Width + x];
        if (index == control.TransparentColor) continue;
        const GifColorType& colour = gif->SColorMap->Colors[index];
        const std::uint8_t texel[]{colour.Red, colour.Green, colour.Blue, 255};
        std::memcpy(screen.rgba.data() + 4 * (std::size_t(area.Top + y) * width + std::size_t(area.Left + x)), texel,
                    4);
      }
    }
    decoded.frames.push_back(screen);
    for (int e = 0; e < image.ExtensionBlockCount; ++e) {
      const ExtensionBlock& block = image.ExtensionBlocks[e];
      decoded.loops |= block.ByteCount == 11 && std::memcmp(block.Bytes, "NETSCAPE2.0", 11) == 0;
    }
  }
  DGifCloseFile(gif, nullptr);
  return decoded;
}

TEST(FilmEncoding, StoresEveryFrameInAGif) {
  TEXELSORT_NEED_GL();
  const Film film = worked_example({640, 360});
  ASSERT_EQ(film.frames.size(), 7u);
  const std::string bytes = gif(film);
  EXPECT_EQ(bytes, gif(film));
  const DecodedGif decoded = decode_gif(bytes);
  ASSERT_EQ(decoded.frames.size(), 7u);
  EXPECT_TRUE(decoded.loops);
  const Palette palette(film.frames, 255);
  std::size_t exact = 0, pixels = 0;
  for (std::size_t f = 0; f < 7; ++f) {
    EXPECT_EQ(decoded.hundredths[f], 70);
    Picture expected = film.frames[f];
    for (std::size_t i = 0; i < expected.rgba.size(); i += 4) {
      std::uint8_t* t = expected.rgba.data() + i;
      const Palette::Rgb shown = palette.colours()[palette.index({t[0], t[1], t[2]})];
      exact += shown == Palette::Rgb{t[0], t[1], t[2]} ? 1 : 0;
      ++pixels;
      // The 255 colours of a GIF palette only approximate the smoothed edges of letters.
      for (std::size_t c = 0; c < 3; ++c) EXPECT_LE(std::abs(shown[c] - t[c]), 56);
      std::copy(shown.begin(), shown.end(), t);
    }
    EXPECT_EQ(decoded.frames[f], expected) << "frame " << f;
  }
  EXPECT_GT(static_cast<double>(exact), 0.95 * static_cast<double>(pixels)) << "flat areas keep their colours";
}

TEST(FilmEncoding, KeepsUpTo255ColoursExactlyInAGif) {
  Picture first{17, 15, {}};
  for (std::size_t i = 0; i < 255; ++i) {
    const auto byte = static_cast<std::uint8_t>(i);
    first.rgba.insert(first.rgba.end(),
                      {byte, static_cast<std::uint8_t>(255 - i), static_cast<std::uint8_t>(37 * i), 255});
  }
  Picture second = first;
  std::swap_ranges(second.rgba.begin() + 4 * 20, second.rgba.begin() + 4 * 24, second.rgba.begin() + 4 * 100);
  const DecodedGif decoded = decode_gif(gif({{first, second, second}, 40}));
  EXPECT_EQ(decoded.frames, (std::vector<Picture>{first, second, second}));
  EXPECT_EQ(decoded.hundredths, (std::vector<int>{4, 4, 4}));
}

std::uint32_t big_number(std::string_view bytes) {
  std::uint32_t number = 0;
  for (const char c : bytes) number = number << 8 | static_cast<unsigned char>(c);
  return number;
}

/// Decodes an animated PNG: converts each frame to a separate PNG, and draws it over the previous frame.
std::vector<Picture> decode_animated_png(const std::string& file) {
  const auto chunk = [](const std::string& named) {
    const uLong sum = crc32(0, reinterpret_cast<const Bytef*>(named.data()), static_cast<uInt>(named.size()));
    std::string out;
    for (const std::size_t number : {named.size() - 4, static_cast<std::size_t>(sum)}) {
      for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(number >> shift & 255u);
      if (out.size() == 4) out += named;
    }
    return out;
  };
  std::vector<Picture> frames;
  std::string head, control, data;
  std::uint32_t next = 0, announced = 0;
  const auto finish = [&] {
    if (data.empty()) return;
    // Make a PNG file per frame. Its width and height are the frame's, and all other values are those of the whole
    // file's header.
    const std::string png = file.substr(0, 8) + chunk("IHDR" + control.substr(4, 8) + head.substr(8)) +
                            chunk("IDAT" + data) + chunk("IEND");
    const Picture part = data::read_png(png, "frame");
    Picture frame = frames.empty() ? part : frames.back();
    const std::uint32_t left = big_number(control.substr(12, 4)), top = big_number(control.substr(16, 4));
    for (std::uint32_t y = 0; y < part.height; ++y) {
      std::copy_n(part.rgba.begin() + std::ptrdiff_t{4} * y * part.width, 4 * part.width,
                  frame.rgba.begin() + std::ptrdiff_t{4} * ((top + y) * frame.width + left));
    }
    frames.push_back(frame);
    data.clear();
  };
  for (std::size_t at = 8; at + 8 <= file.size();) {
    const std::uint32_t length = big_number(file.substr(at, 4));
    const std::string type = file.substr(at + 4, 4), content = file.substr(at + 8, length);
    EXPECT_EQ(file.substr(at, length + 12), chunk(type + content)) << type;
    if (type == "IHDR") head = content;
    if (type == "acTL") announced = big_number(content.substr(0, 4));
    if (type == "fcTL") {
      finish();
      control = content;
    }
    if (type == "fcTL" || type == "fdAT") {
      EXPECT_EQ(big_number(content.substr(0, 4)), next++) << "sequence numbers";
    }
    if (type == "IDAT") data += content;
    if (type == "fdAT") data += content.substr(4);
    at += length + 12;
  }
  finish();
  EXPECT_EQ(frames.size(), announced);
  return frames;
}

TEST(FilmEncoding, StoresEveryFrameExactlyInAnAnimatedPng) {
  TEXELSORT_NEED_GL();
  Film film = worked_example({640, 360});
  film.frames.push_back(film.frames.back());  // this frame equals the previous frame
  const std::string bytes = animated_png(film);
  EXPECT_EQ(bytes, animated_png(film));
  EXPECT_EQ(decode_animated_png(bytes), film.frames);
  EXPECT_EQ(data::read_png(bytes, "film"), film.frames.front()) << "for who knows no animation";
}

TEST(ExportFilmCommand, WritesTheSameBytesInEveryRun) {
  TEXELSORT_NEED_GL();
  const TemporaryFolder folder;
  const auto film = [&](const std::string& name, std::vector<std::string> more = {}) {
    std::vector<std::string> words{"export",  "film",    "-n",     "16",      "-a",       "radix/grs@compute",
                                   "-p",      "digit=2", "-p",     "tile=8",  "--passes", "0-2,end",
                                   "--tempo", "0.5",     "--size", "480x270", "-o",       folder / name};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = run_program(words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return read_file(folder / name);
  };
  const std::string gif_film = film("a.gif");
  EXPECT_EQ(gif_film, film("b.gif"));
  EXPECT_EQ(decode_gif(gif_film).hundredths, (std::vector<int>{50, 50, 50, 50}));
  const std::string png_film = film("a.png");
  EXPECT_EQ(png_film, film("b.APNG"));
  film("frame-%03d.png");
  const std::vector<Picture> frames = decode_animated_png(png_film);
  ASSERT_EQ(frames.size(), 4u);
  EXPECT_EQ(data::read_png(read_file(folder / "frame-002.png"), "frame-002.png"), frames[2]);
}

TEST(ExportFilmCommand, WritesNoFileWhenItRejectsItsOptions) {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& command, const std::string& name, std::vector<std::string> more,
                           const std::vector<std::string>& parts) {
    std::vector<std::string> words =
        command == "render" ? std::vector<std::string>{"render"} : std::vector<std::string>{"export", command};
    words.insert(words.end(), {"-d", "slides-bitonic", "-a", "bitonic/grouped-quads", "-o", folder / name});
    words.insert(words.end(), more.begin(), more.end());
    expect_one_line_error(run_program(words), 2, parts);
    EXPECT_EQ(folder.count(), 0u) << name;
  };
  refused("render", "x.gif", {}, {"x.gif", ".png", ".svg", "export"});
  refused("render", "x", {}, {".png", ".svg"});
  refused("film", "x.mp4", {}, {"x.mp4", ".gif", ".png", ".apng"});
  refused("slides", "x.png", {}, {"x.png", ".pdf"});
  refused("film", "x-%s.png", {}, {"%04d"});
  refused("film", "x-%d-%d.png", {}, {"%04d"});
  refused("film", "x-%d.gif", {}, {".png"});
  refused("film", "x.gif", {"--tempo", "0"}, {"--tempo", "0.02"});
  TEXELSORT_NEED_GL();
  refused("film", "x.gif", {"--passes", "2-1"}, {"--passes 2-1"});
  refused("film", "x.gif", {"--passes", "1,7"}, {"--passes 1,7", "6"});
  refused("slides", "x.pdf", {"--passes", "one"}, {"--passes one", "1-6"});
  refused("slides", "none/x.pdf", {}, {"none"});
  refused("film", "none/x.gif", {"--passes", "0"}, {"none"});
}

}  // namespace
}  // namespace texelsort::app
