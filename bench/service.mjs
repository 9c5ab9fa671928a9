/**
 * A service that answers every create after a given number of milliseconds and does nothing else: what the bench times
 * is then the client. Prints its address; ends with its process.
 */
import {randomUUID} from 'node:crypto';
import {createServer} from 'node:http';

const latency = Number(process.argv[2]);

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', chunk => chunks.push(chunk));
  request.on('end', () => {
    const {name, targets} = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const data = {id: randomUUID(), name, targets, createdAt: new Date().toISOString()};
    setTimeout(() => {
      response.writeHead(200, {'content-type': 'application/json'});
      response.end(JSON.stringify({success: true, data}));
    }, latency);
  });
});
server.keepAliveTimeout = 30_000;
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
