/* An application in C that draws nothing but tells what it would draw: a button that counts, its count, and 2,000
 * buttons, whose telling is measured. */
#define CASEMENT_PAINTED_IMPLEMENTATION
#include <casement/painted.h>

#include <emscripten.h>
#include <emscripten/html5.h>

#include <stdio.h>

static int orders = 0;
static double least = 1e9; /* ms for 2,000 items */

EM_BOOL on_press(int type, const EmscriptenMouseEvent* event, void* data) {
  (void)type, (void)data;
  if (event->targetX >= 10 && event->targetX < 110 && event->targetY >= 30 && event->targetY < 50) ++orders;
  return EM_TRUE;
}

static void draw(void) {
  if (painted_begin("#canvas")) {
    painted_box box = {10, 30, 100, 20};
    char text[60];
    double began;
    int i;
    painted_item(1, 0, "button", "Order tea", box, 0, NULL);
    box.y = 60;
    snprintf(text, sizeof text, "Orders: %d", orders);
    painted_item(2, 0, "text", text, box, 0, NULL);
    box.y = 80;
    snprintf(text, sizeof text, "%s", least <= 0.3 ? "2,000 items in 0.3 ms" : "slow");
    painted_item(3, 0, "status", text, box, 0, NULL);
    began = emscripten_get_now();
    box.y = 100;
    for (i = 0; i < 2000; ++i) painted_item(10 + (uint64_t)i, 0, "button", "A label of common length", box, 0, "");
    began = emscripten_get_now() - began;
    if (began < least) least = began;
  }
  painted_end();
}

int main(void) {
  emscripten_set_mousedown_callback("#canvas", NULL, EM_TRUE, on_press);
  emscripten_set_main_loop(draw, 0, 0);
  return 0;
}
