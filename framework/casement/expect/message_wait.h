// Waits for messages of WebSockets and events of EventSources.
#pragma once

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "casement/expect/element_conditions.h"
#include "casement/expect/message_pattern.h"
#include "casement/target/text_pattern.h"

namespace casement {

// A search that goes on where it stopped, because a socket may have thousands of messages a second.
class MessageSearch {
 public:
  // Searches the messages that arrive after `since`. `*` in the glob matches any run of characters. Throws
  // Error{Usage} for an invalid JSON pointer, and Error{Authoring} for an invalid regular expression.
  MessageSearch(std::string_view url_glob, MessagePattern pattern, EventNumber since);

  // The first match, which later calls return again. The caller holds the engine lock.
  const std::optional<SocketMessage>& find(PageSession& page);
  // Tests a message that has just arrived, so that the log need not store it until `find`. The caller holds the engine
  // lock. Does not throw: `find` throws the exception.
  void see(const SocketRecord& socket, const SocketMessage& message) noexcept;

 private:
  bool matches(const SocketRecord& socket, const SocketMessage& message) const;

  std::string url_glob_;
  MessagePattern pattern_;
  std::optional<TextMatcher> text_;
  EventNumber searched_;
  std::optional<SocketMessage> found_;
  std::exception_ptr failure_;
};

// A search for the next message of the page, which sees every message from now on.
std::shared_ptr<MessageSearch> begin_message_search(PageSession& page, std::string_view url_glob,
                                                    const MessagePattern& pattern);

// "message received from */live that is \"ready\"", with an article before it in `a message`.
std::string describe_message(std::string_view url_glob, const MessagePattern& pattern);
// Describes the newest message after `since`, for failures.
std::string describe_messages(PageSession& page, EventNumber since);
// Waits for a message among all that the page has recorded.
void await_message(PageSession& page, std::string_view url_glob, const MessagePattern& pattern, Negated negated,
                   const WaitBudget& within);

}  // namespace casement
