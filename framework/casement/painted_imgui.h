// Tells Casement what Dear ImGui draws, by the hooks of its test engine (docs/painted.md). Versions 1.86 to 1.92.9.
//
// Compile ImGui and your program with IMGUI_ENABLE_TEST_ENGINE. In exactly one source file:
//
//   #define CASEMENT_PAINTED_IMPLEMENTATION
//   #include <casement/painted_imgui.h>
//
// and call painted_imgui once after ImGui::CreateContext(). ImGui tells no labels of some widgets, no values and
// no plain texts, so these are read from the glyphs that it has drawn.
#ifndef CASEMENT_PAINTED_IMGUI_H
#define CASEMENT_PAINTED_IMGUI_H

#ifdef CASEMENT_PAINTED_IMPLEMENTATION
#define CASEMENT_PAINTED_IMGUI_IMPLEMENTATION_
#endif
#include <casement/painted.h>

// Tells the items of the current context in each of its frames from now on. `canvas`: as for painted_begin.
void painted_imgui(const char* canvas);

#endif

#ifdef CASEMENT_PAINTED_IMGUI_IMPLEMENTATION_
#undef CASEMENT_PAINTED_IMGUI_IMPLEMENTATION_
#include <imgui.h>
#include <imgui_internal.h>

#ifndef IMGUI_ENABLE_TEST_ENGINE
#error "compile ImGui and this file with IMGUI_ENABLE_TEST_ENGINE"
#endif

#include <cstring>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <casement/painted_imgui_texts.h>

