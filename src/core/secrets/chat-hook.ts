/**
 * Addresses that post to a channel of a chat, also with a reference in the place of the path, as `pull` writes them. Knowing one is
 * enough to post: the literal part of its path is a secret.
 */
const CHAT_HOOKS: readonly (readonly [chat: string, address: RegExp])[] = [
  ['Slack', /^\s*https?:\/\/hooks\.slack\.com\/(?:services\/|(?=\$\{))(\S*)/i],
  ['Discord', /^\s*https?:\/\/(?:\w+\.)?discord(?:app)?\.com\/(?:api\/(?:v\d+\/)?webhooks\/|(?=\$\{))(\S*)/i],
  ['Microsoft Teams', /^\s*https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*\.webhook\.office\.com\/(\S*)/i],
];

/** The chat that an address posts to; null for any other address. `isLiteral`: a secret stands in it, and not as a reference. */
export function findChatHook(address: string): {readonly chat: string; readonly isLiteral: boolean} | null {
  for (const [chat, pattern] of CHAT_HOOKS) {
    const rest = pattern.exec(address)?.[1];
    if (rest !== undefined) return {chat, isLiteral: rest.replace(/\$\{[^}]*\}/g, '').replace(/\//g, '').length >= SHORTEST_SECRET};
  }
  return null;
}

/** A shorter rest of a path says nothing secret, such as the number of a team. */
const SHORTEST_SECRET = 16;
