/** A state while a step changes it: what is added, changed and taken away is known at the end, for one statement that stores it. */
import type { Activity, ProcessState, Token, Wait } from './state.ts'
import { isOpen } from './state.ts'

export interface Difference {
  /** As they are now. */
  readonly activities: readonly Activity[]
  readonly newTokens: readonly Token[]
  readonly goneTokens: readonly number[]
  readonly newWaits: readonly Wait[]
  readonly goneWaits: readonly number[]
}

export class Draft {
  readonly activities: Map<number, Activity>
  readonly tokens: Map<number, Token>
  readonly waits: Map<number, Wait>
  outcome: ProcessState['outcome']
  #next: number
  readonly #before: ProcessState
  readonly #changed = new Set<number>()
  /** What goes on in each scope: a long history costs a step nothing. */
  readonly #open = new Map<number, Set<number>>()
  /** Activities within which there may be nothing left. */
  readonly #perhapsIdle = new Set<number>()

  constructor(before: ProcessState) {
    this.#before = before
    this.activities = new Map(before.activities)
    this.tokens = new Map(before.tokens)
    this.waits = new Map(before.waits)
    this.#next = before.next
    this.outcome = before.outcome
    for (const activity of this.activities.values()) this.#index(activity)
  }

  addActivity(activity: Omit<Activity, 'id' | 'state'>): Activity {
    const added: Activity = { ...activity, id: this.#newId(), state: 'active' }
    this.activities.set(added.id, added)
    this.#changed.add(added.id)
    this.#index(added)
    return added
  }

  change(id: number, changes: Partial<Pick<Activity, 'state' | 'incident' | 'members'>>): Activity {
    const changed = { ...(this.activities.get(id) as Activity), ...changes }
    this.activities.set(id, changed)
    this.#changed.add(id)
    this.#index(changed)
    return changed
  }

  park(token: Omit<Token, 'id'>): void {
    const id = this.#newId()
    this.tokens.set(id, { ...token, id })
  }

  wait(wait: Omit<Wait, 'id'>): void {
    const id = this.#newId()
    this.waits.set(id, { ...wait, id })
  }

  stopWaiting(holder: number): void {
    for (const { id, holder: of } of this.waits.values()) if (of === holder) this.waits.delete(id)
  }

  openIn(scope: number): Activity[] {
    return [...(this.#open.get(scope) ?? [])].map((id) => this.activities.get(id) as Activity)
  }

  /** Whether nothing goes on in a scope, and no token waits there. */
  isIdle(scope: number): boolean {
    return !this.#open.get(scope)?.size && this.parkedIn(scope).length === 0
  }

  /**
   * The latest scope in which nothing is left going on, an inner one before the one around it. A scope is looked at when it has begun and when something
   * in it has ended, and not each time anything is.
   */
  idleScope(isScope: (activity: Activity) => boolean): Activity | undefined {
    let latest: Activity | undefined
    for (const id of this.#perhapsIdle) {
      const activity = this.activities.get(id)
      if (activity?.state !== 'active' || !isScope(activity) || !this.isIdle(id)) this.#perhapsIdle.delete(id)
      else if (!latest || id > latest.id) latest = activity
    }
    return latest
  }

  isScopeOpen(scope: number): boolean {
    const around = this.activities.get(scope)
    return this.outcome === 'running' && (scope === 0 || (around !== undefined && isOpen(around)))
  }

  parkedIn(scope: number): Token[] {
    return [...this.tokens.values()].filter((token) => token.scope === scope)
  }

  /** Ends an activity and all within it that goes on. */
  end(id: number, state: 'cancelled' | 'undone'): void {
    this.clear(id, state)
    this.stopWaiting(id)
    this.change(id, { state })
  }

  /** Ends what goes on within a scope, and not the scope. */
  clear(scope: number, state: 'cancelled' | 'undone' = 'cancelled'): void {
    for (const { id } of this.openIn(scope)) this.end(id, state)
    for (const { id } of this.parkedIn(scope)) this.tokens.delete(id)
  }

  state(): ProcessState {
    return { activities: this.activities, tokens: this.tokens, waits: this.waits, next: this.#next, outcome: this.outcome }
  }

  difference(): Difference {
    const gone = <Part>(before: ReadonlyMap<number, Part>, now: ReadonlyMap<number, Part>) =>
      [...before.keys()].filter((id) => !now.has(id))
    const added = <Part>(before: ReadonlyMap<number, Part>, now: ReadonlyMap<number, Part>) =>
      [...now].filter(([id]) => !before.has(id)).map(([, part]) => part)
    return {
      activities: [...this.#changed].map((id) => this.activities.get(id) as Activity),
      newTokens: added(this.#before.tokens, this.tokens),
      goneTokens: gone(this.#before.tokens, this.tokens),
      newWaits: added(this.#before.waits, this.waits),
      goneWaits: gone(this.#before.waits, this.waits),
    }
  }

  #index(activity: Activity): void {
    const { id, scope } = activity
    const ids = this.#open.get(scope) ?? new Set<number>()
    this.#open.set(scope, ids)
    if (isOpen(activity)) {
      ids.add(id)
      this.#perhapsIdle.add(id)
    } else {
      ids.delete(id)
      this.#perhapsIdle.add(scope)
    }
  }

  #newId(): number {
    const id = this.#next
    this.#next += 1
    return id
  }
}
