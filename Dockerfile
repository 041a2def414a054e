# Builds the packages in Debian 12, and installs them in a second image (docs/install.md).

FROM debian:12 AS build
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates dpkg-dev file git \
    python3-myst-parser python3-sphinx
COPY . /src
WORKDIR /src
RUN git config --global --add safe.directory /src && NVPTX_TC_NO_PEER=1 scripts/package --only deb

FROM debian:12
COPY --from=build /src/build/packages /packages
RUN apt-get update && apt-get install -y --no-install-recommends /packages/*.deb python3-numpy && \
    rm -r /packages /var/lib/apt/lists/*
