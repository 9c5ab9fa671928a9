# `monitors` for pipelines and hooks without Node: docker build --tag monitors .
# A release needs the digest of the base here: docs/releasing.md says how to find it.
FROM node:24-alpine

# git tells how old a checkout is, and keeps a state from being created twice.
RUN apk add --no-cache git

COPY package.json LICENSE CHANGELOG.md /opt/monitors/
COPY bin /opt/monitors/bin
COPY dist /opt/monitors/dist
COPY schemas /opt/monitors/schemas
RUN ln -s /opt/monitors/bin/monitors.cjs /usr/local/bin/monitors

LABEL org.opencontainers.image.title="monitors-as-code" \
      org.opencontainers.image.description="Web monitors as code" \
      org.opencontainers.image.licenses="MIT"

USER node
WORKDIR /repository

# No entrypoint: GitLab and others run shell scripts in the image.
CMD ["monitors", "--help"]
