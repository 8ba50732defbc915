// The steps of a case in the HTML page: a line each, and what is known of it below.
#pragma once

#include <string>
#include <string_view>

#include "casement/results/model.h"

namespace casement::reports {

std::string html_steps(const results::Case& one);

// A picture as part of the page, with `box` outlined in it where that is not empty; "" for what is
// no raster image. Its caption is the attachment's name where none is given.
std::string html_picture(const results::Attachment& attachment, const results::Box& box, std::string_view caption = "");
// The same further down in the case, where `html_picture` has shown it: the page holds its bytes once, and its script
// shows them here too. Without the script the caption names the first.
std::string html_picture_again(const results::Attachment& attachment, const results::Box& box,
                               std::string_view caption);
// Whether a step shows this attachment.
bool is_shown_by_a_step(const results::Case& one, const results::Attachment& attachment);

}  // namespace casement::reports
