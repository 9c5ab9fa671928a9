/**
 * Reads all pages of a service's list with one request after the other and does nothing with them: what reading the list
 * costs at least. `node bench/bare-list.mjs URL`; prints how many requests it took.
 */
import {Agent, get} from 'node:http';

const PAGE = 100;
/** Pages overlap as those of `plan --refresh` do. */
const STEP = 90;

const agent = new Agent({keepAlive: true});
let requests = 0;
for (let offset = 0, size = PAGE; size === PAGE; offset += STEP) {
  requests += 1;
  size = JSON.parse(await read(`${process.argv[2]}/v2/monitor?limit=${PAGE}&offset=${offset}`)).data.length;
}
agent.destroy();
console.log(requests);

function read(url) {
  return new Promise((resolve, reject) => {
    get(url, {agent, headers: {authorization: 'Bearer bench-key'}}, response => {
      const chunks = [];
      response.on('data', chunk => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
      response.on('error', reject);
    }).on('error', reject);
  });
}
