// In no list.
