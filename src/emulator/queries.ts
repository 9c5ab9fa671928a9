import {errorAnswer, type HttpAnswer} from './http';
import type {Problem, Problems} from './requests/problems';

/** The range of a number in a query, and what stands for a missing one. */
interface CountRange {
  readonly otherwise: number;
  readonly min: number;
  readonly max: number;
}

/** Reads a number of a query; undefined, and a problem, where it is refused. */
export function readCount(problems: Problems, query: URLSearchParams, name: string, {otherwise, ...range}: CountRange): number | undefined {
  const [text, ...more] = query.getAll(name);
  if (text === undefined) return otherwise;
  const value = /^-?\d+$/.test(text) && more.length === 0 ? Number(text) : undefined;
  return problems.number(value ?? null, [name], {...range, whole: true});
}

/** The answer to a request with problems. */
export function badRequest(problems: readonly Problem[]): HttpAnswer {
  return errorAnswer(400, 'Invalid request body', {details: problems.map(problem => ({...problem}))});
}
