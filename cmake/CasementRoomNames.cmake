# The rooms in the order in which they may use each other: each only those before it.
function(casement_room_names result)
  set(${result} base yaml results target snapshot dom http site relay transport process cdp bridge browser grid frames reading find trace clock input act
                structure expect api wasm mcp flow reports servers agent fixtures runners PARENT_SCOPE)
endfunction()

# A room stands where its headers are spelled: <casement/find/query.h> is framework/casement/find/query.h.
function(casement_room_folder room result)
  if(room MATCHES "^(reports|fixtures|runners)$")
    set(${result} ${room}/casement/${room} PARENT_SCOPE)
  else()
    set(${result} framework/casement/${room} PARENT_SCOPE)
  endif()
endfunction()

# Where <casement/HEADER> stands in the source tree.
function(casement_header_path header result)
  if(header MATCHES "^([a-z]+)/(.+)$")
    set(name ${CMAKE_MATCH_2})
    casement_room_folder(${CMAKE_MATCH_1} folder)
    set(${result} ${folder}/${name} PARENT_SCOPE)
  elseif(header STREQUAL "testing.h")
    set(${result} fixtures/casement/testing.h PARENT_SCOPE)
  else()
    set(${result} framework/casement/${header} PARENT_SCOPE)
  endif()
endfunction()

# The headers that are reached from `entries`, these among them, sorted.
function(casement_public_headers entries root result)
  set(found "")
  set(open ${entries})
  while(open)
    list(POP_FRONT open header)
    if(header IN_LIST found)
      continue()
    endif()
    list(APPEND found ${header})
    casement_header_path(${header} path)
    file(STRINGS ${root}/${path} includes REGEX "^#include [\"<]casement/")
    foreach(line IN LISTS includes)
      string(REGEX REPLACE ".*casement/([a-z_/0-9]+\\.h).*" "\\1" included "${line}")
      list(APPEND open ${included})
    endforeach()
  endwhile()
  list(SORT found)
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# What users may include; other headers are installed only where one of these needs them.
set(CASEMENT_ENTRY_HEADERS
  casement.h painted.h painted_imgui.h painted_qt.h testing.h api/awaited.h api/browser.h api/context.h api/element.h api/expect.h api/frames.h
  api/keyboard.h api/mouse.h api/network.h api/page.h api/page_structure.h api/records.h api/users.h find/frame_list.h snapshot/merged_tree.h snapshot/render_json.h
  snapshot/diff.h flow/load/flow_loader.h flow/run/flow_runner.h flow/run/browser_flow.h
  relay/socket_relay.h results/recorder.h reports/console.h reports/json_lines.h reports/report_files.h)
