/** How devices reach the server and the server reaches them, as the environment says. */
import { z } from 'zod'
import { flag, variableGroup } from '../kernel/config.ts'

export interface AcquisitionConfig {
  /** Port of the MQTT broker, 0 for any free one; `undefined` when there is to be none. */
  mqttPort: number | undefined
  /** Files of a key and a certificate; with them the broker speaks TLS and nothing else. */
  mqttTls: { readonly key: string; readonly cert: string } | undefined
  /** Where devices reach the broker when it is elsewhere than this server thinks, behind a proxy or a forwarded port: what is told of it. */
  mqttPublic: { readonly host: string | undefined; readonly port: number | undefined; readonly tls: boolean | undefined }
  /** Whether this server asks Modbus devices. */
  polling: boolean
  /** Where the devices of the demonstration are simulated for Modbus, 0 for any free port; `undefined` when nothing is simulated. */
  simulatorPort: number | undefined
}

export const acquisitionVariables = variableGroup({
  variables: {
    MQTT_PORT: z.union([z.literal('off'), z.coerce.number().int().min(0).max(65535)]).optional(),
    MODBUS: flag.default(true),
    SIMULATOR_PORT: z.union([z.literal('off'), z.coerce.number().int().min(0).max(65535)]).default(5020),
    MQTT_TLS_KEY: z.string().min(1).max(4096).optional(),
    MQTT_TLS_CERT: z.string().min(1).max(4096).optional(),
    MQTT_PUBLIC_HOST: z
      .string()
      .max(253)
      .regex(/^[A-Za-z0-9._:-]+$/)
      .optional(),
    MQTT_PUBLIC_PORT: z.coerce.number().int().min(1).max(65535).optional(),
    MQTT_PUBLIC_TLS: flag.optional(),
  },
  rules: {
    MQTT_PORT: 'must be a port number from 0 to 65535, or off',
    MODBUS: 'must be on or off',
    SIMULATOR_PORT: 'must be a port number from 0 to 65535, or off',
    MQTT_TLS_KEY: 'must be the file of a private key, and goes together with MQTT_TLS_CERT',
    MQTT_TLS_CERT: 'must be the file of a certificate, and goes together with MQTT_TLS_KEY',
    MQTT_PUBLIC_HOST: 'must be a name or an address, without protocol and port',
    MQTT_PUBLIC_PORT: 'must be a port number from 1 to 65535',
    MQTT_PUBLIC_TLS: 'must be on or off',
  },
  atFault: (given) => ((given.MQTT_TLS_KEY === undefined) === (given.MQTT_TLS_CERT === undefined) ? undefined : 'MQTT_TLS_CERT'),
  read: (given, { demo }): AcquisitionConfig => ({
    mqttPort: given.MQTT_PORT === 'off' ? undefined : (given.MQTT_PORT ?? (given.MQTT_TLS_KEY === undefined ? 1883 : 8883)),
    mqttPublic: { host: given.MQTT_PUBLIC_HOST, port: given.MQTT_PUBLIC_PORT, tls: given.MQTT_PUBLIC_TLS },
    polling: given.MODBUS,
    simulatorPort: demo && given.SIMULATOR_PORT !== 'off' ? given.SIMULATOR_PORT : undefined,
    mqttTls:
      given.MQTT_TLS_KEY !== undefined && given.MQTT_TLS_CERT !== undefined
        ? { key: given.MQTT_TLS_KEY, cert: given.MQTT_TLS_CERT }
        : undefined,
  }),
})
