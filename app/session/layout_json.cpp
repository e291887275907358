#include "app/session/layout_json.h"

#include <array>

#include "app/problem/json_number.h"

namespace texelsort::app {

namespace {

constexpr std::array<const char*, 5> view_names{"none", "texture", "bars", "diagram", "timing"};
constexpr std::array<const char*, 4> arrangement_names{"two over one", "one over two", "rows", "columns"};

/// Returns the value that belongs to a name, or `otherwise` for an unknown name.
template <class Value, std::size_t count>
Value named(const std::array<const char*, count>& names, const std::string& name, Value otherwise) {
  const auto found = std::ranges::find(names, name, [](const char* one) { return std::string(one); });
  return found == names.end() ? otherwise : static_cast<Value>(found - names.begin());
}

ViewsLayout read_views(const nlohmann::json& json) {
  ViewsLayout views;
  views.arrangement = named(arrangement_names, json.value("arrangement", ""), views.arrangement);
  views.across = json_number(json, "across", views.across, 0.1f, 0.9f);
  if (json.contains("down")) views.down = json_number(json, "down", 0.5f, 0.1f, 0.9f);
  const auto order = json.value("order", std::vector<std::string>());
  ViewsLayout asked;
  for (std::size_t i = 0; i < std::min(order.size(), asked.order.size()); ++i) {
    asked.order[i] = named(view_names, order[i], Focus::none);
  }
  // Use the stored order only if it contains each view exactly once.
  if (std::ranges::is_permutation(asked.order, views.order)) views.order = asked.order;
  return views;
}

nlohmann::json written(const ViewsLayout& views) {
  nlohmann::json json{{"arrangement", arrangement_names[static_cast<std::size_t>(views.arrangement)]},
                      {"across", views.across}};
  if (views.down) json["down"] = *views.down;
  for (const Focus view : views.order) json["order"].push_back(view_names[static_cast<std::size_t>(view)]);
  return json;
}

}  // namespace

std::vector<std::string> layout_keys() {
  return {"arrangement", "across", "down", "order", "left_panel", "right_panel"};
}

std::vector<std::string> arrangements() {
  return {arrangement_names.begin(), arrangement_names.end()};
}

nlohmann::json layout_json(const WindowLayout& layout) {
  nlohmann::json json = written(layout.views);
  json["left_panel"] = layout.panels.left;
  json["right_panel"] = layout.panels.right;
  return json;
}

WindowLayout layout_of(const nlohmann::json& json) {
  WindowLayout layout;
  layout.views = read_views(json);
  layout.panels.left = json.value("left_panel", true);
  layout.panels.right = json.value("right_panel", true);
  return layout;
}

}  // namespace texelsort::app
