// What a context has stored, near the most that is saved of an origin, and beyond.
#include <casement/testing.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace {

using namespace casement;
using namespace std::chrono_literals;

class LargeStorage : public SiteTest<"network"> {
 protected:
  using Stored = nlohmann::json;

  void SetUp() override {
    SiteTest::SetUp();
    site().route("top.test", "/", answers_text("<!doctype html><title>Empty</title>", 200, "text/html"));
  }
};

// Of each kind, together just below 8 MiB of JSON.
TEST_F(LargeStorage, NearTheMostBytesAreInANewContext) {
  constexpr const char* put_all = R"((async () => {
    localStorage.setItem('long', '\u00e4"'.repeat(1e6));
    const opening = indexedDB.open('large', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('rows', {keyPath: 'id'});
    await new Promise(resolve => { opening.onsuccess = resolve; });
    const work = opening.result.transaction('rows', 'readwrite');
    for (let id = 0; id < 5000; id++) work.objectStore('rows').put({id, price: id / 7, name: 'a row of the table'});
    await new Promise(resolve => { work.oncomplete = resolve; });
    const root = await navigator.storage.getDirectory();
    const stream = await (await root.getFileHandle('picture', {create: true})).createWritable();
    await stream.write(new Uint8Array(3.2e6).map((_, i) => i * 7));
    await stream.close();
    return 'written';
  })())";
  constexpr const char* sum_all = R"((async () => {
    const opening = indexedDB.open('large');
    await new Promise(resolve => { opening.onsuccess = resolve; });
    const asking = opening.result.transaction('rows').objectStore('rows').getAll();
    await new Promise(resolve => { asking.onsuccess = resolve; });
    const file = await (await (await navigator.storage.getDirectory()).getFileHandle('picture')).getFile();
    const bytes = new Uint8Array(await file.arrayBuffer());
    return [localStorage.long === '\u00e4"'.repeat(1e6), asking.result.length, asking.result[4999].price === 4999 / 7,
            bytes.length, bytes.every((byte, i) => byte === (i * 7) % 256)].join();
  })())";
  page().open("https://top.test/");
  ASSERT_EQ(page().evaluate(put_all, {.timeout = 60s}), "written");
  const Stored state = context().storage_state({}, 60s);
  EXPECT_FALSE(state.contains("notSaved")) << state.at("notSaved");
  const std::string file = testing::TempDir() + "casement-large-" + std::to_string(::getpid()) + ".json";
  std::ofstream(file) << state.dump();
  Page restored = user("restored", {.storage_state = file}).page();
  std::filesystem::remove(file);
  restored.open("https://top.test/");
  EXPECT_EQ(restored.evaluate(sum_all, {.timeout = 60s}), "true,5000,true,3200000,true");
}

TEST_F(LargeStorage, ManyPartsThatAreNotSavedAreCounted) {
  page().open("https://top.test/");
  page().evaluate("for (let i = 0; i < 150; ++i) localStorage.setItem(`key ${i}`, '\\ud800')");
  const Stored state = context().storage_state();
  EXPECT_EQ(state.at("notSaved").size(), 101u);
  EXPECT_EQ(state.at("notSaved").back(), "https://top.test: 50 more parts");
}

}  // namespace
