/** What was found on a round is kept until the server has it: over refusals, lost sessions and reloads. */
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../kernel/http/api.ts'
import type { Entry, EntryStore, PhotoEntry, StopEntry, Waiting } from './sender.ts'
import { nameOf, openSender, withoutPhotos } from './sender.ts'

const photo: PhotoEntry = { kind: 'photo', stopId: 'one', id: 'picture', file: new File(['x'], 'leak.png') }
const stop: StopEntry = { kind: 'stop', stopId: 'one', results: [{ key: 'seen', photos: ['picture'] }], scanned: 0, requestId: 'first' }
const other: StopEntry = { kind: 'stop', stopId: 'two', results: [{ key: 'leak', passed: true }], scanned: 0, requestId: 'second' }

/** A browser with what it keeps, and a server that refuses entries by their name with a status. */
function phone(kept: { stops: readonly StopEntry[]; photos: readonly PhotoEntry[] } = { stops: [], photos: [] }) {
  const refusing = new Map<string, number>()
  const arrived: string[] = []
  let waiting: Waiting = { entries: [], refusals: new Map(), isOffline: false }
  const store: EntryStore = {
    stops: () => kept.stops,
    keepStop: (one) => void (kept.stops = [...kept.stops.filter(({ stopId }) => stopId !== one.stopId), one]),
    dropStop: (requestId) => void (kept.stops = kept.stops.filter((each) => each.requestId !== requestId)),
    photos: () => Promise.resolve(kept.photos),
    keepPhoto: (one) => Promise.resolve(void (kept.photos = [...kept.photos, one])),
    dropPhoto: (id) => Promise.resolve(void (kept.photos = kept.photos.filter((each) => each.id !== id))),
  }
  const send = (entry: Entry) => {
    const status = refusing.get(nameOf(entry))
    if (status !== undefined) return Promise.reject(new ApiError(`refused by ${status}`, status, status))
    arrived.push(nameOf(entry))
    return Promise.resolve()
  }
  let signedIn = 'one'
  const sender = openSender(store, send, () => signedIn === 'one')
  sender.listen({ onWaiting: (now) => (waiting = now), onSent: () => undefined })
  return { sender, refusing, arrived, kept, now: () => waiting, signIn: (who: 'one' | 'another' | '') => (signedIn = who) }
}

describe('what waits to be sent', () => {
  it('is kept with its reason where the server refuses it, sends what is behind it, and arrives once it was mended', async () => {
    const { sender, refusing, arrived, kept, now } = phone()
    refusing.set('first', 422)
    await sender.add(photo)
    await sender.add(stop)
    await sender.add(other)
    expect(arrived).toEqual(['picture', 'second'])
    expect(kept.stops).toEqual([stop])
    expect(now().refusals).toEqual(new Map([['first', 'refused by 422']]))
    await sender.add({ ...stop, requestId: 'third' })
    expect(arrived).toEqual(['picture', 'second', 'third'])
    expect([kept.stops, now().entries, now().refusals.size]).toEqual([[], [], 0])
  })

  it.each([0, 401, 429, 503])('waits in its order while the server cannot be asked (%i)', async (status) => {
    const { sender, refusing, arrived, kept, now } = phone()
    refusing.set('first', status)
    await sender.add({ ...stop, results: [] })
    await sender.add(other)
    expect([arrived, kept.stops.length, now().isOffline, now().refusals.size]).toEqual([[], 2, true, 0])
    refusing.clear()
    await sender.flush()
    expect([arrived, kept.stops, now().isOffline]).toEqual([['first', 'second'], [], false])
  })

  it('outlives a reload with its pictures, which go first', async () => {
    const before = phone()
    before.refusing.set('picture', 0)
    await before.sender.add(photo)
    await before.sender.add(stop)
    const { sender, arrived, kept } = phone(before.kept)
    await sender.flush()
    expect([arrived, kept.stops, kept.photos]).toEqual([['picture', 'first'], [], []])
  })

  it('is sent by the one who did the round, and by nobody who signs in after them', async () => {
    const { sender, refusing, arrived, kept, signIn } = phone()
    refusing.set('picture', 0)
    await sender.add(photo)
    await sender.add(stop)
    refusing.clear()
    for (const who of ['', 'another'] as const) {
      signIn(who)
      await sender.flush()
      await sender.again()
      expect([who, arrived, kept.stops, kept.photos]).toEqual([who, [], [stop], [photo]])
    }
    signIn('one')
    await sender.flush()
    expect([arrived, kept.stops, kept.photos]).toEqual([['picture', 'first'], [], []])
  })

  it('waits where another one signs in between two of them', async () => {
    const { sender, arrived, kept, refusing, signIn } = phone()
    refusing.set('first', 503)
    await sender.add({ ...stop, results: [] })
    await sender.add(other)
    refusing.clear()
    // The first is on its way when they sign out.
    const sending = sender.flush()
    await Promise.resolve()
    signIn('another')
    await sending
    expect([arrived, kept.stops]).toEqual([['first'], [other]])
  })

  it('leaves what another page of the browser keeps of the same round', async () => {
    const { sender, refusing, kept } = phone()
    refusing.set('first', 0)
    await sender.add({ ...stop, results: [] })
    kept.stops = [...kept.stops, other]
    refusing.clear()
    await sender.flush()
    expect(kept.stops).toEqual([other])
  })

  it('waits for a refused picture, which can be given up', async () => {
    const { sender, refusing, arrived, kept } = phone()
    refusing.set('picture', 422)
    await sender.add(photo)
    await sender.add(stop)
    expect([arrived, kept.stops, kept.photos]).toEqual([[], [stop], [photo]])
    await sender.dropPhoto('picture')
    expect([arrived, kept.photos]).toEqual([['first'], []])
  })
})

it('a picture that the browser has lost is no answer', () => {
  expect(withoutPhotos([...stop.results, ...other.results], () => false)).toEqual([{ key: 'seen' }, { key: 'leak', passed: true }])
})
