/* Tells two frames, the second with hostile content, and prints what a listener gets. Compiled as C99 and as C++17. */
#define CASEMENT_PAINTED_IMPLEMENTATION
#include <casement/painted.h>

#include <locale.h>
#include <math.h>
#include <stdio.h>

static void print(const char* canvas, const char* json, size_t length, void* data) {
  if (length != strlen(json)) printf("wrong length: ");
  printf("%s %s %s\n", (const char*)data, canvas, json);
}

static void draw(int sugar) {
  const painted_box box = {10, 30.5f, 100, 20};
  const painted_box nowhere = {NAN, -0.25f, INFINITY, 1e30f};
  if (!painted_begin("#tea")) {
    printf("nobody listens\n");
    painted_item(1, 0, "button", "unheard", box, 0, NULL);
    painted_end();
    return;
  }
  painted_size(400, 300);
  painted_item(1, 0, "checkbox", "Sugar", box, sugar ? PAINTED_CHECKED | PAINTED_FOCUSED : 0, NULL);
  painted_item(18446744073709551615u, 1, "text", "\"\\\n\x01 \xc3\xa4\xf0\x9f\x8d\xb5 \xff\xc0\x80\xed\xa0\x80",
               nowhere, PAINTED_SECRET | PAINTED_COVERED, "v");
  painted_end();
}

int main(void) {
  static char data[] = "told";
  int i;
  setlocale(LC_ALL, "");
  draw(0);
  painted_listen(print, data);
  draw(0);
  draw(1);
  if (painted_begin(NULL)) painted_end();
  for (i = 0; i < 10; ++i) { /* more canvases than the header keeps */
    char selector[3] = {'#', 0, 0};
    selector[1] = (char)('a' + i);
    if (painted_begin(selector) != (i < 6)) printf("wrong at %s\n", selector);
  }
  painted_listen(NULL, NULL);
  draw(1);
  return 0;
}
