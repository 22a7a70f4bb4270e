/** Configuration by environment, checked once at the start. What is wrong is said in one sentence that names the variable. */
import { resolve } from 'node:path'
import { z } from 'zod'
import type { MailPort, SmsPort } from './messages/ports.ts'
import { portVariables, portRules, portsOf } from './messages/ports.ts'
import type { S3Address } from './s3/address.ts'
import { s3AddressOf } from './s3/address.ts'

export interface Config {
  port: number
  host: string
  /** Folder of the embedded database, its lock and later the files. */
  dataDir: string
  /** PostgreSQL to use; `undefined` means the embedded engine in `dataDir`. */
  databaseUrl: string | undefined
  /** Store of the files; `undefined` means a folder in `dataDir`. */
  s3: S3Address | undefined
  /** Address under which browsers reach the server; decides whether cookies are `Secure`. */
  publicUrl: string
  /** Whether an empty database gets the demonstration tenants. */
  demo: boolean
  /** Password of all seeded accounts; `undefined` makes a random one for each. */
  demoPassword: string | undefined
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** IANA zone in which times travel on the wire. */
  timeZone: string
  /** Megabytes that must be free on the disk of the embedded engine; below, nothing is written any more. */
  minFreeMb: number
  /** Requests a minute for one user, and for one network that is not signed in a tenth of it. */
  rateLimit: number
  /** Connections at once, those of open pages included; further ones are closed as they come. */
  maxConnections: number
  /** Seconds in which the body of a call has to be there, and each next 16 KB of a file that is uploaded. */
  requestSeconds: number
  /** How many reverse proxies stand in front, each of which appends to `X-Forwarded-For`; what stands before is the client's word. */
  trustProxy: number
  /** Port of the MQTT broker, 0 for any free one; `undefined` when there is to be none. */
  mqttPort: number | undefined
  /** Files of a key and a certificate; with them the broker speaks TLS and nothing else. */
  mqttTls: { readonly key: string; readonly cert: string } | undefined
  /** Whether this server asks Modbus devices. */
  polling: boolean
  /** Where the devices of the demonstration are simulated for Modbus, 0 for any free port; `undefined` when nothing is simulated. */
  simulatorPort: number | undefined
  /** What sends mail and SMS; without one, messages are kept in the outbox. */
  mail: MailPort | undefined
  sms: SmsPort | undefined
  /** Whether the operator's outbox shows the codes and links that nothing is configured to send. They open accounts of all tenants. */
  outboxSecrets: boolean
}

/** A start that cannot go on: the message is for the operator, without a stack. */
export class StartError extends Error {}

const flag = z.enum(['on', 'off', 'true', 'false', '1', '0', 'yes', 'no']).transform((value) => ['on', 'true', '1', 'yes'].includes(value))

const variables = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  HOST: z.string().min(1).max(255).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  S3_URL: z.string().transform((text, context) => s3AddressOf(text) ?? (context.addIssue({ code: 'custom' }), z.NEVER)).optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DEMO: flag.optional(),
  DEMO_PASSWORD: z.string().min(6).max(31).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TIME_ZONE: z.string().refine(isZone).optional(),
  MIN_FREE_MB: z.coerce.number().int().min(0).max(1_000_000_000).default(64),
  RATE_LIMIT: z.coerce.number().int().min(20).max(1_000_000_000).default(6000),
  MAX_CONNECTIONS: z.coerce.number().int().min(10).max(1_000_000).default(5000),
  REQUEST_SECONDS: z.coerce.number().int().min(5).max(3600).default(60),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  MQTT_PORT: z.union([z.literal('off'), z.coerce.number().int().min(0).max(65535)]).optional(),
  MODBUS: flag.default(true),
  SIMULATOR_PORT: z.union([z.literal('off'), z.coerce.number().int().min(0).max(65535)]).default(5020),
  OUTBOX_SECRETS: flag.optional(),
  MQTT_TLS_KEY: z.string().min(1).max(4096).optional(),
  MQTT_TLS_CERT: z.string().min(1).max(4096).optional(),
  ...portVariables,
}).refine((given) => (given.MQTT_TLS_KEY === undefined) === (given.MQTT_TLS_CERT === undefined), { path: ['MQTT_TLS_CERT'] })

