// Selects how much of a tree its JSON contains, and in which form.
#pragma once

namespace casement {

struct DomJsonOptions {
  enum class Form {
    // The content that a program needs to understand the page and act on it. Elements that only group others are
    // dissolved: their children take their place. Usual values are left out.
    Flat,
    Full,  // every element with everything known about it
  };
  enum class Place {
    Inside,  // inside the element that holds the frame or hosts the root
    Apart,   // in a separate list, iframes[] or shadow_roots[], with the id of that element
    Without,
  };

  Form form = Form::Flat;
  bool values = false;          // adds the values of controls
  bool ids = false;             // in Flat, adds ids to elements with a ref too; Full always has ids
  bool boxes = false;           // in Flat, adds boxes; Full always has boxes
  bool offscreen = true;        // false leaves out everything that cannot be seen without scrolling
  bool landmarks = true;        // false dissolves landmarks in Flat; usable elements have their region instead
  bool viewport_first = false;  // siblings that are in the viewport, or have content there, come first
  int max_depth = 0;            // levels that are written; 0: all
  int max_interactive = 0;      // usable elements that are written; further elements are counted only. 0: all
  Place frames = Place::Inside;
  Place shadow = Place::Inside;
};

}  // namespace casement
