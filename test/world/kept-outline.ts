import {OutlineFile} from '../../src/core/state/kept-outline';

/** A text in memory that is kept from read to read, and how often it was written. */
export function memoryText() {
  const memory = {text: null as string | null, writes: 0};
  return Object.assign(memory, {
    read: () => memory.text,
    write: (next: string) => {
      memory.text = next;
      memory.writes += 1;
    },
  });
}

/** The outline that a machine keeps of a state on a server. */
export function memoryOutline(text = memoryText()): OutlineFile {
  return new OutlineFile(text, 'build 1');
}
