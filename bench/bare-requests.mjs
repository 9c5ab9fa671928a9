/**
 * Sends the GET requests of a file (a JSON list of paths), 8 at once, reads their JSON and does nothing with it: what reading them costs
 * at least. `node bench/bare-requests.mjs URL FILE`.
 */
import {readFileSync} from 'node:fs';
import {Agent, get} from 'node:http';

const AT_ONCE = 8;
const [, , url, file] = process.argv;
const paths = JSON.parse(readFileSync(file, 'utf8'));
const agent = new Agent({keepAlive: true, maxSockets: AT_ONCE});
let next = 0;
await Promise.all(
  Array.from({length: AT_ONCE}, async () => {
    while (next < paths.length) JSON.parse(await read(`${url}${paths[next++]}`));
  }),
);
agent.destroy();

function read(address) {
  return new Promise((resolve, reject) => {
    get(address, {agent, headers: {authorization: 'Bearer bench-key'}}, response => {
      const chunks = [];
      response.on('data', chunk => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
      response.on('error', reject);
    }).on('error', reject);
  });
}
