/** Words for what the way to a server refuses, by the system's name for it. `wayOut` ends a sentence about its certificate. */
export function nameNetworkFailures(wayOut: {readonly own: string; readonly authority: string}): Readonly<Record<string, string>> {
  const unknown = `its certificate is of an unknown authority; ${wayOut.authority}`;
  return {
    ENOTFOUND: 'the host name is not known',
    EAI_AGAIN: 'the host name could not be looked up',
    ECONNREFUSED: 'nothing listens there',
    ECONNRESET: 'the connection was lost',
    EPIPE: 'the connection was lost',
    EHOSTUNREACH: 'there is no way to the host',
    ENETUNREACH: 'there is no way to the host',
    CERT_HAS_EXPIRED: 'its certificate has expired',
    DEPTH_ZERO_SELF_SIGNED_CERT: `its certificate is self-signed; ${wayOut.own}`,
    SELF_SIGNED_CERT_IN_CHAIN: unknown,
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknown,
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknown,
    ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  };
}
