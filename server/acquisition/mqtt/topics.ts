/**
 * Topics a device may publish to: its own, and no others.
 *
 * - `d/<device>` an object of values, or values with their times;
 * - `d/<device>/<point>` one value;
 * - `v1/devices/me/telemetry` like the first, as devices made for ThingsBoard send it.
 */
export const TELEMETRY_TOPIC = 'v1/devices/me/telemetry'

/** Which point it is about; an empty object: its payload names them. `undefined`: not a topic of this device. */
export function readTopic(topic: string, deviceCode: string): { readonly key?: string } | undefined {
  if (topic === TELEMETRY_TOPIC) return {}
  const [root, device, key, ...more] = topic.split('/')
  if (root !== 'd' || device !== deviceCode || more.length > 0) return undefined
  if (key === undefined) return {}
  return /^[A-Za-z0-9_.-]{1,64}$/.test(key) ? { key } : undefined
}
