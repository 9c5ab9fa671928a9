/** Writes a number with commas between thousands and at most two decimals, the same on every machine. */
export function formatNumber(value: number): string {
  const [whole = '', fraction] = String(Math.round(value * 100) / 100).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
