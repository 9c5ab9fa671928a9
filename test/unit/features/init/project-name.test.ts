import {makeProjectName} from '../../../../src/features/init/project-name';

test.each([
  {name: 'the remote names it', remote: 'https://github.com/acme/web-watches.git', says: 'web-watches'},
  {name: 'who logs in and where never stands in it', remote: 'https://user:token@git.acme.example:8443/group/Watches/', says: 'watches'},
  {name: 'a remote as ssh writes it', remote: 'git@github.com:acme/Web Watches.git', says: 'web-watches'},
  {name: 'a remote with nothing but a host gives no name', remote: 'https://token@github.com', directory: 'here', says: 'here'},
  {name: 'a remote that is a directory', remote: '/srv/git/acme.git', says: 'acme'},
  {name: 'without a remote the directory names it', directory: 'My Watches', says: 'my-watches'},
  {name: 'a project below the root is named with its path', directory: 'acme', prefix: 'ops/Watches 2', says: 'acme-ops-watches-2'},
  {name: 'accents go, other scripts leave nothing', directory: 'Café-監視', says: 'cafe'},
  {name: 'where nothing is left it is still a name', directory: '監視', says: 'project'},
  {name: 'it is at most 64 characters long and ends in one that counts', directory: `${'a'.repeat(63)}--b`, says: 'a'.repeat(63)},
])('$name', ({remote = null, directory = 'elsewhere', prefix = '', says}) => {
  const name = makeProjectName(remote, directory, prefix);
  expect(name).toBe(says);
  expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/);
});
