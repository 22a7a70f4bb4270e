/** Ready lines for a device that is being connected, to be copied into a shell. */
import type { DeviceConnection } from '../../../../model/contract/acquisition/devices.ts'

export interface Connecting extends Pick<DeviceConnection, 'mqtt' | 'points'> {
  readonly userName: string
  readonly topic: string
  /** Where the page was loaded from, as the browser says it. */
  readonly origin: string
  /** The path that takes readings over HTTP. */
  readonly path: string
  /** Undefined where it is not known any more: a word stands in its place. */
  readonly secret: string | undefined
}

const VALUES = [21.5, 1]
export const NO_SECRET = 'SECRET'

/** What can be sent, of the first points of the device. */
export function examplePayload(points: readonly string[]): string {
  const keys = points.length > 0 ? points : ['temperature']
  return JSON.stringify(Object.fromEntries(keys.slice(0, VALUES.length).map((key, at) => [key, VALUES[at]])))
}

/** In single quotes, as every shell of POSIX reads it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Where the broker is: where the server was told that it is, or else beside the page. */
export const brokerOf = (mqtt: { readonly host: string | null }, origin: string): string => mqtt.host ?? new URL(origin).hostname

/** A line that publishes an example; undefined without a broker. */
export function mosquittoLine({ mqtt, points, userName, topic, origin, secret = NO_SECRET }: Connecting): string | undefined {
  if (!mqtt) return undefined
  const options = [
    `-h ${brokerOf(mqtt, origin).replaceAll(/[[\]]/g, '')} -p ${mqtt.port}`,
    ...(mqtt.tls ? ['--capath /etc/ssl/certs'] : []),
    `-u ${quoted(userName)} -P ${quoted(secret)} -q 1`,
    `-t ${quoted(topic)} -m ${quoted(examplePayload(points))}`,
  ]
  return `mosquitto_pub ${options.join(' ')}`
}

/** A line that sends the same over HTTP. */
export function curlLine({ points, userName, origin, path, secret = NO_SECRET }: Connecting): string {
  return `curl -u ${quoted(`${userName}:${secret}`)} -H 'Content-Type: application/json' -d ${quoted(examplePayload(points))} ${quoted(origin + path)}`
}

/** A line that reads the first register of a polled device, from where the server stands. */
export function modbusLine({ host, port, unit }: { readonly host: string; readonly port: number; readonly unit: number }): string {
  return `mbpoll -m tcp -p ${port} -a ${unit} -0 -r 0 -c 1 -1 ${quoted(host)}`
}
