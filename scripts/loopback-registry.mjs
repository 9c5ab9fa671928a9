/** As much of an npm registry as staging, publishing and withdrawing need, on loopback, in memory. */
import {randomUUID} from 'node:crypto';
import {createServer} from 'node:http';

export async function startRegistry() {
  const packages = new Map();
  const staged = new Map();
  const server = createServer(async (request, response) => {
    const answer = (status, body) => {
      response.writeHead(status, {'content-type': 'application/json'}).end(JSON.stringify(body));
    };
    let text = '';
    for await (const chunk of request) text += chunk;
    const [path] = (request.url ?? '').split('?');
    const stage = /^\/-\/stage\/(?:package\/([^/]+)|([^/]+)\/approve)$/.exec(path);
    if (stage?.[1] !== undefined) {
      const stageId = randomUUID();
      staged.set(stageId, {name: decodeURIComponent(stage[1]), sent: JSON.parse(text)});
      return answer(201, {stageId});
    }
    if (stage !== null) {
      const {name, sent} = staged.get(stage[2]);
      staged.delete(stage[2]);
      packages.set(name, merge(packages.get(name), sent));
      return answer(200, {ok: true});
    }
    const tag = /^\/-\/package\/([^/]+)\/dist-tags(?:\/([^/]+))?$/.exec(path);
    const name = decodeURIComponent(tag?.[1] ?? path.slice(1).split('/')[0]);
    const known = packages.get(name);
    if (tag !== null && request.method === 'PUT') {
      known['dist-tags'][tag[2]] = JSON.parse(text);
      return answer(200, {});
    }
    if (tag !== null) return answer(known === undefined ? 404 : 200, known?.['dist-tags'] ?? {});
    if (request.method === 'PUT') {
      packages.set(name, merge(known, JSON.parse(text)));
      return answer(201, {ok: true});
    }
    return answer(known === undefined ? 404 : 200, known ?? {error: 'not found'});
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  return {
    url,
    stages: () => [...staged.keys()],
    add: (name, version) => {
      const versions = {[version]: {name, version, dist: {tarball: `${url}/${name}/-/${version}.tgz`}}};
      packages.set(name, {_id: name, _rev: '1', name, 'dist-tags': {latest: version}, versions, time: {}});
    },
    close: () => new Promise(resolve => server.close(resolve)),
  };
}

function merge(known, sent) {
  return {
    ...known,
    ...sent,
    _rev: '1',
    'dist-tags': {...known?.['dist-tags'], ...sent['dist-tags']},
    versions: {...known?.versions, ...sent.versions},
  };
}
