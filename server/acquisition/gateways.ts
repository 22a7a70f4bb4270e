/**
 * What a gateway sends for the devices behind it, over its one connection: under their own topics (`d/<code>`, `d/<code>/<point>`), many
 * in one message of the gateway API of ThingsBoard, or as an edge node of Sparkplug. Each device gets its part as if it had sent it itself, so its type's rules, its points
 * and its presence hold. Only devices that are declared to be behind this gateway are meant by it, whatever a topic or a message names.
 */
import { parseBounded, TooManyTokens } from '../../model/acquisition/bounded-json.ts'
import type { Device } from './known-devices.ts'
import type { Message } from './message.ts'
import { TELEMETRY_TOPIC } from './mqtt/topics.ts'
import type { Fault } from './payload.ts'
import { readSparkplugTopic } from './sparkplug/topic.ts'

export interface Divided {
  /** The part of each device behind the gateway, by its code. */
  readonly parts: readonly { readonly code: string; readonly message: Message }[]
  /** What is nobody's, as the gateway could have sent it alone. */
  readonly left: readonly { readonly message: Message; readonly fault: Fault }[]
}

/** Topics of the gateway API of ThingsBoard whose messages are objects by device, and under which topic a device sends its part itself. */
const BY_DEVICE = new Map([
  ['v1/gateway/telemetry', TELEMETRY_TOPIC],
  ['v1/gateway/attributes', 'v1/devices/me/attributes'],
])
/** Those that name one device and hold nothing that is measured. */
const NOTICES = new Set(['v1/gateway/connect', 'v1/gateway/disconnect'])

/** What a message holds for whom; `undefined` where it is the device's own: it is no gateway, or its type has rules for the topic. */
export function divide(gateway: Device, message: Message): Divided | undefined {
  const { source, payload } = message
  const device = source.via === 'mqtt' ? readSparkplugTopic(source.topic)?.device : undefined
  if (device !== undefined) return forOne(gateway, device, message)
  if (!gateway.behind || source.via !== 'mqtt' || (gateway.mapping?.rulesFor(source).length ?? 0) > 0) return undefined
  const { codes } = gateway.behind
  const [root, code] = source.topic.split('/')
  if (root === 'd' && code !== undefined && code !== gateway.code && codes.has(code)) return { parts: [{ code, message }], left: [] }
  if (NOTICES.has(source.topic)) return { parts: [], left: noticeOf(gateway, message) }
  const topic = BY_DEVICE.get(source.topic)
  return topic === undefined ? undefined : byDevice(gateway, message, topic, String(payload))
}

function forOne(gateway: Device, name: string, message: Message): Divided {
  const code = codeOf(gateway, name)
  return code === undefined ? { parts: [], left: [{ message, fault: unknown(name) }] } : { parts: [{ code, message }], left: [] }
}

function byDevice(gateway: Device, whole: Message, topic: string, text: string): Divided {
  const parsed = parsedOf(text)
  if ('fault' in parsed) return { parts: [], left: [{ message: whole, fault: parsed.fault }] }
  const parts: Divided['parts'][number][] = []
  const left: Divided['left'][number][] = []
  for (const [name, part] of Object.entries(parsed.members)) {
    const code = codeOf(gateway, name)
    if (code === undefined) left.push({ message: { ...whole, payload: JSON.stringify({ [name]: part }) }, fault: unknown(name) })
    else parts.push({ code, message: { source: { ...whole.source, via: 'mqtt', topic }, payload: JSON.stringify(part) } })
  }
  return { parts, left }
}

function noticeOf(gateway: Device, message: Message): Divided['left'] {
  const parsed = parsedOf(String(message.payload))
  if ('fault' in parsed) return [{ message, fault: parsed.fault }]
  const name = parsed.members['device']
  if (typeof name !== 'string') return [{ message, fault: { code: 'shape', at: 'device' } }]
  return codeOf(gateway, name) === undefined ? [{ message, fault: unknown(name) }] : []
}

function parsedOf(text: string): { readonly members: Readonly<Record<string, unknown>> } | { readonly fault: Fault } {
  try {
    const parsed = parseBounded(text.trim())
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return { fault: { code: 'shape', at: '' } }
    return { members: parsed as Record<string, unknown> }
  } catch (error) {
    return { fault: { code: error instanceof TooManyTokens ? 'too-many' : 'syntax', at: '' } }
  }
}

const unknown = (name: string): Fault => ({ code: 'unknown-device', at: name.slice(0, 200) })

/** The code of the device that the gateway means; `undefined`: none that is behind it. */
export function codeOf({ behind }: Pick<Device, 'behind'>, name: string): string | undefined {
  return behind?.byName.get(name) ?? (behind?.codes.has(name) ? name : undefined)
}
