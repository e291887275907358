#include "app/gui/views/diagrams.h"

#include <algorithm>

namespace texelsort::app {

// Functions that return the diagrams. Each is defined in the source file of its diagram.
Diagram threads_diagram();
Diagram words_diagram();
Diagram records_diagram();
Diagram network_diagram();
Diagram bits_diagram();
Diagram histogram_diagram();
Diagram buffers_diagram();
Diagram digits_diagram();
Diagram samples_diagram();
Diagram splitters_diagram();
Diagram buckets_diagram();
Diagram work_diagram();
Diagram sequences_diagram();
Diagram exchange_diagram();

const std::vector<Diagram>& diagrams() {
  static const std::vector<Diagram> all{threads_diagram(),   words_diagram(),     records_diagram(), network_diagram(),
                                        bits_diagram(),      histogram_diagram(), buffers_diagram(), digits_diagram(),
                                        samples_diagram(),   splitters_diagram(), buckets_diagram(), work_diagram(),
                                        sequences_diagram(), exchange_diagram()};
  return all;
}

namespace {

bool goes_with(const Diagram& diagram, const Session& session) {
  const auto has = [&session](const algorithms::TableKind& kind) { return session.algorithm().has(kind); };
  return std::ranges::any_of(diagram.tables, has) || (diagram.goes_with != nullptr && diagram.goes_with(session));
}

std::string reason_of_none(const Diagram& diagram, const Session& session) {
  if (diagram.absent != nullptr && !goes_with(diagram, session)) {
    return session.algorithm().info().title + diagram.absent;
  }
  return diagram.reason(session);
}

/// Smallest useful height of a diagram, in pixels at scale 1.
constexpr float least_height = 150;

void draw_one_of(Ui& ui, Session& session, const std::vector<const Diagram*>& drawn, Box box) {
  std::vector<const char*> names;
  for (const Diagram* one : drawn) names.push_back(one->title);
  const auto found = std::ranges::find(drawn, std::string_view(session.look.diagram), &Diagram::name);
  auto chosen = found == drawn.end() ? 0 : static_cast<int>(found - drawn.begin());
  ImGui::SetCursorScreenPos(box.low);
  if (segmented(ui, "diagrams", names, chosen, box.width())) {
    session.look.diagram = drawn[static_cast<std::size_t>(chosen)]->name;
  }
  box.low.y += ImGui::GetFrameHeight() + ui.px(6);
  draw_diagram(ui, session, *drawn[static_cast<std::size_t>(chosen)], box);
}

}  // namespace

std::vector<const Diagram*> diagrams_of(const Session& session) {
  std::vector<const Diagram*> going;
  for (const Diagram& one : diagrams()) {
    if (!goes_with(one, session)) continue;
    if (one.alone) return {&one};
    going.push_back(&one);
  }
  return going;
}

std::vector<const Diagram*> drawn_diagrams(const Session& session) {
  std::vector<const Diagram*> going = diagrams_of(session);
  const auto is_drawn = [&session](const Diagram* one) { return one->reason(session).empty(); };
  if (std::ranges::none_of(going, is_drawn)) {
    going.resize(std::min<std::size_t>(going.size(), 1));
  } else {
    std::erase_if(going, [&](const Diagram* one) { return !is_drawn(one); });
  }
  return going;
}

void draw_diagram(Ui& ui, Session& session, const Diagram& diagram, const Box& box) {
  begin_card(ui, diagram.name, box, false);
  const std::string reason = reason_of_none(diagram, session);
  if (reason.empty()) {
    diagram.draw(ui, session, box);
  } else {
    const Box body = view_header(ui, box, diagram.title, "");
    ImGui::SetCursorScreenPos(body.low);
    text_item(ui.fonts.body, ui.theme.dim, reason);
  }
  end_card();
}

float diagrams_height(const Ui& ui, const Session& session, float height) {
  const auto drawn = drawn_diagrams(session);
  if (drawn.empty()) return 0;
  return drawn.front()->reason(session).empty() ? drawn.front()->share * height : ui.px(102);
}

void draw_diagrams(Ui& ui, Session& session, const Box& box) {
  const auto drawn = drawn_diagrams(session);
  const auto count = static_cast<float>(drawn.size());
  const float margin = ui.px(10), each = (box.height() + margin) / count;
  if (count > 1 && each - margin < ui.px(least_height)) return draw_one_of(ui, session, drawn, box);
  float top = box.low.y;
  for (const Diagram* one : drawn) {
    draw_diagram(ui, session, *one, {{box.low.x, top}, {box.high.x, top + each - margin}});
    top += each;
  }
}

}  // namespace texelsort::app
