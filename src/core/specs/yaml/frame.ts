import {COLLECTION_STYLE, EVENT_ID, type MappingEvent, type SequenceEvent} from 'js-yaml';
import type {Path} from '../../json/pointer';
import type {JsonValue} from '../../json/value';
import type {Anchor} from './anchors';

/** A mapping or list whose end has not come yet. */
export interface Frame {
  readonly container: JsonValue[] | Record<string, JsonValue>;
  /** The container when it is a mapping, for cheap access. */
  readonly members: Record<string, JsonValue> | null;
  readonly items: JsonValue[] | null;
  /** Index of the event that opened it. */
  readonly opened: number;
  readonly isFlow: boolean;
  /** Set at once where the node has one. */
  anchor: Anchor | null;
  /** The name of the member whose value comes next; null while a name is expected. */
  name: string | null;
  /** Containers inside each other, from this one down. */
  height: number;
}

/** The empty mapping or list that the event numbered `opened` begins. */
export function openFrame({type, style}: MappingEvent | SequenceEvent, opened: number): Frame {
  const members: Record<string, JsonValue> | null = type === EVENT_ID.MAPPING ? {} : null;
  const items: JsonValue[] | null = members === null ? [] : null;
  const container = (members ?? items) as Frame['container'];
  return {container, members, items, opened, isFlow: style === COLLECTION_STYLE.FLOW, anchor: null, name: null, height: 1};
}

/** Adds an item, or the value of the member whose name came last. */
export function addToFrame(frame: Frame, value: JsonValue, height: number): void {
  if (height >= frame.height) frame.height = height + 1;
  if (frame.items !== null) frame.items.push(value);
  else if (frame.members !== null) {
    // Only a container or an alias comes here without a name, which was refused already.
    if (frame.name === null) frame.name = '';
    else {
      if (frame.name !== '__proto__') frame.members[frame.name] = value;
      frame.name = null;
    }
  }
}

/** The path of the node that comes next. */
export function listPath(frames: readonly Frame[]): Path {
  const path: (string | number)[] = [];
  for (const {items, name} of frames) {
    if (items !== null) path.push(items.length);
    else if (name !== null) path.push(name);
  }
  return path;
}
