# The rooms in the order in which they may use each other: each only those before it.
function(casement_room_names result)
  set(${result} base results transport process cdp bridge page snapshot act structure expect api site flow
                reports fixtures runners PARENT_SCOPE)
endfunction()

function(casement_room_folder room result)
  if(room MATCHES "^(reports|fixtures|runners)$")
    set(${result} ${room} PARENT_SCOPE)
  else()
    set(${result} framework/${room} PARENT_SCOPE)
  endif()
endfunction()
