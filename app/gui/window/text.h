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

/// Returns several forms of a stage's name, the longest first. Each still identifies the stage: "digit 1 of 16", "digit
/// 1/16", "1/16", "1".
std::vector<std::string> shorter_names(const std::string& name);

/// Returns the longest form of a stage's name that fits in `width` pixels, or an empty string if none fits.
std::string fitting_name(ImFont* font, const std::string& name, float width);

/// Returns the longest form of a stage's name that fits in `width` pixels. If none fits, returns the first letters of
/// the name, or an empty string if too few letters fit.
std::string short_name(ImFont* font, const std::string& name, float width);

/// Draw a text on one line and shorten it if necessary. draw_text() shortens it at the edge of the clip rectangle,
/// draw_text_elided() at `width` pixels.
void draw_text(ImFont* font, ImVec2 at, ImU32 color, std::string_view text);
void draw_text_elided(ImFont* font, ImVec2 at, ImU32 color, std::string_view text, float width);

/// Draw a text on one line that ends at `right`, or whose centre is `middle`. Shorten it to `width` pixels, or not at
/// all if `width` is 0.
void draw_text_before(ImFont* font, ImVec2 right, ImU32 color, std::string_view text, float width = 0);
void draw_text_centred(ImFont* font, ImVec2 middle, ImU32 color, std::string_view text, float width = 0);

void draw_text_wrapped(ImFont* font, ImVec2 at, ImU32 color, std::string_view text, float width);

/// Returns as many whole clauses at the beginning of a text as fit in `width` pixels. Clauses end at a semicolon, comma,
/// colon or parenthesis. If not even the first clause fits, returns the text with an ellipsis.
std::string fitting_clauses(ImFont* font, std::string_view text, float width);
/// Draws the clauses of a text that fit in `width` pixels.
void draw_text_or_clause(ImFont* font, ImVec2 at, ImU32 color, std::string_view text, float width);

/// Draw a stage's name in its longest form that fits in `width` pixels, centred at `middle` or starting at `at`.
void draw_name_centred(ImFont* font, ImVec2 middle, ImU32 color, const std::string& name, float width);
void draw_name(ImFont* font, ImVec2 at, ImU32 color, const std::string& name, float width);

/// Returns a number as text that fits in `width` pixels, for example "65536" or "123…". Returns an empty string if no
/// form fits.
std::string fitting_number(ImFont* font, const std::string& text, float width);
/// Draws a number, centred and in a form that fits in `width` pixels. Pointing at a shortened number shows all its
/// digits.
void draw_number_centred(ImFont* font, ImVec2 middle, ImU32 color, const std::string& text, float width);

/// Draw the text `shown`, which the caller has shortened from `whole`. Pointing at it shows the whole text.
void draw_shortened(ImFont* font, ImVec2 at, ImU32 color, std::string_view whole, std::string_view shown);
void draw_shortened_centred(ImFont* font, ImVec2 middle, ImU32 color, std::string_view whole, std::string_view shown);

/// Adds a text to ImGui's layout, wrapped to `width` pixels. If `width` is 0, uses the available width.
void text_item(ImFont* font, ImU32 color, std::string_view text, float width = 0);

}  // namespace texelsort::app
