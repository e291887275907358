#include "app/views/views.h"

namespace texelsort::app {

namespace {

/// Whether the diagram is more than the reason why it is not there.
bool is_drawn(const Session& session, DiagramKind kind) {
  if (kind == DiagramKind::network) return !session.diagram().columns.empty();
  if (kind == DiagramKind::digits) return session.player().record() != nullptr;
  if (kind == DiagramKind::records) return session.player().n() <= Player::small_n;
  // A bucket sort goes through many passes before it has splitters.
  return kind != DiagramKind::buckets || session.buckets() != nullptr;
}

}  // namespace

DiagramKind diagram_of(const Session& session) {
  if (session.has_records() && session.look.memory) return DiagramKind::records;
  if (const auto& method = session.selection_method()) {
    if (method == SelectionMethod::thresholds) return DiagramKind::bits;
    return method == SelectionMethod::digits ? DiagramKind::histogram : DiagramKind::none;
  }
  if (const auto& grouping = session.grouping()) {
    if (grouping == Grouping::parts) return DiagramKind::sequences;
    return grouping == Grouping::digits ? DiagramKind::digits : DiagramKind::buckets;
  }
  return session.algorithm().network() != nullptr ? DiagramKind::network : DiagramKind::none;
}

float diagram_height(const Ui& ui, const Session& session, float height) {
  const DiagramKind kind = diagram_of(session);
  if (kind == DiagramKind::none) return 0;
  if (!is_drawn(session, kind)) return ui.px(102);
  const bool two_pictures = kind != DiagramKind::network && kind != DiagramKind::bits && kind != DiagramKind::histogram;
  return (two_pictures ? 0.66f : 0.56f) * height;
}

void diagram_view(Ui& ui, Session& session, const Box& box) {
  switch (diagram_of(session)) {
    case DiagramKind::none:
      return;
    case DiagramKind::network:
      return network_view(ui, session, box);
    case DiagramKind::bits:
      return bits_view(ui, session, box);
    case DiagramKind::histogram:
      return histogram_view(ui, session, box);
    case DiagramKind::digits:
      return digits_view(ui, session, box);
    case DiagramKind::records:
      return records_view(ui, session, box);
    case DiagramKind::sequences:
      return sequences_view(ui, session, box);
    case DiagramKind::buckets:
      break;
  }
  if (!is_drawn(session, DiagramKind::buckets)) return splitters_view(ui, session, box);
  const float margin = ui.px(10), middle = box.low.y + 0.5f * box.height();
  splitters_view(ui, session, {box.low, {box.high.x, middle - 0.5f * margin}});
  buckets_view(ui, session, {{box.low.x, middle + 0.5f * margin}, box.high});
}

}  // namespace texelsort::app
