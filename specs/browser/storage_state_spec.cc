// What a context has stored: saved from its pages and frames, restored in a new context.
#include <casement/testing.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "casement/api/engine.h"
#include "casement/browser/page/page_session.h"

namespace {

using namespace casement;
using namespace std::chrono_literals;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

using Stored = nlohmann::json;

// Databases of each kind, and files.
constexpr const char* kFill = R"((async () => {
  const opened = (name, version, upgrade) => new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => upgrade(request.result);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const base = await opened('db', 42, db => {
    db.createObjectStore('store', {keyPath: 'name'}).createIndex('by date', ['date', 'name'], {unique: true});
    db.createObjectStore('store2');
    db.createObjectStore('counted', {autoIncrement: true});
  });
  const work = base.transaction(['store', 'store2', 'counted'], 'readwrite');
  const circle = {};
  circle.me = [circle];
  work.objectStore('store').put({name: 'foo', date: new Date(0), null: null, nested: {b: NaN, a: [undefined, -0, 12n]}});
  work.objectStore('store2').put(new TextEncoder().encode('bar'), 'foo');
  work.objectStore('store2').put(circle, [1, new Date(5)]);
  work.objectStore('store2').put(null, 0);
  work.objectStore('counted').put({sorted: true, text: 'plain'});
  await new Promise(resolve => { work.oncomplete = resolve; });
  await opened('unused', 1, () => {});
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('notes', {create: true});
  const stream = await (await folder.getFileHandle('\u00fc.txt', {create: true})).createWritable();
  await stream.write('tea');
  await stream.close();
  await root.getDirectoryHandle('hollow', {create: true});
  return 'filled';
})())";

// The same things, read back.
constexpr const char* kRead = R"((async () => {
  const settled = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const base = await settled(indexedDB.open('db'));
  const work = base.transaction(['store', 'store2', 'counted']);
  const foo = await settled(work.objectStore('store').index('by date').get([new Date(0), 'foo']));
  const bar = await settled(work.objectStore('store2').get('foo'));
  const circle = await settled(work.objectStore('store2').get([1, new Date(5)]));
  const none = await settled(work.objectStore('store2').get(0));
  const next = await settled(work.objectStore('counted').get(1));
  const root = await navigator.storage.getDirectory();
  const file = await (await (await root.getDirectoryHandle('notes')).getFileHandle('\u00fc.txt')).getFile();
  const names = [];
  for await (const name of root.keys()) names.push(name);
  return [base.version, Object.keys(foo).join(), foo.date.getTime(), Object.is(foo.nested.b, NaN),
          Object.is(foo.nested.a[1], -0), `${foo.nested.a[2]}`, 0 in foo.nested.a, new TextDecoder().decode(bar),
          circle.me[0] === circle, none, next.text, await file.text(), names.sort().join()].join('|');
})())";
constexpr const char* kFilled = "42|name,date,null,nested|0|true|true|12|true|bar|true||plain|tea|hollow,notes";

class StorageStates : public SiteTest<"network"> {
 protected:
  void SetUp() override {
    SiteTest::SetUp();
    for (const char* host : {"top.test", "other.test"}) serve(host, "/", "<!doctype html><title>Empty</title>");
    serve("top.test", "/framing", "<!doctype html><iframe src=https://other.test/></iframe>");
  }
  void serve(const std::string& host, const std::string& path, const std::string& body) {
    site().route(host, path, answers_text(body, 200, "text/html"));
  }
  std::string saved(const Context& context) {
    const std::string path = testing::TempDir() + "casement-storage-" + std::to_string(::getpid()) + "-" +
                             std::to_string(files_.size()) + ".json";
    context.save_storage_state(path);
    files_.push_back(path);
    return path;
  }
  std::string state_file(const Stored& state) {
    const std::string path = testing::TempDir() + "casement-storage-" + std::to_string(::getpid()) + "-" +
                             std::to_string(files_.size()) + ".json";
    std::ofstream(path) << state.dump();
    files_.push_back(path);
    return path;
  }
  Page page_with(const std::string& file) {
    return user("user " + std::to_string(++users_), {.storage_state = file}).page();
  }
  void TearDown() override {
    for (const std::string& file : files_) std::filesystem::remove(file);
    SiteTest::TearDown();
  }
  std::vector<std::string> files_;
  int users_ = 0;
};

Stored state_of(const Context& context) {
  return context.storage_state();
}

