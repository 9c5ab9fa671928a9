/**
 * Assignment of each module to a file of dist/. A start reads and compiles the files that it needs, so that what few
 * commands run is apart. Each module is in one file alone: its classes and what it remembers exist once in a process.
 */
import {relative} from 'node:path';

/** The file that every start reads; it loads the others. */
export const MAIN = 'monitors';

/** Takes what several files need and no earlier one has. */
const SHARED = 'change';

/**
 * The files, and the modules that begin them: modules that are loaded on use. Any other module is in the file that needs
 * it; of several, in the first of these.
 */
const BUNDLES = {
  [MAIN]: [],
  // Reads the few specs that are not written as nearly all are, and finds the places of what is wrong.
  strict: [/^src\/core\/specs\/yaml\/strict\.ts$/],
  // Reads settings and specs, which is all that `validate` does.
  check: [
    /^src\/core\/(?:config|specs)\//,
    /^src\/doors\/failure\.ts$|^src\/project\/project\.ts$/,
    /^src\/features\/validate\/(?!command|sarif)/,
    /^src\/rendering\/(?:error|finding)\.ts$/,
  ],
  plan: [
    /^src\/core\/plan\//,
    /^src\/project\/(?:history\/look|places\/(?:former-places|removed-file))\.ts$/,
    /^src\/features\/plan\/(?:file-document|findings|formats|plan|saved-plan)\.ts$/,
  ],
  observe: [
    /^src\/features\/observe\/(?:checks|run-checks|status|(?:checks|run|status)-text)\.ts$/,
    /^src\/features\/changes\/(?!command)/,
    /^src\/features\/report\/(?:html\/|report\.ts$)/,
    /^src\/features\/changes\/formats\//,
    /^src\/features\/tune\/(?!command)/,
    /^src\/features\/try\/(?:text|try)\.ts$/,
  ],
  // The pages of all codes.
  codes: [/^src\/features\/(?:explain\/explain|validate\/sarif)\.ts$/],
  'shared-state': [/^src\/stores\//],
  emulator: [/^src\/emulator\//],
  // A command's options stand where it is run: help and the parser need it of all.
  cli: [/^src\/doors\/cli\/|^src\/features\/[a-z]+\/(?:[a-z]+-)?command\.ts$/],
  // Of the Action, `validate` needs little: it runs for each push.
  github: [/^src\/doors\/action\/(?:main|validate)\.ts$/],
  review: [/^src\/doors\/action\//],
  [SHARED]: [/^src\//],
};

/** A module of several files is in the first of these that needs it, else in the shared one. */
const FIRST = [MAIN, 'check', 'plan', SHARED, 'observe'];

/** A module of these two alone is in the first. */
const ACTION = ['github', 'review'];

/** Small modules that each command needs before it knows what it has to do: for them alone no other file is read. */
const ALWAYS = [
  /^src\/core\/(?:files|json)\/|^src\/core\/base\/(?!(?:context|version)\.ts$)|^src\/core\/diagnostics\/(?!codes)/,
  /^src\/core\/config\/option-values\.ts$/,
  /^src\/core\/state\/(?:credentials|addresses\/postgres)\.ts$|^src\/project\/flags\.ts$/,
  /^src\/rendering\/(?:escape-markdown|escape-terminal|sentences|text)\.ts$/,
  // Runs at each press of the tabulator key.
  /^src\/doors\/cli\/complete\.ts$|^src\/features\/editor\/completion-words\.ts$/,
];
const isAlways = file => ALWAYS.some(pattern => pattern.test(file));

/** Text by which a file asks for a module of another one, until {@link connect} writes how that is done. */
const ELSEWHERE = 'in-bundle:';

/** Says of each module which bundle it is in, and of each bundle which of its modules the others use. */
export function assignModules({inputs}, main) {
  const importsOf = file => inputs[file].imports.filter(({external, path}) => !external && path in inputs);
  const starts = new Map([[main, MAIN]]);
  for (const file of Object.keys(inputs)) {
    if (isAlways(file)) starts.set(file, MAIN);
    for (const {path, kind} of importsOf(file)) {
      const name = isOnUse(kind) ? nameBundle(path) : undefined;
      if (name !== undefined && !isAlways(path)) starts.set(path, name);
    }
  }
  const needed = Object.keys(BUNDLES).map(name => [name, reach(name, starts, importsOf)]);
  const bundleOf = file => {
    const names = needed.filter(([, files]) => files.has(file)).map(([name]) => name);
    if (names.length === 1) return names[0];
    if (names.every(name => ACTION.includes(name))) return ACTION[0];
    return FIRST.find(name => names.includes(name)) ?? SHARED;
  };
  const owners = new Map(Object.keys(inputs).map(file => [file, bundleOf(file)]));
  const shared = new Map(Object.keys(BUNDLES).map(name => [name, new Set()]));
  for (const [file, owner] of owners) {
    for (const {path} of importsOf(file)) if (owners.get(path) !== owner) shared.get(owners.get(path)).add(path);
  }
  return {owners, shared};
}

/** Whether a module that is imported so is loaded when it is used: where nothing can be awaited, it is required. */
const isOnUse = kind => kind === 'dynamic-import' || kind === 'require-call';

function nameBundle(path) {
  return Object.keys(BUNDLES).find(name => BUNDLES[name].some(pattern => pattern.test(path)));
}

/** The modules that a bundle needs, as far as they don't begin another one. */
function reach(name, starts, importsOf) {
  const files = new Set();
  const left = [...starts].filter(([, bundle]) => bundle === name).map(([file]) => file);
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    for (const {path, kind} of importsOf(file)) {
      if (!isOnUse(kind) || (starts.get(path) ?? name) === name) left.push(path);
    }
  }
  return files;
}

/** Renders the beginning of a bundle: each module that others use is set up when it is first asked for. */
export function renderEntry(name, main, modules) {
  const list = [...modules].sort().map(file => `  ${JSON.stringify(file)}: once(() => require('./${file}')),\n`);
  return `${name === MAIN ? `export * from './${main}';\n` : ''}
const once = load => {
  let loaded;
  return () => (loaded ??= load());
};
export const modules = {
${list.join('')}};
`;
}

/** Leaves the modules of other bundles out of this one. */
export function leaveToOthers(name, {owners}, root) {
  return {
    name: 'leave-to-others',
    setup({onResolve, resolve}) {
      onResolve({filter: /./}, async ({path, pluginData, kind, ...from}) => {
        if (pluginData === ELSEWHERE || kind === 'entry-point') return undefined;
        const found = await resolve(path, {kind, ...from, pluginData: ELSEWHERE});
        const file = relative(root, found.path).replaceAll('\\', '/');
        const owner = found.external ? undefined : owners.get(file);
        return owner === undefined || owner === name ? undefined : {path: `${ELSEWHERE}${owner}/${file}`, external: true};
      });
    },
  };
}

/** Has a bundle ask the others for their modules. Fails where one of them would not answer. */
export function connect(code, {shared}) {
  const asked = code.replace(new RegExp(`require\\("${ELSEWHERE}([^"]*)"\\)`, 'g'), (_text, place) => {
    const [name, ...file] = place.split('/');
    if (shared.get(name)?.has(file.join('/')) !== true) throw new Error(`dist/${name}.cjs does not give ${file.join('/')} to others`);
    return `askBundle("./${name}.cjs", ${JSON.stringify(file.join('/'))})`;
  });
  // Modules of ours are given as they are: esbuild would copy each, once for the giver and once for each `import()`.
  const connected = asked
    .replace(/("src\/[^"]+\.ts": \w+\(\(\) => \(init_\w+\(\), )__toCommonJS\((\w+)\)/g, '$1$2')
    .replace(/__toESM\((askBundle\("[^"]*", "src\/[^"]+\.ts"\))\)/g, '$1');
  return `const bundles = {};
const askBundle = (name, module) => (bundles[name] ??= require(name).modules)[module]();
${connected}`;
}

/** Fails where a module is in two bundles: its state and its classes would exist twice. */
export function checkOnce(metafiles) {
  const places = new Map();
  for (const [name, {outputs}] of metafiles) {
    for (const file of Object.values(outputs).flatMap(({inputs}) => Object.keys(inputs))) {
      if (places.has(file)) throw new Error(`${file} is in dist/${places.get(file)}.cjs and in dist/${name}.cjs`);
      places.set(file, name);
    }
  }
}
