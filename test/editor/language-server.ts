import {type ChildProcessWithoutNullStreams, spawn} from 'node:child_process';
import {dirname, join} from 'node:path';
import {pathToFileURL} from 'node:url';

/** The server that the YAML extension of Visual Studio Code runs, and most other editors. */
const SERVER = join(dirname(require.resolve('yaml-language-server/package.json')), 'bin/yaml-language-server');

/** Lines and characters count from 0. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface CompletionItem {
  readonly label: string;
  readonly insertText?: string;
  readonly textEdit?: {readonly newText: string; readonly range: {readonly start: Position; readonly end: Position}};
  readonly documentation?: string | {readonly value: string};
}

export interface EditorDiagnostic {
  readonly message: string;
  readonly range: {readonly start: Position; readonly end: Position};
}

/** A text with the cursor: the `|` of the text that a test writes. */
export interface Cursor {
  readonly text: string;
  readonly position: Position;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: {
    readonly uri?: string;
    readonly version?: number;
    readonly diagnostics?: EditorDiagnostic[];
    readonly items?: readonly {readonly section?: string}[];
  };
  readonly result?: unknown;
  readonly error?: {readonly message: string};
}

/** Takes the cursor out of a text. */
export function readCursor(marked: string): Cursor {
  const before = marked.slice(0, marked.indexOf('|')).split('\n');
  return {text: marked.replace('|', ''), position: {line: before.length - 1, character: before.at(-1)?.length ?? 0}};
}

/** A running language server with our schemas, spoken to as an editor does. */
export class LanguageServer {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #settings: object;
  readonly #answers = new Map<number, (message: Message) => void>();
  readonly #published = new Map<string, (diagnostics: readonly EditorDiagnostic[]) => void>();
  #input = Buffer.alloc(0);
  #count = 0;

  /** `schemas`: patterns of files by the path of their schema. */
  private constructor(schemas: Readonly<Record<string, readonly string[]>>, validate: boolean) {
    const files = Object.entries(schemas).map(([path, pattern]) => [pathToFileURL(path).href, pattern]);
    const yaml = {schemas: Object.fromEntries(files), schemaStore: {enable: false}, validate, hover: true, completion: true};
    this.#settings = {yaml};
    this.#process = spawn(process.execPath, [SERVER, '--stdio'], {stdio: 'pipe'});
    this.#process.stdout.on('data', (chunk: Buffer) => this.#receive(chunk));
  }

  static async start(schemas: Readonly<Record<string, readonly string[]>>, validate: boolean): Promise<LanguageServer> {
    const server = new LanguageServer(schemas, validate);
    await server.#request('initialize', {
      processId: process.pid,
      rootUri: null,
      capabilities: {
        textDocument: {completion: {completionItem: {snippetSupport: true, documentationFormat: ['markdown']}}, publishDiagnostics: {}},
        workspace: {configuration: true, didChangeConfiguration: {dynamicRegistration: true}},
      },
    });
    server.#notify('initialized', {});
    server.#notify('workspace/didChangeConfiguration', {settings: server.#settings});
    // It answers before it has read its settings, but diagnoses only after.
    await server.diagnose('settings.yaml', 'read: true\n');
    return server;
  }

  async stop(): Promise<void> {
    await this.#request('shutdown', null);
    const ended = new Promise(resolve => this.#process.once('exit', resolve));
    this.#notify('exit', null);
    await ended;
  }

  /** Underlined places in a new file of this name. */
  async diagnose(name: string, text: string): Promise<readonly EditorDiagnostic[]> {
    return await this.#diagnose(this.#uri(name), text);
  }

  /** Underlined places in a file on disk, which may name its schema itself. Not to be mixed with other requests about that file. */
  async diagnoseFile(path: string, text: string): Promise<readonly EditorDiagnostic[]> {
    return await this.#diagnose(pathToFileURL(path).href, text);
  }

  async #diagnose(uri: string, text: string): Promise<readonly EditorDiagnostic[]> {
    const published = new Promise<readonly EditorDiagnostic[]>(resolve => this.#published.set(uri, resolve));
    this.#open(uri, text);
    return await published;
  }

  /** Offers of the editor at a place of a new file of this name. */
  async complete(name: string, {text, position}: Cursor): Promise<readonly CompletionItem[]> {
    const uri = this.#uri(name);
    this.#open(uri, text);
    const list = (await this.#request('textDocument/completion', {textDocument: {uri}, position})) as {items: CompletionItem[]};
    return list.items;
  }

  /** Text that the editor shows under the pointer in a new file of this name; empty where nothing. */
  async hover(name: string, {text, position}: Cursor): Promise<string> {
    const uri = this.#uri(name);
    this.#open(uri, text);
    const hover = (await this.#request('textDocument/hover', {textDocument: {uri}, position})) as {contents: {value: string}} | null;
    return hover?.contents.value ?? '';
  }

  /** Each text is a file of its own: the server keeps what it knows of others. */
  #uri(name: string): string {
    this.#count += 1;
    return `file:///project/${this.#count}/${name}`;
  }

  #open(uri: string, text: string): void {
    this.#notify('textDocument/didOpen', {textDocument: {uri, languageId: 'yaml', version: 1, text}});
  }

  #request(method: string, params: unknown): Promise<unknown> {
    this.#count += 1;
    const id = this.#count;
    return new Promise((resolve, reject) => {
      this.#answers.set(id, ({result, error}) => (error === undefined ? resolve(result) : reject(new Error(error.message))));
      this.#send({id, method, params});
    });
  }

  #notify(method: string, params: unknown): void {
    this.#send({method, params});
  }

  #send(message: object): void {
    const body = JSON.stringify({jsonrpc: '2.0', ...message});
    this.#process.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  #receive(chunk: Buffer): void {
    this.#input = Buffer.concat([this.#input, chunk]);
    for (;;) {
      const end = this.#input.indexOf('\r\n\r\n');
      const length = Number(/Content-Length: (\d+)/i.exec(this.#input.subarray(0, Math.max(0, end)).toString())?.[1]);
      if (end === -1 || this.#input.length < end + 4 + length) return;
      const body = this.#input.subarray(end + 4, end + 4 + length).toString();
      this.#input = this.#input.subarray(end + 4 + length);
      this.#handle(JSON.parse(body) as Message);
    }
  }

  #handle(message: Message): void {
    const {id, method, params} = message;
    if (method === 'textDocument/publishDiagnostics') this.#published.get(params?.uri ?? '')?.(params?.diagnostics ?? []);
    else if (method === 'workspace/configuration') this.#send({id, result: params?.items?.map(({section}) => this.#sectionOf(section))});
    else if (method !== undefined && id !== undefined) this.#send({id, result: null});
    else if (id !== undefined) this.#answers.get(id)?.(message);
  }

  #sectionOf(section: string | undefined): unknown {
    return section === undefined ? this.#settings : ((this.#settings as Record<string, unknown>)[section] ?? null);
  }
}
