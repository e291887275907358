#include <algorithm>

#include <fmt/format.h>

#include "app/gui/panels/lesson_panel.h"
#include "app/gui/window/compat.h"
#include "app/session/lesson_player.h"

namespace texelsort::app {

namespace {

std::string score_text(const Score& score) {
  return fmt::format("{} of {}", score.right, score.given);
}

/// Appearance of one choice of a question: its letter, a bar for its votes, and, after the answer is revealed, whether
/// it is right.
struct ChoiceLook {
  std::string letter;
  bool right = false, given = false, known = false;
  std::optional<std::uint64_t> votes;
  float share = 0;  ///< number of votes divided by the largest number of votes for a choice
};

void draw_choice(const Ui& ui, ImFont* font, const Box& box, const std::string& text, const ChoiceLook& look,
                 bool hovered) {
  const float rounding = ui.px(7), pad = ui.px(8);
  draw_box(box, hovered && !look.known ? ui.theme.hovered : ui.theme.raised, rounding);
  if (look.share > 0) {
    draw_box({box.low, {box.low.x + look.share * box.width(), box.high.y}}, with_alpha(ui.theme.accent, 0.35f),
             rounding);
  }
  const bool wrong = look.known && look.given && !look.right;
  if (look.known && (look.right || look.given)) {
    draw_outline(box, wrong ? ui.theme.warning : ui.theme.kept, ui.px(2), rounding);
  }
  const float middle = box.middle().y;
  draw_text(ui.fonts.mono_small, {box.low.x + pad, middle - 0.5f * line_height(ui.fonts.mono_small)}, ui.theme.dim,
            look.letter);
  const float left = box.low.x + 2 * pad + text_width(ui.fonts.mono_small, look.letter);
  float right = box.high.x - pad;
  if (look.known && (look.right || look.given)) {
    right -= ui.px(14);
    draw_verdict(look.right, {right + ui.px(7), middle}, ui.px(5), wrong ? ui.theme.warning : ui.theme.kept);
    right -= ui.px(4);
  }
  if (look.votes) {
    const std::string votes = std::to_string(*look.votes);
    right -= text_width(ui.fonts.mono_small, votes);
    draw_text(ui.fonts.mono_small, {right, middle - 0.5f * line_height(ui.fonts.mono_small)}, ui.theme.text, votes);
    right -= ui.px(6);
  }
  draw_text_elided(font, {left, middle - 0.5f * line_height(font)}, ui.theme.text, text, right - left);
}

/// Returns the number of columns for the choices of a question: all in one row, two, or one. It is the greatest of
/// these numbers at which no text is shortened.
std::size_t columns_of(const Ui& ui, ImFont* font, const Quiz& quiz, float width) {
  const std::vector<std::string>& choices = quiz.asked()->choices;
  float widest = 0;
  for (const std::string& one : choices) widest = std::max(widest, text_width(font, one));
  const float each = widest + text_width(ui.fonts.mono_small, "A") + ui.px(quiz.in_class() ? 66.0f : 44.0f);
  for (const std::size_t columns : {choices.size(), std::size_t{2}}) {
    if (each * static_cast<float>(columns) + ui.px(6) * static_cast<float>(columns - 1) <= width) return columns;
  }
  return 1;
}

/// Returns the height of a choice. In the smallest font, which presenter mode uses where space is short, rows are
/// lower.
float choice_height(const Ui& ui, ImFont* font) {
  return line_height(font) + ui.px(font == ui.fonts.small ? 6.0f : 11.0f);
}

void draw_choices(const Ui& ui, ImFont* font, Session& session, Quiz& quiz) {
  const std::vector<std::string>& choices = quiz.asked()->choices;
  const float width = compat::room().x, gap = ui.px(6), height = choice_height(ui, font);
  const std::size_t columns = columns_of(ui, font, quiz, width);
  const float each = (width - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const std::uint64_t most = std::max<std::uint64_t>(1, *std::ranges::max_element(quiz.votes()));
  std::optional<std::size_t> chosen;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const std::size_t column = i % columns, row = i / columns;
    const Box box = Box::at(
        {start.x + (each + gap) * static_cast<float>(column), start.y + (height + gap) * static_cast<float>(row)},
        {each, height});
    ImGui::SetCursorScreenPos(box.low);
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::InvisibleButton("choice", box.size())) chosen = i;
    const bool hovered = ImGui::IsItemHovered();
    note_item(fmt::format("choice {}", i + 1));
    ImGui::PopID();
    ChoiceLook look{.letter = choice_letter(i),
                    .right = i == quiz.asked()->right,
                    .given = choices[i] == quiz.given(),
                    .known = quiz.revealed(),
                    .votes = {}};
    // During the vote, show no numbers and no bars, because the class would follow the first votes.
    if (quiz.in_class() && quiz.revealed()) {
      look.votes = quiz.votes()[i];
      look.share = static_cast<float>(quiz.votes()[i]) / static_cast<float>(most);
    }
    draw_choice(ui, font, box, choices[i], look, hovered);
  }
  const std::size_t row_count = (choices.size() + columns - 1) / columns;
  const auto rows = static_cast<float>(row_count);
  ImGui::SetCursorScreenPos(start);
  ImGui::Dummy({width, rows * height + (rows - 1) * gap});
  if (chosen) quiz.choose(session, *chosen);
}

/// Returns a choice with its letter: "C (1:2, 5:6)". Marked comparators may be no choice and have no letter.
std::string lettered(const Quiz& quiz, const std::string& answer) {
  const std::vector<std::string>& choices = quiz.asked()->choices;
  const auto found = std::ranges::find(choices, answer);
  if (found == choices.end()) return answer;
  return fmt::format("{} ({})", choice_letter(static_cast<std::size_t>(found - choices.begin())), answer);
}

/// Returns whether the given answer is right, the right answer and, if it differs, the given one.
std::string outcome_text(const Quiz& quiz) {
  const std::string right = lettered(quiz, quiz.asked()->question.answer);
  const std::string told = fmt::format("The right answer is {}.", right);
  if (quiz.given().empty()) return told;
  if (quiz.vote_count() > 0) return fmt::format("{} Most chose {}.", told, lettered(quiz, quiz.given()));
  if (quiz.was_right()) return fmt::format("Right: {}.", right);
  const bool was_marked = !quiz.marked().empty() && quiz.given() == swaps_text(quiz.marked());
  return fmt::format("Wrong. {} You {} {}.", told, was_marked ? "marked" : "chose", lettered(quiz, quiz.given()));
}

/// Returns the width in pixels of the tick or cross in front of the outcome.
float outcome_indent(const Ui& ui, const Quiz& quiz) {
  return quiz.given().empty() ? 0 : ui.px(24);
}

/// Draws whether the user's answer was right, and the answer of the run.
void draw_outcome(const Ui& ui, ImFont* font, const Quiz& quiz) {
  const float indent = outcome_indent(ui, quiz), width = compat::room().x;
  if (indent == 0) return text_item(font, ui.theme.text, outcome_text(quiz));
  const ImU32 colour = quiz.was_right() ? ui.theme.kept : ui.theme.warning;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_verdict(quiz.was_right(), {at.x + ui.px(9), at.y + 0.55f * line_height(font)}, ui.px(6), colour);
  ImGui::SetCursorScreenPos({at.x + indent, at.y});
  ImGui::BeginGroup();
  text_item(font, colour, outcome_text(quiz), width - indent);
  ImGui::EndGroup();
}

/// Layout of buttons in rows. A button that does not fit into the present row begins a new row.
class Row {
 public:
  explicit Row(const Ui& ui) : ui_(ui), left_(compat::room().x) {}
  bool button(const char* label, const char* help) {
    const float width = text_width(ImGui::GetFont(), label) + 2 * ImGui::GetStyle().FramePadding.x;
    if (any_ && width + ui_.px(6) <= left_) {
      ImGui::SameLine(0, ui_.px(6));
      left_ -= ui_.px(6);
    } else if (any_) {
      left_ = compat::room().x;
    }
    left_ -= width;
    any_ = true;
    const bool pressed = text_button(ui_, label);
    tooltip(ui_, help);
    return pressed;
  }

