// The custom steps that this process knows: those of its own program, or those that `--steps FILE` lists. Add all steps
// before the first flow is loaded; later, any thread may read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "casement/flow/steps/custom_step.h"
#include "casement/flow/steps/step_table.h"

namespace casement {

// Throws Error{Usage} if the step cannot be a step: its name or body is missing, its name is one of Casement's or is
// already registered, or an argument is declared wrongly.
void add_custom_step(CustomStep step);
// For tests. No loaded flow may contain a custom step.
void forget_custom_steps();

// The rows of the custom steps, in the order of add_custom_step().
std::vector<const StepSpec*> custom_step_rows();

// Added to the error of an unknown step that resembles no known step: where such a step may come from. "" by default.
void set_hint_for_custom_steps(std::string hint);
const std::string& hint_for_custom_steps();

// The list that `PROGRAM --casement-steps` prints: JSON with a line end.
std::string list_custom_steps();
// Adds the steps of such a list, without their bodies. Throws Error{Usage} with the name of the file.
void add_listed_steps(const std::string& file);
// The same for the text of the file.
void add_listed_steps(const std::string& file, const std::string& text);

}  // namespace casement