namespace painted_imgui_detail {
struct Item {
  ImGuiID id;
  ImRect box, clip;
  ImGuiWindow* window;
  ImGuiItemFlags flags;
  std::string label;  // as drawn
  bool is_labelled;   // ImGui told a label, maybe an empty one
  ImGuiItemStatusFlags status;
  const char* role;
  bool is_selected;
  std::string value;
};

struct Frame {
  std::string canvas;
  std::vector<Item> items;
  std::unordered_map<ImGuiID, size_t> newest;                                       // id → its place among the items
  std::unordered_map<ImGuiID, std::pair<std::string, ImGuiItemStatusFlags>> early;  // labels told before their item
  Glyphs glyphs;
  bool listens = false;
};

inline std::unordered_map<ImGuiContext*, Frame>& frames() {
  static std::unordered_map<ImGuiContext*, Frame> all;
  return all;
}

inline std::string drawn(const char* label) {
  return std::string(label, ImGui::FindRenderedTextEnd(label));
}

inline bool is_menu(const ImGuiWindow* window) {
  return (window->Flags & ImGuiWindowFlags_ChildMenu) != 0 ||
         ((window->Flags & ImGuiWindowFlags_Popup) != 0 && strncmp(window->Name, "##Menu", 6) == 0);
}

inline bool is_list(const ImGuiWindow* window) {
  return strncmp(window->Name, "##Combo", 7) == 0;
}

// Ids of windows and items are both of 32 bits.
inline uint64_t id_of(const ImGuiWindow* window) {
  return (uint64_t{1} << 32) | window->ID;
}

// The role by what ImGui tells: the kind of a widget is not among it.
inline const char* role_of(const ImGuiContext& g, const Item& item) {
  if (g.CurrentTabBar != nullptr && ImGui::TabBarFindTabByID(g.CurrentTabBar, item.id) != nullptr) return "tab";
  const bool in_menu = is_menu(item.window) || g.CurrentWindow->DC.LayoutType == ImGuiLayoutType_Horizontal;
  if ((item.status & ImGuiItemStatusFlags_Checkable) != 0) return in_menu ? "menuitemcheckbox" : "checkbox";
  if ((item.status & ImGuiItemStatusFlags_Openable) != 0) return in_menu ? "menuitem" : "treeitem";
  if ((item.flags & ImGuiItemFlags_Inputable) != 0) return "textbox";
  if (in_menu) return "menuitem";
  return is_list(item.window) ? "option" : "button";
}

// The window that gets a press at this point, as ImGui's own search for the hovered window decides.
inline ImGuiWindow* window_at(ImVec2 point) {
#if IMGUI_VERSION_NUM >= 19100
  ImGuiWindow* found = nullptr;
  ImGui::FindHoveredWindowEx(point, true, &found, nullptr);
  return found;
#else
  // ImGui does not offer its search, which knows edges around windows, and holes.
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  const ImVec2 resizable = g.IO.ConfigWindowsResizeFromEdges ? g.WindowsHoverPadding : g.Style.TouchExtraPadding;
  for (int i = g.Windows.Size - 1; i >= 0; --i) {
    ImGuiWindow* const window = g.Windows[i];
    if (!window->Active || window->Hidden || (window->Flags & ImGuiWindowFlags_NoMouseInputs) != 0) continue;
    constexpr int kFixed = ImGuiWindowFlags_ChildWindow | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_AlwaysAutoResize;
    ImRect box = window->OuterRectClipped;
    box.Expand((window->Flags & kFixed) != 0 ? g.Style.TouchExtraPadding : resizable);
    if (!box.Contains(point)) continue;
    const ImVec2 hole(window->Pos.x + window->HitTestHoleOffset.x, window->Pos.y + window->HitTestHoleOffset.y);
    const ImVec2 hole_end(hole.x + window->HitTestHoleSize.x, hole.y + window->HitTestHoleSize.y);
    if (!ImRect(hole, hole_end).Contains(point)) return window;
  }
  return nullptr;
#endif
}

// Whether a press at this point goes to the window.
inline bool is_on_top(ImGuiContext& g, ImGuiWindow* window, ImVec2 point) {
  if (window_at(point) != window) return false;
  // A popup takes the presses of all windows outside of it, and a modal one for good.
  ImGuiWindow* const focused = g.NavWindow != nullptr ? g.NavWindow->RootWindow : nullptr;
  if (focused == nullptr || !focused->Active || focused == window->RootWindow) return true;
  return (focused->Flags & (ImGuiWindowFlags_Popup | ImGuiWindowFlags_Modal)) == 0 ||
         (window->Flags & ImGuiWindowFlags_Popup) != 0 ||
         (window->ParentWindow != nullptr && (window->RootWindow->Flags & ImGuiWindowFlags_Popup) != 0);
}

inline void tell(uint64_t id, uint64_t parent, const char* role, const std::string& name, const ImRect& box,
                 unsigned states, const std::string& value = "") {
  const ImVec2 origin = ImGui::GetMainViewport()->Pos;
  const painted_box told = {box.Min.x - origin.x, box.Min.y - origin.y, box.GetWidth(), box.GetHeight()};
  painted_item(id, parent, role, name.c_str(), told, states, value.c_str());
}

inline void tell_window(ImGuiContext& g, ImGuiWindow* window, std::unordered_set<ImGuiWindow*>& told) {
  if (!told.insert(window).second) return;
  ImGuiWindow* const around = (window->Flags & ImGuiWindowFlags_ChildWindow) != 0 ? window->ParentWindow : nullptr;
  if (around != nullptr) tell_window(g, around, told);
  const bool is_tooltip = (window->Flags & ImGuiWindowFlags_Tooltip) != 0;
  const char* const alone = is_tooltip ? "tooltip" : around != nullptr ? "group" : "dialog";
  const char* const role = is_menu(window) ? "menu" : is_list(window) ? "listbox" : alone;
  tell(id_of(window), around != nullptr ? id_of(around) : 0, role, around != nullptr ? "" : drawn(window->Name),
       window->OuterRectClipped, 0);
}

inline bool are_in_line(const ImRect& one, const ImRect& other) {
  const float middle = other.GetCenter().y;
  return middle >= one.Min.y && middle < one.Max.y;
}

// Adds what the glyphs show of an item: the value inside, and the label on its right, maybe after other parts of the
// same widget, such as its buttons - and +.
inline void read_item(ImGuiContext& g, const Frame& frame, Item& item, std::vector<Run>& runs) {
  const bool takes_text = (item.flags & ImGuiItemFlags_Inputable) != 0;
  if (item.is_labelled && !takes_text) return;
  for (Run& run : runs) {
    if (run.window != item.window || !item.box.Contains(run.box.GetCenter())) continue;
    item.value += (item.value.empty() ? "" : " ") + run.text;
    run.is_part = true;
  }
  if (!item.is_labelled && !takes_text) {  // a combo has a preview; other items without a label are pictures
    if (item.value.empty()) return;
    item.role = "combobox";
  }
  const float gap = g.Style.ItemInnerSpacing.x + 2;
  float right = item.box.Max.x;
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (Run& run : runs) {
      if (run.window != item.window || !are_in_line(item.box, run.box)) continue;
      if (run.box.Min.x < right - 1 || run.box.Min.x > right + gap) continue;
      if (item.label.empty()) item.label = run.text;
      item.is_labelled = true;
      run.is_part = run.text == item.label;
      return;
    }
    for (const Item& part : frame.items) {
      if (part.window != item.window || !are_in_line(item.box, part.box)) continue;
      if (part.box.Min.x < right || part.box.Min.x > right + gap) continue;
      right = part.box.Max.x;
      goes_on = true;
      break;
    }
  }
}

