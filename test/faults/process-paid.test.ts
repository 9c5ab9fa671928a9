import type {ChildProcess} from 'node:child_process';
import type {Fault} from '../../src/emulator';
import {specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

const spec = (page: string) =>
  `name: ${page}\nschedule: {text: hourly}\ntargets: [{type: scrape, urls: ["https://shop.site.example/${page}"]}]\n`;
const TWO = {'monitors.config.yaml': 'project: shop\n', 'monitors/a.yaml': spec('pricing'), 'monitors/b.yaml': spec('products/radio')};
const PAID = ['--auto-approve', '--max-credits', '50'];

let world: UserWorld;
afterEach(() => world.close());

const paid = () => world.emulator.requests().filter(({method}) => method === 'POST').length;

/** Sends each signal once the command is ready for it: `ready` says when. */
function signalWhen(...steps: readonly {ready: (output: string) => boolean; signal?: NodeJS.Signals}[]) {
  return (child: ChildProcess) => {
    let output = '';
    const left = [...steps];
    child.stderr?.on('data', (text: Buffer) => {
      output += text.toString();
    });
    const timer = setInterval(() => {
      const [next] = left;
      if (next === undefined || !next.ready(output)) return;
      left.shift();
      child.kill(next.signal ?? 'SIGINT');
    }, 5);
    child.on('close', () => clearInterval(timer));
  };
}

describe('P18: a signal while `try` fetches', () => {
  const hanging: Fault = {when: {operation: 'scrape', url: 'https://shop.site.example/products/radio'}, do: 'hang', work: 'done'};

  test('P18: what came is shown, what was under way may be charged, nothing is sent again', async () => {
    world = await startUserWorld(TWO, {faults: [hanging]});
    const onStart = signalWhen({ready: () => paid() === 2});
    const {exitCode, stdout} = await world.run(['try', '**', ...PAID, '--format', 'json'], {onStart});
    expect({exitCode, paid: paid()}).toEqual({exitCode: 130, paid: 2});
    expect(JSON.parse(stdout).pages).toMatchObject([
      {key: 'a', outcome: 'fetched', title: 'Pricing'},
      {key: 'b', outcome: 'failed', mayBeCharged: true, findings: [{message: expect.stringContaining('it may have been charged')}]},
    ]);
  });

  test('P18: in the first of two, the other is not sent', async () => {
    world = await startUserWorld(TWO, {faults: [{when: {operation: 'scrape'}, do: 'hang', work: 'done'}]});
    const {exitCode, stdout} = await world.run(['try', '**', ...PAID], {onStart: signalWhen({ready: () => paid() === 1})});
    expect({exitCode, paid: paid()}).toEqual({exitCode: 130, paid: 1});
    expect(stdout).toContain('it may have been charged');
    expect(stdout).toContain('1 not fetched, 1 not sent');
    expect(stdout).toContain('\nNot sent: b.\n');
  });
});

test('P18: a second signal ends `run` at once, and says where to look for the check', async () => {
  const config = {'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n'};
  world = await startUserWorld({...config, 'monitors/a.yaml': specFor('a')}, {answers: {checks: 'asked'}}, {operations: 'full'});
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
  world.emulator.setFaults({answers: {checks: 'asked'}, faults: [{when: {operation: 'run'}, do: 'hang', work: 'done'}]});
  const before = paid();
  const onStart = signalWhen({ready: () => paid() > before}, {ready: output => output.includes('stopping')});
  const {exitCode, stderr} = await world.run(['run', 'a', '--auto-approve'], {onStart});
  expect({exitCode, sent: paid() - before}).toEqual({exitCode: 130, sent: 1});
  expect(stderr).toContain('Stopped at once. Checks may have been started: "monitors checks KEY" shows them.\n');
});
