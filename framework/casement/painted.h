/* Tells a test what an application paints into a canvas (docs/painted.md). C99 and C++17, no dependency; native and
 * Emscripten. Define CASEMENT_PAINTED_IMPLEMENTATION in exactly one source file before the include:
 *
 *   #define CASEMENT_PAINTED_IMPLEMENTATION
 *   #include <casement/painted.h>
 *
 *   void draw_frame(void) {  // called once a frame
 *     if (painted_begin("#canvas")) {
 *       const painted_box box = {10, 30, 100, 20};
 *       painted_item(1, 0, "button", "Order tea", box, 0, "");
 *     }
 *     painted_end();
 *   }
 *
 * Until a test listens, painted_begin returns 0, and the other functions return at once. Call all functions on one
 * thread; with Emscripten on the browser's main thread, because a worker has no document. */
#ifndef CASEMENT_PAINTED_H
#define CASEMENT_PAINTED_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A rectangle as it is drawn, in pixels of the canvas's drawing buffer or the units of painted_size. x goes right, y
 * goes down, from the top left corner of the canvas. */
typedef struct painted_box {
  float x, y, width, height;
} painted_box;

/** States of an item; add them up. */
enum {
  PAINTED_CHECKED = 1 << 0,
  PAINTED_MIXED = 1 << 1, /* partly checked */
  PAINTED_DISABLED = 1 << 2,
  PAINTED_SELECTED = 1 << 3,
  PAINTED_EXPANDED = 1 << 4,
  PAINTED_COLLAPSED = 1 << 5, /* can be expanded, and is not */
  PAINTED_PRESSED = 1 << 6,   /* a toggle button that is on */
  PAINTED_FOCUSED = 1 << 7,   /* gets the keys */
  PAINTED_READONLY = 1 << 8,
  PAINTED_REQUIRED = 1 << 9,
  PAINTED_INVALID = 1 << 10,
  PAINTED_COVERED = 1 << 11, /* something else would get a press at the middle of the box */
  PAINTED_CLIPPED = 1 << 12, /* the middle of the box is scrolled out of view */
  PAINTED_SECRET = 1 << 13   /* a password: Casement masks the value */
};

/** Begins a frame. `canvas`: the CSS selector of the canvas in the page; NULL for Emscripten's Module.canvas. Returns
 * whether a test listens. */
int painted_begin(const char* canvas);
/** Sets the size of the whole canvas in the units of the boxes, for example the logical size of a window. Without this
 * call, boxes are in pixels of the drawing buffer. */
void painted_size(float width, float height);
/** Adds one item, after the item around it. `id`: identifies the item from frame to frame, not 0. `parent`: the id of
 * the item around it, or 0. `role`: a role of ARIA 1.2, or "text". `name`: the label that is drawn, UTF-8. `states`:
 * the sum of PAINTED_…. `value`: what a control holds, UTF-8; "" or NULL for none. The strings are copied. At most
 * 65,536 items of a frame are kept. */
void painted_item(uint64_t id, uint64_t parent, const char* role, const char* name, painted_box box, unsigned states,
                  const char* value);
/** Ends the frame. A test sees its items from now on, until the next call. */
void painted_end(void);

/** For programs without a browser: calls `sink` at each painted_end with the frame as JSON text (docs/painted.md). NULL
 * ends this. With Emscripten, the page is told instead. */
void painted_listen(void (*sink)(const char* canvas, const char* json, size_t length, void* data), void* data);

#ifdef __cplusplus
}
#endif

#endif /* CASEMENT_PAINTED_H */

#ifdef CASEMENT_PAINTED_IMPLEMENTATION
#undef CASEMENT_PAINTED_IMPLEMENTATION

#include <stdlib.h>
#include <string.h>

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#ifdef EM_JS_DEPS
EM_JS_DEPS(casement_painted, "$UTF8ToString")
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum { PAINTED_CANVASES = 8, PAINTED_ITEMS = 1 << 16, PAINTED_TEXT = 1 << 26 };