// Tells the texts that belong to no item, such as those of ImGui::Text.
inline void tell_texts(ImGuiContext& g, const Frame& frame, const std::vector<Run>& runs) {
  std::unordered_map<ImGuiID, uint64_t> times;
  for (const Run& run : runs) {
    const ImVec2 middle = run.box.GetCenter();
    bool is_in_item = run.is_part || run.window->TitleBarRect().Contains(middle);
    for (size_t i = 0; i < frame.items.size() && !is_in_item; ++i) {
      const Item& item = frame.items[i];
      is_in_item = item.window == run.window && item.is_labelled && item.box.Contains(middle);
    }
    if (is_in_item) continue;
    const ImGuiID hash = ImHashStr(run.text.c_str(), run.text.size(), run.window->ID);
    const uint64_t id = (uint64_t{2} + times[hash]++) << 32 | hash;
    tell(id, id_of(run.window), "text", run.text, run.box, is_on_top(g, run.window, middle) ? 0 : PAINTED_COVERED);
  }
}

// ImGui does not tell the text of the other fields.
inline std::string edited_text(const ImGuiInputTextState& state) {
#if IMGUI_VERSION_NUM >= 19120
  return state.TextA.empty() ? "" : state.TextA.Data;
#else
  std::vector<char> text(static_cast<size_t>(state.CurLenW) * 4 + 1);
  ImTextStrToUtf8(text.data(), static_cast<int>(text.size()), state.TextW.Data, state.TextW.Data + state.CurLenW);
  return text.data();
#endif
}

inline void tell_item(ImGuiContext& g, const Item& item) {
  ImRect box = item.box;
  box.ClipWith(item.clip);
  if (box.Min.x >= box.Max.x || box.Min.y >= box.Max.y) return;  // not drawn
  unsigned states = 0;
  if ((item.flags & ImGuiItemFlags_Disabled) != 0) states |= PAINTED_DISABLED;
  if ((item.flags & ImGuiItemFlags_MixedValue) != 0)
    states |= PAINTED_MIXED;
  else if ((item.status & ImGuiItemStatusFlags_Checked) != 0)
    states |= PAINTED_CHECKED;
  if ((item.status & ImGuiItemStatusFlags_Openable) != 0)
    states |= (item.status & ImGuiItemStatusFlags_Opened) != 0 ? PAINTED_EXPANDED : PAINTED_COLLAPSED;
  if (item.is_selected) states |= PAINTED_SELECTED;
  std::string value = item.value;
  if (g.InputTextState.ID == item.id && g.ActiveId == item.id) {
    states |= PAINTED_FOCUSED;
    value = edited_text(g.InputTextState);
    if ((g.InputTextState.Flags & ImGuiInputTextFlags_Password) != 0) states |= PAINTED_SECRET;
  }
  if (!is_on_top(g, item.window, box.GetCenter())) states |= PAINTED_COVERED;
  tell(item.id, id_of(item.window), item.role, item.label, box, states, value);
}

inline void begin(ImGuiContext* context, ImGuiContextHook*) {
  Frame& frame = frames()[context];
  frame.items.clear();
  frame.newest.clear();
  frame.early.clear();
  frame.listens = painted_begin(frame.canvas.empty() ? nullptr : frame.canvas.c_str()) != 0;
  context->TestEngineHookItems = frame.listens;
}

inline void end(ImGuiContext* context, ImGuiContextHook*) {
  Frame& frame = frames()[context];
  if (!frame.listens) return;
  painted_size(context->IO.DisplaySize.x, context->IO.DisplaySize.y);
  std::unordered_set<ImGuiWindow*> told;
  for (ImGuiWindow* const window : context->Windows) {
    if (window->Active && !window->Hidden && (window->Flags & ImGuiWindowFlags_NoBackground) == 0 &&
        strcmp(window->Name, "Debug##Default") != 0)
      tell_window(*context, window, told);
  }
  frame.glyphs.read(*context->IO.Fonts);
  std::vector<Run> runs;
  for (ImGuiWindow* const window : context->Windows)
    if (told.count(window) != 0) read_texts(window, frame.glyphs, runs);
  for (Item& item : frame.items) {
    if (!item.window->Active || item.window->Hidden) continue;
    read_item(*context, frame, item, runs);
    if (!item.is_labelled) continue;
    tell_window(*context, item.window, told);
    tell_item(*context, item);
  }
  tell_texts(*context, frame, runs);
  painted_end();
}

