#!/bin/sh
exec python3 -m http.server 8929 --bind 127.0.0.1
