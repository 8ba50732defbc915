// Makes a site's response to a request from its hosts and the matching rule, before any byte is sent.
#pragma once

#include "casement/http/reader.h"
#include "casement/http/served_answer.h"
#include "casement/site/site_config.h"
#include "casement/site/static_file.h"

namespace casement::site {

// The sub-protocol that the server chooses, or "".
std::string chosen_protocol(const SocketScript& script, const ServedRequest& request);

// `rule` is the first rule that matches, or null. A response that goes on has the kind `Stream`, and its stream is
// still to be set.
http::ServedAnswer answer_request(const SiteConfig& config, const SiteRule* rule, const http::HttpRequest& http);

}  // namespace casement::site
