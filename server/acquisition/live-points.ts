/**
 * The values of the points that one page shows, told to it as they are stored. A page names its points, all of them each time; it is
 * told those of its own tenant, as long as its session may ask for newest values, and no faster than it reads. A display that shows one screen is told those
 * of that screen alone.
 */
import { toMillis } from '../../model/brands.ts'
import { reasonOf } from '../../model/acquisition/quality.ts'
import type { Value, ValueSubscriptions, ValueSubscriber } from './value-subscriptions.ts'
import type { Caller, Identity } from '../kernel/authorization/caller.ts'
import { callerOf } from '../kernel/authorization/caller.ts'
import { mayCall } from '../kernel/authorization/view.ts'
import { build } from '../kernel/database/sql.ts'
import type { PushedValue } from '../../model/contract/live.ts'
import { queryLatestReading } from '../../model/contract/acquisition/readings.ts'
import type { OpenPage } from '../messaging/index.ts'
import type { Transaction, TransactionScopes } from '../kernel/database/tenant.ts'

/** The points of the published version of a screen. */
export type PointsOfScreen = (tx: Transaction, screenId: string) => Promise<ReadonlySet<string>>

/** Milliseconds from one message of values to the next: five a second are smooth to look at, and leave time for the way from the device. */
const EVERY_MS = 200

/** More than this unread, and the page is told the newest when it has read what it has. */
const SLOW_BYTES = 16 * 1024

export class PagePoints {
  private readonly page: OpenPage
  private readonly transactions: Pick<TransactionScopes, 'inTenant'>
  private readonly subscriptions: Pick<ValueSubscriptions, 'add' | 'remove'>
  private readonly pointsOfScreen: PointsOfScreen
  private subscriber: ValueSubscriber | undefined
  /** What the page named last, whichever of these are found. */
  private wanted: readonly string[] = []
  /** Of the last look for them: what an earlier one finds, or one that was stopped, is nobody's any more. */
  private look = 0
  private ids = new Map<number, string>()
  private newest = new Map<number, Value>()
  private unsent = new Set<number>()
  private timer: NodeJS.Timeout | undefined
  private sentAt = 0
  /** Of the rows that the points were looked for in. */
  private scope = ''

  constructor(
    page: OpenPage,
    transactions: Pick<TransactionScopes, 'inTenant'>,
    subscriptions: Pick<ValueSubscriptions, 'add' | 'remove'>,
    // Where nobody says which, a display has none.
    pointsOfScreen: PointsOfScreen = () => Promise.resolve(new Set()),
  ) {
    this.page = page
    this.transactions = transactions
    this.subscriptions = subscriptions
    this.pointsOfScreen = pointsOfScreen
  }

  /** From now on these and no others. Those of another tenant are as if they were not there. */
  watch(pointIds: readonly string[]): Promise<void> {
    this.wanted = pointIds
    return this.lookAgain()
  }

  /** What the session may do was read again. In a scope that is narrowed a device may have come or gone as well, and on a screen a point. */
  review(): void {
    const isNarrow = this.scope !== '' || rowsKey(this.page.identity) !== '' || this.page.identity.screen !== undefined
    // Where a look is under way it goes by what the session could do before.
    if (isNarrow || !this.maySend()) void this.lookAgain().catch(() => undefined)
  }

  stop(): void {
    this.wanted = []
    this.look += 1
    this.release()
  }

  /** Looks for what is wanted, in the rows of the session as they are now. Looks may overlap: the last one counts. */
  private async lookAgain(): Promise<void> {
    this.look += 1
    const { look, wanted } = this
    this.release()
    const { identity } = this.page
    if (wanted.length === 0 || !mayWatch(identity)) return
    const { tenantId } = identity
    const { rows: scope, userId } = callerBehind(identity)
    this.scope = scope.key
    const rows = await this.transactions.inTenant(
      { tenantId, userId, rows: scope },
      async (tx) => {
        const shown = identity.screen && (await this.pointsOfScreen(tx, identity.screen.id))
        const among = shown ? wanted.filter((id) => shown.has(id)) : [...wanted]
        return among.length === 0 ? [] : tx.all(build.selectFrom('points').select(['id', 'series']).where('id', 'in', among))
      },
      'read',
    )
    if (look !== this.look) return
    this.ids = new Map(rows.map(({ id, series }) => [Number(series), id]))
    this.subscriber = { tenantId, series: [...this.ids.keys()], next: (value) => this.offer(value) }
    this.subscriptions.add(this.subscriber)
  }

  /** The page is told nothing until what it wants was looked for again. */
  private release(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.subscriber) this.subscriptions.remove(this.subscriber)
    this.subscriber = undefined
    this.newest = new Map()
    this.unsent = new Set()
  }

  private maySend(): boolean {
    const { identity } = this.page
    return this.subscriber?.tenantId === identity.tenantId && mayWatch(identity) && rowsKey(identity) === this.scope
  }

  private offer(value: Value): void {
    const before = this.newest.get(value.series)
    // Of one time there is one value, which may be corrected.
    if (before && (before.time > value.time || (before.time === value.time && before.value === value.value))) return
    this.newest.set(value.series, value)
    this.unsent.add(value.series)
    this.timer ??= setTimeout(() => this.send(), Math.max(0, this.sentAt + EVERY_MS - performance.now()))
  }

  private send(): void {
    this.timer = undefined
    if (!this.maySend()) return this.release()
    if (this.page.unread > SLOW_BYTES) this.timer = setTimeout(() => this.send(), EVERY_MS)
    else {
      this.sentAt = performance.now()
      const list = [...this.unsent].flatMap((series) => this.pushed(series))
      this.unsent.clear()
      this.page.send({ kind: 'values', list })
    }
  }

  private pushed(series: number): PushedValue[] {
    const [id, value] = [this.ids.get(series), this.newest.get(series)]
    return id === undefined || !value ? [] : [[id, Math.floor(toMillis(value.time)), value.value, value.quality, reasonOf(value.reason)]]
  }
}

const known = new WeakMap<Identity, Caller>()

/** Callers are made once an identity: values come five times a second. */
function callerBehind(identity: Identity): Caller {
  let caller = known.get(identity)
  if (!caller) known.set(identity, (caller = callerOf(identity, undefined)))
  return caller
}

const mayWatch = (identity: Identity): boolean => mayCall(callerBehind(identity), queryLatestReading.path)

/** Of the rows that the session sees. */
const rowsKey = (identity: Identity): string => callerBehind(identity).rows.key
