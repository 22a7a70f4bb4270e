/** Which fields the forms of points, mapping rules and delivery rules ask for: those that what is chosen needs. What somebody may not see decides nothing. */
import { isAddressed } from '../../../model/acquisition/alarm-channels.ts'
import { registerFields } from '../../../model/acquisition/point-fields.ts'
import type { FormValues } from '../../kernel/resource/form-checks.ts'

const isGiven = (value: unknown) => typeof value === 'string' && value.trim() !== ''

const REGISTER: ReadonlySet<string> = new Set(registerFields)
/** Whether a point is asked for a field: where it stands in a Modbus device, only of a device that is polled. @param connection Of its device */
export const isAskedOfPoint = (name: string, connection: unknown): boolean =>
  !REGISTER.has(name) || connection === undefined || connection === 'modbus'

/** Whom a rule tells; a channel with an address of its own tells whoever is there. */
const PEOPLE: ReadonlySet<string> = new Set(['userId', 'deliveryRoleId', 'orgId', 'onDuty'])
/** Whether a delivery rule is asked for a field: people, once a channel is chosen that addresses people. @param channelKind Of its channel, where that is known */
export const isAskedOfDelivery = (name: string, { isChosen, channelKind }: { isChosen: boolean; channelKind: unknown }): boolean =>
  !PEOPLE.has(name) || (isChosen && !isAddressed(channelKind))

const OF_TIME: ReadonlySet<string> = new Set(['timeFormat', 'timeZone'])
/** What says how a value is read. */
const OF_VALUE: ReadonlySet<string> = new Set([
  ...['valuePath', 'pointKey', 'sourceUnit', 'scale', 'valueOffset', 'valueWords', 'timePath'],
  ...OF_TIME,
])
/** Whether a mapping rule is asked for a field: a topic for messages over MQTT, how a time is written where one is read, and of ignored messages nothing that is in them. */
export function isAskedOfMapping(name: string, { messageSource, messageFormat, timePath }: FormValues): boolean {
  if (name === 'topicFilter') return messageSource !== 'http'
  if (messageFormat === 'ignore' && OF_VALUE.has(name)) return false
  return !OF_TIME.has(name) || isGiven(timePath)
}
