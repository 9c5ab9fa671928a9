import type {Diagnostic} from '../../diagnostics/diagnostic';
import {isObject} from '../../json/value';
import {member} from '../../service/member';
import {type CountedFindings, countAll, limitFindings} from '../finding-limit';
import type {SpecDocument} from '../spec-document';
import {DocumentFindings} from '../spot';
import {checkBody, checkLabels, checkLengths} from './body';
import {checkCrawlOptions} from './crawl-options';
import {checkReceivers} from './receivers';
import {checkSchedule} from './schedule';
import {checkScrapeOptions} from './scrape-options';
import {checkTargets} from './targets';

/**
 * Checks a spec beyond its shape: what the documented rules and limits forbid (errors), what Firecrawl refuses or
 * never runs (`service/...`), and choices that are rarely meant (`risk/...`), both warnings. The shape may have errors
 * already: a value of a wrong type is skipped. Never throws, never echoes a secret.
 */
export function checkRules(document: SpecDocument): Diagnostic[] {
  return limitFindings(document, [findRuleFaults(document)]);
}

/**
 * Like {@link checkRules}, to be shown together with what else is wrong with the document. In the order of a spec's members; findings
 * are sorted by place later. A rule reports at spots, is sure of no type, and never throws.
 */
export function findRuleFaults(document: SpecDocument): CountedFindings {
  if (!isObject(document.data)) return countAll([]);
  const findings = new DocumentFindings(document);
  const spec = findings.root;
  const targets = spec.at('targets').items();
  checkBody(spec, targets);
  checkLengths(spec, targets);
  if (isObject(spec.read('schedule'))) checkSchedule(spec.at('schedule'));
  checkTargets(spec, targets);
  for (const target of targets) if (target.read('type') === 'crawl') checkCrawlOptions(target);
  for (const target of targets) {
    const hasOptions = isObject(target.read('scrapeOptions')) && target.read('type') !== 'search';
    if (hasOptions) checkScrapeOptions(target.at('scrapeOptions'), spec.read('schedule'));
  }
  checkReceivers(spec);
  if (member(spec.read('sync'), 'labels') !== undefined) checkLabels(spec.at('sync').at('labels'));
  return findings.list();
}