TEST_F(StorageStates, DatabasesAndFilesAreInANewContext) {
  page().open("https://top.test/");
  ASSERT_EQ(page().evaluate(kFill), "filled");
  const Stored state = state_of(context());
  EXPECT_FALSE(state.contains("notSaved")) << state.dump(2);
  Page again = page_with(saved(context()));
  again.open("https://top.test/");
  EXPECT_EQ(again.evaluate(kRead), kFilled);
  EXPECT_EQ(state_of(again.context()), state);
}

TEST_F(StorageStates, IsReadFromOriginsThatNoPageShowsNow) {
  page().open("https://top.test/");
  ASSERT_EQ(page().evaluate(kFill), "filled");
  page().open("https://other.test/");
  page().evaluate("localStorage.setItem('who', 'other')");
  const Stored state = state_of(context());
  ASSERT_EQ(state.at("origins").size(), 2u) << state.dump(2);
  EXPECT_EQ(state.at("origins")[1].at("indexedDB").size(), 2u);
  EXPECT_EQ(context().pages().size(), 1u);
}

TEST_F(StorageStates, ValuesHaveTheFormOfPlaywright) {
  page().open("https://top.test/");
  ASSERT_EQ(page().evaluate(kFill), "filled");
  const Stored bases = state_of(context()).at("origins").at(0).at("indexedDB");
  EXPECT_EQ(bases[1], Stored::parse(R"({"name": "unused", "version": 1, "stores": []})"));
  const Stored& stores = bases[0].at("stores");
  EXPECT_EQ(stores[0].at("records")[0], Stored::parse(R"({"key": 1, "value": {"sorted": true, "text": "plain"}})"));
  EXPECT_EQ(
      stores[1].at("indexes")[0],
      Stored::parse(R"({"name": "by date", "keyPathArray": ["date", "name"], "multiEntry": false, "unique": true})"));
  EXPECT_EQ(stores[1].at("records")[0], Stored::parse(R"({"valueEncoded": {"id": 1, "o": [
      {"k": "name", "v": "foo"}, {"k": "date", "v": {"d": "1970-01-01T00:00:00.000Z"}}, {"k": "null", "v": {"v": "null"}},
      {"k": "nested", "v": {"id": 2, "o": [{"k": "b", "v": {"v": "NaN"}},
        {"k": "a", "v": {"id": 3, "a": [{"v": "undefined"}, {"v": "-0"}, {"bi": "12"}]}}]}}]}})"));
  EXPECT_EQ(stores[2].at("records")[1],
            Stored::parse(R"({"key": "foo", "valueEncoded": {"ta": {"b": "YmFy", "k": "ui8"}}})"));
}

TEST_F(StorageStates, ValuesThatCannotBeSavedAreNamed) {
  page().open("https://top.test/");
  page().evaluate(R"((async () => {
    localStorage.setItem('half', '\ud83e');
    localStorage.setItem('whole', 'x');
    const request = indexedDB.open('keys', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('s');
    await new Promise(resolve => { request.onsuccess = resolve; });
    const key = await crypto.subtle.generateKey({name: 'ECDSA', namedCurve: 'P-256'}, false, ['sign']);
    const work = request.result.transaction('s', 'readwrite');
    for (const [name, value] of [['key', key], ['map', new Map()], ['blob', {in: [new Blob(['x'])]}],
                                 ['fine', 1], ['file', new File(['x'], 'x')]]) work.objectStore('s').put(value, name);
    await new Promise(resolve => { work.oncomplete = resolve; });
  })())");
  const Stored state = state_of(context());
  EXPECT_THAT(state.at("notSaved").get<std::vector<std::string>>(),
              ElementsAre("https://top.test: local storage, key 'half': a text with half a surrogate pair",
                          "https://top.test: the database 'keys', store 's', key 'blob': a value of type Blob",
                          "https://top.test: the database 'keys', store 's', key 'file': a value of type File",
                          "https://top.test: the database 'keys', store 's', key 'key': a value of type CryptoKey",
                          "https://top.test: the database 'keys', store 's', key 'map': a value of type Map"));
  EXPECT_EQ(state.at("origins")[0].at("localStorage"), Stored::parse(R"([{"name": "whole", "value": "x"}])"));
  EXPECT_EQ(state.at("origins")[0].at("indexedDB")[0].at("stores")[0].at("records").size(), 1u);
  const auto warns_of_key =
      testing::Contains(AllOf(HasSubstr("the storage state"), HasSubstr("lacks"), HasSubstr("CryptoKey")));
  EXPECT_THAT(engine_of(page()).notes().warnings, warns_of_key);
  EXPECT_THAT(engine_of(page_with(saved(context()))).notes().warnings, warns_of_key);
}

