/** The error texts of the service document's catalogue ("Errors"), by status. */
const texts: ReadonlyMap<number, string> = new Map([
  [400, 'Bad Request'],
  [401, 'Unauthorized: Invalid token'],
  [402, 'Payment Required: Insufficient credits'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [405, 'Method Not Allowed'],
  [408, 'Request Timeout'],
  [409, 'Conflict'],
  [413, 'Payload Too Large'],
  [415, 'Unsupported Media Type'],
  [422, 'Unprocessable Entity'],
  [429, 'Rate limit exceeded'],
  [500, 'Internal Server Error'],
  [502, 'Bad Gateway'],
  [503, 'Service Unavailable'],
  [504, 'Gateway Timeout'],
]);

/** The usual error text of a status; statuses outside the catalogue get a plain `HTTP <status>`. */
export function errorText(status: number): string {
  return texts.get(status) ?? `HTTP ${status}`;
}
