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

/// A lesson at a glance: the keys of its first view state, and the network if they go through one. It is drawn without
/// running anything.
struct LessonPicture {
  enum class Form : std::uint8_t { wires, texels, bars, digits, bits, sequences, records };
  Form form = Form::bars;
  std::vector<float> keys;      ///< from 0 to 1; of many keys as many as can be told apart
  std::vector<unsigned> codes;  ///< the keys' places in order
  std::vector<network::DiagramColumn> columns;
  std::uint64_t wires = 0;
  std::optional<std::uint64_t> pinned;
};

struct LessonPictures {
  std::vector<LessonPicture> of_lesson;  ///< as lessons() has them
};

/// Pictures of all lessons that the program carries.
LessonPictures lesson_pictures();

void draw_lesson_picture(const Ui& ui, const Look& look, const LessonPicture& picture, const Box& box);

}  // namespace texelsort::app
