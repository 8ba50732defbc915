// Owns what a press is to those who block presses: the check in the document that a press is meant for (hit_target.js)
// and the guard of every other one (click_guard.js, which stands alone, with this before it).

const pressEvents =
    ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'dblclick', 'contextmenu'];
// For a listener to touches that may refuse them Chrome goes through all that the page shows, again when it is taken
// away: fingers alone are worth that.
const touchEvents = ['touchstart', 'touchend'];

function pressEventsOf(isFinger) { return isFinger ? [...pressEvents, ...touchEvents] : pressEvents; }

// A click that the keyboard makes counts no presses, and a menu that it opens is no button's.
function isOfPress(event) {
  return event.isTrusted && !(event.type === 'click' && event.detail === 0) && !(event.button < 0);
}

// What blocks presses and is never ended would block a person's own clicks for good; in ms.
const longestPress = 5000;