TEST_F(StorageStates, TooManyBytesAreNamed) {
  page().open("https://top.test/");
  page().evaluate(R"((async () => {
    const root = await navigator.storage.getDirectory();
    for (const [name, length] of [['a', 13e6], ['b', 10]]) {
      const stream = await (await root.getFileHandle(name, {create: true})).createWritable();
      await stream.write(new Uint8Array(length));
      await stream.close();
    }
  })())",
                  {.timeout = 30s});
  const Stored state = context().storage_state(30s);
  EXPECT_EQ(state.at("notSaved"),
            Stored::parse(R"(["https://top.test: the file 'a': the storage of the origin has more than 8 MiB"])"));
  EXPECT_EQ(state.at("origins")[0].at("files").size(), 1u);
}

TEST_F(StorageStates, PartsCanBeLeftOut) {
  page().open("https://top.test/");
  ASSERT_EQ(page().evaluate(kFill), "filled");
  page().evaluate("localStorage.a = 1; sessionStorage.b = 2");
  const Stored whole = state_of(context()).at("origins")[0];
  const Stored bare =
      Stored(context().storage_state({.session_storage = false, .indexed_db = false, .files = false})).at("origins")[0];
  EXPECT_EQ(whole.size(), 5u) << whole.dump();
  EXPECT_EQ(bare, Stored::parse(R"({"origin": "https://top.test", "localStorage": [{"name": "a", "value": "1"}]})"));
}

TEST_F(StorageStates, SessionStorageBeginsInEachNewPage) {
  page().open("https://top.test/");
  page().evaluate("sessionStorage.setItem('step', '2')");
  const std::string file = saved(context());
  site().clear_requests();
  Page first = page_with(file);
  EXPECT_TRUE(site().requests().empty());
  EXPECT_EQ(first.url(), "about:blank");
  EXPECT_THAT(first.network().requests(), IsEmpty());
  first.open("https://top.test/");
  EXPECT_EQ(first.evaluate("history.length"), page().evaluate("history.length"));
  EXPECT_EQ(first.evaluate("sessionStorage.step"), "2");
  first.evaluate("sessionStorage.clear()");
  first.open("https://top.test/?again");
  EXPECT_EQ(first.evaluate("sessionStorage.length"), 0) << "it was restored twice";
  EXPECT_EQ(first.evaluate("(() => { window.name = 'kept'; return typeof opener })()"), "object");
  Page second = first.context().new_page();
  second.open("https://top.test/");
  EXPECT_EQ(second.evaluate("sessionStorage.step"), "2");
}

TEST_F(StorageStates, SessionStorageIsTheOldestPagesThatHasAny) {
  page().open("https://top.test/");
  Page other = context().new_page(), third = context().new_page();
  for (Page one : {other, third}) one.open("https://top.test/");
  other.evaluate("sessionStorage.setItem('of', 'other')");
  third.evaluate("sessionStorage.setItem('of', 'third')");
  EXPECT_EQ(state_of(context()).at("origins")[0].at("sessionStorage"),
            Stored::parse(R"([{"name": "of", "value": "other"}])"));
}

TEST_F(StorageStates, SessionStorageThatNoPageShowsIsTheLoadedOne) {
  const Stored state{{"origins",
                      {{{"origin", "https://top.test"},
                        {"localStorage", Stored::array()},
                        {"sessionStorage", {{{"name", "a"}, {"value", "1"}}}}}}},
                     {"cookies", Stored::array()}};
  EXPECT_EQ(state_of(page_with(state_file(state)).context()), state);
}

// Chrome keeps the storage of frames of other sites apart for each site around them.
TEST_F(StorageStates, FramesOfOtherSitesHaveStorageOfTheirOwn) {
  page().open("https://other.test/");
  page().evaluate("localStorage.setItem('who', 'page')");
  page().open("https://top.test/framing", {LoadState::Loaded});
  serve("other.test", "/", "<!doctype html><script>localStorage.who = 'frame'; sessionStorage.in = 'frame'</script>");
  page().reload({LoadState::Loaded});
  const Stored state = state_of(context());
  EXPECT_EQ(state.at("origins"), Stored::parse(R"([{"origin": "https://other.test",
      "localStorage": [{"name": "who", "value": "page"}]}])"))
      << state.dump(2);
  EXPECT_EQ(state.at("framedOrigins"),
            Stored::parse(R"([{"origin": "https://other.test", "topLevelOrigin": "https://top.test",
      "localStorage": [{"name": "who", "value": "frame"}], "sessionStorage": [{"name": "in", "value": "frame"}]}])"));
  const char* const shows =
      "<!doctype html><p id=said><script>said.textContent = localStorage.who + ' ' + "
      "sessionStorage.in</script>";
  serve("other.test", "/", shows);
  Page again = page_with(saved(context()));
  EXPECT_EQ(state_of(again.context()), state);
  again.open("https://top.test/framing", {LoadState::Loaded});
  expect(again).text("css=#said in iframe", "frame frame");
  again.open("https://other.test/");
  expect(again).text("css=#said", "page undefined");
}

TEST_F(StorageStates, AreNotDisturbedByAServiceWorker) {
  site().route("top.test", "/worker.js",
               answers_text("self.onfetch = e => e.respondWith(new Response('<script>localStorage.n = 1 + "
                            "(+localStorage.n || 0)</script>', {headers: {'Content-Type': 'text/html'}}));"
                            "self.onactivate = e => e.waitUntil(clients.claim())",
                            200, "text/javascript"));
  page().open("https://top.test/");
  page().evaluate(
      "localStorage.foo = 'bar'; new Promise(resolve => { navigator.serviceWorker.oncontrollerchange = "
      "resolve; navigator.serviceWorker.register('/worker.js'); }).then(() => 1)");
  page().open("https://other.test/");
  EXPECT_EQ(state_of(context()).at("origins")[0].at("localStorage"),
            Stored::parse(R"([{"name": "foo", "value": "bar"}])"));
}

TEST_F(StorageStates, CausesNoEventsInTheTestsPages) {
  page().open("https://top.test/");
  page().evaluate("localStorage.a = 1");
  page().open("https://other.test/");
  const std::size_t before = page().network().requests().size();
  state_of(context());
  EXPECT_EQ(page().network().requests().size(), before);
  EXPECT_EQ(context().pages().size(), 1u);
  EXPECT_THAT(page().popups(), IsEmpty());
}

TEST_F(StorageStates, LeaveNoConnectionToADatabaseOpen) {
  page().open("https://top.test/");
  page().evaluate(R"(new Promise(resolve => {
    const request = indexedDB.open('db', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('s').put(1, 'k');
    request.onsuccess = () => { request.result.close(); resolve(); };
  }).then(() => 1))");
  state_of(context());
  EXPECT_EQ(page().evaluate(R"(new Promise(resolve => {
    const request = indexedDB.deleteDatabase('db');
    request.onsuccess = () => resolve('deleted');
    request.onblocked = () => resolve('blocked');
  }))"),
            "deleted");
}

