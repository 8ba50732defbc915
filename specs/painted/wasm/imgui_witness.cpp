#include "imgui_witness.h"

#include <emscripten.h>

#include <imgui.h>
#include <imgui_internal.h>

#include <cstdio>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

struct Item {
  ImGuiID id;
  ImRect box, clip;
  ImGuiWindow* window;
  ImGuiItemFlags flags;
  std::string label;  // as given to ImGui, maybe with ##
  bool is_labelled;
};

struct Text {
  std::string text;
  ImRect box, clip;
};

struct Flag {
  std::string label;
  bool before, after, was_pressed;
};

struct Press {
  int event_frame, down_frame, up_frame;
  ImGuiID hovered_before, hovered_at_down, active_before, active_at_down, hovered_at_up, active_before_up;
  std::string window;  // under the mouse when it was pressed
  std::string flag;  // the check box that reported that it was pressed
  bool flag_before, flag_after;
};

struct Frame {
  std::vector<Item> items;
  std::vector<Text> texts;
  std::vector<ImRect> rects;
  std::vector<Flag> flags;
} next, newest;

std::vector<Press> presses;
std::string json;

void add(ImRect box) {
  box.ClipWithFull(ImRect(-1e6f, -1e6f, 1e6f, 1e6f));  // JSON has no infinity
  char text[100];
  snprintf(text, sizeof text, "[%g,%g,%g,%g]", box.Min.x, box.Min.y, box.GetWidth(), box.GetHeight());
  json += text;
}

void add(const std::string& text) {
  json += '"';
  for (const char letter : text) {
    char escaped[8];
    snprintf(escaped, sizeof escaped, "\\u%04x", letter);
    if (letter >= 0 && (letter < 0x20 || letter == '"' || letter == '\\'))
      json += escaped;
    else
      json += letter;
  }
  json += '"';
}

void add_number(const char* name, double number) {
  char text[60];
  snprintf(text, sizeof text, ",\"%s\":%.0f", name, number);
  json += text;
}

ImRect clip_of(const ImDrawList* list) {
  return list->_CmdHeader.ClipRect;
}

void note_text(const ImDrawList* list, const ImFont* font, float size, const ImVec2& at, ImU32 color, const char* begin,
               const char* end, float wrap, const ImVec4* fine_clip) {
  if ((color & IM_COL32_A_MASK) == 0) return;
  if (end == nullptr) end = begin + strlen(begin);
  const ImVec2 area = font->CalcTextSizeA(size, FLT_MAX, wrap, begin, end);
  ImRect clip = clip_of(list);
  if (fine_clip != nullptr) clip.ClipWith(ImRect(*fine_clip));
  next.texts.push_back({std::string(begin, end), ImRect(at, ImVec2(at.x + area.x, at.y + area.y)), clip});
}

bool note_flag(const char* label, bool before, bool after, bool was_pressed) {
  next.flags.push_back({label, before, after, was_pressed});
  return was_pressed;
}

}  // namespace

// The names that wasm-ld --wrap gives, of the functions in wasm_spec.sh.
#define WRAPPED(symbol) __asm__("__wrap_" symbol)
#define REAL(symbol) __asm__("__real_" symbol)

#define ADD_TEXT "_ZN10ImDrawList7AddTextEPK6ImFontfRK6ImVec2jPKcS7_fPK6ImVec4"
void real_add_text(ImDrawList*, const ImFont*, float, const ImVec2&, ImU32, const char*, const char*, float,
                   const ImVec4*) REAL(ADD_TEXT);
void add_text(ImDrawList*, const ImFont*, float, const ImVec2&, ImU32, const char*, const char*, float, const ImVec4*)
    WRAPPED(ADD_TEXT);
void add_text(ImDrawList* list, const ImFont* font, float size, const ImVec2& at, ImU32 color, const char* begin,
              const char* end, float wrap, const ImVec4* clip) {
  note_text(list, font == nullptr ? ImGui::GetFont() : font, size == 0 ? ImGui::GetFontSize() : size, at, color, begin,
            end, wrap, clip);
  real_add_text(list, font, size, at, color, begin, end, wrap, clip);
}