 private:
  const Ui& ui_;
  float left_;
  bool any_ = false;
};

/// Draws the buttons of a question. Presenter mode has no space for them; keys trigger the same actions.
void draw_buttons(const Ui& ui, Session& session, Quiz& quiz) {
  Row row(ui);
  if (quiz.revealed()) {
    if (quiz.on() && row.button("Next question", "Asks about the next pass (Enter, Right).")) quiz.enter(session);
    return;
  }
  const bool counted = quiz.in_class() && quiz.vote_count() > 0;
  const bool marked = !quiz.in_class() && !quiz.marked().empty();
  if (counted && row.button("Reveal", "Shows the correct answer (Enter).")) return quiz.enter(session);
  if (marked && row.button("Answer", "Answers with the marked comparators (Enter).")) return quiz.enter(session);
  if (!quiz.hint_shown() && !quiz.asked()->question.hint.empty() &&
      row.button("Hint", "Shows what is true after the pass.")) {
    quiz.show_hint();
  }
  if (quiz.has_another() && row.button("Another question", "Asks another question about the same pass."))
    return quiz.ask_another();
  if (row.button(quiz.in_class() ? "Stop voting" : "Start voting",
                 "Counts the votes of a class: keys A to D vote, Backspace undoes a vote, Enter reveals the answer "
                 "(U).")) {
    quiz.set_in_class(!quiz.in_class());
  }
}

/// Longest text that vote_line() returns.
constexpr auto longest_vote_line = "Votes: 000. Right shows the answer, U stops voting.";
constexpr auto how_to_go_on = "Answer first, or press Right again for the answer.";

/// Returns the number of votes, and how the vote ends.
std::string vote_line(const Quiz& quiz) {
  const std::size_t votes = quiz.vote_count();
  const char* next = votes > 0       ? "Enter ends the vote"
                     : quiz.warned() ? "Right shows the answer"
                                     : "Press A to D to vote";
  return fmt::format("Votes: {}. {}, U stops voting.", votes, next);
}

/// Returns the text below the choices of a waiting question: how to go on, the number of votes, or how to mark
/// comparators. Returns an empty string if there is nothing to say. In presenter mode, explains marks only once a
/// comparator is marked.
std::string waiting_text(const Quiz& quiz, bool presenter) {
  if (quiz.in_class()) return vote_line(quiz);
  if (quiz.warned()) return how_to_go_on;
  if (quiz.asked()->comparators.empty()) return {};
  if (quiz.marked().empty()) return presenter ? "" : "Choose an answer, or click the comparators in the network.";
  return fmt::format("Marked: {}. Press Enter to answer.", swaps_text(quiz.marked()));
}

void draw_scores(const Ui& ui, const Session& session, const LessonPlayer& lesson_player) {
  const Quiz& quiz = lesson_player.quiz;
  std::string text;
  const auto add = [&text](const std::string& name, const Score& score) {
    if (score.given == 0) return;
    text += fmt::format("{}{}: {}", text.empty() ? "Score " : ", ", name, score_text(score));
  };
  if (lesson_player.lesson() != nullptr) add("in this lesson", quiz.of_lesson(lesson_player.lesson()->file));
  if (quiz.on()) {
    add("in this run", quiz.of_run());
    const std::string& id = session.algorithm().info().id;
    if (quiz.of_algorithm(id) != quiz.of_run()) add("with " + id, quiz.of_algorithm(id));
  }
  if (text.empty()) return;
  text_item(ui.fonts.small, ui.theme.dim, text);
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  ImGui::SetCursorScreenPos(low);
  ImGui::Dummy({high.x - low.x, high.y - low.y});
  std::string passes;
  for (const auto& [pass, score] : quiz.by_pass()) {
    passes += fmt::format("{}pass {}: {}", passes.empty() ? "" : "\n", pass + 1, score_text(score));
  }
  tooltip(ui, passes);
}

/// Highlights the key to which the question refers in all views, unless the mouse is over another key.
void point_out(Session& session, const Quiz& quiz) {
  if (quiz.waits() && quiz.asked()->key && quiz.is_about(session)) session.hover({*quiz.asked()->key, std::nullopt});
}

/// Returns the font of an explanation below a question in the font `font`.
ImFont* hint_font(const Ui& ui, ImFont* font) {
  return font == ui.fonts.large ? ui.fonts.body : ui.fonts.small;
}

}  // namespace

