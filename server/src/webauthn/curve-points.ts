const p256Prime = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const p256Constant = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

const ed25519Prime = 2n ** 255n - 19n;
const ed25519Constant = 0x52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3n;

/** The y coordinates of the eight points of small order, for which signatures can be made without a secret. */
const ed25519SmallOrder: ReadonlySet<bigint> = new Set([
  0n,
  1n,
  ed25519Prime - 1n,
  0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n,
  0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n,
]);

/**
 * Tells whether two coordinates of 32 bytes, most significant first, are a point on P-256: y² = x³ − 3x + b.
 *
 * @see {@link https://nvlpubs.nist.gov/nistpubs/SpecialPublications/NIST.SP.800-186.pdf NIST SP 800-186, 3.2.1.3}
 */
export function isOnP256(xBytes: Uint8Array, yBytes: Uint8Array): boolean {
  const x = readNumber(xBytes);
  const y = readNumber(yBytes);
  return x < p256Prime && y < p256Prime && (y * y - x * x * x + 3n * x - p256Constant) % p256Prime === 0n;
}

/**
 * Tells whether 32 bytes encode a point of Ed25519 that is not of small order: y is below the prime,
 * and x² = (y² − 1) / (d y² + 1) has a solution.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8032#section-5.1.3 RFC 8032, 5.1.3}
 */
export function isUsableEd25519Point(bytes: Uint8Array): boolean {
  // Least significant byte first; the topmost bit is the sign of x.
  const y = readNumber(Uint8Array.from(bytes).reverse()) % 2n ** 255n;
  if (y >= ed25519Prime || ed25519SmallOrder.has(y)) return false;
  const square = (y * y) % ed25519Prime;
  const ratio = ((square - 1n) * (ed25519Constant * square + 1n)) % ed25519Prime;
  return isSquare(ratio, ed25519Prime);
}

function readNumber(bytes: Uint8Array): bigint {
  return BigInt(`0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`);
}

/**
 * Tells whether a number has a square root modulo an odd prime, by the law of quadratic reciprocity: ten times as fast
 * as raising it to half the prime.
 */
function isSquare(number: bigint, prime: bigint): boolean {
  let symbol = 1;
  let above = number;
  let below = prime;
  while (above !== 0n) {
    while ((above & 1n) === 0n) {
      above >>= 1n;
      if ((below & 7n) === 3n || (below & 7n) === 5n) symbol = -symbol;
    }
    if ((above & 3n) === 3n && (below & 3n) === 3n) symbol = -symbol;
    [above, below] = [below % above, above];
  }
  return symbol === 1;
}
