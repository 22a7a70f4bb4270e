/** What a CONNECT says of who it is from and which MQTT they speak. */
import type { IConnectPacket } from 'mqtt-packet'
import type { ConnectRequest } from './host.ts'

/** Protocol levels that are spoken: MQTT 3.1, 3.1.1 and 5, and the first two as a bridge says them. */
export const LEVELS = new Set([3, 4, 5, 131, 132])
/** CONNACK, "unacceptable protocol level" (MQTT 3.1.1, 3.1.2.2). */
export const UNACCEPTABLE_LEVEL = Buffer.from([0x20, 2, 0, 1])

/**
 * The name and the secret of a CONNECT. Firmware for ThingsBoard has one field for both, its access token, which it sends as user name and without a
 * password: that is `<tenant>/<device>:<secret>`. What is behind the colon is nobody's name, so that no log has it.
 */
export function credentialsOf({ username = '', password }: IConnectPacket): Pick<ConnectRequest, 'name' | 'secret'> {
  if (password !== undefined) return { name: username, secret: password.toString('utf8') }
  const [name = '', ...rest] = username.split(':')
  return { name, secret: rest.join(':') }
}
