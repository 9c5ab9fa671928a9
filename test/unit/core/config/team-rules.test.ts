import {checkConfig} from '../../../../src/core/config/check';
import {parseSource} from '../../../../src/core/specs/document';

function check(rules: string) {
  const {documents} = parseSource({file: 'monitors.config.yaml', specPath: '', bytes: Buffer.from(`rules:\n${rules}`)});
  return documents.flatMap(checkConfig).map(({code, message, hint, where}) => {
    const {line, column} = where?.range.start ?? {};
    return `${line}:${column} ${code}: ${message} (${hint})`;
  });
}

test.each([
  {name: 'sound rules', rules: '  - {keys: "prod/**", require: [goal, sync.labels.owner, webhook.headers.X-Team]}\n', found: []},
  {
    name: 'a misspelt member',
    rules: '  - require: [goal, webook.url]\n',
    found: ['2:21 config/bad-rule: "webook.url" does not name a member of a spec (did you mean "webhook.url"?)'],
  },
  {
    name: 'a member without its group',
    rules: '  - require: [timezone]\n',
    found: ['2:15 config/bad-rule: "timezone" does not name a member of a spec (did you mean "schedule.timezone"?)'],
  },
  {
    name: 'a member of a plain value, and one of the prototype',
    rules: '  - require: [goal.text, constructor, "goal."]\n',
    found: [expect.stringContaining('"goal.text"'), expect.stringContaining('"constructor"'), expect.stringContaining('"goal."')],
  },
  {
    name: 'allowed values of a group',
    rules: '  - allow: {webhook: [x]}\n',
    found: [
      expect.stringMatching(
        /^2:13 config\/bad-rule: "webhook" is a group of members, not a value \(name a member of it, such as webhook\./,
      ),
    ],
  },
  {
    name: 'a time that is none',
    rules: '  - minimumInterval: often\n',
    found: ['2:22 config/bad-rule: "often" is not a time between checks (write e.g. 15 minutes, 2 hours or 1 day)'],
  },
  {
    name: 'a rule that demands nothing',
    rules: '  - keys: "**"\n',
    found: ['2:5 config/bad-rule: the rule demands nothing (add require, allow, minimumInterval or maxCreditsPerMonth)'],
  },
  {
    name: 'an unknown member of a rule',
    rules: '  - {requires: [goal]}\n',
    found: [expect.stringContaining('did you mean "require"'), expect.anything()],
  },
  {
    name: 'empty groups demand nothing',
    rules: '  - {labels: {}, allow: {}}\n',
    found: [expect.stringContaining('the rule demands nothing')],
  },
  {name: 'more rules than 100', rules: '  - {require: [goal]}\n'.repeat(101), found: [expect.stringContaining('the maximum is 100')]},
  {
    name: 'a long glob',
    rules: `  - {keys: "${'a'.repeat(201)}", allow: {goal: ["${'b'.repeat(201)}"]}}\n`,
    found: [expect.stringContaining('"rules[0].keys" is 201'), expect.stringContaining('"rules[0].allow.goal[0]" is 201')],
  },
  {
    name: 'more members than 50',
    rules: `  - {allow: {${Array.from({length: 51}, (_, at) => `webhook.headers.X-${at}: [a]`).join(', ')}}}\n`,
    found: ['2:13 config/bad-rule: "allow" has 51 members; the maximum is 50 (remove some)'],
  },
  {name: 'other types', rules: '  - 5\n  - {keys: 5, require: goal, allow: [a]}\n', found: expect.any(Array)},
])('$name', ({rules, found}) => {
  expect(check(rules)).toEqual(found);
});
