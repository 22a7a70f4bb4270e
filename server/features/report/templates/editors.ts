/**
 * Who has a report template open in the designer, told to those who have it open as well. A page names the template on its socket; it is in this list for as
 * long as that socket stands and its session may design. Nothing of it is stored: servers on one database tell each other, and believe each other for a while.
 */
import { randomUUID } from 'node:crypto'
import type { TenantId } from '../../../../model/brands.ts'
import { reportTemplates } from '../../../../model/index.ts'
import type { Caller, Identity } from '../../../kernel/authorization/caller.ts'
import { callerOf } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import { personIn, seesPeople } from '../../../kernel/resources/people.ts'
import type { Timer } from '../../../kernel/runtime/clock.ts'
import type { Services } from '../../../kernel/services.ts'
import type { ChannelSubscription, OpenPage } from '../../../messaging/index.ts'

declare module '../../../kernel/runtime/invalidations.ts' {
  interface InvalidationPayloads {
    /** Who has a template open on this server: all of them each time, none when the last one is gone. */
    'template-editors': { tenantId: TenantId; server: string; templateId: string; userIds: readonly string[] }
  }
}

/** Milliseconds from one word of a server to the next, and after which nobody is believed to be there of one that says nothing: it was killed. */
const [ANNOUNCED_EVERY, BELIEVED_FOR] = [8000, 20_000] as const

/** A template that pages of this server have open. */
interface Room {
  readonly tenantId: TenantId
  readonly templateId: string
  readonly pages: Set<EditorPage>
  /** On other servers. */
  readonly elsewhere: Map<string, { readonly userIds: readonly string[]; readonly at: number }>
  /** Pages are told one time after the other: what is newest comes last. */
  notifying: Promise<void>
}

type Needed = Pick<Services, 'transactions' | 'invalidations' | 'clock' | 'isAlone'>

/** The templates that are open in designers of this server, and what a page subscribes by. */
export function openEditors({ transactions, invalidations, clock, isAlone }: Needed): (page: OpenPage) => ChannelSubscription {
  const self = randomUUID()
  const rooms = new Map<string, Room>()
  let timer: Timer | undefined

  invalidations.subscribe((invalidation) => {
    // Missed: others are told, and answer.
    if (invalidation === undefined) for (const room of rooms.values()) announce(room)
    if (invalidation?.kind !== 'template-editors' || invalidation.server === self) return
    const room = rooms.get(keyOf(invalidation.tenantId, invalidation.templateId))
    if (!room) return
    const before = room.elsewhere.get(invalidation.server)
    if (invalidation.userIds.length === 0) room.elsewhere.delete(invalidation.server)
    else room.elsewhere.set(invalidation.server, { userIds: invalidation.userIds, at: clock.now() })
    // A server that was not known here does not know who is here, either.
    if (!before && invalidation.userIds.length > 0) announce(room)
    if ((before?.userIds ?? []).join() !== invalidation.userIds.join()) notify(room)
  })

  const userIdsOn = ({ pages }: Room) => [...new Set([...pages].map(({ userId }) => userId))].toSorted()

  function announce(room: Room): void {
    if (isAlone) return
    const { tenantId, templateId } = room
    void transactions
      .inTenant({ tenantId }, (tx) =>
        invalidations.publish(tx, { kind: 'template-editors', tenantId, server: self, templateId, userIds: userIdsOn(room) }),
      )
      // What is not heard of this is heard of the next, and without a next one nobody is believed to be here.
      .catch(() => undefined)
  }

  function beat(): void {
    for (const room of rooms.values()) {
      announce(room)
      const silent = [...room.elsewhere].filter(([, { at }]) => clock.now() - at > BELIEVED_FOR)
      for (const [server] of silent) room.elsewhere.delete(server)
      if (silent.length > 0) notify(room)
    }
  }

  function notify(room: Room): void {
    room.notifying = room.notifying.then(async () => {
      const present = [...new Set([...userIdsOn(room), ...[...room.elsewhere.values()].flatMap(({ userIds }) => userIds)])]
      for (const page of room.pages)
        await page.notify(
          room.templateId,
          present.filter((userId) => userId !== page.userId),
        )
    })
    // A page whose names could not be read is told with the next change.
    room.notifying = room.notifying.catch(() => undefined)
  }

  return (page) =>
    new EditorPage(page, transactions, {
      enter(tenantId, templateId, editor) {
        const key = keyOf(tenantId, templateId)
        const room = rooms.get(key) ?? { tenantId, templateId, pages: new Set(), elsewhere: new Map(), notifying: Promise.resolve() }
        rooms.set(key, room)
        room.pages.add(editor)
        timer ??= clock.interval(ANNOUNCED_EVERY, beat)
        announce(room)
        notify(room)
      },
      leave(tenantId, templateId, editor) {
        const key = keyOf(tenantId, templateId)
        const room = rooms.get(key)
        if (!room?.pages.delete(editor)) return
        announce(room)
        if (room.pages.size > 0) return notify(room)
        rooms.delete(key)
        if (rooms.size > 0) return
        timer?.cancel()
        timer = undefined
      },
    })
}

