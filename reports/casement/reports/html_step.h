// Writes the steps of a case in the HTML page: a line for each step, with its details below.
#pragma once

#include <string>
#include <string_view>

#include "casement/results/model.h"

namespace casement::reports {

std::string html_steps(const results::Case& one);

// Returns a picture as part of the page; "" unless the attachment is a raster image. The default caption is the
// attachment's name.
std::string html_picture(const results::Attachment& attachment, std::string_view caption = "");
// Returns a picture that `html_picture` has already shown in the same case: the page contains its bytes once, and its
// script shows them here too. Without the script, the caption refers to the first picture.
std::string html_picture_again(const results::Attachment& attachment, std::string_view caption = "");
// Whether a step shows this attachment.
bool is_shown_by_a_step(const results::Case& one, const results::Attachment& attachment);

}  // namespace casement::reports
