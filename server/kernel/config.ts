/**
 * Configuration by environment, checked once at the start. What is wrong is said in one sentence that names the variable. Each subsystem
 * declares its own variables as a {@link VariableGroup}; `server/config.ts` puts them together.
 */
import { resolve } from 'node:path'
import { z } from 'zod'
import { isZone, machineZone } from '../../model/zone.ts'
import { StartError } from './start-error.ts'

/** What the kernel itself is told. */
export interface KernelConfig {
  port: number
  host: string
  /** Folder of the embedded database, its lock and the files. */
  dataDir: string
  /** PostgreSQL to use; `undefined` means the embedded engine in `dataDir`. */
  databaseUrl: string | undefined
  /** Address under which browsers reach the server; decides whether cookies are `Secure`. */
  publicUrl: string
  /** Whether an empty database gets the demonstration tenants. */
  demo: boolean
  /** Password of all seeded accounts; `undefined` makes a random one for each. */
  demoPassword: string | undefined
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** IANA zone of what belongs to no tenant, and of tenants that have chosen none. */
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
}

/** The kernel's configuration and, by declaration merging in `server/config.ts`, that of the subsystems. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the subsystems' variables are merged into it
export interface Config extends KernelConfig {}

/** Variables of one part of the server: how each is checked, what is said of one that does not fit, and what they become. */
export interface VariableGroup<Part, Shape extends z.ZodRawShape = z.ZodRawShape, Given = never> {
  readonly variables: Shape
  /** By the variable: the end of a sentence that begins with its name. */
  readonly rules: Readonly<Record<keyof Shape, string>>
  /** Variables that are only right together: the name of the one that is at fault, if any. */
  readonly atFault?: (given: Given) => (keyof Shape & string) | undefined
  /** @param kernel What the kernel's own variables became. */
  readonly read: (given: Given, kernel: KernelConfig) => Part
}

/** The group as it is, its functions typed by its variables. */
export function variableGroup<Shape extends z.ZodRawShape, Part>(
  group: VariableGroup<Part, Shape, z.output<z.ZodObject<Shape>>>,
): VariableGroup<Part> {
  return group as unknown as VariableGroup<Part>
}

/** How `on` and `off` are written. */
export const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0', 'yes', 'no'])
  .transform((value) => ['on', 'true', '1', 'yes'].includes(value))

const variables = {
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  HOST: z.string().min(1).max(255).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
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
}

const rules: Readonly<Record<keyof typeof variables, string>> = {
  PORT: 'must be a port number from 0 to 65535',
  HOST: 'must be a host name or address to listen on',
  DATA_DIR: 'must be a folder',
  DATABASE_URL: 'must be an address like postgres://user:password@host:5432/database',
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
}

function kernelConfigOf(data: z.output<z.ZodObject<typeof variables>>): KernelConfig {
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: resolve(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL,
    publicUrl: data.PUBLIC_URL ?? `http://${data.HOST.includes(':') ? `[${data.HOST}]` : data.HOST}:${data.PORT}`,
    demo: data.DEMO ?? data.DATABASE_URL === undefined,
    demoPassword: data.DEMO_PASSWORD,
    logLevel: data.LOG_LEVEL,
    minFreeMb: data.MIN_FREE_MB,
    timeZone: data.TIME_ZONE ?? machineZone(),
    rateLimit: data.RATE_LIMIT,
    maxConnections: data.MAX_CONNECTIONS,
    requestSeconds: data.REQUEST_SECONDS,
    trustProxy: data.TRUST_PROXY,
  }
}

type Groups = readonly VariableGroup<object>[]
type PartsOf<Given extends Groups> = Given extends readonly [VariableGroup<infer Part>, ...infer Rest extends Groups]
  ? Part & PartsOf<Rest>
  : unknown

/**
 * The kernel's configuration and that of the groups. Blank variables count as absent.
 * @throws {StartError} naming every variable that does not fit; values are not repeated, since they may be secrets.
 */
export function readVariables<const Given extends Groups>(environment: NodeJS.ProcessEnv, groups: Given): KernelConfig & PartsOf<Given> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''))
  const shape: z.ZodRawShape = Object.assign({}, variables, ...groups.map((group) => group.variables))
  const sentences: Readonly<Record<string, string>> = Object.assign({}, rules, ...groups.map((group) => group.rules))
  const result = z.object(shape).safeParse(given)
  const atFault = result.success
    ? groups.flatMap((group) => group.atFault?.(result.data as never) ?? [])
    : [...new Set(result.error.issues.map((issue) => String(issue.path[0])))]
  if (!result.success || atFault.length > 0) throw new StartError(atFault.map((name) => `${name} ${sentences[name]}.`).join('\n'))
  const kernel = kernelConfigOf(result.data as z.output<z.ZodObject<typeof variables>>)
  return Object.assign({}, kernel, ...groups.map((group) => group.read(result.data as never, kernel)))
}
