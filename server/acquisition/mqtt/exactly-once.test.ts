import { expect, it } from 'vitest'
import { MAX_AWAITING, MAX_REMEMBERED, openInboxes } from './exactly-once.ts'
import type { Inbox } from './exactly-once.ts'
import type { Verdict } from './host.ts'
import { REASON } from './reasons.ts'

const DONE = { reason: REASON.success }
const stored: string[] = []
const send = (inbox: Inbox, messageId: number, payload: string, isDuplicate = false) => {
  stored.length = 0
  const store = async () => {
    stored.push(payload)
    return DONE
  }
  return inbox.take({ messageId, isDuplicate, topic: 'd/x', payload }, store).then(() => [...stored])
}

it('a message that is sent again before its PUBREL is stored once, also while it is being stored', async () => {
  const inbox = openInboxes().open('a', false)
  expect(await send(inbox, 1, 'x')).toEqual(['x'])
  expect([await send(inbox, 1, 'x', true), await send(inbox, 1, 'x')]).toEqual([[], []])
  expect([inbox.has(1), inbox.has(2)]).toEqual([true, false])
  inbox.release(1)
  expect(await send(inbox, 1, 'x')).toEqual(['x'])
  let finish = () => undefined as unknown
  const first = inbox.take(
    { messageId: 2, isDuplicate: false, topic: 'd/x', payload: 'y' },
    () =>
      new Promise<Verdict>((resolve) => {
        finish = () => resolve(DONE)
      }),
  )
  let isSecond = false
  const second = inbox
    .take({ messageId: 2, isDuplicate: true, topic: 'd/x', payload: 'y' }, () => Promise.reject(new Error('twice')))
    .then(() => {
      isSecond = true
    })
  await Promise.resolve()
  expect(isSecond).toBe(false)
  finish()
  await Promise.all([first, second])
})

it('one that could not be stored is none that was', async () => {
  const inbox = openInboxes().open('a', false)
  await expect(
    inbox.take({ messageId: 1, isDuplicate: false, topic: 'd/x', payload: 'x' }, () => Promise.reject(new Error('no room'))),
  ).rejects.toThrow('no room')
  expect([inbox.has(1), await send(inbox, 1, 'x', true)]).toEqual([false, ['x']])
})

it('a session that is kept knows it after the connection, by its content and for a while; one that is not does not', async () => {
  let now = 0
  const inboxes = openInboxes(() => now)
  const before = inboxes.open('a', true)
  await send(before, 1, 'x')
  await send(before, 2, 'y')
  before.close()
  expect(inboxes.remembered).toBe(2)
  const after = inboxes.open('a', true)
  expect(await send(after, 1, 'x', true)).toEqual([])
  // A device that was restarted counts from one again, and says nothing of a repetition; or it repeats what it said before it lost its memory.
  expect([await send(after, 2, 'z'), await send(after, 2, 'z', true)]).toEqual([['z'], []])
  after.close()
  now = 3_600_001
  expect(await send(inboxes.open('a', true), 1, 'x', true)).toEqual(['x'])
  const clean = inboxes.open('b', false)
  await send(clean, 1, 'x')
  clean.close()
  expect(await send(inboxes.open('b', true), 1, 'x', true)).toEqual(['x'])
})

it('a connection that takes over another shares what that one was sent; one that begins anew ends it', async () => {
  const inboxes = openInboxes()
  const old = inboxes.open('a', true)
  await send(old, 1, 'x')
  const next = inboxes.open('a', true)
  old.close()
  expect([await send(next, 1, 'x', true), inboxes.remembered]).toEqual([[], 0])
  const anew = inboxes.open('a', false)
  next.close()
  anew.close()
  expect([inboxes.remembered, await send(inboxes.open('a', true), 1, 'x', true)]).toEqual([0, ['x']])
})

it('is bounded, by connection and of all that have ended', async () => {
  const inboxes = openInboxes()
  const inbox = inboxes.open('a', true)
  for (let id = 1; id <= MAX_AWAITING; id += 1) await send(inbox, id, 'x')
  await expect(send(inbox, MAX_AWAITING + 1, 'x')).rejects.toThrow('PUBREL')
  inbox.close()
  // What an earlier connection has left makes room for this one.
  const after = inboxes.open('a', true)
  expect(await send(after, MAX_AWAITING + 1, 'x')).toEqual(['x'])
  expect(after.has(1)).toBe(false)
  after.close()
  for (let index = 0; index < MAX_REMEMBERED / MAX_AWAITING + 5; index += 1) {
    const one = inboxes.open(`c${index}`, true)
    for (let id = 1; id <= MAX_AWAITING; id += 1)
      void one.take({ messageId: id, isDuplicate: false, topic: '', payload: '' }, async () => DONE)
    one.close()
  }
  expect(inboxes.remembered).toBe(MAX_REMEMBERED)
})
