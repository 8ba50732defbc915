// Watches Dear ImGui from below, to judge what casement/painted_imgui.h tells: the linker leads calls of ImGui's hooks
// and of its drawing through imgui_witness.cpp (wasm-ld --wrap), so neither ImGui nor its demo window is changed.
#pragma once

#ifdef NO_WITNESS
inline void witness_begins() {}
inline void witness_ends() {}
inline void witness_press() {}
#else
// Called before ImGui::NewFrame and after ImGui::Render.
void witness_begins();
void witness_ends();
// Called when the page has reported a press of the mouse.
void witness_press();
#endif
