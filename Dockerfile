# syntax=docker/dockerfile:1
# Alidade as an image: the same bootstrap as `npm start`, then only what running it needs.
# The Node.js version equals the one pinned in tools/bootstrap/node (checked by a test).
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /alidade
# Packages and GDAL change rarely: a layer of their own, before the sources. `prepare` finds no src/ and web/ here and skips what is made of them.
COPY package.json package-lock.json .npmrc ./
COPY tools ./tools
RUN node tools/run.mjs prepare
COPY tsconfig.json ./
COPY web ./web
COPY src ./src
RUN node tools/run.mjs prepare \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/gdal-async/build

FROM node:${NODE_VERSION}-bookworm-slim
# GDAL's programs and its library, which the binding is built against where no prebuilt one could be downloaded.
RUN apt-get update \
  && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends gdal-bin ca-certificates libarchive-tools bzip2 xz-utils \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o node -g node /data
WORKDIR /alidade
COPY package.json LICENSE ./
COPY --from=build /alidade/node_modules ./node_modules
COPY --from=build /alidade/web/dist ./web/dist
COPY --from=build /alidade/wasm ./wasm
COPY --from=build /alidade/bundle ./bundle
COPY --from=build /alidade/.toolchain/empty-database ./.toolchain/empty-database
COPY src ./src
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
# Memory of pictures goes back to the system (tools/hand-over.mjs has the same, and the reason).
ENV MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
USER node
VOLUME /data
EXPOSE 8080
# The first start makes the database; afterwards the service answers within three seconds.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/version`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# No npm in between: signals reach the service itself. The size is that of tools/hand-over.mjs, with the reason.
ENTRYPOINT ["node", "--max-semi-space-size=8", "bundle/main.js"]
CMD ["serve"]
