import {countOf, formatNumber, listFirst} from '../../core/base/words';
import type {RenderOptions} from '../../rendering/render-options';
import {shorten} from '../../rendering/sentences';
import {BLANK, dataLine, hangingLine, type Line, printText, proseLine, type Style, styled} from '../../rendering/text';
import type {AlertsTestDocument, WebhookTestDocument} from './test-document';
import type {PlannedTest} from './test-webhooks';

/** Announcement of samples: one line for each webhook. */
export function renderPlannedTests(tests: readonly PlannedTest[], options: RenderOptions): string {
  return printText(
    tests.map(({address, keys}) => dataLine(2, styled('strong', shorten(address)), `  ${listFirst(keys.map(shorten))}`)),
    options,
  );
}

/** Outcome of each sample, and a summary. */
export function renderTestText({tests, summary}: AlertsTestDocument, options: RenderOptions): string {
  const {webhooks, accepted, failed} = summary;
  const sentence = `Alerts tested: ${formatNumber(accepted)} of ${countOf(webhooks, 'webhook')} accepted the sample${failed === 0 ? '' : `, ${formatNumber(failed)} did not`}.`;
  return printText([...tests.flatMap(testLines), ...(options.verbosity === 'quiet' ? [] : [BLANK, proseLine(0, sentence)])], options);
}

function testLines({address, keys, outcome, statusCode, answer, error}: WebhookTestDocument): Line[] {
  const style: Style = outcome === 'accepted' ? 'added' : 'error';
  const words = outcome === 'failed' ? 'not delivered' : `${outcome}, status ${statusCode}`;
  return [
    dataLine(0, styled('strong', shorten(address)), '  ', styled(style, words)),
    hangingLine(4, 2, `of ${listFirst(keys.map(shorten))}`),
    ...(error === null ? [] : [hangingLine(4, 2, styled('error', error))]),
    ...(answer === null ? [] : [hangingLine(4, 2, `answer: ${answer}`)]),
  ];
}
