#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

/// Functions that draw all visible text. Each function records its text in the TextLog. If a text is shortened,
/// pointing at it shows the whole text.
namespace texelsort::app {

float text_width(ImFont* font, std::string_view text);
float line_height(ImFont* font);
/// Returns the height in pixels of a text that is wrapped to `width` pixels.
float wrapped_height(ImFont* font, std::string_view text, float width);

/// Returns `text` if it fits in `width` pixels, otherwise its start and an ellipsis.
std::string elided(ImFont* font, std::string_view text, float width);

/// Returns forms of a stage's name, from long to short, that all identify the stage: "digit 1 of 16", "digit 1/16",
/// "1/16", "1".
std::vector<std::string> shorter_names(const std::string& name);

/// Returns the longest result of shorter_names() that fits in `width` pixels, or an empty string if none fits.
std::string fitting_name(ImFont* font, const std::string& name, float width);

/// Returns the longest form of a name that fits in `width` pixels. If none fits, returns the start of the name, or an
/// empty string if not even a few letters fit.
std::string short_name(ImFont* font, const std::string& name, float width);

/// Draw a text, shortened at the right edge of the clip rectangle or to `width` pixels.
void draw_text(ImFont* font, ImVec2 at, ImU32 color, std::string_view text);
void draw_text_elided(ImFont* font, ImVec2 at, ImU32 color, std::string_view text, float width);

/// Draw a text that ends at `right` or is centred at `middle`, shortened to `width` pixels. A width of 0 means no
/// limit.
void draw_text_before(ImFont* font, ImVec2 right, ImU32 color, std::string_view text, float width = 0);
void draw_text_centred(ImFont* font, ImVec2 middle, ImU32 color, std::string_view text, float width = 0);

void draw_text_wrapped(ImFont* font, ImVec2 at, ImU32 color, std::string_view text, float width);

/// Draws a text. If the text is too wide, draws its first clause ("exclusive scan" of "exclusive scan: ...") or, if
/// that is also too wide, its start.
void draw_text_or_clause(ImFont* font, ImVec2 at, ImU32 color, std::string_view text, float width);

/// Draw the result of short_name(), centred or from the left.
void draw_name_centred(ImFont* font, ImVec2 middle, ImU32 color, const std::string& name, float width);
void draw_name(ImFont* font, ImVec2 at, ImU32 color, const std::string& name, float width);

/// Returns the result of short_number() for a width of `width` pixels.
std::string fitting_number(ImFont* font, const std::string& text, float width);
/// Draws the result of fitting_number(), centred. Pointing at a shortened number shows all its digits.
void draw_number_centred(ImFont* font, ImVec2 middle, ImU32 color, const std::string& text, float width);

/// Draw the text `shown` instead of `whole`, from the left or centred, for callers that shorten texts themselves.
void draw_shortened(ImFont* font, ImVec2 at, ImU32 color, std::string_view whole, std::string_view shown);
void draw_shortened_centred(ImFont* font, ImVec2 middle, ImU32 color, std::string_view whole, std::string_view shown);

/// Adds a text as an item of ImGui's layout, wrapped to `width` pixels. A width of 0 means the available width.
void text_item(ImFont* font, ImU32 color, std::string_view text, float width = 0);

}  // namespace texelsort::app