inline ImGuiItemFlags flags_of(const ImGuiLastItemData& item) {
#if IMGUI_VERSION_NUM >= 19140
  return item.ItemFlags;
#else
  return item.InFlags;
#endif
}

inline void set_label(ImGuiContext& g, Item& item, const char* text, ImGuiItemStatusFlags status) {
  item.is_labelled = true;
  item.label = drawn(text);
  item.status = status;
  if (g.LastItemData.ID == item.id) item.flags = flags_of(g.LastItemData);
  item.role = role_of(g, item);
  item.is_selected = g.CurrentTabBar != nullptr && g.CurrentTabBar->VisibleTabId == item.id;
}

inline void add(ImGuiContext* context, const ImRect& box, ImGuiID id) {
  ImGuiContext& g = *context;
  Frame& frame = frames()[context];
  ImGuiWindow* const window = g.CurrentWindow;
  // Windows, which some versions tell as items too, are told by themselves.
  if (window == nullptr || id == 0 || ImGui::FindWindowByID(id) != nullptr) return;
  frame.newest[id] = frame.items.size();
  frame.items.push_back(
      {id, box, window->ClipRect, window, flags_of(g.LastItemData), "", false, 0, "button", false, ""});
  Item& item = frame.items.back();
  const auto early = frame.early.find(id);
  if (early != frame.early.end()) set_label(g, item, early->second.first.c_str(), early->second.second);
  // The buttons of a window's title have a picture and no label.
  const auto is_called = [&](const char* name) { return id == ImHashStr(name, 0, window->ID); };
  const char* const name = is_called("#CLOSE") ? "Close" : is_called("#COLLAPSE") ? "Collapse" : "";
  if (*name != '\0') item.is_labelled = true, item.label = name;
}

// ImGui tells the label of a tab before its item, and other labels after it.
inline void label(ImGuiContext* context, ImGuiID id, const char* text, ImGuiItemStatusFlags status) {
  Frame& frame = frames()[context];
  if (text == nullptr) return;
  const auto found = frame.newest.find(id);
  if (found == frame.newest.end())
    frame.early[id] = {text, status};
  else
    set_label(*context, frame.items[found->second], text, status);
}
}  // namespace painted_imgui_detail

void painted_imgui(const char* canvas) {
  using namespace painted_imgui_detail;
  ImGuiContext* const context = ImGui::GetCurrentContext();
  IM_ASSERT(context != nullptr && "call painted_imgui after ImGui::CreateContext()");
  const bool is_new = frames().count(context) == 0;
  frames()[context].canvas = canvas == nullptr ? "" : canvas;
  if (!is_new) return;
  const auto add_hook = [context](ImGuiContextHookType type, ImGuiContextHookCallback callback) {
    ImGuiContextHook hook;
    hook.Type = type;
    hook.Callback = callback;
    ImGui::AddContextHook(context, &hook);
  };
  add_hook(ImGuiContextHookType_NewFramePre, begin);
  add_hook(ImGuiContextHookType_EndFramePost, end);
  add_hook(ImGuiContextHookType_Shutdown, [](ImGuiContext* ended, ImGuiContextHook*) { frames().erase(ended); });
}

// Called by ImGui, which declares them.
#if IMGUI_VERSION_NUM >= 18934
void ImGuiTestEngineHook_ItemAdd(ImGuiContext* context, ImGuiID id, const ImRect& box, const ImGuiLastItemData*) {
  painted_imgui_detail::add(context, box, id);
}
#else
void ImGuiTestEngineHook_ItemAdd(ImGuiContext* context, const ImRect& box, ImGuiID id) {
  painted_imgui_detail::add(context, box, id);
}
#endif
void ImGuiTestEngineHook_ItemInfo(ImGuiContext* context, ImGuiID id, const char* label, ImGuiItemStatusFlags status) {
  painted_imgui_detail::label(context, id, label, status);
}
void ImGuiTestEngineHook_Log(ImGuiContext*, const char*, ...) {}
const char* ImGuiTestEngine_FindItemDebugLabel(ImGuiContext*, ImGuiID) {
  return nullptr;
}

#endif  // CASEMENT_PAINTED_IMGUI_IMPLEMENTATION_
