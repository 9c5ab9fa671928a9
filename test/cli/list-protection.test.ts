import {startUserWorld, type UserWorld} from '../world/service';

let world: UserWorld;
afterEach(() => world.close());

const LIST = `name: \${each:name}
schedule: {text: hourly}
targets: [{type: scrape, urls: ["https://\${each:key}.example"]}]
sync: {each: {file: _rows.csv}}
`;

test('a list whose column "protect" was renamed says which monitors lose their protection', async () => {
  const rows = (column: string) => ({'monitors/_rows.csv': `key,name,${column}\nacme,Acme,true\nblue,Blue,true\n`});
  const files = {'monitors.config.yaml': 'project: shop\n', 'monitors/list.yaml': LIST, ...rows('protect')};
  world = await startUserWorld(files, {}, {operations: 'full'});
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
  world.workspace.write(rows('protected'));
  const {stderr} = await world.runHere(['plan']);
  expect(stderr).toContain('plan/protection-lost');
  expect(stderr.replace(/\s+/g, ' ')).toContain('("list/acme", "list/blue")');
});
