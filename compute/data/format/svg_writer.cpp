#include "compute/data/format/svg_writer.h"

#include <fmt/format.h>

namespace texelsort::data {

SvgValue::SvgValue(double number) : text(fmt::format("{:.1f}", number)) {}

void SvgWriter::start_document(double width, double height, std::string_view title, std::string_view description) {
  start("svg", "xmlns role aria-labelledby viewBox width height font-family stroke", "http://www.w3.org/2000/svg",
        "img", "title description", fmt::format("0 0 {:.0f} {:.0f}", width, height), fmt::format("{:.0f}", width),
        fmt::format("{:.0f}", height), "sans-serif", "none");
  words("title", title, "id", "title");
  words("desc", description, "id", "description");
  element("rect", "width height fill", "100%", "100%", "#FFFFFF");
}

void SvgWriter::end() {
  text_ += fmt::format("</{}>{}", open_.back(), line_end_);
  open_.pop_back();
}

void SvgWriter::write(const char* name, std::string_view names, std::initializer_list<SvgValue> values,
                      std::string_view end) {
  text_ += fmt::format("<{}", name);
  for (const SvgValue& value : values) {
    const std::string_view attribute = names.substr(0, names.find(' '));
    names.remove_prefix(std::min(attribute.size() + 1, names.size()));
    if (!value.text.empty()) text_ += fmt::format(" {}=\"{}\"", attribute, xml_text(value.text));
  }
  text_ += end;
  text_ += line_end_;
}

}  // namespace texelsort::data
