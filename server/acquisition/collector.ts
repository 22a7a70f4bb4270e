/** What a way by which readings come in has to be, for whoever adds one (docs/guides/adding-a-collector.md). */
import type { TenantId } from '../../model/brands.ts'
import type { Services } from '../kernel/services.ts'
import type { BusLine } from './modbus/bus-status.ts'

/** How readings come in. */
export type Way = 'mqtt' | 'http' | 'modbus' | 'file'

export type CollectorState =
  | { readonly state: 'off' }
  | { readonly state: 'listening'; readonly port: number; readonly tls: boolean; readonly connections?: number }
  /** It asks devices; `connected` of the buses are there. */
  | { readonly state: 'polling'; readonly buses: number; readonly connected: number }
  /** With the code of the system, such as EADDRINUSE. Everything else goes on. */
  | { readonly state: 'failed'; readonly error: string }

/** Something that readings come in by. One that fails harms no other. */
export interface Collector {
  readonly state: CollectorState
  /** It listens, or has failed to; or it knows whom to ask. */
  readonly opened: Promise<void>
  /** Of a tenant; of all without one. */
  connectionsOf?(tenantId: TenantId | undefined): number
  /** What it asks, line by line. */
  lines?(): readonly BusLine[]
  /** Ends everything it has begun; what it has handed to the intake is stored before this resolves. */
  stop(): Promise<void>
}

/** What is wrong with a collector stays with it: starting one never throws. */
export interface Driver {
  readonly name: Exclude<Way, 'http' | 'file'>
  start(services: Services, reporter: CollectorReporter): Collector
}

export interface CollectorReporter {
  /** What has become of it: written to the log. */
  state(state: CollectorState): void
  /** What whoever runs the server should know. */
  note?(details: object, text: string): void
  /** Something unexpected that it goes on after. */
  error(error: unknown): void
  /** Something that whoever looks after the server should know. */
  warning(words: string, details?: object): void
}
