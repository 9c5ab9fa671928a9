/** Addresses: what looks like a price or a state in one is the name of a page or a token, unless a parameter says that it is a price. */
const ADDRESS = /(?<=\]\()[^()\s]+|https?:\/\/[^\s)\]]+/gu;

/** The line with other signs of the same number for its addresses, so that places stay what they are. */
export function hideAddresses(line: string): string {
  return line.replace(ADDRESS, address => (/[?&;](?:price|amount|cost)=/i.test(address) ? address : '_'.repeat(address.length)));
}
