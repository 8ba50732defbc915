# A test that stands for tests that could not be listed: it fails, whatever has come since ctest listed them.
message("${CASEMENT_REASON}")  # FATAL_ERROR would break its lines
message(FATAL_ERROR "This test replaces tests that could not be listed when ctest started.")
