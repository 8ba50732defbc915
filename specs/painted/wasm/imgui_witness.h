// Watches Dear ImGui from below, to judge what casement/painted_imgui.h tells: the linker leads calls of ImGui's hooks
// and of its drawing through imgui_witness.cpp (wasm-ld --wrap), so neither ImGui nor its demo window is changed.
#pragma once

// Called before ImGui::NewFrame and after ImGui::Render.
void witness_begins();
void witness_ends();
// Called when the page has reported a press of the mouse.
void witness_press();
