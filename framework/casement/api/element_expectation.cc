#include <utility>

#include "casement/api/expect.h"

namespace casement {

ElementExpectation::ElementExpectation(const Element& element, const std::source_location& where)
    : page_(element.page(), where), target_(element.target()) {}

ElementExpectation expect(const Element& element, std::source_location where) {
  return ElementExpectation(element, where);
}

ElementExpectation& ElementExpectation::within(Milliseconds timeout) {
  return then(page_.within(timeout));
}

ElementExpectation& ElementExpectation::never() {
  return then(page_.never());
}

ElementExpectation& ElementExpectation::report_to(PageExpectation::Report report) {
  return then(page_.report_to(std::move(report)));
}

ElementExpectation& ElementExpectation::shows() {
  return then(page_.shows(target_));
}

ElementExpectation& ElementExpectation::hides() {
  return then(page_.hides(target_));
}

ElementExpectation& ElementExpectation::count(int expected) {
  return then(page_.count(target_, expected));
}

ElementExpectation& ElementExpectation::state(ElementState state) {
  return then(page_.state(target_, state));
}

ElementExpectation& ElementExpectation::text(const TextPattern& expected) {
  return then(page_.text(target_, expected));
}

ElementExpectation& ElementExpectation::value(const TextPattern& expected) {
  return then(page_.value(target_, expected));
}

ElementExpectation& ElementExpectation::values(const std::vector<TextPattern>& expected) {
  return then(page_.values(target_, expected));
}

ElementExpectation& ElementExpectation::attribute(const std::string& name, const TextPattern& expected) {
  return then(page_.attribute(target_, name, expected));
}

ElementExpectation& ElementExpectation::attribute(const std::string& name) {
  return then(page_.attribute(target_, name));
}

ElementExpectation& ElementExpectation::css_class(std::string_view classes) {
  return then(page_.css_class(target_, classes));
}

ElementExpectation& ElementExpectation::css(const std::string& property, const TextPattern& expected) {
  return then(page_.css(target_, property, expected));
}

ElementExpectation& ElementExpectation::name(const TextPattern& expected) {
  return then(page_.name(target_, expected));
}

ElementExpectation& ElementExpectation::description(const TextPattern& expected) {
  return then(page_.description(target_, expected));
}

ElementExpectation& ElementExpectation::role(const std::string& expected) {
  return then(page_.role(target_, expected));
}

ElementExpectation& ElementExpectation::screenshot(const std::string& approved_png, const PictureOptions& options) {
  return then(page_.screenshot(target_, approved_png, options));
}

}  // namespace casement