struct painted_bytes_ {
  char* data;
  size_t size, room;
};

struct painted_item_ {
  uint64_t id, parent;
  painted_box box;
  unsigned states;
  size_t role, name, value; /* offsets in the texts */
};

struct painted_frame_ {
  struct painted_bytes_ items, texts;
  float width, height;
};

struct painted_canvas_ {
  char* selector; /* "" for Module.canvas */
  struct painted_frame_ next, told;
  struct painted_bytes_ json;
  unsigned long number; /* of the frame that was told; 0 if none */
  int listens;
  int is_announced;
};

static struct painted_canvas_ painted_canvases_[PAINTED_CANVASES];
static int painted_current_ = -1;
static void (*painted_sink_)(const char*, const char*, size_t, void*);
static void* painted_sink_data_;

/* Returns room for `size` more bytes, or NULL if there is none. */
static char* painted_room_(struct painted_bytes_* bytes, size_t size) {
  if (bytes->room - bytes->size < size) {
    size_t room = bytes->room < 4096 ? 4096 : bytes->room;
    char* data;
    while (room - bytes->size < size) room *= 2;
    data = (char*)realloc(bytes->data, room);
    if (data == NULL) return NULL;
    bytes->data = data;
    bytes->room = room;
  }
  bytes->size += size;
  return bytes->data + bytes->size - size;
}

static void painted_add_(struct painted_bytes_* bytes, const char* text, size_t size) {
  char* const room = painted_room_(bytes, size);
  if (room != NULL) memcpy(room, text, size);
}

static void painted_add_text_(struct painted_bytes_* bytes, const char* text) {
  painted_add_(bytes, text, strlen(text));
}

static void painted_add_number_(struct painted_bytes_* bytes, uint64_t number) {
  char digits[20];
  size_t at = sizeof digits;
  do digits[--at] = (char)('0' + number % 10);
  while ((number /= 10) != 0);
  painted_add_(bytes, digits + at, sizeof digits - at);
}

/* Writes three decimals in any locale, and null for NaN, infinity and numbers that are no place on a screen. */
static void painted_add_length_(struct painted_bytes_* bytes, float length) {
  uint64_t thousandths;
  char decimals[4];
  if (!(length > -1e9f && length < 1e9f)) {
    painted_add_text_(bytes, "null");
    return;
  }
  if (length < 0) painted_add_text_(bytes, "-");
  thousandths = (uint64_t)((length < 0 ? -(double)length : (double)length) * 1000 + 0.5);
  painted_add_number_(bytes, thousandths / 1000);
  decimals[0] = '.';
  decimals[1] = (char)('0' + thousandths / 100 % 10);
  decimals[2] = (char)('0' + thousandths / 10 % 10);
  decimals[3] = (char)('0' + thousandths % 10);
  painted_add_(bytes, decimals, sizeof decimals);
}

/* The length of the UTF-8 sequence at `text`, or 0 if it is not valid (Unicode 15, table 3-7). */
static size_t painted_sequence_(const unsigned char* text) {
  const unsigned char first = text[0];
  size_t length, i;
  unsigned char low = 0x80, high = 0xbf;
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (first == 0xe0) low = 0xa0;
  if (first == 0xed) high = 0x9f;
  if (first == 0xf0) low = 0x90;
  if (first == 0xf4) high = 0x8f;
  for (i = 1; i < length; ++i) {
    if (text[i] < low || text[i] > high) return 0;
    low = 0x80;
    high = 0xbf;
  }
  return length;
}