const rules: Record<keyof z.infer<typeof variables>, string> = {
  PORT: 'must be a port number from 0 to 65535',
  HOST: 'must be a host name or address to listen on',
  DATA_DIR: 'must be a folder',
  DATABASE_URL: 'must be an address like postgres://user:password@host:5432/database',
  S3_URL: 'must be an address like https://key:secret@s3.example.com/bucket?region=eu-central-1&pathStyle=1, with / in key and secret as %2F and + as %2B',
  PUBLIC_URL: 'must be an address like https://console.example.com',
  DEMO: 'must be on or off',
  DEMO_PASSWORD: 'must have 6 to 31 characters',
  LOG_LEVEL: 'must be one of fatal, error, warn, info, debug, trace, silent',
  TIME_ZONE: 'must be an IANA time zone like Asia/Shanghai',
  MIN_FREE_MB: 'must be a whole number of megabytes',
  RATE_LIMIT: 'must be a whole number of requests a minute, 20 at least',
  MAX_CONNECTIONS: 'must be a number of connections, 10 at least',
  REQUEST_SECONDS: 'must be a number of seconds from 5 to 3600',
  TRUST_PROXY: 'must be the number of reverse proxies in front, 0 to 10',
  MQTT_PORT: 'must be a port number from 0 to 65535, or off',
  MODBUS: 'must be on or off',
  SIMULATOR_PORT: 'must be a port number from 0 to 65535, or off',
  OUTBOX_SECRETS: 'must be on or off',
  MQTT_TLS_KEY: 'must be the file of a private key, and goes together with MQTT_TLS_CERT',
  MQTT_TLS_CERT: 'must be the file of a certificate, and goes together with MQTT_TLS_KEY',
  ...portRules,
}

function isZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

/** @throws {StartError} naming every variable that does not fit; values are not repeated, since they may be secrets. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''))
  const result = variables.safeParse(given)
  if (!result.success) {
    const names = [...new Set(result.error.issues.map((issue) => issue.path[0] as keyof typeof rules))]
    throw new StartError(names.map((name) => `${name} ${rules[name]}.`).join('\n'))
  }
  const { data } = result
  const publicUrl = data.PUBLIC_URL ?? `http://${data.HOST.includes(':') ? `[${data.HOST}]` : data.HOST}:${data.PORT}`
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: resolve(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL,
    s3: data.S3_URL,
    publicUrl,
    demo: data.DEMO ?? data.DATABASE_URL === undefined,
    demoPassword: data.DEMO_PASSWORD,
    logLevel: data.LOG_LEVEL,
    minFreeMb: data.MIN_FREE_MB,
    timeZone: data.TIME_ZONE ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    rateLimit: data.RATE_LIMIT,
    maxConnections: data.MAX_CONNECTIONS,
    requestSeconds: data.REQUEST_SECONDS,
    trustProxy: data.TRUST_PROXY,
    mqttPort: data.MQTT_PORT === 'off' ? undefined : data.MQTT_PORT ?? (data.MQTT_TLS_KEY === undefined ? 1883 : 8883),
    polling: data.MODBUS,
    simulatorPort: (data.DEMO ?? data.DATABASE_URL === undefined) && data.SIMULATOR_PORT !== 'off' ? data.SIMULATOR_PORT : undefined,
    mqttTls: data.MQTT_TLS_KEY !== undefined && data.MQTT_TLS_CERT !== undefined ? { key: data.MQTT_TLS_KEY, cert: data.MQTT_TLS_CERT } : undefined,
    outboxSecrets: data.OUTBOX_SECRETS ?? data.DEMO ?? data.DATABASE_URL === undefined,
    ...portsOf(data, publicUrl),
  }
}
