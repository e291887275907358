#include "app/gui/window/layout.h"

#include <algorithm>
#include <cmath>

#include "app/gui/panels/lesson_panel.h"
#include "app/gui/panels/panels.h"
#include "app/session/lesson_player.h"
#include "app/session/run_timer.h"
#include "app/session/view_names.h"

namespace texelsort::app {

namespace {

// Size of the content that presenter mode enlarges until it fills the window. All lengths in this list are in pixels at
// scale 1.
constexpr glm::vec2 presenter_page{640, 360};
/// Greatest additional factor by which the user can enlarge the content in presenter mode.
constexpr float most_presenter_growth = 1.2f;
constexpr glm::vec2 teacher_page{720, 480};
constexpr glm::vec2 several_views{520, 380};
/// Sizes for the list of algorithms: its width, and the window sizes from which the views, or the views and the right
/// panels, are next to it.
constexpr float chooser_width = 430, chooser_height_from = 420;
constexpr float beside_chooser_width = chooser_width + 380, both_beside_chooser_width = chooser_width + 800;
constexpr float timing_height_from = 640, status_height_from = 420;

float steps_of_scale(float scale) {
  constexpr float step = 0.05f;
  return std::max(std::floor(scale / step + 0.001f) * step, step);
}

/// Lays out the right side of the window: the pass panel, and the inspector below it.
void lay_out_right(const Ui& ui, const Session& session, const Box& box, Layout& layout) {
  const float margin = ui.px(margin_length);
  // Give the inspector all the height that the pass panel does not need. Records need more, because the pass panel then
  // contains bars of bytes.
  const float usual = ui.px(session.has_records() ? 404 : 340);
  const float split = box.low.y + std::min(box.height() * 0.62f, ui.pass_height > 0 ? ui.pass_height : usual);
  layout.pass = Box{box.low, {box.high.x, split}};
  layout.inspector = Box{{box.low.x, split + margin}, box.high};
}

/// Lays out a window in which a side panel replaces the views, because there is no space for both.
void lay_out_page(const Ui& ui, const Session& session, const Box& box, Layout& layout) {
  layout.page = true;
  if (session.look.panels.front == Side::left) {
    layout.setup = box;
    return;
  }
  const float middle = 0.5f * (box.low.x + box.high.x), margin = ui.px(margin_length);
  layout.pass = Box{box.low, {middle - 0.5f * margin, box.high.y}};
  layout.inspector = Box{{middle + 0.5f * margin, box.low.y}, box.high};
}

/// Returns whether the window shows a question, from the present lesson step or from the quiz.
bool asks(const Session& session) {
  const Quiz& quiz = workspace<LessonPlayer>(session).quiz;
  return quiz.of_lesson() || (quiz.on() && session.look.workspace.empty());
}

/// Places the lesson's panel on the left. In a tall narrow window, places it at the top. Removes its area from
/// `middle`.
void lay_out_lesson(const Ui& ui, const Session& session, Box& middle, Layout& layout) {
  const LessonPlayer& lesson_player = workspace<LessonPlayer>(session);
  if (lesson_player.lesson() == nullptr) return;
  const float margin = ui.px(margin_length), width = middle.width() / ui.scale;
  const bool presenter = session.look.presenter;
  Box box = middle;
  if (middle.height() > 1.2f * middle.width()) {
    box.high.y = middle.low.y + 0.36f * middle.height();
    middle.low.y = box.high.y + margin;
  } else {
    const float share = presenter ? 0.45f : 0.28f;
    box.high.x = middle.low.x + ui.px(std::clamp(share * width, 190.0f, presenter ? 480.0f : 400.0f));
    middle.low.x = box.high.x + margin;
    layout.panels_width -= (box.width() + margin) / ui.scale;
  }
  // During a lesson, show the panels of one side at most, so that the picture stays large.
  layout.panels_width = std::min(layout.panels_width, both_sides_width - 1);
  constexpr float notes_share = 0.3f, notes_height = 190, most_notes_share = 0.45f, notes_height_from = 380;
  if (!presenter && lesson_player.notes) {
    if (box.height() < ui.px(notes_height_from)) {
      layout.notes = box;  // without space for both, the notes replace the caption
      return;
    }
    const float tall =
        std::min(std::max(notes_share * box.height(), ui.px(notes_height)), most_notes_share * box.height());
    const float split = box.high.y - tall;
    layout.notes = Box{{box.low.x, split}, box.high};
    box.high.y = split - margin;
  }
  layout.lesson = box;
}

/// Places the question's panel below the views. The panel is as high as its tallest contents so far, but covers at most
/// half of the space. The views therefore keep their size when the answer appears. In presenter mode, the panel is to
/// the left of the view instead. A lesson in presenter mode needs no such panel, because its own panel contains the
/// question.
void lay_out_quiz(const Ui& ui, const Session& session, Box& middle, Layout& layout) {
  const bool presenter = session.look.presenter;
  if (!asks(session) || (presenter && layout.lesson)) return;
  layout.quiz = middle;
  if (presenter && middle.width() > middle.height()) {
    layout.quiz->high.x = middle.low.x + 0.36f * middle.width();
    middle.low.x = layout.quiz->high.x + ui.px(margin_length);
    return;
  }
  layout.quiz->low.y = middle.high.y - std::min(std::max(quiz_height(ui), ui.kept.quiz), 0.5f * middle.height());
  middle.high.y = layout.quiz->low.y - ui.px(margin_length);
}

}  // namespace

float fitted_scale(float asked, ImVec2 window) {
  const float most = std::min(window.x / least_window.x, window.y / least_window.y);
  return asked <= most ? asked : std::min(asked, steps_of_scale(most));
}

float presenter_scale(float asked, ImVec2 window) {
  const float page = std::min(window.x / presenter_page.x, window.y / presenter_page.y);
  return steps_of_scale(std::clamp(asked, page, page * most_presenter_growth));
}

float teacher_scale(float asked, ImVec2 window) {
  return std::max(asked, steps_of_scale(std::min(window.x / teacher_page.x, window.y / teacher_page.y)));
}

bool is_shown(const SidePanels& panels, Side side, float width) {
  const bool wanted = side == Side::left ? panels.left : panels.right;
  const bool other = side == Side::left ? panels.right : panels.left;
  if (width >= both_sides_width) return wanted;
  if (width >= one_side_width) return wanted && (panels.front == side || !other);
  return panels.page && panels.front == side;
}

void toggle(SidePanels& panels, Side side, float width) {
  const bool opens = !is_shown(panels, side, width);
  if (width < one_side_width) {
    panels.page = opens;
  } else {
    (side == Side::left ? panels.left : panels.right) = opens;
  }
  if (opens) panels.front = side;
}

Layout lay_out_window(const Ui& ui, Session& session, ImVec2 size) {
  const float margin = ui.px(margin_length), height = size.y / ui.scale;
  float width = size.x / ui.scale;
  const SidePanels& panels = session.look.panels;
  const bool presenter = session.look.presenter;
  // Panels of the run are not visible while a workspace hides the run.
  const bool hidden = hides_run(session.look.workspace);
  Layout layout;
  if (ui.chooser.open && (width < beside_chooser_width || height < chooser_height_from)) {
    layout.chooser_alone = true;
    layout.chooser = Box{{margin, margin}, {size.x - margin, size.y - margin}};
    return layout;
  }
  float top = margin + ui.px(transport_height(session, {width, height}));
  layout.transport = {{margin, margin}, {size.x - margin, top}};
  top += margin;
  float bottom = size.y - margin;
  if (!presenter && (height >= status_height_from || !ui.notice.empty())) {
    bottom = size.y - ui.px(26);
    layout.status = Box{{margin, bottom}, {size.x - margin, size.y}};
  }
  Box middle{{margin, top}, {size.x - margin, bottom}};
  layout.panels_width = width;
  lay_out_lesson(ui, session, middle, layout);
  if (presenter) lay_out_quiz(ui, session, middle, layout);
  const float space = middle.width() / ui.scale + 2 * margin_length;
  width = layout.panels_width;
  if (!presenter && width < one_side_width && panels.page && !(hidden && panels.front == Side::right)) {
    lay_out_page(ui, session, middle, layout);
    return layout;
  }
  if (ui.chooser.open) {
    layout.chooser = Box{middle.low, {middle.low.x + ui.px(chooser_width), middle.high.y}};
    middle.low.x = layout.chooser->high.x + margin;
  }
  const bool left = !presenter && !ui.chooser.open && is_shown(panels, Side::left, width);
  const bool right = !presenter && !hidden && is_shown(panels, Side::right, width) &&
                     (!ui.chooser.open || width >= both_beside_chooser_width);
  // The widths of the side panels are designed for a window of 1600 pixels. If it is narrower, make the side panels
  // narrower before the views.
  if (left) {
    const float side = ui.px(std::clamp(0.185f * space, 236.0f, 300.0f));
    // During a lesson, place the panel on the right, so that the caption is next to the picture.
    if (layout.lesson) {
      layout.setup = Box{{middle.high.x - side, middle.low.y}, middle.high};
      middle.high.x -= side + margin;
    } else {
      layout.setup = Box{middle.low, {middle.low.x + side, middle.high.y}};
      middle.low.x += side + margin;
    }
  }
  if (right) {
    const float side = ui.px(std::clamp(0.195f * space, 240.0f, 316.0f));
    lay_out_right(ui, session, {{middle.high.x - side, middle.low.y}, middle.high}, layout);
    middle.high.x -= side + margin;
  } else if (!hidden) {
    const float tall = pass_strip_height(ui, session, middle.width());
    layout.strip = Box{{middle.low.x, middle.high.y - tall}, middle.high};
    middle.high.y -= tall + margin;
  }
  const bool enlarged = session.look.focus == Focus::timing, asked = asks(session);
  const bool measured = workspace<RunTimer>(session).measurement() || workspace<RunTimer>(session).measuring();
  if (!presenter && !hidden && !enlarged && !asked && (measured || !layout.lesson) && height >= timing_height_from &&
      middle.width() >= ui.px(several_views.x)) {
    // Without a measurement, make the timing panel only one line high.
    const float tall = ui.px(measured ? std::clamp(0.2f * height, 132.0f, 190.0f) : 50.0f);
    layout.timing = Box{{middle.low.x, middle.high.y - tall}, middle.high};
    middle.high.y -= tall + margin;
  }
  // Decide on the number of views before the question gets its height. Otherwise, an answer would change the number.
  constexpr float least_question_height = 200;
  const float views_height = middle.height() - (asked ? ui.px(least_question_height) : 0.0f);
  if (!presenter) lay_out_quiz(ui, session, middle, layout);
  layout.views = middle;
  layout.one_view = presenter || middle.width() < ui.px(several_views.x) || views_height < ui.px(several_views.y);
  return layout;
}

}  // namespace texelsort::app
