import type {JsonObject} from '../../../../../src/core/json/value';
import {findUnsent} from '../../../../../src/doors/action/tries/sent-options';

test.each<{name: string; options: JsonObject; reason: string | null}>([
  {name: 'no options', options: {}, reason: null},
  {name: 'what every page has', options: {onlyMainContent: true, waitFor: 500, mobile: true, proxy: 'auto', lockdown: false}, reason: null},
  {name: 'formats with a price', options: {formats: ['markdown', {type: 'json', prompt: 'x', schema: {type: 'object'}}]}, reason: null},
  {name: 'S63: a member that the price list does not know', options: {agent: {}}, reason: 'it has `agent`'},
  {name: 'S63: one that sends elsewhere', options: {webhook: 'https://evil.example'}, reason: 'it has `webhook`'},
  {name: 'S63: a known one in other letters', options: {Actions: []}, reason: 'it has `Actions`'},
  {name: 'S63: one of Object.prototype', options: {constructor: {}}, reason: 'it has `constructor`'},
  {name: 'S63: an unknown format', options: {formats: [{type: 'attributes'}]}, reason: 'it has `formats`'},
  {name: 'S63: a format without type', options: {formats: [{prompt: 'x'}]}, reason: 'it has `formats`'},
  {name: 'S63: an unknown member of a format', options: {formats: [{type: 'json', agent: {}}]}, reason: 'it has `formats`'},
  {name: 'S63: an unknown parser', options: {parsers: ['pdf', {type: 'image'}]}, reason: 'it has `parsers`'},
  {name: 'S63: an unknown mode', options: {threatProtection: {mode: 'manual-only'}}, reason: 'it has `threatProtection`'},
  {name: 'S63: an unknown proxy', options: {proxy: 'residential'}, reason: 'it has `proxy`'},
  {name: 'headers', options: {headers: {'X-A': 'b'}}, reason: 'it has `headers`'},
  {name: 'a copy only', options: {lockdown: true}, reason: 'the service only looks for copies of it'},
  {name: 'what is billed by the page', options: {redactPII: true, formats: ['deterministicJson']}, reason: null},
  {
    name: 'S63: any member of an undocumented format',
    options: {formats: [{type: 'deterministicJson', agent: {}}]},
    reason: 'it has `formats`',
  },
])('$name', ({options, reason}) => expect(findUnsent(options)).toBe(reason));
