// Defines a press for the scripts that block presses: the check in the document that a press is meant for
// (hit_target.js), and the guard of every other document (click_guard.js, which uses only this file).

const pressEvents =
    ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'dblclick', 'contextmenu'];
// If a listener for touches may cancel them, Chrome goes through everything that the page shows, and again when the
// listener is removed. So only a finger's press gets such listeners.
const touchEvents = ['touchstart', 'touchend'];

function pressEventsOf(isFinger) { return isFinger ? [...pressEvents, ...touchEvents] : pressEvents; }

// A click by keyboard counts no presses, and a menu that the keyboard opens belongs to no button.
function isOfPress(event) {
  return event.isTrusted && !(event.type === 'click' && event.detail === 0) && !(event.button < 0);
}

// In ms. A block without an end would block a person's own clicks for good.
const longestPress = 5000;