const keyOf = (tenantId: TenantId, templateId: string): string => `${tenantId} ${templateId}`

interface Rooms {
  enter(tenantId: TenantId, templateId: string, editor: EditorPage): void
  leave(tenantId: TenantId, templateId: string, editor: EditorPage): void
}

/** What one page has open, as long as its session may design it. */
class EditorPage implements ChannelSubscription {
  private readonly page: OpenPage
  private readonly transactions: Services['transactions']
  private readonly rooms: Rooms
  private open: readonly string[] = []
  private asked: readonly string[] = []
  private caller: Caller | undefined
  /** Which of several looks at the templates is the last one. */
  private looks = 0
  private readonly sent = new Map<string, string>()

  constructor(page: OpenPage, transactions: Services['transactions'], rooms: Rooms) {
    this.page = page
    this.transactions = transactions
    this.rooms = rooms
  }

  get userId(): string {
    return this.caller?.userId ?? ''
  }

  /** From now on these and no others. A template of another tenant is as if it were not there. */
  async watch(templateIds: readonly string[]): Promise<void> {
    this.stop()
    await this.look(templateIds)
  }

  /** What the session may do was read again: it may design no more, or see other names. */
  review(): void {
    if (!this.caller) return
    if (designerOf(this.page.identity)) return void this.look(this.asked).catch(() => this.stop())
    for (const id of this.open) this.send(id, [])
    this.stop()
  }

  stop(): void {
    this.looks += 1
    const { caller, open } = this
    this.open = []
    this.asked = []
    this.sent.clear()
    if (caller) for (const id of open) this.rooms.leave(caller.tenantId, id, this)
    this.caller = undefined
  }

  private async look(templateIds: readonly string[]): Promise<void> {
    this.looks += 1
    const { looks } = this
    const caller = designerOf(this.page.identity)
    if (templateIds.length === 0 || !caller) return
    const { tenantId, userId, rows } = caller
    const found = await this.transactions.inTenant(
      { tenantId, userId, rows },
      (tx) =>
        tx.all(
          build
            .selectFrom('report_templates')
            .select('id')
            .where('id', 'in', [...templateIds]),
        ),
      'read',
    )
    if (looks !== this.looks) return
    const before = this.open
    this.caller = caller
    this.asked = templateIds
    this.open = found.map(({ id }) => id)
    for (const id of before) if (!this.open.includes(id)) this.rooms.leave(tenantId, id, this)
    for (const id of this.open) this.rooms.enter(tenantId, id, this)
  }

  /** Tells the page who else is there, as far as it sees what they are called: null where it does not. */
  async notify(templateId: string, userIds: readonly string[]): Promise<void> {
    const { caller, looks } = this
    if (!caller) return
    const names = await this.namesOf(caller, userIds)
    if (looks === this.looks) this.send(templateId, names)
  }

  private send(templateId: string, names: readonly (string | null)[]): void {
    const text = JSON.stringify(names)
    if (this.sent.get(templateId) === text) return
    this.sent.set(templateId, text)
    this.page.send({ kind: 'editors', id: templateId, names })
  }

  private async namesOf(caller: Caller, userIds: readonly string[]): Promise<(string | null)[]> {
    if (userIds.length === 0 || !seesPeople(caller)) return userIds.map(() => null)
    const { tenantId, userId, rows } = caller
    const found = await this.transactions.inTenant(
      { tenantId, userId, rows },
      (tx) =>
        tx.all(
          build
            .selectFrom('users')
            .select(['id', personIn(caller, 'users').as('who')])
            .where('id', 'in', [...userIds]),
        ),
      'read',
    )
    const names = new Map(found.map((user) => [user.id, user.who]))
    return userIds.map((id) => names.get(id) ?? null).toSorted((one, other) => (one ?? '\uffff').localeCompare(other ?? '\uffff'))
  }
}

/** Who designs behind the session; undefined where it may not, and for an application that acts for itself, which is nobody. */
function designerOf(identity: Identity): Caller | undefined {
  if (identity.limit !== undefined || identity.client?.id === identity.userId) return undefined
  const caller = callerOf(identity, undefined)
  return viewOf(caller, reportTemplates).allowed.includes('design') ? caller : undefined
}
