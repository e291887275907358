#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/gui/panels/widgets.h"
#include "app/session/lessons/lesson.h"
#include "app/session/session.h"
#include "compute/network/drawing.h"

namespace texelsort::app {

/// Data for the small picture that represents a lesson: the keys of its first view state, or its network. No run is
/// necessary to draw it.
struct LessonPicture {
  enum class Form : std::uint8_t { wires, texels, bars, digits, bits, sequences, records };
  Form form = Form::bars;
  std::vector<float> keys;      ///< keys, scaled to the range from 0 to 1; a sample if there are many keys
  std::vector<unsigned> codes;  ///< rank of each key
  std::vector<network::DiagramColumn> columns;
  std::uint64_t wires = 0;
  std::optional<std::uint64_t> pinned;
};

struct LessonPictures {
  std::vector<LessonPicture> of_lesson;  ///< one picture per lesson, in the order of lessons()
};

LessonPictures lesson_pictures();

void draw_lesson_picture(const Ui& ui, const Look& look, const LessonPicture& picture, const Box& box);

}  // namespace texelsort::app
