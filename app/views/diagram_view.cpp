#include "app/views/views.h"

namespace texelsort::app {

void diagram_view(Ui& ui, Session& session, const Box& box) {
  const auto& method = session.selection_method();
  if (method == SelectionMethod::thresholds) return bits_view(ui, session, box);
  if (method == SelectionMethod::digits) return histogram_view(ui, session, box);
  return network_view(ui, session, box);
}

}  // namespace texelsort::app
