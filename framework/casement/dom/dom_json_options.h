// How much of a tree its JSON has, and in which form.
#pragma once

namespace casement {

struct DomJsonOptions {
  enum class Form {
    // What a program needs to understand the page and act on it: elements that only hold others are dissolved and their
    // children stand in their place; what is as usual is not said.
    Flat,
    Full,  // every element with all that is known of it
  };
  enum class Place {
    Inside,  // in the element that holds the frame, or hosts the root
    Apart,   // in a list of its own, iframes[] or shadow_roots[], with the id of that element
    Without,
  };

  Form form = Form::Flat;
  bool values = false;          // what controls hold
  bool ids = false;             // in Flat, of what has a ref too; Full always has them
  bool boxes = false;           // in Flat; Full always has them
  bool offscreen = true;        // false leaves out what cannot be seen without scrolling
  bool landmarks = true;        // false dissolves landmarks in Flat; elements say their region instead
  bool viewport_first = false;  // of siblings, those that are in the viewport or have something there come first
  int max_depth = 0;            // levels of what is written; 0: all
  int max_interactive = 0;      // elements that can be used; those past it are counted, not written. 0: all
  Place frames = Place::Inside;
  Place shadow = Place::Inside;
};

}  // namespace casement
