/** As much of an npm registry as staging, publishing and withdrawing need, on loopback, in memory. */
import {randomUUID} from 'node:crypto';
import {createServer} from 'node:http';

export async function startRegistry() {
  const packages = new Map();
  const staged = new Map();
  const publish = (name, sent) => packages.set(name, merge(packages.get(name), sent));
  const server = createServer(async (request, response) => {
    const answer = (status, body) => {
      response.writeHead(status, {'content-type': 'application/json'}).end(JSON.stringify(body));
    };
    let text = '';
    for await (const chunk of request) text += chunk;
    const [path] = (request.url ?? '').split('?');
    const stage = /^\/-\/stage(?:\/package\/([^/]+)|(?:\/([^/]+)(\/approve|\/tarball)?)?)$/.exec(path);
    if (stage !== null) return answerStage(request.method, stage, text, {answer, staged, publish, response});
    const tag = /^\/-\/package\/([^/]+)\/dist-tags(?:\/([^/]+))?$/.exec(path);
    const name = decodeURIComponent(tag?.[1] ?? path.slice(1).split('/')[0]);
    const known = packages.get(name);
    if (tag !== null && request.method === 'PUT') {
      known['dist-tags'][tag[2]] = JSON.parse(text);
      return answer(200, {});
    }
    if (tag !== null) return answer(known === undefined ? 404 : 200, known?.['dist-tags'] ?? {});
    if (request.method === 'PUT') {
      publish(name, JSON.parse(text));
      return answer(201, {ok: true});
    }
    return answer(known === undefined ? 404 : 200, known ?? {error: 'not found'});
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  return {
    url,
    add: (name, version) => {
      const versions = {[version]: {name, version, dist: {tarball: `${url}/${name}/-/${version}.tgz`}}};
      packages.set(name, {_id: name, _rev: '1', name, 'dist-tags': {latest: version}, versions, time: {}});
    },
    close: () => new Promise(resolve => server.close(resolve)),
  };
}

/** Requests of `npm stage`: to stage a package, to list the stages, and to read, approve or reject one. */
function answerStage(method, [, name, id, action], text, {answer, staged, publish, response}) {
  if (name !== undefined) {
    const stageId = randomUUID();
    const sent = JSON.parse(text);
    staged.set(stageId, {name: decodeURIComponent(name), sent, version: Object.keys(sent.versions)[0]});
    return answer(201, {stageId});
  }
  if (id === undefined) {
    const items = [...staged].map(([stageId, {name: packageName, version}]) => ({id: stageId, packageName, version, tag: 'latest'}));
    return answer(200, {items, total: items.length});
  }
  const found = staged.get(id);
  if (found === undefined) return answer(404, {error: 'not found'});
  if (action === '/tarball') return response.end(Buffer.from(Object.values(found.sent._attachments)[0].data, 'base64'));
  staged.delete(id);
  if (method === 'POST') publish(found.name, found.sent);
  return answer(200, {ok: true});
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