TEST_F(StorageStates, ADatabaseThatAPageHoldsBackIsNamed) {
  page().open("https://top.test/");
  page().evaluate(R"(new Promise(resolve => {
    const request = indexedDB.open('db', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('s');
    request.onsuccess = () => { window.held = request.result; resolve(); };
  }).then(() => { window.blocked = indexedDB.open('db', 2); return 1; }))");
  const Stored state = context().storage_state(3s);
  EXPECT_EQ(state.at("notSaved"), Stored::parse(R"(["https://top.test: the database 'db': it did not open in time"])"));
}

TEST_F(StorageStates, AnImpossibleDatabaseIsAnErrorOfTheFile) {
  const auto error_with = [&](const std::string& part) {
    const std::string text =
        R"({"cookies": [], "origins": [{"origin": "http://top.test", "localStorage": [], )" + part + "}]}";
    try {
      page_with(state_file(Stored::parse(text)));
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Usage);
      return error.message();
    }
    return std::string("none");
  };
  EXPECT_THAT(error_with(R"("indexedDB": [{"name": "d", "version": 1, "stores": [{"name": "s", "keyPath": "id",
                            "records": [{"value": {}}]}]}])"),
              AllOf(HasSubstr(".json"), HasSubstr("the database 'd': store 's', record 0")));
  EXPECT_THAT(error_with(R"("files": [{"path": "a", "base64": ""}])"),
              HasSubstr("an origin needs https to have files"));
}

TEST_F(StorageStates, TextsOfAFileAreNeverScripts) {
  const std::string hostile = "'];alert(1)//${`\"</script>\u2028";
  const Stored state{{"cookies", Stored::array()},
                     {"origins",
                      {{{"origin", "https://top.test"},
                        {"localStorage", {{{"name", hostile}, {"value", hostile}}}},
                        {"sessionStorage", {{{"name", hostile}, {"value", hostile}}}},
                        {"files", {{{"path", "'];alert(1)"}, {"base64", ""}}}},
                        {"indexedDB", {{{"name", hostile}, {"version", 1}, {"stores", Stored::array()}}}}}}}};
  Page loaded = page_with(state_file(state));
  loaded.open("https://top.test/");
  EXPECT_EQ(state_of(loaded.context()), state);
}

}  // namespace
