/** What a message says beside what it holds: its user properties (MQTT 5, 3.3.2.3.7), for the rules of the type of its device. */
import type { UserProperties as Received } from 'mqtt-packet'
import type { UserProperties } from '../../../model/acquisition/mapping/mapping.ts'

interface WithProperties {
  readonly properties?: { readonly userProperties?: Received } | undefined
}

/** The user properties of a packet, the first of each name; nothing of one without. */
export function userPropertiesOf({ properties }: WithProperties): { readonly properties?: UserProperties } {
  const received = properties?.userProperties
  if (!received) return {}
  const first = Object.entries(received).map(([name, value]): [string, string] => [name, Array.isArray(value) ? (value[0] ?? '') : value])
  return { properties: Object.fromEntries(first) }
}
