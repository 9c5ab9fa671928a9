import {completeCommands} from '../core/base/command-line';
import {formatNumber} from '../core/base/words';
import type {RenderOptions} from './render-options';

/** A sentence whose commands mean the project of this command line when they are pasted. */
export function pasteable(sentence: string, {given}: Pick<RenderOptions, 'given'>): string {
  return given === undefined ? sentence : completeCommands(sentence, given);
}

/** A duration for people: `under a second`, `12 s`, `3 min 20 s`, `1 h 5 min`. */
export function formatDuration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (ms < 1000) return 'under a second';
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return joinUnits(Math.floor(seconds / 60), 'min', seconds % 60, 's');
  const minutes = Math.ceil(seconds / 60);
  return joinUnits(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
}

/** UTF-16 code units of a name that are shown. */
const LONGEST_NAME = 80;

/** A name or text from outside, cut to a length that fits a line. */
export function shorten(text: string): string {
  if (text.length <= LONGEST_NAME) return text;
  return `${text.slice(0, LONGEST_NAME - 3).replace(/[\ud800-\udbff]$/, '')}...`;
}

function joinUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

/** A sum of credits by what the service estimates and what it leaves out. */
export function describeParts(estimated: number, besides: number): string {
  return `${formatNumber(estimated)} + ${formatNumber(besides)} that the service's estimate leaves out`;
}
