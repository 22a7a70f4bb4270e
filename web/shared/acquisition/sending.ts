/** What somebody writes into a device, or into a terminal, to have values here. */
import { push } from '../../../model/contract/acquisition/collectors.ts'
import type { DeviceState } from '../../../model/contract/acquisition/devices.ts'
import { urlOf } from '../../kernel/http/url.ts'

type Sends = NonNullable<DeviceState['sends']>

/** Host and port of the broker as the console is reached; nothing where there is no broker. */
export const serverOf = ({ broker }: Pick<Sends, 'broker'>): string | undefined =>
  broker === null ? undefined : `${location.hostname}:${broker.port}`

/** The topic that takes all points of the device. */
export const topicOf = ({ userName }: Pick<Sends, 'userName'>): string => `d/${codeOf(userName)}`

/** Where values are sent over HTTP. */
export const pushAddress = (): string => new URL(urlOf(push), location.origin).href

/** A line for a terminal that sends a value: over MQTT, or over HTTP where there is no broker. Nothing in a device's name means anything to a shell. */
export function exampleOf({ userName, broker }: Sends, secret = '$SECRET'): string {
  const message = `'{"temperature": 21.5}'`
  if (broker === null) return `curl -u "${userName}:${secret}" -H 'Content-Type: application/json' -d ${message} ${pushAddress()}`
  const server = `-h ${location.hostname} -p ${broker.port}${broker.tls ? ' --capath /etc/ssl/certs' : ''}`
  return `mosquitto_pub ${server} -q 1 -i ${codeOf(userName)} -u ${userName} -P "${secret}" -t ${topicOf({ userName })} -m ${message}`
}

const codeOf = (userName: string) => userName.slice(userName.indexOf('/') + 1)