void quiz_items(const Ui& ui, Session& session, ImFont* font) {
  LessonPlayer& lesson_player = workspace<LessonPlayer>(session);
  Quiz& quiz = lesson_player.quiz;
  if (quiz.asked() == nullptr) {
    if (quiz.on()) text_item(font, ui.theme.dim, quiz.why_none());
    if (!ui.still) draw_scores(ui, session, lesson_player);
    return;
  }
  const LessonQuestion question = quiz.asked()->question;
  text_item(font, ui.theme.text, question.text);
  // A slide with an answer has no choices, because the slide before shows them and a slide cannot be scrolled.
  if (!ui.still || quiz.waits()) draw_choices(ui, font, session, quiz);
  if (quiz.waits()) {
    if (const std::string how = waiting_text(quiz, session.look.presenter); !how.empty() && !ui.still)
      text_item(ui.fonts.small, quiz.warned() ? ui.theme.warning : ui.theme.dim, how);
  } else {
    draw_outcome(ui, font, quiz);
  }
  const bool tells = quiz.revealed() || quiz.hint_shown();
  if (tells && !question.hint.empty()) text_item(hint_font(ui, font), ui.theme.dim, question.hint);
  if (session.look.presenter || ui.still) return;
  draw_buttons(ui, session, quiz);
  draw_scores(ui, session, lesson_player);
}

