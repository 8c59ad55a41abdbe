# The reference server: docs/reference-server.md#run-it-on-a-server
# A build that must be the same tomorrow names it with its digest: --build-arg NODE_IMAGE=node:22-bookworm-slim@sha256:…
ARG NODE_IMAGE=node:22-bookworm-slim
FROM $NODE_IMAGE AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
COPY demo/package.json demo/
COPY test/support/package.json test/support/
RUN npm ci --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs && node scripts/pack-server.mjs /app

FROM $NODE_IMAGE
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data PAGES_DIR=pages
RUN mkdir --mode=700 /data && chown node:node /data
COPY --from=build /app /app
WORKDIR /app
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=10s CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/readyz').then(({ok})=>process.exit(ok?0:1),()=>process.exit(1))"]
# A small space for new objects: docs/reference-server.md, Memory
CMD ["node", "--max-semi-space-size=4", "server.mjs"]