#define ADD_SHORT_TEXT "_ZN10ImDrawList7AddTextERK6ImVec2jPKcS4_"
void real_add_short_text(ImDrawList*, const ImVec2&, ImU32, const char*, const char*) REAL(ADD_SHORT_TEXT);
void add_short_text(ImDrawList*, const ImVec2&, ImU32, const char*, const char*) WRAPPED(ADD_SHORT_TEXT);
void add_short_text(ImDrawList* list, const ImVec2& at, ImU32 color, const char* begin, const char* end) {
  note_text(list, ImGui::GetFont(), ImGui::GetFontSize(), at, color, begin, end, 0, nullptr);
  real_add_short_text(list, at, color, begin, end);
}

#define ADD_RECT "_ZN10ImDrawList13AddRectFilledERK6ImVec2S2_jfi"
void real_add_rect(ImDrawList*, const ImVec2&, const ImVec2&, ImU32, float, ImDrawFlags) REAL(ADD_RECT);
void add_rect(ImDrawList*, const ImVec2&, const ImVec2&, ImU32, float, ImDrawFlags) WRAPPED(ADD_RECT);
void add_rect(ImDrawList* list, const ImVec2& min, const ImVec2& max, ImU32 color, float rounding, ImDrawFlags flags) {
  ImRect box(min, max);
  box.ClipWith(clip_of(list));
  if ((color & IM_COL32_A_MASK) != 0) next.rects.push_back(box);
  real_add_rect(list, min, max, color, rounding, flags);
}

// The background of a tab.
#define ADD_POLYGON "_ZN10ImDrawList19AddConvexPolyFilledEPK6ImVec2ij"
void real_add_polygon(ImDrawList*, const ImVec2*, int, ImU32) REAL(ADD_POLYGON);
void add_polygon(ImDrawList*, const ImVec2*, int, ImU32) WRAPPED(ADD_POLYGON);
void add_polygon(ImDrawList* list, const ImVec2* points, int count, ImU32 color) {
  if (count > 0 && (color & IM_COL32_A_MASK) != 0) {
    ImRect box(points[0], points[0]);
    for (int i = 1; i < count; ++i) box.Add(points[i]);
    box.ClipWith(clip_of(list));
    next.rects.push_back(box);
  }
  real_add_polygon(list, points, count, color);
}

// The frame of a radio button.
#define ADD_CIRCLE "_ZN10ImDrawList15AddCircleFilledERK6ImVec2fji"
void real_add_circle(ImDrawList*, const ImVec2&, float, ImU32, int) REAL(ADD_CIRCLE);
void add_circle(ImDrawList*, const ImVec2&, float, ImU32, int) WRAPPED(ADD_CIRCLE);
void add_circle(ImDrawList* list, const ImVec2& middle, float radius, ImU32 color, int segments) {
  ImRect box(middle, middle);
  box.Expand(radius);
  box.ClipWith(clip_of(list));
  next.rects.push_back(box);
  real_add_circle(list, middle, radius, color, segments);
}

#define ITEM_ADD "_Z27ImGuiTestEngineHook_ItemAddP12ImGuiContextRK6ImRectj"
void real_item_add(ImGuiContext*, const ImRect&, ImGuiID) REAL(ITEM_ADD);
void item_add(ImGuiContext*, const ImRect&, ImGuiID) WRAPPED(ITEM_ADD);
void item_add(ImGuiContext* context, const ImRect& box, ImGuiID id) {
  ImGuiWindow* const window = context->CurrentWindow;
  next.items.push_back({id, box, window->ClipRect, window, context->LastItemData.InFlags, "", false});
  real_item_add(context, box, id);
}

#define ITEM_INFO "_Z28ImGuiTestEngineHook_ItemInfoP12ImGuiContextjPKci"
void real_item_info(ImGuiContext*, ImGuiID, const char*, int) REAL(ITEM_INFO);
void item_info(ImGuiContext*, ImGuiID, const char*, int) WRAPPED(ITEM_INFO);
void item_info(ImGuiContext* context, ImGuiID id, const char* label, int status) {
  for (size_t i = next.items.size(); i > 0 && label != nullptr; --i) {
    if (next.items[i - 1].id != id) continue;
    next.items[i - 1].label = label;
    next.items[i - 1].is_labelled = true;
    break;
  }
  real_item_info(context, id, label, status);
}

