// What is kept for frames and their documents is never another's.
#include "casement/browser/frames/per_frame.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>

namespace casement {
namespace {

// A page "M" in session "S" with one child frame "C", whose document has a world.
struct KeptFor {
  KeptFor() { add_child(); }
  void add_child() {
    tree.on_attached("S", "C", "M");
    world("wC");
  }
  void world(const char* unique_id) {
    tree.on_context_created(
        "S", {{"id", 7}, {"name", kWorldName}, {"uniqueId", unique_id}, {"auxData", {{"frameId", "C"}}}});
  }
  const Frame& child() { return *tree.find("C"); }

  FrameTree tree{"M", "S"};
};

TEST(PerFrame, IsGoneWithItsFrame) {
  KeptFor f;
  PerFrame<std::shared_ptr<int>> kept(f.tree);
  kept[f.child()] = std::make_shared<int>(1);
  const std::weak_ptr<int> seen = kept[f.child()];
  f.tree.on_removed("S", "C");
  EXPECT_TRUE(seen.expired());
  f.add_child();  // Chrome gives the id again where a frame comes back
  EXPECT_EQ(kept[f.child()], nullptr);
}

TEST(PerFrame, OutlivesTheFramesDocuments) {
  KeptFor f;
  PerFrame<int> kept(f.tree);
  kept[f.child()] = 1;
  f.tree.on_context_destroyed("S", "wC");
  f.world("wNext");
  EXPECT_EQ(kept[f.child()], 1);
  EXPECT_EQ(kept[f.tree.main()], 0);
}

TEST(PerFrame, IsGoneWithTheFrameAroundIt) {
  KeptFor f;
  f.tree.on_attached("S", "D", "C");
  PerFrame<int> kept(f.tree);
  kept[*f.tree.find("D")] = 1;
  f.tree.on_removed("S", "C");
  f.add_child();
  f.tree.on_attached("S", "D", "C");
  EXPECT_EQ(kept[*f.tree.find("D")], 0);
}

TEST(PerDocument, IsGoneWithItsDocument) {
  KeptFor f;
  PerDocument<int> kept(f.tree);
  kept[f.child()] = 1;
  f.world("wNext");  // before the end of the one that it follows
  EXPECT_EQ(kept[f.child()], 0);
  kept[f.child()] = 2;
  f.tree.on_context_destroyed("S", "wC");
  EXPECT_EQ(kept[f.child()], 2);
  f.tree.on_context_destroyed("S", "wNext");
  EXPECT_EQ(kept[f.child()], 0);
}

TEST(PerDocument, IsGoneWithItsProcess) {
  KeptFor f;
  PerDocument<int> kept(f.tree);
  kept[f.child()] = 1;
  f.tree.on_crashed("S");
  EXPECT_EQ(kept[f.child()], 0);
}

TEST(PerDocument, IsGoneWithItsFrame) {
  KeptFor f;
  PerDocument<int> kept(f.tree);
  kept[f.child()] = 1;
  f.tree.on_removed("S", "C");
  f.add_child();
  EXPECT_EQ(kept[f.child()], 0);
}

TEST(PerDocument, EndsBeforeItsTree) {
  KeptFor f;
  {
    const PerDocument<int> kept(f.tree);
  }
  f.tree.on_context_destroyed("S", "wC");
  EXPECT_FALSE(f.child().world);
}

}  // namespace
}  // namespace casement
