# An image that runs flows: the program, a headless shell and fonts; no compiler, not root. docs/containers.md explains it.
FROM debian:12-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends \
      g++ cmake ninja-build pkg-config dpkg-dev file \
      libboost1.81-dev libwebsockets-dev libssl-dev nlohmann-json3-dev libyaml-cpp-dev libcli11-dev libfmt-dev \
      libpng-dev libpcre2-dev
COPY . /source
RUN cmake -S /source -B /build -G Ninja -DCMAKE_BUILD_TYPE=Release -DCASEMENT_SPECS=OFF -DCASEMENT_TESTING=OFF \
    && cmake --build /build \
    && cd /build && cpack -G DEB -D CPACK_COMPONENTS_ALL=runtime

FROM debian:12-slim
COPY --from=build /build/casement_*.deb /tmp/
RUN apt-get update \
    && apt-get install -y --no-install-recommends /tmp/casement_*.deb fonts-dejavu-core fonts-noto-color-emoji ca-certificates \
    && rm -rf /tmp/casement_*.deb /var/lib/apt/lists/* \
    && useradd --create-home --uid 1000 casement
USER casement
WORKDIR /tests
ENTRYPOINT ["casement"]
CMD ["doctor"]