#define CHECKBOX "_ZN5ImGui8CheckboxEPKcPb"
bool real_checkbox(const char*, bool*) REAL(CHECKBOX);
bool checkbox(const char*, bool*) WRAPPED(CHECKBOX);
bool checkbox(const char* label, bool* value) {
  const bool before = *value;
  const bool was_pressed = real_checkbox(label, value);
  return note_flag(label, before, *value, was_pressed);
}

#define CHECKBOX_FLAGS "_ZN5ImGui13CheckboxFlagsEPKcPii"
bool real_checkbox_flags(const char*, int*, int) REAL(CHECKBOX_FLAGS);
bool checkbox_flags(const char*, int*, int) WRAPPED(CHECKBOX_FLAGS);
bool checkbox_flags(const char* label, int* flags, int mask) {
  const bool before = (*flags & mask) == mask;
  const bool was_pressed = real_checkbox_flags(label, flags, mask);
  return note_flag(label, before, (*flags & mask) == mask, was_pressed);
}

void witness_press() {
  Press press{};
  press.event_frame = ImGui::GetFrameCount();
  presses.push_back(press);
}

void witness_begins() {
  next = Frame();
}

void witness_ends() {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  newest = next;
  if (presses.empty()) return;
  Press& press = presses.back();
  if (press.down_frame == 0 && g.IO.MouseClicked[0]) {
    press.down_frame = g.FrameCount;
    press.window = g.HoveredWindow == nullptr ? "" : g.HoveredWindow->Name;
    press.hovered_before = g.HoveredIdPreviousFrame;
    press.active_before = g.ActiveIdPreviousFrame;
    press.hovered_at_down = g.HoveredId;
    press.active_at_down = g.ActiveId;
  } else if (press.up_frame == 0 && g.IO.MouseReleased[0]) {
    press.up_frame = g.FrameCount;
    press.hovered_at_up = g.HoveredId;
    press.active_before_up = g.ActiveIdPreviousFrame;
  }
  for (const Flag& flag : newest.flags) {
    if (!flag.was_pressed) continue;
    press.flag = flag.label;
    press.flag_before = flag.before;
    press.flag_after = flag.after;
  }
}

// Returns as JSON what ImGui drew in its newest frame, and the presses since the last call.
extern "C" EMSCRIPTEN_KEEPALIVE const char* witness_tells() {
  json = "{\"items\":[";
  for (const Item& item : newest.items) {
    if (json.back() == '}') json += ',';
    json += "{\"label\":";
    item.is_labelled ? add(item.label) : void(json += "null");
    json += ",\"box\":";
    add(item.box);
    json += ",\"clip\":";
    add(item.clip);
    json += ",\"window\":";
    add(std::string(item.window->Name));
    add_number("id", item.id);
    add_number("isTitle", item.id == item.window->MoveId);
    add_number("isHidden", !item.window->Active || item.window->Hidden);
    json += "}";
  }
  json += "],\"texts\":[";
  for (const Text& text : newest.texts) {
    if (json.back() == '}') json += ',';
    json += "{\"text\":";
    add(text.text);
    json += ",\"box\":";
    add(text.box);
    json += ",\"clip\":";
    add(text.clip);
    json += "}";
  }
  json += "],\"rects\":[";
  for (const ImRect& rect : newest.rects) {
    if (json.back() == ']') json += ',';
    add(rect);
  }
  json += "],\"flags\":[";
  for (const Flag& flag : newest.flags) {
    if (json.back() == ']') json += ',';
    json += '[';
    add(flag.label);
    json += flag.before ? ",1]" : ",0]";
  }
  json += "],\"presses\":[";
  for (const Press& press : presses) {
    if (json.back() == '}') json += ',';
    json += "{\"flag\":";
    add(press.flag);
    json += ",\"window\":";
    add(press.window);
    add_number("hoveredBefore", press.hovered_before);
    add_number("activeBefore", press.active_before);
    add_number("before", press.flag_before);
    add_number("after", press.flag_after);
    add_number("event", press.event_frame);
    add_number("down", press.down_frame);
    add_number("up", press.up_frame);
    add_number("hoveredAtDown", press.hovered_at_down);
    add_number("activeAtDown", press.active_at_down);
    add_number("hoveredAtUp", press.hovered_at_up);
    add_number("activeBeforeUp", press.active_before_up);
    json += "}";
  }
  json += "]}";
  if (!presses.empty() && presses.back().up_frame != 0) presses.clear();
  return json.c_str();
}
