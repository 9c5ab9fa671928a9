import type {Plan} from '../plan/model';
import type {RenderOptions} from './model';
import {changeLines} from './plan-lines';
import {estimateSentence, planSentence, requestSentences} from './plan-sentences';
import {listWords} from './sentences';
import {BLANK, dataLine, type Line, printText, proseLine, styled} from './text';

/** A plan for people: one block a change, then what it comes to. */
export function renderPlanText(plan: Plan, options: RenderOptions): string {
  const gap = options.verbosity === 'quiet' ? [] : [BLANK];
  const blocks = plan.changes.flatMap(change => [...changeLines(change, plan.environment, options), ...gap]);
  return printText([...blocks, ...footerLines(plan)], options);
}

function footerLines(plan: Plan): Line[] {
  const scope = plan.only === null ? [] : [proseLine(0, `Only ${plan.only.map(key => `"${key}"`).join(', ')}, as --only asks.`)];
  const {notIncluded} = plan.estimate;
  const rest = [
    estimateSentence(plan),
    ...(notIncluded.length === 0 ? [] : [`Not included: ${listWords(notIncluded)}.`]),
    ...requestSentences(plan),
  ];
  return [dataLine(0, styled('strong', planSentence(plan.summary))), ...scope, ...rest.map(sentence => proseLine(0, sentence))];
}
