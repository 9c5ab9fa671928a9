import type {YamlFindings} from './findings';

/** The text around the documents of a file, of which the parser says nothing: directives, markers, empty documents. */
export class DocumentSurroundings {
  readonly #text: string;
  readonly #findings: YamlFindings;
  readonly #hasDirectives: boolean;
  /** End of the last document that was not empty. */
  #contentEnd = 0;
  /** For each empty document, the end of the content before it. */
  readonly #emptyAt: number[] = [];

  constructor(text: string, findings: YamlFindings) {
    this.#text = text;
    this.#findings = findings;
    // Hardly any text holds the character at all.
    this.#hasDirectives = text.includes('%') && /^[ \t]*%/m.test(text);
  }

  /** Looks at what stands between the document before and one whose nodes reach from `start` up to `end`. */
  addDocument(start: number, end: number): void {
    this.#checkDirectives(this.#contentEnd, start);
    this.#checkMarkers(start);
    this.#checkEndMarker(start);
    this.#contentEnd = end;
  }

  /** Notes a document of which nothing is written. */
  addEmpty(): void {
    this.#emptyAt.push(this.#contentEnd);
  }

  /** Looks at what follows the last document; `count` is that of all documents, empty ones included. */
  end(count: number): void {
    this.#checkDirectives(this.#contentEnd, this.#text.length);
    if (this.#emptyAt.length === count) this.#refuseEmptyFile();
    else this.#reportEmptyDocuments();
  }

  /** The parser says nothing of directives it does not know, nor where any stands; it takes indented ones, too. */
  #checkDirectives(from: number, until: number): void {
    if (!this.#hasDirectives) return;
    for (const {0: line, index} of this.#text.slice(from, until).matchAll(/^[ \t]*%.*/gm)) {
      if (/^%YAML[ \t]+1\.2[ \t]*(?:[ \t]#.*)?\r?$/.test(line)) continue;
      const directive = line.trim();
      this.#findings.add({
        code: 'yaml/directive',
        message: `the directive ${directive} is not allowed`,
        hint: 'remove the line; files are always read as YAML 1.2',
        start: from + index + line.indexOf('%'),
        end: from + index + line.indexOf('%') + directive.length,
      });
    }
  }

  /** The parser takes an indented "---" for the one that begins a document. */
  #checkMarkers(start: number): void {
    if (start === this.#contentEnd) return;
    const marker = /^[ \t]+(?:---|\.\.\.)(?=\s|$)/m.exec(this.#text.slice(this.#contentEnd, start));
    if (marker === null) return;
    const end = this.#contentEnd + marker.index + marker[0].length;
    this.#findings.add({
      code: 'yaml/syntax',
      message: `"${marker[0].trimStart()}" must stand at the beginning of its line`,
      hint: 'remove the spaces before it',
      start: end - 3,
      end,
    });
  }

  /** The parser reads on after "..." in the same line, where nothing may stand. */
  #checkEndMarker(start: number): void {
    const marker = /^\.\.\.[ \t]+[^\s#]/m.exec(this.#text.slice(this.#contentEnd, start + 1));
    if (marker === null) return;
    const at = this.#contentEnd + marker.index;
    this.#findings.add({
      code: 'yaml/syntax',
      message: 'text follows the "..." that ends a document',
      hint: 'begin the next document in a line of its own, after "---"',
      start: at,
      end: at + 3,
    });
  }

  #refuseEmptyFile(): void {
    this.#findings.add({
      code: 'yaml/empty',
      message: 'the file is empty or holds only comments',
      hint: 'delete the file, or let its name begin with "_" so that it is skipped',
      start: 0,
      end: 0,
    });
  }

  #reportEmptyDocuments(): void {
    let from = 0;
    for (const contentEnd of this.#emptyAt) {
      const searched = Math.max(from, contentEnd);
      const marker = this.#findings.isFull ? -1 : this.#text.slice(searched).search(/^---/m);
      const start = searched + Math.max(marker, 0);
      from = start + 1;
      this.#findings.add({
        code: 'yaml/empty-document',
        severity: 'warning',
        message: 'an empty document is skipped',
        hint: 'remove the extra "---"',
        start,
        end: marker < 0 ? start : start + 3,
      });
    }
  }
}
