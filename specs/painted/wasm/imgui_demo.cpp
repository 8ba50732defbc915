// Dear ImGui's own demo window, which nobody of Casement wrote, in a page: a backend of some lines on html5.h. The only
// lines for Casement are the first two and the call of painted_imgui; those with `witness` judge it.
#define CASEMENT_PAINTED_IMPLEMENTATION
#include <casement/painted_imgui.h>

#include <emscripten.h>
#include <emscripten/html5.h>

#include <imgui.h>
#include <imgui_internal.h>

#include "backends/imgui_impl_opengl3.h"
#include "imgui_witness.h"

namespace {

constexpr const char* kCanvas = "#canvas";
bool draws = false;
#if IMGUI_VERSION_NUM < 18700
bool is_down_now = false, was_pressed = false;  // a press may begin and end between two frames
#elif IMGUI_VERSION_NUM < 18900
constexpr ImGuiKey kControl = ImGuiKey_ModCtrl;
#else
constexpr ImGuiKey kControl = ImGuiMod_Ctrl;
#endif

EM_BOOL on_mouse(int type, const EmscriptenMouseEvent* event, void*) {
  const ImVec2 at(static_cast<float>(event->targetX), static_cast<float>(event->targetY));
  if (type == EMSCRIPTEN_EVENT_MOUSEDOWN) witness_press();
#if IMGUI_VERSION_NUM >= 18700
  ImGui::GetIO().AddMousePosEvent(at.x, at.y);
  if (type != EMSCRIPTEN_EVENT_MOUSEMOVE) ImGui::GetIO().AddMouseButtonEvent(0, type == EMSCRIPTEN_EVENT_MOUSEDOWN);
#else
  ImGui::GetIO().MousePos = at;
  if (type == EMSCRIPTEN_EVENT_MOUSEDOWN) was_pressed = is_down_now = true;
  if (type == EMSCRIPTEN_EVENT_MOUSEUP) is_down_now = false;
#endif
  return type != EMSCRIPTEN_EVENT_MOUSEDOWN;  // a press gives the canvas the focus
}

constexpr struct {
  ImGuiKey key;
  unsigned code;  // of the browser
} kKeys[] = {{ImGuiKey_Backspace, 8}, {ImGuiKey_Delete, 46},    {ImGuiKey_Enter, 13},      {ImGuiKey_Escape, 27},
             {ImGuiKey_Space, 32},    {ImGuiKey_LeftArrow, 37}, {ImGuiKey_RightArrow, 39}, {ImGuiKey_Home, 36},
             {ImGuiKey_End, 35},      {ImGuiKey_A, 65}};

EM_BOOL on_key(int type, const EmscriptenKeyboardEvent* event, void*) {
  ImGuiIO& io = ImGui::GetIO();
  const bool is_down = type == EMSCRIPTEN_EVENT_KEYDOWN;
#if IMGUI_VERSION_NUM >= 18700
  io.AddKeyEvent(kControl, event->ctrlKey != 0);
  for (const auto& [key, code] : kKeys)
    if (code == event->keyCode) io.AddKeyEvent(key, is_down);
#else
  io.KeyCtrl = event->ctrlKey != 0;
  io.KeysDown[event->keyCode < 512 ? event->keyCode : 0] = is_down;
#endif
  if (is_down && event->key[1] == '\0' && !event->ctrlKey) io.AddInputCharactersUTF8(event->key);
  return EM_TRUE;
}

void draw() {
  ImGuiIO& io = ImGui::GetIO();
  int width = 0, height = 0;
  emscripten_get_canvas_element_size(kCanvas, &width, &height);
  io.DisplaySize = ImVec2(static_cast<float>(width), static_cast<float>(height));
  io.DeltaTime = 1.f / 60;
#if IMGUI_VERSION_NUM < 18700
  io.MouseDown[0] = is_down_now || was_pressed;
  was_pressed = false;
#endif
  if (draws) ImGui_ImplOpenGL3_NewFrame();
  witness_begins();
  ImGui::NewFrame();
  ImGui::SetNextWindowPos(ImVec2(20, 20), ImGuiCond_FirstUseEver);
  ImGui::SetNextWindowSize(ImVec2(550, 680), ImGuiCond_FirstUseEver);
  ImGui::ShowDemoWindow();
  ImGui::Render();
  witness_ends();
  if (draws) ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace

int main() {
  EmscriptenWebGLContextAttributes attributes;
  emscripten_webgl_init_context_attributes(&attributes);
  attributes.majorVersion = 2;
  const EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = emscripten_webgl_create_context(kCanvas, &attributes);
  draws = context > 0 && emscripten_webgl_make_context_current(context) == EMSCRIPTEN_RESULT_SUCCESS;
  ImGui::CreateContext();
  painted_imgui(kCanvas);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
#if IMGUI_VERSION_NUM < 18700
  for (const auto& [key, code] : kKeys) io.KeyMap[key] = static_cast<int>(code);
#endif
  unsigned char* pixels = nullptr;
  int width = 0, height = 0;
  if (IMGUI_VERSION_NUM < 19200 || !draws) io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
  if (draws) ImGui_ImplOpenGL3_Init("#version 300 es");
  emscripten_set_mousemove_callback(kCanvas, nullptr, EM_TRUE, on_mouse);
  emscripten_set_mousedown_callback(kCanvas, nullptr, EM_TRUE, on_mouse);
  emscripten_set_mouseup_callback(kCanvas, nullptr, EM_TRUE, on_mouse);
  emscripten_set_keydown_callback(EMSCRIPTEN_EVENT_TARGET_WINDOW, nullptr, EM_TRUE, on_key);
  emscripten_set_keyup_callback(EMSCRIPTEN_EVENT_TARGET_WINDOW, nullptr, EM_TRUE, on_key);
  emscripten_set_main_loop(draw, 0, 0);
  return 0;
}
