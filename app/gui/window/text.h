#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

/// Drawing functions for all visible text. Each function records its text in the TextLog. Pointing at a shortened text
/// shows the whole text.
namespace texelsort::app {

float text_width(ImFont* font, std::string_view text);
float line_height(ImFont* font);
/// Returns the height in pixels of a text that is wrapped to `width`.
float wrapped_height(ImFont* font, std::string_view text, float width);

/// Returns `text` if it fits in `width` pixels, otherwise its start and an ellipsis.
std::string elided(ImFont* font, std::string_view text, float width);

/// Returns shorter and shorter forms of a stage's name that still identify it: "digit 1 of 16", "digit 1/16", "1/16",
/// "1".
std::vector<std::string> shorter_names(const std::string& name);

/// Returns the longest result of shorter_names() that fits. Empty if none fits.
std::string fitting_name(ImFont* font, const std::string& name, float width);

/// Returns the longest form of a name that fits, otherwise the start of the name if a few letters fit. Empty if they do
/// not.
std::string short_name(ImFont* font, const std::string& name, float width);

/// Draws a text, shortened at the right edge of the clip rectangle.
void draw_text(ImFont* font, ImVec2 at, ImU32 color, std::string_view text);
void draw_text_elided(ImFont* font, ImVec2 at, ImU32 color, std::string_view text, float width);

/// Draws a text that ends at `right`. It is shortened to `width` pixels unless `width` is 0.
void draw_text_before(ImFont* font, ImVec2 right, ImU32 color, std::string_view text, float width = 0);
void draw_text_centred(ImFont* font, ImVec2 middle, ImU32 color, std::string_view text, float width = 0);

/// Draws a text wrapped to `width`.
void draw_text_wrapped(ImFont* font, ImVec2 at, ImU32 color, std::string_view text, float width);

/// Draws a text if it fits, otherwise its first clause ("exclusive scan" of "exclusive scan: ..."), otherwise its
/// start.
void draw_text_or_clause(ImFont* font, ImVec2 at, ImU32 color, std::string_view text, float width);

/// Draws the result of short_name(), centred or from the left.
void draw_name_centred(ImFont* font, ImVec2 middle, ImU32 color, const std::string& name, float width);
void draw_name(ImFont* font, ImVec2 at, ImU32 color, const std::string& name, float width);

/// Returns the result of short_number() that fits in `width` pixels.
std::string fitting_number(ImFont* font, const std::string& text, float width);
/// Draws the result of fitting_number(), centred. Pointing at a shortened number shows all of it.
void draw_number_centred(ImFont* font, ImVec2 middle, ImU32 color, const std::string& text, float width);

/// Draws the text `shown` in place of `whole`, from the left or centred. It is for callers that shorten texts
/// themselves.
void draw_shortened(ImFont* font, ImVec2 at, ImU32 color, std::string_view whole, std::string_view shown);
void draw_shortened_centred(ImFont* font, ImVec2 middle, ImU32 color, std::string_view whole, std::string_view shown);

/// Adds a text as an item of ImGui's layout, wrapped to `width`, or to the available width if that is 0.
void text_item(ImFont* font, ImU32 color, std::string_view text, float width = 0);

}  // namespace texelsort::app