static void painted_add_string_(struct painted_bytes_* bytes, const char* text) {
  static const char hex[] = "0123456789abcdef";
  const unsigned char* at = (const unsigned char*)text;
  painted_add_text_(bytes, "\"");
  while (*at != 0) {
    const size_t length = painted_sequence_(at);
    if (length == 0) {
      painted_add_text_(bytes, "\\ufffd");
      ++at;
    } else if (*at < 0x20) {
      char escaped[6] = {'\\', 'u', '0', '0', 0, 0};
      escaped[4] = hex[*at >> 4];
      escaped[5] = hex[*at & 15];
      painted_add_(bytes, escaped, sizeof escaped);
      ++at;
    } else {
      if (*at == '"' || *at == '\\') painted_add_text_(bytes, "\\");
      painted_add_(bytes, (const char*)at, length);
      at += length;
    }
  }
  painted_add_text_(bytes, "\"");
}

static void painted_add_id_(struct painted_bytes_* bytes, uint64_t id) {
  painted_add_text_(bytes, "\"");
  if (id != 0) painted_add_number_(bytes, id);
  painted_add_text_(bytes, "\"");
}

static void painted_add_states_(struct painted_bytes_* bytes, unsigned states) {
  static const char* const words[] = {"checked", "mixed",    "disabled", "selected", "expanded", "collapsed", "pressed",
                                      "focused", "readonly", "required", "invalid",  "covered",  "clipped",   "secret"};
  size_t i;
  int is_first = 1;
  painted_add_text_(bytes, "\"");
  for (i = 0; i < sizeof words / sizeof *words; ++i) {
    if ((states & (1u << i)) == 0) continue;
    if (!is_first) painted_add_text_(bytes, " ");
    painted_add_text_(bytes, words[i]);
    is_first = 0;
  }
  painted_add_text_(bytes, "\"");
}

/* Writes the newest frame that was told. */
static void painted_write_(struct painted_canvas_* canvas) {
  struct painted_bytes_* const json = &canvas->json;
  const struct painted_frame_* const told = &canvas->told;
  const struct painted_item_* item = (const struct painted_item_*)(const void*)told->items.data;
  const size_t count = told->items.size / sizeof *item;
  size_t i;
  json->size = 0;
  painted_add_text_(json, "{\"frame\":");
  painted_add_number_(json, canvas->number);
  painted_add_text_(json, ",\"size\":");
  if (told->width > 0 && told->height > 0) {
    painted_add_text_(json, "[");
    painted_add_length_(json, told->width);
    painted_add_text_(json, ",");
    painted_add_length_(json, told->height);
    painted_add_text_(json, "]");
  } else {
    painted_add_text_(json, "null");
  }
  painted_add_text_(json, ",\"items\":[");
  for (i = 0; i < count; ++i, ++item) {
    const float lengths[4] = {item->box.x, item->box.y, item->box.width, item->box.height};
    size_t side;
    painted_add_text_(json, i == 0 ? "[" : ",[");
    painted_add_id_(json, item->id);
    painted_add_text_(json, ",");
    painted_add_id_(json, item->parent);
    painted_add_text_(json, ",");
    painted_add_string_(json, told->texts.data + item->role);
    painted_add_text_(json, ",");
    painted_add_string_(json, told->texts.data + item->name);
    for (side = 0; side < 4; ++side) {
      painted_add_text_(json, ",");
      painted_add_length_(json, lengths[side]);
    }
    painted_add_text_(json, ",");
    painted_add_states_(json, item->states);
    painted_add_text_(json, ",");
    painted_add_string_(json, told->texts.data + item->value);
    painted_add_text_(json, "]");
  }
  painted_add_text_(json, "]}");
  painted_add_(json, "", 1);
}

#ifdef __EMSCRIPTEN__
/* Called by the page's script. Returns the newest frame, or NULL if none was told. */
EMSCRIPTEN_KEEPALIVE const char* painted_answer_(int canvas) {
  struct painted_canvas_* const one = &painted_canvases_[canvas];
  if (one->number == 0) return NULL;
  painted_write_(one);
  return one->json.data;
}

