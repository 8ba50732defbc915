# A test that stands for tests that could not be listed: it fails, whatever has come since ctest listed them.
message(FATAL_ERROR "${CASEMENT_REASON}")
