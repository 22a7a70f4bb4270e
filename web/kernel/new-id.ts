/**
 * A new UUID of version 4 (RFC 9562, 5.4): 122 bits from the browser's generator of random numbers. Browsers offer `crypto.randomUUID` to secure pages only, and a server inside a plant is
 * often reached by plain http.
 */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte, at) => (at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte))
  return hex
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
