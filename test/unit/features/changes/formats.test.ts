import {FORMATS, type RenderChanges} from '../../../../src/features/changes/formats';
import {plain} from '../../rendering/sample-values';
import {foundChanges, interruptedChanges, quietChanges} from './samples';

test.each(Object.entries(FORMATS))('%s: --out knows what an earlier call wrote, and nothing else', async (_name, {load, isOurs}) => {
  const render: RenderChanges = await load();
  for (const document of [foundChanges, interruptedChanges, quietChanges])
    for (const width of [60, 100]) expect(isOurs(render(document, {...plain, width}))).toBe(true);
  for (const text of ['', 'my notes\n', '{"formatVersion": 1, "command": "plan"}\n', 'Changes of mine\n']) expect(isOurs(text)).toBe(false);
});