float presented_quiz_height(const Ui& ui, const Quiz& quiz, ImFont* font, float width) {
  if (quiz.asked() == nullptr) return quiz.on() ? wrapped_height(font, quiz.why_none(), width) : 0;
  const LessonQuestion& question = quiz.asked()->question;
  const float space = ImGui::GetStyle().ItemSpacing.y;
  const std::size_t columns = columns_of(ui, font, quiz, width), choices = quiz.asked()->choices.size();
  const std::size_t row_count = (choices + columns - 1) / columns;
  const auto rows = static_cast<float>(row_count);
  float height = wrapped_height(font, question.text, width) + space + rows * choice_height(ui, font) +
                 (rows - 1) * ui.px(6) + space;
  if (quiz.waits()) {
    // Leave space for the longest of the texts that can appear, so that the question keeps its size.
    const std::string text = quiz.in_class() ? longest_vote_line : waiting_text(quiz, true);
    return height +
           std::max(wrapped_height(ui.fonts.small, how_to_go_on, width), wrapped_height(ui.fonts.small, text, width));
  }
  height += wrapped_height(font, outcome_text(quiz), width - outcome_indent(ui, quiz));
  if (!question.hint.empty()) height += space + wrapped_height(hint_font(ui, font), question.hint, width);
  return height;
}

void quiz_panel(Ui& ui, Session& session, const Box& box) {
  point_out(session, workspace<LessonPlayer>(session).quiz);
  begin_card(ui, "quiz", box, true);
  const float top = ImGui::GetCursorPosY();
  ImFont* font = ui.fonts.body;
  if (session.look.presenter) {
    const ImVec2 room = compat::room();
    const auto fits = [&](ImFont* one) {
      return presented_quiz_height(ui, workspace<LessonPlayer>(session).quiz, one, room.x) <= room.y;
    };
    font = fits(ui.fonts.large) ? ui.fonts.large : fits(ui.fonts.body) ? ui.fonts.body : ui.fonts.small;
  }
  quiz_items(ui, session, font);
  ui.quiz_height = ImGui::GetCursorPosY() - top;
  end_scrolling_card(ui, box);
}

float quiz_height(const Ui& ui) {
  return ui.quiz_height + 2 * ImGui::GetStyle().WindowPadding.y;
}

}  // namespace texelsort::app
