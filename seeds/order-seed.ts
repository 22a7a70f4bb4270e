/** Faults and work orders of the demonstration, as data: rows refer to each other by code, and moments are hours before the start. */
import type { FaultEffect } from '../model/maintenance/faults.ts'
import type { HoldReason, OrderState } from '../model/maintenance/order-states.ts'
import type { OrderKind, OrderPriority } from '../model/maintenance/order-kinds.ts'
import type { UserSeed } from './tenant.ts'

export interface OrderSeed {
  /** The machine it is about, by its code. */
  readonly machine: string
  readonly title: string
  readonly kind: OrderKind
  readonly priority: OrderPriority
  readonly state: OrderState
  readonly hoursAgo: number
  /** When it is due, from its opening on; by its priority where nothing is said. */
  readonly dueHours?: number
  readonly openedBy: UserSeed['username']
  readonly assignee?: UserSeed['username']
  /** Who verified it, or cancelled it. */
  readonly endedBy?: UserSeed['username']
  readonly hold?: readonly [HoldReason, string]
  readonly cancelled?: string
  readonly cause?: string
  readonly remedy?: string
  /** Hours that were logged. */
  readonly labour?: number
  /** For how many hours the machine stood. */
  readonly down?: number
  readonly estimate?: number
  readonly description?: string
}

export interface FaultSeed {
  readonly machine: string
  readonly title: string
  readonly effect: FaultEffect
  readonly state: 'reported' | 'confirmed' | 'in-order' | 'solved' | 'rejected'
  readonly hoursAgo: number
  readonly reporter: UserSeed['username']
  readonly description?: string
  readonly reason?: string
  /** The order that is about it: its machine and title are those of the fault. */
  readonly order?: Omit<OrderSeed, 'machine' | 'title' | 'kind' | 'hoursAgo'>
}

export interface OrdersSeed {
  readonly faults: readonly FaultSeed[]
  readonly orders: readonly OrderSeed[]
}
