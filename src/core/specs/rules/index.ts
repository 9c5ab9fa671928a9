import type {Diagnostic} from '../../diagnostics/diagnostic';
import {isObject} from '../../json/value';
import {type CountedFindings, countAll, limitFindings} from '../finding-limit';
import type {SpecDocument} from '../spec-document';
import {DocumentFindings, type Spot} from '../spot';
import {checkBody, checkLabels, checkLengths} from './body';
import {checkCrawlOptions} from './crawl-options';
import {checkReceivers} from './receivers';
import {checkSchedule} from './schedule';
import {checkScrapeOptions} from './scrape-options';
import {checkTargets} from './targets';

/** In the order of a spec's members; findings are sorted by place later. A rule reports at spots, is sure of no type, and never throws. */
const RULES: readonly ((spec: Spot) => void)[] = [
  checkBody,
  checkLengths,
  checkSchedule,
  checkTargets,
  checkCrawlOptions,
  checkScrapeOptions,
  checkReceivers,
  checkLabels,
];

/**
 * Checks a spec beyond its shape: what the documented rules and limits forbid (errors), what Firecrawl refuses or
 * never runs (`service/...`), and choices that are rarely meant (`risk/...`), both warnings. The shape may have errors
 * already: a value of a wrong type is skipped. Never throws, never echoes a secret.
 */
export function checkRules(document: SpecDocument): Diagnostic[] {
  return limitFindings(document, [findRuleFaults(document)]);
}

/** Like {@link checkRules}, to be shown together with what else is wrong with the document. */
export function findRuleFaults(document: SpecDocument): CountedFindings {
  if (!isObject(document.data)) return countAll([]);
  const findings = new DocumentFindings(document);
  for (const rule of RULES) rule(findings.root);
  return findings.list();
}