/* Lets the page answer tests about this canvas. Returns 0 if the page has no such canvas yet. */
/* clang-format off */
EM_JS(int, painted_announce_, (int canvas, const char* selector, int* listens), {
  if (typeof document === "undefined") return 1;
  const name = UTF8ToString(selector);
  const find = () => name === "" ? Module["canvas"] : document.querySelector(name);
  if (!find()) return 0;
  const tell = (detail) => {
    const element = find();
    const options = {bubbles : true, composed : true, cancelable : true, detail : detail};
    if (element && !element.dispatchEvent(new CustomEvent("casementpainted", options))) HEAP32[listens >> 2] = 1;
  };
  document.addEventListener("casementpaintedask", () => {
    const told = _painted_answer_(canvas);
    tell(told === 0 ? null : UTF8ToString(told));
  });
  tell(null);
  return 1;
});
/* clang-format on */
#endif

int painted_begin(const char* canvas) {
  const char* const selector = canvas == NULL ? "" : canvas;
  struct painted_canvas_* one = painted_canvases_;
  int i = 0;
  painted_current_ = -1;
  while (i < PAINTED_CANVASES && one->selector != NULL && strcmp(one->selector, selector) != 0) ++i, ++one;
  if (i == PAINTED_CANVASES) return 0;
  if (one->selector == NULL) {
    const size_t size = strlen(selector) + 1;
    char* const copy = (char*)malloc(size);
    if (copy == NULL) return 0;
    memcpy(copy, selector, size);
    one->selector = copy;
  }
#ifdef __EMSCRIPTEN__
  if (!one->is_announced) one->is_announced = painted_announce_(i, one->selector, &one->listens);
#else
  one->listens = painted_sink_ != NULL;
#endif
  if (!one->listens) return 0;
  one->next.items.size = one->next.texts.size = 0;
  one->next.width = one->next.height = 0;
  painted_current_ = i;
  return 1;
}

void painted_size(float width, float height) {
  if (painted_current_ < 0) return;
  painted_canvases_[painted_current_].next.width = width;
  painted_canvases_[painted_current_].next.height = height;
}

static size_t painted_copy_(struct painted_bytes_* texts, const char* text) {
  const size_t size = strlen(text) + 1, at = texts->size;
  painted_add_(texts, text, size);
  return at;
}

void painted_item(uint64_t id, uint64_t parent, const char* role, const char* name, painted_box box, unsigned states,
                  const char* value) {
  struct painted_frame_* next;
  struct painted_item_ item;
  if (painted_current_ < 0) return;
  next = &painted_canvases_[painted_current_].next;
  if (next->items.size / sizeof item >= PAINTED_ITEMS || next->texts.size >= PAINTED_TEXT) return;
  item.id = id;
  item.parent = parent;
  item.box = box;
  item.states = states;
  item.role = painted_copy_(&next->texts, role == NULL ? "" : role);
  item.name = painted_copy_(&next->texts, name == NULL ? "" : name);
  item.value = painted_copy_(&next->texts, value == NULL ? "" : value);
  if (next->texts.size < item.value + 1) return; /* no memory */
  painted_add_(&next->items, (const char*)&item, sizeof item);
}

void painted_end(void) {
  struct painted_canvas_* one;
  struct painted_frame_ before;
  if (painted_current_ < 0) return;
  one = &painted_canvases_[painted_current_];
  painted_current_ = -1;
  before = one->told;
  one->told = one->next;
  one->next = before;
  ++one->number;
#ifndef __EMSCRIPTEN__
  painted_write_(one);
  if (painted_sink_ != NULL) painted_sink_(one->selector, one->json.data, one->json.size - 1, painted_sink_data_);
#endif
}

void painted_listen(void (*sink)(const char* canvas, const char* json, size_t length, void* data), void* data) {
  painted_sink_ = sink;
  painted_sink_data_ = data;
}

#ifdef __cplusplus
}
#endif

#endif /* CASEMENT_PAINTED_IMPLEMENTATION */
