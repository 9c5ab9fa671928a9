import {assertNever} from '../../base/assert-never';
import type {JournalContent} from '../journal';
import type {StoredState} from '../state';
import {type DecodedJournal, decodeJournal} from './journal';
import type {Refusals} from './refusals';

/** Reads a journal; refuses one with a damaged line or of a newer format. */
export function decodeSoundJournal(bytes: Uint8Array, refusals: Refusals): Extract<DecodedJournal, {kind: 'sound'}> {
  const decoded = decodeJournal(bytes);
  switch (decoded.kind) {
    case 'sound':
      return decoded;
    case 'newer':
      throw refusals.newerJournal(decoded.version, decoded.tool);
    case 'damaged':
      throw refusals.journalDamaged(decoded.line, decoded.what);
    default:
      return assertNever(decoded);
  }
}

/** A journal continues one state: refuses one of another lineage, or one that is ahead of the state. */
export function checkJournalBase(journal: JournalContent, stored: Pick<StoredState, 'version'>, refusals: Refusals): void {
  const {base} = journal;
  // A torn header is all that a crash left of a journal in which nothing was ever written down.
  if (base === null) return;
  if (base.lineage !== stored.version.lineage) throw refusals.journalMismatch();
  if (base.serial > stored.version.serial) throw refusals.journalAhead(base.serial, stored.version.serial, journal.creates);
}
